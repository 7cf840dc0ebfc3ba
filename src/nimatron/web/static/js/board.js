// Boards: an SVG for each picture that the server sends, as an ARIA grid of shapes for keyboard and mouse alike.

import { arrowhead, s, unique } from "./dom.js";
import { t } from "./words.js";

const SMALL = 30; // pixels: the smallest cell that a finger can hit; a wider board is scrolled

const MOST_DIGITS = 24;

const PIN =
  "M0-.42c.1 0 .17.08.17.18 0 .12-.07.16-.07.26 0 .12.16.2.16.38 0 .1-.05.2-.11.26h-.3c-.06-.06-.11-.16-.11-.26 " +
  "0-.18.16-.26.16-.38 0-.1-.07-.14-.07-.26 0-.1.07-.18.17-.18z";

function letters(text, attributes = {}) {
  return s(
    "text",
    { "text-anchor": "middle", "dominant-baseline": "central", "font-size": ".42", ...attributes },
    text,
  );
}

function square(name, inset = 0.03, round = 0.06) {
  return s("rect", {
    class: name,
    x: inset - 0.5,
    y: inset - 0.5,
    width: 1 - 2 * inset,
    height: 1 - 2 * inset,
    rx: round,
  });
}

// One large piece, or several in a small square.
function chips(names) {
  const columns = Math.ceil(Math.sqrt(names.length));
  const rows = Math.ceil(names.length / columns);
  const step = columns > 1 ? 0.92 / columns : 0.56;
  const place = (i) =>
    [(i % columns) - (columns - 1) / 2, Math.floor(i / columns) - (rows - 1) / 2].map((n) => n * step);
  return names.map((name, i) =>
    s(
      "g",
      { transform: `translate(${place(i)})` },
      s("circle", { class: "token", r: step / 2 }),
      letters(name, { class: "on-token", "font-size": step * 0.55 }),
    ),
  );
}

// Text in a box 3.8 cells wide; of a very long number only the beginning.
function number(text) {
  const shown = text.length > MOST_DIGITS ? `${text.slice(0, MOST_DIGITS - 1)}…` : text;
  return letters(shown, { "font-size": Math.min(0.42, 5.6 / shown.length) });
}

// How each kind of shape looks, in a cell from -.5 to .5.
const KINDS = {
  counter: () => [s("circle", { class: "counter", r: 0.38 }), s("circle", { class: "rim", r: 0.28 })],
  box: (shape) => [s("rect", { class: "box", x: -1.9, y: -0.4, width: 3.8, height: 0.8, rx: 0.1 }), number(shape.text)],
  gap: () => s("line", { class: "gap", y1: -0.42, y2: 0.42 }),
  pin: () => [s("path", { class: "pin", d: PIN }), s("path", { class: "stripe", d: "M-.09-.07h.18" })],
  coin: (shape) => [
    s("circle", { class: `coin ${shape.look}`, r: 0.42 }),
    letters(shape.look === "heads" ? t("H") : t("T"), { class: `on-${shape.look}` }),
  ],
  chocolate: () => [
    square("chocolate"),
    s("rect", { class: "shine", x: -0.34, y: -0.34, width: 0.68, height: 0.68, rx: 0.05 }),
  ],
  poison: () => [square("poison"), letters("☠", { class: "on-poison", "font-size": ".6" })],
  free: () => square("free"),
  covered: () => square("covered"),
  square: (shape) => [square("plain"), chips(shape.chips)],
  dark: (shape) => [
    square("dark", 0, 0),
    shape.look ? letters(shape.look, { class: "piece", "font-size": ".8" }) : null,
  ],
  light: (shape) => [
    square("light", 0, 0),
    shape.look ? letters(shape.look, { class: "piece", "font-size": ".8" }) : null,
  ],
  vertex: (shape) => [
    s("circle", { class: "vertex", r: 0.42 }),
    letters(shape.text, { "font-size": shape.text.length > 3 ? ".26" : ".36" }),
    s("g", { transform: "translate(.42 -.32) scale(.8)" }, chips(shape.chips)),
  ],
  gone: () => s("circle", { class: "gone", r: 0.1 }),
};

// The width of the area that can be clicked, in cells; 1 for all other kinds of shapes.
const WIDTHS = { gap: 0.5, box: 4 };

function arrow(from, to, head) {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const cut = 0.5 / length;
  // Arrows across more than one layer bend a little, so that they are not hidden under other vertices.
  const bend = Math.abs(dy) > 2.5 && Math.abs(dx) < 0.5 ? 0.9 : 0;
  const middle = [(from.x + to.x) / 2 + bend, (from.y + to.y) / 2];
  const start = [from.x + dx * cut + bend * 0.2, from.y + dy * cut];
  const end = [to.x - dx * cut + bend * 0.2, to.y - dy * cut];
  const d = `M${start} Q${middle} ${end}`;
  return s("path", { class: "arrow", d, "marker-end": head ? `url(#${head})` : null });
}

function arrows(picture) {
  const places = new Map(picture.shapes.map((shape) => [shape.id, shape]));
  const name = picture.directed ? unique("head") : "";
  const drawn = picture.arrows.filter((pair) => pair.every((id) => places.get(id)?.kind !== "gone"));
  return [
    name ? s("defs", {}, arrowhead(name)) : null,
    drawn.map(([a, b]) => arrow(places.get(a), places.get(b), name)),
  ];
}

// What one move covered is drawn as one piece, such as a domino. `moves` are lists of changed shapes.
function pieces(picture, index, moves) {
  const covered = new Map(
    picture.shapes.filter((shape) => shape.kind === "covered").map((shape) => [`${index}:${shape.id}`, shape]),
  );
  return moves
    .map((ids) => ids.map((id) => covered.get(id)))
    .filter((shapes) => shapes.length && shapes.every(Boolean))
    .map(piece);
}

function piece(shapes) {
  const [left, right, top, bottom] = [(shape) => shape.x, (shape) => shape.y].flatMap((at) => [
    Math.min(...shapes.map(at)),
    Math.max(...shapes.map(at)),
  ]);
  // Nearly as large as its squares, so that none of them shows from below.
  const size = { x: left - 0.48, y: top - 0.48, width: right - left + 0.96, height: bottom - top + 0.96, rx: 0.1 };
  return [
    s("rect", { class: "covering", ...size }),
    shapes.length === 2 ? shapes.map(({ x, y }) => s("circle", { class: "pip", cx: x, cy: y, r: 0.1 })) : null,
  ];
}

function room(picture) {
  const left = picture.words.some((word) => word.anchor === "end") ? (picture.name === "heaps" ? 2.2 : 1) : 0.2;
  if (picture.name === "graph") {
    return { left: -0.2, top: 0.25, width: picture.width - 0.4, height: picture.height - 0.5 };
  }
  return { left, top: -0.1, width: picture.width + left + 0.2, height: picture.height + 0.2 };
}

// One board. `pick(id)` is called when a shape is clicked or chosen with a key, `hover(id)` when the pointer or the
// arrow keys reach it; classes say how shapes stand out.
export class Board {
  constructor(index, name, pick, hover = () => {}) {
    this.index = index;
    this.pick = pick;
    this.svg = s("svg", { class: "board", role: "grid", "aria-label": name, tabindex: -1 });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-id]");
      if (cell) this.choose(cell);
    });
    const over = (event) => {
      const cell = event.target.closest("[data-id]");
      const on = event.type === "pointerover" || (event.type === "focusin" && event.target.matches(":focus-visible"));
      hover(cell && on ? `${index}:${cell.dataset.id}` : "");
    };
    for (const kind of ["pointerover", "pointerleave", "focusin", "focusout"]) this.svg.addEventListener(kind, over);
    this.current = "";
  }

  draw(picture, moves = []) {
    const { left, top, width, height } = room(picture);
    this.picture = picture;
    this.svg.setAttribute("viewBox", `${-left} ${top} ${width} ${height}`);
    const gaps = picture.shapes.some((shape) => shape.kind === "gap");
    const sizes = { "--columns": width, "--rows": height, "--least": `${width * (gaps ? 48 : SMALL)}px` };
    for (const [name, size] of Object.entries(sizes)) this.svg.style.setProperty(name, size);
    const focused = this.svg.contains(document.activeElement);
    const rows = new Map();
    for (const shape of picture.shapes) {
      if (!rows.has(shape.row)) rows.set(shape.row, []);
      rows.get(shape.row).push(this.cell(shape));
    }
    const written = picture.words.map((word) =>
      letters(word.text, { class: "number", x: word.x, y: word.y, "text-anchor": word.anchor, "font-size": ".32" }),
    );
    const grid = [...rows.keys()].sort((a, b) => a - b).map((row) => s("g", { role: "row" }, rows.get(row)));
    this.svg.replaceChildren(
      s("g", { "aria-hidden": "true" }, arrows(picture), written),
      ...grid,
      s("g", { "aria-hidden": "true", class: "pieces" }, pieces(picture, this.index, moves)),
    );
    this.svg.setAttribute("role", picture.shapes.length ? "grid" : "img");
    if (!this.find(this.current)) this.current = picture.shapes[0]?.id ?? "";
    this.find(this.current)?.setAttribute("tabindex", 0);
    if (focused) (this.find(this.current) ?? this.svg).focus({ preventScroll: true });
  }

  cell(shape) {
    const attributes = {
      class: `shape is-${shape.kind}`,
      role: "gridcell",
      tabindex: -1,
      transform: `translate(${shape.x} ${shape.y})`,
      "data-id": shape.id,
      "aria-label": shape.label,
    };
    const wide = WIDTHS[shape.kind] ?? 1;
    const target = s("rect", { class: "target", x: -wide / 2, y: -0.5, width: wide, height: 1 });
    return s("g", attributes, target, KINDS[shape.kind](shape));
  }

  find(id) {
    return this.svg.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  // Sets a class on exactly the shapes with these ids (`index:id`).
  mark(name, ids) {
    for (const cell of this.svg.querySelectorAll("[data-id]")) {
      const on = ids.has(`${this.index}:${cell.dataset.id}`);
      cell.classList.toggle(name, on);
      if (name === "clicked") cell.setAttribute("aria-selected", on);
      if (name === "live") cell.setAttribute("aria-disabled", !on);
    }
  }

  choose(cell) {
    this.focus(cell, false);
    this.pick(`${this.index}:${cell.dataset.id}`);
  }

  focus(cell, move = true) {
    this.find(this.current)?.setAttribute("tabindex", -1);
    this.current = cell.dataset.id;
    cell.setAttribute("tabindex", 0);
    if (move) cell.focus();
  }

  key(event) {
    const cell = event.target.closest("[data-id]");
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") this.choose(cell);
    else {
      const next = this.neighbour(cell.dataset.id, event.key, event.ctrlKey);
      if (!next) return;
      this.focus(this.find(next.id));
    }
    event.preventDefault();
  }

  neighbour(id, key, whole) {
    const shapes = this.picture.shapes;
    const here = shapes.find((shape) => shape.id === id);
    const row = shapes.filter((shape) => shape.row === here.row).sort((a, b) => a.x - b.x);
    const at = row.indexOf(here);
    if (key === "ArrowRight") return row[at + 1];
    if (key === "ArrowLeft") return row[at - 1];
    if (key === "Home") return whole ? shapes[0] : row[0];
    if (key === "End") return whole ? shapes.at(-1) : row.at(-1);
    const rows = [...new Set(shapes.map((shape) => shape.row))].sort((a, b) => a - b);
    const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -rows.length, PageDown: rows.length }[key];
    if (!step) return undefined;
    const target = rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(here.row) + step))];
    if (target === here.row) return undefined;
    const there = shapes.filter((shape) => shape.row === target);
    return there.reduce((best, shape) => (Math.abs(shape.x - here.x) < Math.abs(best.x - here.x) ? shape : best));
  }
}
