// How often a recursion is called with and without a memory: a table, and a plot whose scale grows by powers of ten.

import { h, s } from "../dom.js";
import { lang, t } from "../language.js";

const [WIDE, HIGH, LEFT, BOTTOM, TOP, RIGHT] = [420, 260, 84, 215, 12, 82];

/** @param {{position: string, plain: number, memo: number}[]} calls */
export function callsStep(calls) {
  return [h("figure", { class: "card call-figure" }, plot(calls)), table(calls)];
}

/** @param {number} n */
const written = (n) => new Intl.NumberFormat(lang).format(n);

/** @param {{position: string, plain: number, memo: number}[]} calls */
function table(calls) {
  return h(
    "table",
    { class: "call-table", tabindex: 0, "aria-label": t("Calls of the function") },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [t("Position"), t("plain recursion"), t("with a memory")].map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      calls.map(({ position, plain, memo }) =>
        h("tr", {}, h("th", { scope: "row" }, position), h("td", {}, written(plain)), h("td", {}, written(memo))),
      ),
    ),
  );
}

/** @param {{position: string, plain: number, memo: number}[]} calls */
function plot(calls) {
  const most = Math.ceil(Math.log10(Math.max(...calls.map(({ plain }) => plain))));
  /** @param {number} i */
  const x = (i) => LEFT + (i * (WIDE - LEFT - RIGHT)) / (calls.length - 1);
  /** @param {number} n */
  const y = (n) => BOTTOM - (Math.log10(n) * (BOTTOM - TOP)) / most;
  /** @param {"plain" | "memo"} name @param {string} label */
  const line = (name, label) => [
    s("polyline", { class: name, points: calls.map((row, i) => `${x(i)},${y(row[name])}`).join(" ") }),
    calls.map((row, i) => s("circle", { class: `${name}-dot`, cx: x(i), cy: y(row[name]), r: 3.5 })),
    s("text", { class: name, x: x(calls.length - 1) + 8, y: y(calls[calls.length - 1][name]) + 4 }, label),
  ];
  const powers = [...Array(most + 1).keys()];
  return s(
    "svg",
    { class: "call-plot", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t("Calls of the function") },
    powers.map((power) => [
      s("path", { class: "grid-line", d: `M${LEFT} ${y(10 ** power)}H${WIDE - RIGHT}` }),
      s("text", { x: LEFT - 8, y: y(10 ** power) + 4, "text-anchor": "end" }, written(10 ** power)),
    ]),
    calls.map((row, i) =>
      s("text", { x: x(i), y: BOTTOM + 18, "text-anchor": "middle" }, row.position.split(" ").at(-1) ?? ""),
    ),
    s(
      "text",
      { x: (LEFT + WIDE - RIGHT) / 2, y: BOTTOM + 36, "text-anchor": "middle" },
      t("coins in each of three heaps"),
    ),
    line("plain", t("plain")),
    line("memo", t("memory")),
  );
}
