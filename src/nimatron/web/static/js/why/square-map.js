// The squares of a board with their values: where the piece is, where it may go, and which squares are lost.

import { h, s } from "../dom.js";
import { shortValue, fullValue } from "../value-text.js";
import { t } from "../language.js";
import { legend } from "./heap-line.js";

const SIDE = 30;
const MARGIN = 22;

/** @param {WhyMap} picture */
export function squareMap({ columns: across, rows: up, cells, at, options: moves }) {
  const [wide, high] = [across.length, up.length];
  const size = [wide * SIDE + MARGIN, high * SIDE + MARGIN];
  const led = new Set(moves.map((move) => String(move.at)));
  /** @param {Value} value @param {number} x @param {number} y */
  const box = (value, x, y) => {
    const lost = value === 0 || value === "P";
    const here = x === at[0] && y === at[1];
    const middle = { x: MARGIN + (x + 0.5) * SIDE, y: (high - y - 0.5) * SIDE };
    const look = ["cell", lost ? "zero" : "", here ? "here" : "", led.has(`${x},${y}`) ? "led" : ""].join(" ");
    return s(
      "g",
      { class: look },
      s("rect", { x: middle.x - SIDE / 2 + 1, y: middle.y - SIDE / 2 + 1, width: SIDE - 2, height: SIDE - 2, rx: 5 }),
      lost ? s("circle", { cx: middle.x, cy: middle.y, r: SIDE * 0.37 }) : null,
      s("text", { ...middle, "text-anchor": "middle", "dominant-baseline": "central" }, shortValue(value)),
    );
  };
  /** @param {string} text @param {number} x @param {number} y */
  const number = (text, x, y) =>
    s("text", { class: "axis", x, y, "text-anchor": "middle", "dominant-baseline": "central" }, text);
  const lost = moves.filter((move) => ["0", "P"].includes(String(cells[move.at[1]]?.[move.at[0]])));
  const svg = s(
    "svg",
    {
      class: "why-map",
      viewBox: `0 0 ${size[0]} ${size[1]}`,
      role: "img",
      "aria-label": label(across[at[0]], up[at[1]], cells[at[1]]?.[at[0]], lost),
    },
    cells.map((row, y) => row.map((value, x) => box(value, x, y))),
    across.map((text, x) => number(text, MARGIN + (x + 0.5) * SIDE, high * SIDE + MARGIN / 2)),
    up.map((text, y) => number(text, MARGIN / 2, (high - y - 0.5) * SIDE)),
  );
  svg.style.maxWidth = `${size[0] * 1.25}px`;
  const looks = [legend("here", t("here")), legend("led", t("a move leads there")), legend("zero", t("lost"))];
  return h("div", { class: "map-picture" }, svg, h("p", { class: "legend" }, looks));
}

/** @param {string} x @param {string} y @param {Value} value @param {Move[]} lost */
function label(x, y, value, lost) {
  const where = t("column {x}, row {y}: value {value}", { x, y, value: fullValue(value) });
  return lost.length
    ? `${where}. ${t("Lost squares you can move to: {moves}", { moves: lost.map((move) => move.text).join("; ") })}`
    : where;
}
