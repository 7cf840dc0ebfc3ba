// The map itself: a canvas with a colour for each value and a ring for each lost position, and a card for one cell.

import { get } from "../api.js";
import { button, h, replace, s, scrollRegion } from "../dom.js";
import { scroller } from "../scroller.js";
import { playLink } from "../play-links.js";
import { say } from "../shell.js";
import { shortValue, fullValue } from "../value-text.js";
import { capital, letter, t } from "../language.js";
import { exportButtons, svgPicture } from "./export-buttons.js";

const MARGIN = 32;
const SMALL = 11;
const LEAST = 14; // pixels: the smallest cell; a wider map is scrolled
const TINY = 4; // on a phone the whole map is worth more than large cells: the arrows choose one of them
const MOST = 64;
const EASY = 26; // pixels: larger cells are worth it only as long as the whole map fits on the screen
const ROUND = 18; // pixels: in smaller cells nobody sees round corners, and squares are drawn much faster
const REST = 300; // milliseconds between two paintings of a map that fills in
const SOON = 120; // milliseconds: a pointer that only passes asks nothing

// From dark blue to yellow, which everyone can tell apart (after the colour map cividis).
const COLOURS = [
  [0, 34, 78],
  [53, 69, 108],
  [102, 105, 112],
  [148, 142, 119],
  [200, 184, 102],
  [254, 232, 56],
];

const UNKNOWN = [136, 136, 136, 85]; // the same as #8885

/** @param {Value} value */
const isLost = (value) => value === 0 || value === "P";

/** There are gaps between cells that are not very small. @param {number} size */
const sideOf = (size) => size - (size > 12 ? 1 : 0);

/** @param {number} share */
function colour(share) {
  const place = Math.min(0.9999, Math.max(0, share)) * (COLOURS.length - 1);
  const [a, b] = [COLOURS[Math.floor(place)], COLOURS[Math.floor(place) + 1]];
  return a.map((part, i) => Math.round(part + (b[i] - part) * (place % 1)));
}

// In a file the page's colours are not known.
const PRINTED = { card: "#fff", lose: "#b03a26", ink: "#111", soft: "#555", accent: "#0b6e69" };

export class HeatMap {
  /** @type {Value[][]} */
  cells;
  /** @type {string[]} */
  names = [];
  /** @type {{from: number, to: number, most: number} | null} */
  waiting = null;
  /** @type {Map<number, {fill: string, ink: string, rgba: number[]}>} */
  shades = new Map();
  /** @type {Map<Value, number>} */
  pixels = new Map();
  /** @type {AbortController | undefined} */
  asking;
  /** @type {number | undefined} */
  painting;
  /** @type {number | undefined} */
  later;
  at = [0, 0];
  size = LEAST; // pixels: a cell
  fitted = 0;
  drawn = 0;
  most = 1;
  held = false;

  /**
   * `table`: the first piece; `asked`: the question, `title`: the game by its name.
   * @param {Api.Table} table @param {MapQuestion} asked @param {string} title
   */
  constructor(table, asked, title) {
    this.table = table;
    this.asked = asked;
    this.title = title;
    this.wide = table.size[0];
    this.high = table.size[1];
    this.flat = table.rows.length === 1 && table.rows[0] === "";
    this.cells = Array.from({ length: this.high }, () => []);
    this.canvas = h("canvas", {
      class: "map",
      tabindex: 0,
      role: "application",
      "aria-roledescription": t("map of values"),
      "aria-describedby": "map-cell",
      "aria-label": t("Values of {game}: arrow keys move, Enter shows details", { game: title }),
    });
    this.told = h("section", { class: "card told idle", id: "map-cell", "aria-label": t("The chosen cell") });
    this.legend = h("p", { class: "legend" });
    this.rest = h("div", {});
    this.frame = h(
      "section",
      { class: "card" },
      h("h2", {}, title),
      this.legend,
      scroller(t("map of values"), this.canvas),
      this.rest,
    );
    this.element = h("div", { class: "map-and-cell" }, this.frame, this.told);
    this.keep(table);
    this.listen();
  }

  // Called when it is on the page and has a width.
  shown() {
    const fit = () => this.canvas.isConnected && this.frame.clientWidth !== this.fitted && this.draw();
    this.sizes = new ResizeObserver(fit);
    this.sizes.observe(this.frame);
    const paint = () => (this.canvas.isConnected ? this.draw() : removeEventListener("theme", paint));
    addEventListener("theme", paint);
    this.draw();
    this.tell();
    this.finish();
  }

  /** @param {Api.Table} piece */
  keep({ row, rows, cells }) {
    cells.forEach((line, i) => {
      this.cells[row + i] = line;
      this.names[row + i] = rows[i];
      this.most = Math.max(this.most, ...line.filter((value) => typeof value === "number"));
    });
  }

  /**
   * Another piece of the same table. A large map takes long to paint, so pieces that come quickly are drawn together.
   * @param {Api.Table} piece @param {boolean} isLast
   */
  add(piece, isLast) {
    const { most } = this;
    this.keep(piece);
    const to = piece.row + piece.cells.length;
    this.waiting = { from: piece.row, most, ...this.waiting, to };
    clearTimeout(this.painting);
    const rest = this.drawn + REST - performance.now();
    if (isLast || rest <= 0) this.catchUp();
    else this.painting = setTimeout(() => this.catchUp(), rest);
  }

  // Only a larger value changes the colours of the rows that are there.
  catchUp() {
    if (!this.waiting) return; // another size or theme has drawn all of it
    const { from, to, most } = this.waiting;
    if (this.most > most) this.draw();
    else this.drawMore(from, to);
    this.finish();
  }

  finish() {
    replace(this.legend, this.key());
    replace(this.rest, this.asTable(), this.ways());
  }

  key() {
    const lost = h("span", {}, h("i", { class: "key ring", "aria-hidden": "true" }), t("lost for the player to move"));
    if (this.asked.misere) return [lost, h("span", {}, t("N: the player to move wins"))];
    return [lost, h("span", {}, "1", h("i", { class: "scale", "aria-hidden": "true" }), this.most)];
  }

  // -- drawing: rows count from below, as on a board; a margin holds the numbers --

  get pen() {
    return /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
  }

  draw() {
    const { wide, high } = this;
    this.fitted = this.frame.clientWidth;
    const room = this.fitted - 2 * 20 - MARGIN;
    const tall = Math.max(EASY, Math.floor((innerHeight - 260) / high));
    const least = innerWidth < 600 ? TINY : LEAST;
    this.size = Math.max(least, Math.min(MOST, innerWidth < 600 ? MOST : tall, Math.floor(room / wide)));
    const scale = window.devicePixelRatio || 1;
    const width = wide * this.size + MARGIN;
    const height = high * this.size + MARGIN;
    this.canvas.width = width * scale; // this clears it too
    this.canvas.height = height * scale;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const { pen } = this;
    pen.scale(scale, scale);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const inks = this.inks();
    this.shades = new Map();
    this.pixels = new Map();
    this.waiting = null;
    this.drawRows(pen, inks, 0, high);
    this.drawNumbers(pen, inks, this.numbered());
    this.cursor(pen, inks);
    this.drawn = performance.now();
  }

  /** The rows from one to before another are new. @param {number} from @param {number} to */
  drawMore(from, to) {
    const { pen } = this;
    const inks = this.inks();
    this.drawRows(pen, inks, from, to);
    this.drawNumbers(
      pen,
      inks,
      this.numbered().filter(({ row }) => row !== null && row >= from && row < to),
    );
    this.cursor(pen, inks);
    this.waiting = null;
    this.drawn = performance.now();
  }

  /** @param {CanvasRenderingContext2D} pen @param {Inks} inks @param {number} from @param {number} to */
  drawRows(pen, inks, from, to) {
    if (this.size < ROUND) this.drawPixels(pen, inks, from, to);
    else this.drawCells(pen, inks, [0, this.wide], [from, to]);
  }

  /**
   * Small cells are plain squares: a picture with a pixel for each is enlarged, which is much faster than drawing each.
   * @param {CanvasRenderingContext2D} pen @param {Inks} inks @param {number} from @param {number} to
   */
  drawPixels(pen, inks, from, to) {
    const { size, wide, high } = this;
    const image = new ImageData(wide, to - from);
    const pixels = new Uint32Array(image.data.buffer);
    /** @type {number[][]} */
    const runs = []; // of lost cells in a row
    for (let y = from; y < to; y++) {
      const start = (to - 1 - y) * wide;
      this.cells[y].forEach((value, x) => {
        if (!isLost(value)) pixels[start + x] = this.pixel(value);
        else if (x && isLost(this.cells[y][x - 1])) runs.at(-1)[2]++;
        else runs.push([x, y, 1]);
      });
    }
    const small = Object.assign(document.createElement("canvas"), { width: wide, height: to - from });
    small.getContext("2d")?.putImageData(image, 0, 0);
    const [top, bottom] = [(high - to) * size, (high - from) * size];
    pen.imageSmoothingEnabled = false;
    pen.drawImage(small, MARGIN, top, wide * size, bottom - top);
    const gap = size - sideOf(size);
    for (let x = 1; gap && x <= wide; x++) pen.clearRect(MARGIN + x * size - gap, top, gap, bottom - top);
    for (let y = top + size; gap && y <= bottom; y += size) pen.clearRect(MARGIN, y - gap, wide * size, gap);
    if (runs.length) this.drawRings(pen, inks, runs);
  }

  /**
   * All rings are alike: a pattern of them is much faster than circles. `runs`: the first column, the row, the length.
   * @param {CanvasRenderingContext2D} pen @param {Inks} inks @param {number[][]} runs
   */
  drawRings(pen, inks, runs) {
    const { size, high } = this;
    const [[left, row]] = runs;
    const side = Math.ceil(size * (window.devicePixelRatio || 1));
    const one = Object.assign(document.createElement("canvas"), { width: side, height: side });
    const own = /** @type {CanvasRenderingContext2D} */ (one.getContext("2d"));
    own.scale(side / size, side / size);
    this.paint(own, { ...this.look(left, row, inks), left: 0, top: 0 }, inks);
    const rings = /** @type {CanvasPattern} */ (pen.createPattern(one, "repeat"));
    rings.setTransform(new DOMMatrix([size / side, 0, 0, size / side, MARGIN, 0]));
    pen.fillStyle = rings;
    for (const [x, y, length] of runs) pen.fillRect(MARGIN + x * size, (high - 1 - y) * size, length * size, size);
  }

  /** @param {CanvasRenderingContext2D} pen @param {Inks} inks @param {number[]} across @param {number[]} up */
  drawCells(pen, inks, [left, right], [low, high]) {
    for (let y = low; y < high; y++) for (let x = left; x < right; x++) this.cell(pen, x, y, inks);
  }

  /** @param {CanvasRenderingContext2D} pen @param {Inks} inks @param {(Point & {text: string})[]} numbers */
  drawNumbers(pen, inks, numbers) {
    pen.fillStyle = inks.soft;
    pen.font = `${SMALL}px system-ui, sans-serif`;
    for (const { text, x, y } of numbers) pen.fillText(text, x, y);
  }

  /** Only the cursor has moved: where it was, the cells around it are drawn again. @param {number[]} at */
  mark([x, y]) {
    const { size, wide, high, pen } = this;
    const inks = this.inks();
    const columns = [Math.max(0, x - 1), Math.min(wide, x + 2)];
    const rows = [Math.max(0, y - 1), Math.min(high, y + 2)];
    const [left, top] = [MARGIN + columns[0] * size - 1, (high - rows[1]) * size - 1]; // its frame is a pixel larger
    pen.clearRect(left, top, (columns[1] - columns[0]) * size + 1, (rows[1] - rows[0]) * size + 1);
    this.drawCells(pen, inks, columns, rows);
    this.cursor(pen, inks);
  }

  inks() {
    const style = getComputedStyle(this.canvas);
    const inks = Object.keys(PRINTED).map((name) => [name, style.getPropertyValue(`--${name}`)]);
    return /** @type {Inks} */ (Object.fromEntries(inks));
  }

  // The numbers of columns and rows, as many as there is room for.
  numbered() {
    const { size, wide, high } = this;
    const longest = Math.max(...this.table.columns.map((name) => name.length));
    const every = Math.max(1, Math.ceil(Math.max(26, longest * 7) / size));
    /** @param {number} count */
    const some = (count) => [...Array(count).keys()].filter((i) => i % every === 0);
    const columns = some(wide).map((x) => ({
      text: this.table.columns[x],
      x: MARGIN + (x + 0.5) * size,
      y: high * size + 14,
      row: null,
    }));
    const rows = this.flat
      ? []
      : some(high).map((y) => ({ text: this.names[y] ?? "", x: MARGIN / 2, y: (high - y - 0.5) * size, row: y }));
    return [...columns, ...rows];
  }

  get letters() {
    return Math.min(15, this.size * 0.42);
  }

  /**
   * The colour of a value, and of letters on it; each is made once for a map of tens of thousands of cells.
   * @param {number} number
   */
  shade(number) {
    const known = this.shades.get(number);
    if (known) return known;
    const rgb = colour(number / this.most);
    const dark = rgb[0] * 0.3 + rgb[1] * 0.59 + rgb[2] * 0.11 < 130;
    const shade = { fill: `rgb(${rgb})`, ink: dark ? "#fff" : "#111", rgba: [...rgb, 255] };
    this.shades.set(number, shade);
    return shade;
  }

  /** @param {Value} value */
  number(value) {
    return typeof value === "number" ? value : value === "N" ? this.most / 5 : null;
  }

  /** The colour of a value that is not lost, as four bytes. @param {Value} value */
  pixel(value) {
    const known = this.pixels.get(value);
    if (known !== undefined) return known;
    const number = this.number(value);
    const rgba = number === null ? UNKNOWN : this.shade(number).rgba;
    const [pixel] = new Uint32Array(Uint8Array.from(rgba).buffer);
    this.pixels.set(value, pixel);
    return pixel;
  }

  /**
   * How a cell looks: its colour, a ring if it is lost, and the value if there is room.
   * @param {number} x @param {number} y @param {Inks} inks
   */
  look(x, y, inks) {
    const value = this.cells[y][x];
    const { size } = this;
    const lost = isLost(value);
    const number = this.number(value);
    const shade = number === null ? null : this.shade(number);
    const text = value === undefined ? "" : shortValue(value);
    return {
      left: MARGIN + x * size,
      top: (this.high - 1 - y) * size,
      side: sideOf(size),
      fill: lost ? inks.card : (shade?.fill ?? "#8885"),
      ring: lost ? { radius: size * 0.38, width: Math.max(1, size / 14) } : null,
      text: size >= 18 && text.length * size * 0.26 < size ? text : "",
      ink: lost ? inks.lose : (shade?.ink ?? inks.ink),
    };
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {Inks} inks */
  cell(pen, x, y, inks) {
    if (this.cells[y][x] !== undefined) this.paint(pen, this.look(x, y, inks), inks);
  }

  /** @param {CanvasRenderingContext2D} pen @param {CellLook} look @param {Inks} inks */
  paint(pen, { left, top, side, fill, ring, text, ink }, inks) {
    pen.fillStyle = fill;
    if (side < ROUND) pen.fillRect(left, top, side, side);
    else {
      pen.beginPath();
      pen.roundRect(left, top, side, side, Math.min(5, side / 5));
      pen.fill();
    }
    if (ring) {
      pen.strokeStyle = inks.lose;
      pen.lineWidth = ring.width;
      pen.beginPath();
      pen.arc(left + side / 2, top + side / 2, ring.radius, 0, 7);
      pen.stroke();
    }
    if (!text) return;
    pen.fillStyle = ink;
    pen.font = `${ring ? "bold " : ""}${this.letters}px system-ui, sans-serif`;
    pen.fillText(text, left + side / 2, top + side / 2);
  }

  /** @param {CanvasRenderingContext2D} pen @param {Inks} inks */
  cursor(pen, inks) {
    const { size } = this;
    const [x, y] = this.at;
    const [left, top] = [MARGIN + x * size + 1, (this.high - 1 - y) * size + 1];
    pen.lineWidth = 4;
    pen.strokeStyle = inks.card;
    pen.strokeRect(left, top, size - 3, size - 3);
    pen.lineWidth = 2.5;
    pen.strokeStyle = inks.accent;
    pen.strokeRect(left, top, size - 3, size - 3);
  }

  // The same picture for a file, without the cursor.
  picture() {
    const { size, wide, high } = this;
    const middle = { "text-anchor": "middle", "dominant-baseline": "central" };
    /** @param {CellLook} look */
    const drawn = ({ left, top, side, fill, ring, text, ink }) => {
      const [x, y] = [left + side / 2, top + side / 2];
      return [
        s("rect", { x: left, y: top, width: side, height: side, fill }),
        ring
          ? s("circle", {
              cx: x,
              cy: y,
              r: ring.radius,
              fill: "none",
              stroke: PRINTED.lose,
              "stroke-width": ring.width,
            })
          : null,
        text ? s("text", { ...middle, x, y, fill: ink, "font-size": this.letters }, text) : null,
      ];
    };
    const there = [...Array(wide * high).keys()].map((i) => [i % wide, Math.floor(i / wide)]);
    const cells = there
      .filter(([x, y]) => this.cells[y][x] !== undefined)
      .map(([x, y]) => drawn(this.look(x, y, PRINTED)));
    const numbers = this.numbered().map(({ text, x, y }) => s("text", { ...middle, x, y, "font-size": SMALL }, text));
    return svgPicture(wide * size + MARGIN, high * size + MARGIN, cells, numbers);
  }

  // -- one cell: a pointer, a finger or the arrow keys choose it --

  listen() {
    /** @param {MouseEvent} event */
    const place = (event) => {
      const box = this.canvas.getBoundingClientRect();
      const x = Math.floor((event.clientX - box.left - MARGIN) / this.size);
      const y = this.high - 1 - Math.floor((event.clientY - box.top) / this.size);
      return x >= 0 && x < this.wide && y >= 0 && y < this.high ? [x, y] : null;
    };
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && !this.held) this.go(place(event));
    });
    // A click holds the cell, so that the pointer can go to the card.
    this.canvas.addEventListener("click", (event) => {
      const at = place(event);
      if (!at) return;
      this.held = !(this.held && String(at) === String(this.at));
      this.go(at);
    });
    this.canvas.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (event.key === "Enter" || event.key === " ") this.told.querySelector("a, button")?.focus();
      else if (step) this.step(step);
      else return;
      event.preventDefault();
    });
  }

  /** @param {number[]} by */
  step([dx, dy]) {
    this.held = true;
    this.go([
      Math.min(this.wide - 1, Math.max(0, this.at[0] + dx)),
      Math.min(this.high - 1, Math.max(0, this.at[1] + dy)),
    ]);
  }

  /** @param {number[] | null} at */
  go(at) {
    if (!at) return;
    const idle = this.told.classList.contains("idle");
    this.told.classList.remove("idle");
    if (!idle && String(at) === String(this.at)) return;
    const before = this.at;
    this.at = at;
    this.mark(before);
    this.tell();
  }

  // The numbers by which the server finds a cell.
  get numbers() {
    const [x, y] = this.at;
    return { column: this.table.first[0] + x, row: this.table.first[1] + y };
  }

  get name() {
    const [x, y] = this.at;
    const column = this.table.columns[x];
    if (this.flat) return column;
    return t("column {x}, row {y}", { x: column, y: this.names[y] ?? this.numbers.row });
  }

  tell() {
    if (innerWidth < 600 && !this.told.classList.contains("idle")) this.legend.scrollIntoView({ block: "start" });
    const [x, y] = this.at;
    const value = this.cells[y][x];
    const words = value === undefined ? t("not computed yet") : this.worth(value);
    this.card(h("p", { class: "worth" }, words));
    say(`${this.name}: ${words}`);
    clearTimeout(this.later);
    this.later = setTimeout(() => this.more(), SOON);
  }

  /** @param {Value} value */
  worth(value) {
    if (value === null) return t("not solved within the limits");
    return this.asked.misere ? `${letter(value)}` : t("value {value}", { value: fullValue(value) });
  }

  /** @param {Child[]} children */
  card(...children) {
    /** @param {string} sign @param {string} name @param {number[]} step */
    const arrow = (sign, name, step) => button(sign, () => this.step(step), { "aria-label": name, class: "arrow-key" });
    replace(
      this.told,
      h("h3", {}, capital(this.name)),
      button("✕", () => this.told.classList.add("idle"), { class: "close put-away", "aria-label": t("Close") }),
      children,
      h(
        "div",
        { class: "arrow-keys" },
        arrow("←", t("to the left"), [-1, 0]),
        this.flat ? null : [arrow("↑", t("up"), [0, 1]), arrow("↓", t("down"), [0, -1])],
        arrow("→", t("to the right"), [1, 0]),
      ),
    );
  }

  async more() {
    this.asking?.abort();
    const { signal } = (this.asking = new AbortController());
    const { game, misere } = this.asked;
    try {
      const found = await get("cell", { game, misere, ...this.numbers }, signal, true);
      if (!signal.aborted) this.card(...this.found(found));
    } catch (fault) {
      if (!signal.aborted) this.card(h("p", { class: "bad" }, fault.message));
    }
  }

  /** @param {Api.Analysis} found */
  found({ position, lines, winning_moves: moves, winning_count: count }) {
    const [x, y] = this.at;
    const value = this.cells[y][x];
    const verdict = lines.filter((line) => line.style === "good" || line.style === "bad");
    const shown = (moves ?? []).slice(0, 5);
    const more = Number(count ?? 0) - shown.length;
    return [
      value === undefined ? null : h("p", { class: "worth" }, this.worth(value)),
      verdict.map((line) => h("p", {}, line.text)),
      shown.length
        ? [
            h("h4", {}, shown.length > 1 ? t("Winning moves") : t("A winning move")),
            h(
              "ul",
              {},
              shown.map((move) => h("li", {}, move.text)),
            ),
            more > 0 ? h("p", { class: "dim small" }, t("and {n} more", { n: more })) : null,
          ]
        : null,
      h("p", { class: "dim small" }, position),
      h("p", {}, h("a", { class: "button", href: playLink(position, this.asked.misere) }, t("Open in Play"))),
    ];
  }

  // -- as a table, and as files --

  rows() {
    const heading = this.flat ? this.table.columns : ["", ...this.table.columns];
    const rows = this.cells.map((cells, y) => (this.flat || !cells.length ? cells : [this.names[y], ...cells]));
    return [heading, ...rows.filter((row) => row.length)];
  }

  asTable() {
    if (this.wide * this.high > 1600) return null;
    const place = h("table", { class: "values" });
    const details = h(
      "details",
      { class: "fold" },
      h("summary", {}, t("As a table")),
      scrollRegion(t("table of values"), place),
    );
    details.addEventListener("toggle", () => {
      if (details.open && !place.children.length) place.append(...this.body());
    });
    return details;
  }

  body() {
    const [heading, ...rows] = this.rows();
    const head = heading.map((text) => (text === "" ? h("td", {}) : h("th", { scope: "col" }, text)));
    /** @param {Value[]} row */
    const line = (row) =>
      row.map((value, i) => (i === 0 && !this.flat ? h("th", { scope: "row" }, value) : h("td", {}, fullValue(value))));
    return [
      h("thead", {}, h("tr", {}, head)),
      h(
        "tbody",
        {},
        rows.map((row) => h("tr", {}, line(row))),
      ),
    ];
  }

  ways() {
    const { commands: lines } = this.table;
    return exportButtons({ name: "nimatron-table", rows: () => this.rows(), svg: () => this.picture(), lines });
  }
}
