// Nimbers: a calculator that shows its steps, and tables of sums and products.

import { get } from "../api.js";
import { button, field, h, markPlace, replace, select } from "../dom.js";
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
  const place = h("div", { class: "nim-answer", "aria-live": "polite" });
  const show = async () => {
    const expression = input.value.trim();
    remember({ expression });
    try {
      const found = await get("nimber", { expression });
      replace(
        place,
        h("p", { class: "nim-result" }, h("span", {}, `${expression} =`), " ", h("strong", {}, found.text)),
        found.steps.length ? h("ol", { class: "nim-steps", "aria-label": t("steps") }, found.steps.map(step)) : null,
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
        "+ is the nim-sum, * the nim-product, / the quotient, ^ a power; sqrt(x), log(x); " +
          "write ordinals in brackets: [w^2+1].",
      ),
    ),
    place,
  );
}

/** A line such as "  2 ⊗ 2 = 3: the reason"; it may break before each = only. @param {string} line */
function step(line) {
  const [chain, ...reason] = line.trim().split(": ");
  const parts = chain.split(" = ").map((part, i) => [" ", h("span", {}, i ? `= ${part}` : part)]);
  const because = reason.length ? h("small", {}, reason.join(": ")) : null;
  return h("li", { class: line.startsWith(" ") ? "deeper" : "" }, parts, because);
}

/** @param {Record<string, string>} values */
function tables(values) {
  const place = h("div", {});
  const answered = latestAnswer(place);
  let [operation, size] = [values.operation ?? "product", Number(values.size ?? 8)];
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

/** @param {string} operation @param {number} size @param {AbortSignal} [signal] */
async function table(operation, size, signal) {
  const { cells: rows, commands: lines } = await get("nimbers", { operation, size }, signal);
  const all = () => [["", ...rows.keys()], ...rows.map((row, i) => [i, ...row])];
  return [
    new NimTable(rows, operation === "product").element,
    exportButtons({ name: "nimatron-nimbers", rows: all, lines }),
  ];
}

// A table as wide as its place. One cell is lit with its row and column, and written large above.
class NimTable {
  i = 0; // the lit cell: its row and its column
  j = 0;

  /** @param {number[][]} rows @param {boolean} product */
  constructor(rows, product) {
    this.rows = rows;
    this.product = product;
    this.sign = product ? "⊗" : "⊕";
    this.equation = h("p", { class: "nim-cell", role: "status" });
    const heads = rows.map((_, i) => h("th", { scope: "col" }, i));
    this.table = h(
      "table",
      { class: "nim-table", "data-size": rows.length },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, this.sign), heads)),
      h(
        "tbody",
        {},
        rows.map((row, i) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, i),
            row.map((v) => this.cell(v)),
          ),
        ),
      ),
    );
    this.table.style.setProperty("--columns", String(rows.length + 1));
    for (const kind of ["pointerover", "click"]) this.table.addEventListener(kind, (event) => this.point(event));
    const frame = { class: "nim-frame", tabindex: 0, role: "group", "aria-label": t("table of values") };
    this.element = h("div", { ...frame, onkeydown: (event) => this.key(event) }, this.equation, this.table);
    const middle = Math.min(4, rows.length - 1);
    this.light(middle, middle);
  }

  /** The colour says how large a value is; the ones of a product table are inverses. @param {number} value */
  cell(value) {
    const cell = h("td", { class: value === 1 && this.product ? "one" : "" }, h("span", {}, value));
    cell.style.setProperty("--share", String(value / this.rows.length));
    return cell;
  }

  /** @param {number} i @param {number} j */
  light(i, j) {
    [this.i, this.j] = [i, j];
    for (const row of this.table.rows) {
      for (const cell of row.cells) {
        cell.classList.toggle("lit", row.rowIndex === i + 1 || cell.cellIndex === j + 1);
        cell.classList.toggle("here", row.rowIndex === i + 1 && cell.cellIndex === j + 1);
      }
    }
    replace(this.equation, `${i} ${this.sign} ${j} = `, h("strong", {}, this.rows[i][j]));
  }

  /** @param {On<Event>} event */
  point(event) {
    const cell = event.target.closest("td");
    if (cell) this.light(cell.parentElement.rowIndex - 1, cell.cellIndex - 1);
  }

  /** @param {On<KeyboardEvent>} event */
  key(event) {
    const [di, dj] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [];
    if (di === undefined) return;
    event.preventDefault();
    const [i, j] = [this.i + di, this.j + dj];
    if (this.rows[i]?.[j] !== undefined) this.light(i, j);
  }
}
