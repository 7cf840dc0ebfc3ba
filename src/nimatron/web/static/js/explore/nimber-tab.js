// Nimbers: a calculator that shows its steps, and tables of sums and products.

import { get } from "../api.js";
import { button, field, h, markPlace, replace, select } from "../dom.js";
import { scroller } from "../scroller.js";
import { t } from "../language.js";
import { latestAnswer } from "./latest-answer.js";
import { commands, exportButtons } from "./export-buttons.js";

const SAMPLES = ["4*4", "24*17 + 8/5", "sqrt(7)", "6/3", "2^3", "[w] * [w]"];

/** @param {Record<string, string>} values @param {Remember} remember */
export function nimberTab(values, remember) {
  return h("div", { class: "halves" }, calculator(values, remember), tables(values));
}

/** @param {Record<string, string>} values @param {Remember} remember */
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
        h("p", { class: "bad" }, fault.message, h("code", { class: "pointed" }, markPlace(expression, fault.place))),
      );
    }
  };
  /** @param {string} sample */
  const use = (sample) => {
    input.value = sample;
    show();
  };
  show();
  return h(
    "section",
    { class: "card" },
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
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary" }, "="),
        SAMPLES.map((sample) => button(sample, () => use(sample), { class: "quiet" })),
      ),
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

/** @param {Record<string, string>} values */
function tables(values) {
  const place = h("div", {});
  const answered = latestAnswer(place);
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
    { class: "card" },
    h("h2", {}, t("Tables")),
    h("div", { class: "grid-fields" }, field(t("Operation"), kinds), field(t("Size"), sizes)),
    place,
  );
}

/**
 * The colour says how large a value is; the ones of a product table are inverses.
 * @param {number} value @param {number} size @param {boolean} product
 */
function colourCell(value, size, product) {
  const cell = h("td", { class: value === 1 && product ? "one" : "" }, value);
  cell.style.setProperty("--share", String(value / size));
  return cell;
}

/** @param {string} operation @param {number} size @param {AbortSignal} [signal] */
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
      row.map((value) => colourCell(value, rows.length, product)),
    ),
  );
  const all = () => [["", ...rows.keys()], ...rows.map((row, i) => [i, ...row])];
  return [
    scroller(t("table of values"), h("table", { class: "values grid" }, h("thead", {}, heading), h("tbody", {}, body))),
    exportButtons({ name: "nimatron-nimbers", rows: all, lines }),
  ];
}
