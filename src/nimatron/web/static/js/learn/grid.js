// A row or a grid of cells, each drawn by a function; rows go upwards, as on a board.

import { h } from "../dom.js";
import { scroller } from "../scroller.js";
import { t } from "../language.js";

/** How a cell is called: 4 in a row, 4,2 in a grid. @param {Shown} shown @param {number} x @param {number} y */
function cellName({ columns, rows }, x, y) {
  return rows.length > 1 ? `${columns[x]},${rows[y]}` : columns[x];
}

/** All names, row by row. @param {Shown} shown */
export function cellNames(shown) {
  return shown.rows.flatMap((row, y) => shown.columns.map((column, x) => cellName(shown, x, y)));
}

/**
 * `draw(name, x, y)` gives the content of a cell.
 * @param {Shown} shown @param {(name: string, x: number, y: number) => Child} draw
 */
export function grid(shown, draw) {
  const { columns, rows } = shown;
  /** @param {number} x @param {number} y */
  const cell = (x, y) => draw(cellName(shown, x, y), x, y);
  if (rows.length === 1) {
    return h(
      "ol",
      { class: "cell-row" },
      columns.map((name, x) => h("li", {}, h("span", { class: "heap", "aria-hidden": "true" }, name), cell(x, 0))),
    );
  }
  const lines = rows.map((name, y) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      columns.map((_, x) => h("td", { class: (x + y) % 2 ? "" : "shade" }, cell(x, y))),
    ),
  );
  const foot = h(
    "tr",
    {},
    h("td", {}),
    columns.map((name) => h("th", { scope: "col" }, name)),
  );
  const table = h("table", { class: "cell-grid" }, h("tbody", {}, lines.reverse()), h("tfoot", {}, foot));
  table.style.setProperty("--across", String(columns.length));
  return scroller(t("Table"), table);
}
