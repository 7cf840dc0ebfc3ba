// One board: an SVG of a picture that the server sends, as an ARIA grid of shapes for keyboard, mouse and finger.

import { direct, path, route } from "./arrows.js";
import { arrowhead, s, unique } from "./dom.js";
import { arrange } from "./board-layout.js";
import { areaOf, cover, drawShape, letters } from "./pieces.js";

/** @param {Picture} picture @param {Layout} layout */
function arrows(picture, { places, cell, width, height }) {
  const gone = new Set(picture.shapes.filter((shape) => shape.kind === "gone").map((shape) => shape.id));
  const kinds = new Map(picture.shapes.map((shape) => [shape.id, shape.kind]));
  const name = picture.directed ? unique("head") : "";
  const pairs = picture.arrows.filter((pair) => pair.every((id) => places.has(id) && !gone.has(id)));
  const known = new Set(pairs.map(([a, b]) => `${a} ${b}`));
  const stroke = Math.max(1.2, Math.min(cell * 0.035, 2.4));
  const drawn = pairs.map(([a, b]) => {
    const ends = [kinds.get(a), kinds.get(b)];
    const others = [...places].filter(([id]) => id !== a && id !== b && !gone.has(id)).map(([, place]) => place);
    const both = known.has(`${b} ${a}`);
    const way = ends.includes("edge")
      ? direct(places.get(a), places.get(b), ends, cell)
      : route(places.get(a), places.get(b), others, cell, { both, room: { width, height } });
    const head = name ? `url(#${name})` : null;
    return s("path", {
      class: ends.includes("edge") ? "arrow stem" : "arrow",
      "stroke-width": ends.includes("edge") ? cell * 0.1 : stroke,
      d: path(way),
      "marker-end": head,
      "data-arrow": `${a} ${b}`,
    });
  });
  return [name ? s("defs", {}, arrowhead(name, Math.max(5, Math.min(cell * 0.14, 7)))) : null, drawn];
}

/** A smooth path through points. @param {XY[]} points */
export function curve(points) {
  const text = (/** @type {XY} */ q) => q.map((x) => x.toFixed(2)).join(" ");
  const bends = points.slice(1, -1).map((q, i) => {
    const next = points[i + 2];
    return `Q${text(q)} ${text([(q[0] + next[0]) / 2, (q[1] + next[1]) / 2])}`;
  });
  return `M${text(points[0])}${bends.join("")}L${text(/** @type {XY} */ (points.at(-1)))}`;
}

/** @param {Picture} picture @param {Layout} layout */
function curves({ curves: all }, { board, cell }) {
  if (!all.length || !board) return null;
  const paths = all.map(({ points }) =>
    s("path", { class: "curve", d: curve(/** @type {XY[]} */ (points)), "stroke-width": 2 / cell }),
  );
  return s("g", { transform: `translate(${board.x} ${board.y}) scale(${cell})` }, paths);
}

/**
 * What lies under the shapes: the lanes of rows and of heaps that are broken, the frame of a board.
 * @param {Picture} picture @param {Layout} layout
 */
function ground(picture, layout) {
  const { cell, board, lanes, broken } = layout;
  if (board) {
    const { x, y, width, height } = board;
    const framed = ["chessboard", "dominoes", "table"].includes(picture.name);
    return framed
      ? s("rect", { class: "frame", x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 6 })
      : null;
  }
  const panels = broken ? lanesOf(picture, layout) : null;
  if (picture.name === "pins") {
    const floors = lanes.map(({ x, y, width }) =>
      s("rect", {
        class: "floor",
        x: x - cell * 0.05,
        y: y + cell * 1.42,
        width: width + cell * 0.1,
        height: cell * 0.12,
        rx: cell * 0.06,
      }),
    );
    return [panels, floors];
  }
  return picture.name === "strip" || picture.name === "coins" ? null : panels;
}

/** A heap or a row that continues below lies on one ground. @param {Picture} picture @param {Layout} layout */
function lanesOf(picture, { cell, lanes }) {
  return picture.lines.map((_, line) => {
    const own = lanes.filter((lane) => lane.line === line);
    const boxed = picture.shapes.some((shape) => shape.kind === "box" && shape.row === line);
    if (!own.length || boxed) return null;
    const [top, width] = [own[0].y, Math.max(...own.map((lane) => lane.width))];
    const height = own.at(-1).y + own.at(-1).height - top;
    const [air, tall] = [cell * 0.06, cell * 0.08];
    return s("rect", {
      class: "lane",
      x: own[0].x - air,
      y: top - tall,
      width: width + 2 * air,
      height: height + 2 * tall,
      rx: cell * 0.3,
    });
  });
}

/** @param {Layout} layout */
function drawWords({ words }) {
  return words.map(({ text, x, y, anchor, size, look }) =>
    letters(text, { class: `number ${look ?? ""}`, x, y, "text-anchor": anchor ?? "middle", "font-size": size }),
  );
}

/** @param {Picture} picture @param {Layout} layout */
function captions(picture, { places, cell }) {
  const size = Math.max(11, Math.min(cell * 0.24, 16));
  return picture.shapes
    .filter((shape) => shape.caption && places.has(shape.id))
    .map((shape) => {
      const { x, y } = places.get(shape.id);
      return letters(shape.caption, { class: "number", x, y: y + cell * 0.5 + size * 0.72, "font-size": size });
    });
}

/** Squares under the same coin have the same text. @param {Picture} picture */
function together(picture) {
  if (picture.name !== "table") return [];
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { id, text } of picture.shapes) if (text) found.set(text, [...(found.get(text) ?? []), id]);
  return [...found.values()];
}

/**
 * What one move covered is drawn as one piece, such as a domino. `moves` are lists of changed shapes of this board.
 * @param {Picture} picture @param {Layout} layout @param {string[][]} moves
 */
function covers(picture, { places, cell }, moves) {
  const covered = new Set(picture.shapes.filter((shape) => shape.kind === "covered").map((shape) => shape.id));
  return [...together(picture), ...moves]
    .filter((ids) => ids.length && ids.every((id) => covered.has(id)))
    .map((ids) => {
      const piece = cover(
        ids.map((id) => places.get(id)),
        cell,
        picture.name,
      );
      piece.dataset.covers = ids.join(" ");
      return piece;
    });
}

/** @param {Shape} shape @param {Picture} picture */
function inside(shape, picture) {
  const { ground: below, piece } = drawShape(shape, picture);
  // A spot without lives is no end of a line, and others may be close to it.
  const dead = shape.kind === "gone" && picture.name === "paper";
  return [
    below,
    areaOf("hilite", shape, picture),
    piece ? s("g", { class: "piece" }, piece) : null,
    s("circle", { class: "dot", r: 0.13 }),
    dead ? null : areaOf("target", shape, picture),
  ];
}

/** @param {Point} place @param {number} cell */
const at = ({ x, y }, cell) => `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${cell.toFixed(3)})`;

/** @param {Picture} picture @param {Layout} layout */
function ghosts(picture, { places, cell }) {
  return (picture.ghosts ?? [])
    .filter((shape) => places.has(shape.id))
    .map((shape) =>
      s("g", { class: "afterimage", transform: at(places.get(shape.id), cell) }, drawShape(shape, picture).piece),
    );
}

/**
 * A picture that only shows, as the gallery and the review need it: drawn as the board is, for a given size.
 * @param {Picture} picture
 * @param {{width?: number, height?: number, label?: string, most?: number, moves?: string[][],
 *   marked?: string[]}} settings
 */
export function still(picture, { width = 208, height = 130, label = "", most = 40, moves = [], marked = [] } = {}) {
  const layout = /** @type {Layout} */ (arrange([picture], { width, height }, { most }).boards[0]);
  const shapes = picture.shapes.map((shape) => {
    const { ground: below, piece } = drawShape(shape, picture);
    const look = marked.includes(shape.id) ? "shape marked" : "shape";
    return s("g", { class: look, transform: at(layout.places.get(shape.id), layout.cell) }, below, piece);
  });
  return s(
    "svg",
    {
      class: "board still",
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      width: layout.width,
      height: layout.height,
      role: "img",
      "aria-label": label || null,
      "aria-hidden": label ? null : "true",
    },
    ground(picture, layout),
    curves(picture, layout),
    arrows(picture, layout),
    shapes,
    covers(picture, layout, moves),
  );
}

const MARGIN = 4;

/** Cuts away the empty edges of a picture, so that it is as large as what it shows. @param {SVGSVGElement} svg */
export function centre(svg) {
  const { x, y, width, height } = svg.getBBox();
  if (!width || !height) return;
  const size = [width + 2 * MARGIN, height + 2 * MARGIN];
  svg.setAttribute("viewBox", [x - MARGIN, y - MARGIN, ...size].join(" "));
  svg.setAttribute("width", String(size[0]));
  svg.setAttribute("height", String(size[1]));
}

// One board. `pick(id)` is called when a shape is clicked or chosen with a key, `hover(id)` when the pointer or the
// arrow keys reach it; classes say how shapes stand out.
export class Board {
  /** @type {Picture} */
  picture;
  /** @type {Layout} */
  layout;

  /**
   * @param {number} index @param {string} name @param {(id: string) => void} pick @param {(id: string) => void} hover
   */
  constructor(index, name, pick, hover = () => {}) {
    this.index = index;
    this.pick = pick;
    this.svg = s("svg", { class: "board", role: "grid", "aria-label": name, tabindex: -1 });
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("click", (event) => {
      const cell = /** @type {Element} */ (event.target).closest("[data-id]");
      if (cell) this.choose(cell);
    });
    /** @param {On<Event>} event */
    const over = (event) => {
      const cell = event.target.closest("[data-id]");
      const on =
        ["pointerover", "pointerdown"].includes(event.type) ||
        (event.type === "focusin" && event.target.matches(":focus-visible"));
      hover(cell && on ? `${index}:${cell.dataset.id}` : "");
    };
    const kinds = ["pointerover", "pointerdown", "pointerleave", "focusin", "focusout"];
    for (const kind of kinds) this.svg.addEventListener(kind, over);
    this.current = "";
  }

  /**
   * `layout` says where everything goes, `moves` what earlier moves have changed on all boards.
   * @param {Picture} picture @param {Layout} layout @param {string[][]} moves
   */
  draw(picture, layout, moves = []) {
    this.picture = picture;
    this.layout = layout;
    const { width, height, places, cell } = layout;
    for (const [name, length] of Object.entries({ width, height })) this.svg.setAttribute(name, length.toFixed(1));
    this.svg.setAttribute("viewBox", `0 0 ${width.toFixed(1)} ${height.toFixed(1)}`);
    const focused = this.svg.contains(/** @type {Document} */ (this.svg.getRootNode()).activeElement);
    const rows = new Map();
    for (const shape of picture.shapes) {
      const { line } = places.get(shape.id);
      if (!rows.has(line)) rows.set(line, []);
      rows.get(line).push(this.cell(shape, places.get(shape.id), cell));
    }
    const own = moves.map((ids) => this.own(ids));
    const grid = [...rows.keys()].sort((a, b) => a - b).map((row) => s("g", { role: "row" }, rows.get(row)));
    /** @param {Child[]} parts */
    const hidden = (...parts) => s("g", { "aria-hidden": "true" }, parts);
    this.svg.replaceChildren(
      hidden(
        ground(picture, layout),
        curves(picture, layout),
        arrows(picture, layout),
        drawWords(layout),
        captions(picture, layout),
        ghosts(picture, layout),
      ),
      ...grid,
      s("g", { "aria-hidden": "true", class: "covers" }, covers(picture, layout, own)),
    );
    this.svg.setAttribute("role", picture.shapes.length ? "grid" : "img");
    if (!this.find(this.current)) this.current = picture.shapes[0]?.id ?? "";
    this.find(this.current)?.setAttribute("tabindex", 0);
    if (focused) (this.find(this.current) ?? this.svg).focus({ preventScroll: true });
  }

  /** The ids of this board without its number. @param {string[]} ids */
  own(ids) {
    const begin = `${this.index}:`;
    return [...ids].filter((id) => id.startsWith(begin)).map((id) => id.slice(begin.length));
  }

  /** @param {Shape} shape @param {Place} place @param {number} cell */
  cell(shape, place, cell) {
    const attributes = {
      class: `shape is-${shape.kind}`,
      role: "gridcell",
      tabindex: -1,
      transform: at(place, cell),
      "data-id": shape.id,
      "aria-label": shape.label,
    };
    return s("g", attributes, inside(shape, this.picture));
  }

  /** @param {string} id */
  find(id) {
    return this.svg.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  /** Sets a class on exactly the shapes with these ids (`index:id`). @param {string} name @param {Set<string>} ids */
  mark(name, ids) {
    for (const cell of this.svg.querySelectorAll("[data-id]")) {
      const on = ids.has(`${this.index}:${cell.dataset.id}`);
      cell.classList.toggle(name, on);
      if (name === "clicked") cell.setAttribute("aria-selected", on);
      if (name === "live") cell.setAttribute("aria-disabled", !on);
    }
  }

  /** @param {SVGElement} cell */
  choose(cell) {
    this.focus(cell, false);
    this.pick(`${this.index}:${cell.dataset.id}`);
  }

  /** @param {SVGElement} cell */
  focus(cell, move = true) {
    this.find(this.current)?.setAttribute("tabindex", -1);
    this.current = cell.dataset.id ?? "";
    cell.setAttribute("tabindex", 0);
    if (move) cell.focus();
  }

  /** @param {On<KeyboardEvent>} event */
  key(event) {
    const cell = event.target.closest("[data-id]");
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") this.choose(cell);
    else {
      const next = this.neighbour(cell.dataset.id, event.key, event.ctrlKey);
      if (!next) return;
      this.focus(this.find(next));
    }
    event.preventDefault();
  }

  /**
   * The shape that a key leads to, among the lines that are seen.
   * @param {string} id @param {string} key @param {boolean} whole
   */
  neighbour(id, key, whole) {
    const all = this.picture.shapes.map((shape) => ({ id: shape.id, ...this.layout.places.get(shape.id) }));
    const here = all.find((place) => place.id === id) ?? all[0];
    const row = all.filter(({ line }) => line === here.line).sort((a, b) => a.x - b.x);
    const place = row.indexOf(here);
    if (key === "ArrowRight") return row[place + 1]?.id;
    if (key === "ArrowLeft") return row[place - 1]?.id;
    if (key === "Home") return (whole ? all : row)[0].id;
    if (key === "End") return (whole ? all : row).at(-1).id;
    const lines = [...new Set(all.map(({ line }) => line))].sort((a, b) => a - b);
    const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -lines.length, PageDown: lines.length }[key];
    if (!step) return undefined;
    const target = lines[Math.max(0, Math.min(lines.length - 1, lines.indexOf(here.line) + step))];
    if (target === here.line) return undefined;
    const there = all.filter(({ line }) => line === target);
    return there.reduce((best, other) => (Math.abs(other.x - here.x) < Math.abs(best.x - here.x) ? other : best)).id;
  }
}
