// Sheets as they lie on paper: the blocks that the server sends, as elements that print well.

import { h, s } from "../dom.js";

const CELL = 26; // pixels: the largest cell of a board
const SMALL = 18; // ... of an exercise

/** @param {number} shade */
const grey = (shade) =>
  shade === null ? "none" : `rgb(${[shade, shade, shade].map((n) => Math.round(255 * n)).join()})`;

/** @param {any} drawing */
function ink({ fill, stroke, width }) {
  return { fill: grey(fill), stroke: grey(stroke), "stroke-width": width };
}

/** @param {{points: number[][], closed: boolean}} path */
function outline({ points, closed }) {
  const steps = points.map((point, i) => `${i ? (point.length > 2 ? "C" : "L") : "M"}${point.join(" ")}`);
  return `${steps.join("")}${closed ? "Z" : ""}`;
}

/** @type {Record<string, (mark: any) => SVGElement>} */
const MARKS = {
  disc: (mark) => s("circle", { cx: mark.x, cy: mark.y, r: mark.r, ...ink(mark) }),
  box: (mark) =>
    s("rect", { x: mark.x, y: mark.y, width: mark.wide, height: mark.high, rx: mark.rounded, ...ink(mark) }),
  path: (mark) => s("path", { d: outline(mark), ...ink(mark), "stroke-dasharray": mark.dashed ? "0.1 0.08" : null }),
  letters: ({ x, y, text, size, anchor, bold, fill }) =>
    s(
      "text",
      {
        x,
        y,
        "font-size": size,
        "text-anchor": anchor,
        "dominant-baseline": "central",
        "font-weight": bold ? 700 : 400,
        fill: grey(fill),
      },
      text,
    ),
};

/** @param {{drawing: Drawn | null, text: string}} figure @param {number} largest */
function figure({ drawing, text }, largest, note = false) {
  if (!drawing) return h("pre", { class: "paper-text" }, text);
  const { left, top, wide, high, marks } = drawing;
  const size = { width: (wide * largest).toFixed(1), height: (high * largest).toFixed(1) };
  const attributes = {
    class: "paper-board",
    viewBox: `${left} ${top} ${wide} ${high}`,
    role: "img",
    "aria-label": text,
    ...size,
  };
  const picture = s(
    "svg",
    attributes,
    marks.map((mark) => MARKS[mark.mark](mark)),
  );
  return [picture, note ? h("p", { class: "paper-note", translate: "no" }, text) : null];
}

/** @param {{head: string[], rows: string[][], wide: boolean}} block */
function grid({ head, rows, wide }) {
  /** @param {string[]} row */
  const cells = (row) => row.map((text, i) => (i ? h("td", {}, text) : h("th", { scope: "row" }, text)));
  return h(
    "table",
    { class: wide ? "paper-table wide" : "paper-table" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row) => h("tr", {}, cells(row))),
    ),
  );
}

/** @param {number} lines */
const room = (lines) => Array.from({ length: lines }, () => h("div", { class: "paper-line" }));

/** @param {{number: number, text: string, figure: any, choices: string[], lines: number}} exercise */
function item({ number, text, figure: shown, choices, lines }) {
  return h(
    "li",
    {},
    h("p", {}, `${number}. ${text}`),
    figure(shown, SMALL),
    choices.map((choice) => h("p", { class: "paper-choice" }, choice)),
    room(lines),
  );
}

/** @type {Record<string, (block: any) => Child>} */
const BLOCKS = {
  heading: ({ text, first }) => h(first ? "h2" : "h3", {}, text),
  paragraph: ({ text }) => h("p", {}, text),
  figure: (block) => figure(block, CELL, true),
  grid,
  room: ({ lines }) => room(lines),
  items: ({ items }) => h("ol", { class: "paper-items" }, items.map(item)),
};

/** @param {Record<string, any>[]} blocks @param {string} running @param {string} look */
function paper(blocks, running, look) {
  const content = blocks.map((block) => BLOCKS[block.kind](block));
  return h("article", { class: `paper ${look}` }, content, h("footer", {}, running));
}

/** All sheets, and then all keys, each on a page of its own. @param {Api.SheetDocument[]} sheets */
export function papers(sheets) {
  return [
    ...sheets.map(({ front, running }) => paper(front, running, "front")),
    ...sheets.map(({ key, running }) => paper(key, running, "key")),
  ];
}
