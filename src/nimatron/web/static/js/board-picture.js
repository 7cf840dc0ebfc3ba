// The boards of a match as an SVG file: no style sheet, light colours, ready to save or print.

import { Board } from "./board.js";
import { s } from "./dom.js";
import { arrange } from "./board-layout.js";

// What the style sheet may say about a shape, with what holds if nothing is said.
const STYLES = {
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  opacity: "1",
  "paint-order": "normal",
  "font-family": "",
  "font-weight": "400",
};

const KEPT = ["transform", "data-id"];
const PAGE = { width: 640, height: 480 }; // pixels for each board
const LARGEST = 72; // pixels: a cell
const GAP = 24;
const TITLE = 28;

/**
 * The board drawn anew, whatever the screen is like: nothing is chosen on it or pointed at.
 * @param {Picture} picture @param {number} index @param {string} name @param {string[][]} moves
 */
function plain(picture, index, name, moves) {
  const shown = { ...picture, ghosts: [] };
  const board = new Board(index, name, () => {});
  const [layout] = arrange([shown], PAGE, { most: LARGEST }).boards;
  board.draw(shown, /** @type {Layout} */ (layout), moves);
  for (const target of board.svg.querySelectorAll(".target, .dot")) target.remove();
  return board;
}

/** Writes what the style sheet says into the attributes. @param {Element} element */
function writeStyle(element) {
  const found = getComputedStyle(element);
  const text = element.tagName === "text";
  for (const [name, usual] of Object.entries(STYLES)) {
    const value = found.getPropertyValue(name);
    if (name.startsWith("font") && !text) continue;
    if (value !== usual) element.setAttribute(name, value.replace(/url\(".*#(.*)"\)/, "url(#$1)"));
    else element.removeAttribute(name);
  }
}

/** @param {Element} element */
function bare(element) {
  for (const name of element.getAttributeNames()) {
    const spoken = name.startsWith("aria-") || name === "role" || name === "tabindex" || name === "class";
    if (spoken || (name.startsWith("data-") && !KEPT.includes(name))) element.removeAttribute(name);
  }
}

/** @param {Element} element */
function invisible(element) {
  /** @param {string} name */
  const nothing = (name) => ["none", null].includes(element.getAttribute(name));
  return element.tagName === "rect" && nothing("fill") && nothing("stroke");
}

/** @param {Element} copy */
function finishCopy(copy) {
  const all = [...copy.querySelectorAll("*")];
  all.forEach(writeStyle);
  for (const element of all) {
    if (invisible(element)) element.remove();
    bare(element);
  }
}

/** The boards of a match below each other, as the text of an SVG file. @param {MatchView} matchView */
export function boardPicture(matchView) {
  const { pictures, names, texts, moves } = matchView.area;
  const boards = pictures.map((picture, i) => ({
    board: picture && plain(matchView.drawing(i) ?? picture, i, names[i], moves),
    name: names[i],
    text: texts[i],
  }));
  const several = boards.length > 1;
  const width = Math.max(160, ...boards.map(({ board }) => board?.layout.width ?? 0)) + 2 * GAP;
  let top = GAP;
  const parts = boards.map(({ board, name, text }) => {
    const title = several || !board ? s("text", { x: GAP, y: top + 14, "font-size": 16 }, board ? name : text) : null;
    if (title) top += TITLE;
    board?.svg.setAttribute("x", (width - board.layout.width) / 2);
    board?.svg.setAttribute("y", top);
    board?.svg.setAttribute("overflow", "visible");
    if (board) top += board.layout.height + GAP;
    return [title, board?.svg];
  });
  const picture = s("svg", { class: "board", viewBox: `0 0 ${width} ${top}`, width, height: top }, parts);
  lightly(() => finishCopy(picture), picture);
  bare(picture);
  picture.prepend(s("rect", { width, height: top, fill: "#fff" }));
  return new XMLSerializer().serializeToString(picture);
}

/**
 * Does something with a picture on the page, in light colours; nobody sees it, because the page is not drawn meanwhile.
 * @param {() => void} work @param {SVGElement} picture
 */
function lightly(work, picture) {
  const { style } = document.documentElement;
  const before = style.colorScheme;
  style.colorScheme = "light";
  document.body.append(picture);
  try {
    work();
  } finally {
    picture.remove();
    style.colorScheme = before;
  }
}
