// Nimbers: a calculator that shows its steps, and tables of sums and products.

import { get } from "../api.js";
import { field, h, pointedAt, replace, scrolled, select } from "../dom.js";
import { t } from "../words.js";
import { answering } from "./answering.js";
import { commands, exports } from "./export.js";

export function nimberTab(values, remember) {
  return h("div", { class: "halves" }, calculator(values, remember), tables(values));
}

function calculator(values, remember) {
  const input = h("input", {
    type: "text",
    required: true,
    value: values.expression ?? "24*17 + 8/5",
    spellcheck: "false",
  });
  const place = h("div", { "aria-live": "polite" });
  const show = async () => {
    const expression = input.value.trim();
    remember({ expression });
    try {
      const found = await get("nimber", { expression });
      replace(
        place,
        h("p", { class: "verdict" }, `${expression} = ${found.text}`),
        found.steps.length
          ? h("pre", { class: "explanation", tabindex: 0, "aria-label": t("steps") }, found.steps.join("\n"))
          : null,
        commands(found.commands),
      );
    } catch (fault) {
      replace(
        place,
        h("p", { class: "bad" }, fault.message, h("code", { class: "pointed" }, pointedAt(expression, fault.place))),
      );
    }
  };
  show();
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("Calculator")),
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          show();
        },
      },
      field(t("An expression of nimbers"), input),
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "=")),
    ),
    h(
      "p",
      { class: "dim small" },
      t(
        "+ is the nim-sum, * the nim-product, / the quotient, ^ a power; sqrt(x), log(x); ordinals stand in " +
          "brackets: [w^2+1].",
      ),
    ),
    place,
  );
}

function tables(values) {
  const place = h("div", {});
  const answered = answering(place);
  let [operation, size] = [values.operation ?? "product", Number(values.size ?? 16)];
  const show = () => answered((signal) => table(operation, size, signal));
  show();
  const kinds = select(
    [
      ["product", t("nim-product")],
      ["sum", t("nim-sum")],
    ],
    operation,
    (value) => {
      operation = value;
      show();
    },
  );
  const sizes = select(
    ["4", "8", "16", "32"].map((n) => [n, `${n} × ${n}`]),
    String(size),
    (value) => {
      size = Number(value);
      show();
    },
  );
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("Tables")),
    h("div", { class: "grid-fields" }, field(t("Operation"), kinds), field(t("Size"), sizes)),
    place,
  );
}

async function table(operation, size, signal) {
  const { cells: rows, commands: lines } = await get("nimbers", { operation, size }, signal);
  const product = operation === "product";
  const heading = h(
    "tr",
    {},
    h("th", { scope: "col" }, product ? "⊗" : "⊕"),
    rows.map((_, i) => h("th", { scope: "col" }, i)),
  );
  const body = rows.map((row, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, i),
      row.map((value) => h("td", { class: value === 1 && product ? "one" : "" }, value)),
    ),
  );
  const all = () => [["", ...rows.keys()], ...rows.map((row, i) => [i, ...row])];
  return [
    scrolled(t("table of values"), h("table", { class: "values" }, h("thead", {}, heading), h("tbody", {}, body))),
    exports({ name: "nimatron-nimbers", rows: all, lines }),
  ];
}
