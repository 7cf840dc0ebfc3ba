// The boundary patterns of an all-but game: a row for each level, filled where the values reach it.

import { h, s } from "../dom.js";
import { scroller } from "../scroller.js";
import { t } from "../language.js";

const CELL = 16;
const ROW = 24;
const ROWS = 24; // beyond these only the two rows that agree are drawn
const HEAPS = 96; // beyond these only the boundaries are drawn

/** @param {Api.Patterns | null} patterns */
export function patternsPanel(patterns) {
  if (!patterns?.width) return null;
  const note = t("Filled: the value of the heap is k or more. Framed: the boundary, which decides all later rows.");
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("Boundary patterns")),
    h("p", {}, patterns.text),
    scroller(t("picture of the boundary patterns"), grid(patterns)),
    h("p", { class: "dim small" }, note),
    h("details", { class: "fold" }, h("summary", {}, t("The same in letters")), letters(patterns)),
  );
}

/** The first levels, and the two that agree. @param {Api.Patterns} patterns */
function drawLevels({ levels, returns }) {
  const last = levels.length - 1;
  return levels.filter(({ level }) => level < ROWS || level === returns || level === last);
}

/** @param {Api.Patterns} patterns */
function letters(patterns) {
  const rows = drawLevels(patterns).map((pattern) => {
    const from = t("from heap {heap}", { heap: pattern.first });
    return `H_${pattern.level}  ${pattern.boundary}  ${from}\n`;
  });
  return h("pre", { class: "code", tabindex: 0, "aria-label": t("the boundary patterns in letters") }, rows);
}

/** @param {Api.Patterns} patterns */
function grid(patterns) {
  const { levels, width } = patterns;
  const rows = drawLevels(patterns);
  const heaps = levels.at(-1).first + width;
  const whole = heaps <= HEAPS;
  const left = whole ? 52 : 132;
  const right = left + (whole ? heaps : width) * CELL;
  const size = [right + 60, rows.length * ROW + 28];
  return s(
    "svg",
    {
      class: "patterns",
      width: size[0],
      height: size[1],
      viewBox: `0 0 ${size[0]} ${size[1]}`,
      role: "img",
      "aria-label": patterns.text,
    },
    rows.map((pattern, i) => row(patterns, pattern, { left, right, whole, heaps, top: i * ROW + 4 })),
    whole ? scale(heaps, left, rows.length * ROW + 18) : null,
  );
}

/** @param {Api.Patterns} patterns @param {Api.Pattern} pattern @param {any} measures */
function row({ levels, width, returns }, pattern, { left, right, whole, heaps, top }) {
  const before = whole ? pattern.first : 0;
  const marks = whole ? ("*".repeat(before) + pattern.boundary).padEnd(heaps, "@").slice(0, heaps) : pattern.boundary;
  const last = levels.at(-1).level;
  const same = pattern.level === last && returns !== null;
  const agrees = same || pattern.level === returns;
  const name = `H_${pattern.level}${whole ? "" : `, ${t("heap {heap}", { heap: pattern.first })}`}`;
  const text = { class: agrees ? "axis agrees" : "axis", y: top + 13 };
  return s(
    "g",
    {},
    s("text", { ...text, x: left - 8, "text-anchor": "end" }, name),
    [...marks].map((mark, heap) =>
      s("rect", {
        class: mark === "@" ? "reached" : "below",
        x: left + heap * CELL + 1,
        y: top + 1,
        width: CELL - 2,
        height: CELL - 2,
      }),
    ),
    s("rect", {
      class: agrees ? "boundary agrees" : "boundary",
      x: left + before * CELL - 1,
      y: top - 1,
      width: width * CELL + 2,
      height: CELL + 2,
    }),
    same ? s("text", { ...text, x: right + 8 }, `= H_${returns}`) : null,
  );
}

/** @param {number} heaps @param {number} left @param {number} y */
function scale(heaps, left, y) {
  const every = heaps > 30 ? 10 : heaps > 12 ? 5 : 1;
  return [...Array(Math.ceil(heaps / every)).keys()].map((i) =>
    s("text", { class: "axis", x: left + (i * every + 0.5) * CELL, y, "text-anchor": "middle" }, i * every),
  );
}
