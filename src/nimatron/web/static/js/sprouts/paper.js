// The sheet on which Sprouts and Brussels Sprouts are played: a stroke from spot to spot, the new spot that slides
// along it, and the lines of the computer. The server says which move a drawing is, and which line draws a move.

import { get } from "../api.js";
import { curve } from "../board.js";
import { button, h, replace, s } from "../dom.js";
import { t } from "../language.js";
import { say } from "../screen-reader.js";
import { dist } from "./mesh.js";
import { tints } from "./lands.js";
import { lesser, lives, placed, read, walk, written } from "./reading.js";
import { relax, relaxing } from "./relaxing.js";
import { draw, lengthOf, withLine } from "./routing.js";
import { lineOf, spotAt } from "./strokes.js";
import { LineList, sentence } from "./line-list.js";

const SIZE = 375; // the side of the sheet, in its own units
const MARGIN = 34;
const MOST = { narrow: 21, wide: 33 }; // lives, three for each spot at the start, so that a finger finds them
const NARROW = 600; // pixels
const TIGHT = 22;
const CELL = 44; // units of the sheet in a cell of a picture of it
const LARGEST = 70; // the side of a cell of a picture, in units of the sheet

/** @type {Record<Wrong, string>} */
const FAULTS = {
  start: "A line begins at a spot.",
  end: "A line ends at a spot.",
  full: "This spot has too few lives for that.",
  short: "A line from a spot to itself needs some room.",
  outside: "The line leaves the paper.",
  itself: "The line crosses itself.",
  crosses: "The line crosses another one here.",
};

/** A picture as a sheet to draw on. @param {Picture} picture @returns {Sheet} */
export function sheetOf({ shapes, curves, width, height }) {
  const scale = Math.min(LARGEST, (SIZE - 2 * MARGIN) / (Math.max(width, height) - 1));
  const [left, top] = [width, height].map((length) => (SIZE - scale * length) / 2);
  let n = 0;
  // A hair aside: no three points of a mesh should be in a row.
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    /** @type {XY} */ ([left + scale * x + 0.01 * Math.sin(++n), top + scale * y + 0.01 * Math.cos(3 * n)]);
  const spots = shapes.map(({ x, y }) => at(x, y));
  const lines = curves.map(({ start, end, points }) => {
    const [a, b] = [Number(start) - 1, Number(end) - 1];
    return { a, b, points: [spots[a], ...points.slice(1, -1).map(([x, y]) => at(x, y)), spots[b]] };
  });
  return { size: SIZE, spots, lines, bars: shapes.some(({ mark }) => mark === "end") };
}

/** A sheet as a picture, for a file. @param {Sheet} sheet @param {Picture} like @returns {Picture} */
function pictureOf(sheet, like) {
  const left = lives(sheet);
  const at = (/** @type {XY} */ [x, y]) => /** @type {XY} */ ([x / CELL, y / CELL]);
  const shapes = sheet.spots.map((q, i) => {
    const [x, y] = at(q);
    const [id, look, kind] = [String(i + 1), String(left[i]), left[i] ? "spot" : "gone"];
    return { ...like.shapes[0], id, kind, x, y, look, text: id, mark: "" };
  });
  const curves = sheet.lines.map(({ a, b, points }) => ({
    start: String(a + 1),
    end: String(b + 1),
    points: points.map(at),
  }));
  return { ...like, width: sheet.size / CELL, height: sheet.size / CELL, shapes, curves };
}

/** Are two spots too near to each other for a finger? @param {Sheet} sheet */
function isTight({ spots }) {
  return spots.some((p, i) => spots.slice(0, i).some((q) => dist(p, q) < TIGHT));
}

export class Paper {
  /** @type {Map<string, Sheet>} the drawings of positions, by the way that led to them */
  sheets = new Map();
  /** @type {Sheet} */
  sheet = { size: SIZE, spots: [], lines: [], bars: false };
  /** @type {Pending | null} */
  pending = null;
  /** @type {XY[]} */
  stroke = [];
  way = "";
  sliding = false;
  playable = false;
  tinted = false;
  inWords = false; // the last line came from the list, which stays open then
  /** @type {Set<number>} spots of a move that is shown */
  marked = new Set();

  /**
   * `part`: which part of a sum is drawn; `made(after, words)` is called with the position after a line of the player.
   * @param {number} part @param {(after: string, words: string) => void} made
   */
  constructor(part, made) {
    this.part = part;
    this.made = made;
    this.ground = s("g", { class: "lands" });
    this.lines = s("g", { class: "drawn" });
    this.trace = s("path", { class: "trace" });
    this.spots = s("g", {});
    this.svg = s(
      "svg",
      { class: "paper", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": t("the paper") },
      this.ground,
      this.lines,
      this.trace,
      this.spots,
    );
    this.note = h("p", { class: "paper-note" });
    this.list = h("div", { class: "paper-list" });
    const words = h("div", { class: "paper-words" }, this.note, this.list);
    this.element = h("div", { class: "drawing-paper" }, this.svg, words);
    this.svg.addEventListener("pointerdown", (event) => this.begin(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", (event) => this.end(event));
    this.svg.addEventListener("pointercancel", () => this.clear());
  }

  /**
   * Shows the last of some positions, each one move after the one before it. False if it cannot be drawn.
   * `find` finds the picture of a position.
   * @param {string[]} positions @param {boolean} playable
   * @param {(position: string) => Promise<Picture | null>} find @param {AbortSignal} signal
   */
  async show(positions, playable, find, signal) {
    this.playable = false;
    const wayTo = (/** @type {number} */ n) => positions.slice(0, n).join(" > ");
    let n = positions.length;
    while (n && !this.sheets.has(wayTo(n))) n--;
    if (!n) {
      const picture = await find(positions[0]);
      if (!picture) return false;
      const sheet = sheetOf(picture);
      const all = lives(sheet).reduce((sum, left) => sum + left, 0);
      if (all > (innerWidth < NARROW ? MOST.narrow : MOST.wide)) return false;
      this.sheets.set(wayTo(++n), isTight(sheet) ? relax(sheet) : sheet);
    }
    for (; n < positions.length; n++) {
      const before = /** @type {Sheet} */ (this.sheets.get(wayTo(n)));
      await this.follow(before, positions[n - 1], positions[n], wayTo(n + 1), signal);
    }
    const way = wayTo(n);
    if (signal.aborted) return true;
    this.way = way;
    this.sheet = /** @type {Sheet} */ (this.sheets.get(way));
    this.playable = playable;
    this.clear();
    this.colour(signal);
    return true;
  }

  /** The drawing as a picture like another one. @param {Picture} like */
  picture(like) {
    return pictureOf(this.sheet, like);
  }

  get position() {
    return /** @type {string} */ (this.way.split(" > ").at(-1));
  }

  /**
   * The lines that draw the moves to some positions, one after the other.
   * @param {string[]} after @param {AbortSignal} [signal]
   */
  async linesTo(after, signal, position = this.position, sheet = this.sheet) {
    const values = { position, part: this.part, drawn: written(read(sheet)), after };
    return (await get("drawing", values, signal, true)).lines;
  }

  /**
   * Draws the line that leads from a position to the next one; the sheet stays if the move was made elsewhere.
   * @param {Sheet} before @param {string} position @param {string} after @param {string} way
   * @param {AbortSignal} signal
   */
  async follow(before, position, after, way, signal) {
    const [line] = await this.linesTo([after], signal, position, before);
    if (line) await this.settle(draw(before, placed(before, read(before), line)), way);
    else this.sheets.set(way, before);
  }

  /** Lets the drawing make room, and keeps it. @param {Sheet} sheet @param {string} way */
  async settle(sheet, way) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    this.pending = null;
    this.ground.replaceChildren();
    this.trace.setAttribute("d", "");
    for (const next of relaxing(sheet)) {
      this.sheet = next;
      if (still) continue;
      this.paint();
      await new Promise((done) => requestAnimationFrame(done));
    }
    this.sheets.set(way, this.sheet);
  }

  paint() {
    const left = lives(this.sheet);
    this.lines.replaceChildren(...this.sheet.lines.map(({ points }) => s("path", { d: curve(points) })));
    this.spots.replaceChildren(
      ...this.sheet.spots.map(([x, y], i) =>
        s(
          "g",
          {
            class: `spot lives-${left[i]}${this.marked.has(i) ? " marked" : ""}`,
            transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
          },
          s("circle", { r: left[i] ? (this.sheet.bars ? 5 : 6) : this.sheet.bars ? 1 : 3 }),
          this.sheet.bars
            ? null
            : [...Array(left[i]).keys()].map((k) =>
                s("circle", { class: "life", cx: 4 * k + 2 - 2 * left[i], cy: -10, r: 1.5 }),
              ),
          s("text", this.sheet.bars ? this.beside(i) : { y: 20 }, String(i + 1)),
        ),
      ),
    );
  }

  /** Where the number of a free end is: on the other side than its line. @param {number} i */
  beside(i) {
    const points = this.sheet.lines.find(({ a, b }) => a === i || b === i)?.points ?? [];
    const [x, y] = this.sheet.spots[i];
    const [p, q] = points[0] === this.sheet.spots[i] ? points[1] : (points.at(-2) ?? [x, y - 1]);
    const far = dist([x, y], [p, q]) || 1;
    return { x: (14 * (x - p)) / far, y: (14 * (y - q)) / far + 4 };
  }

  /** The spots of a move that is shown, by their numbers. @param {number[]} numbers */
  mark(numbers) {
    this.marked = new Set(numbers.map((n) => n - 1));
    this.paint();
  }

  /** Shows what each land is worth, or no longer. @param {boolean} on @param {AbortSignal} signal */
  tint(on, signal) {
    if (this.tinted === on) return;
    this.tinted = on;
    this.colour(signal);
  }

  /** @param {AbortSignal} signal */
  async colour(signal) {
    this.ground.replaceChildren();
    if (!this.tinted) return;
    const { sheet } = this;
    const map = read(sheet);
    try {
      const asked = { position: this.position, part: this.part, drawn: written(map), values: true };
      const { values } = await get("drawing", asked, signal, true);
      if (this.sheet === sheet && this.tinted) this.ground.replaceChildren(...tints(sheet, map, values));
    } catch {
      // without values the drawing is as good as before
    }
  }

  // Nothing drawn yet: the list of lines in words, for whoever does not draw.
  clear() {
    this.pending = null;
    this.stroke = [];
    this.marked = new Set();
    this.sliding = false;
    this.trace.setAttribute("d", "");
    this.svg.classList.toggle("playable", this.playable);
    this.paint();
    this.tell("");
    const list = this.playable ? new LineList(this.sheet, (line, words) => this.choose(line, words)) : null;
    replace(this.list, list?.element ?? null);
    if (!list || !this.inWords) return;
    list.element.open = true;
    list.from.focus();
  }

  /** A line from the list. @param {SheetLine} line @param {string} words */
  choose(line, words) {
    this.inWords = true;
    return this.play(draw(this.sheet, line), words);
  }

  /** @param {string} text @param {Child[]} more */
  tell(text, ...more) {
    this.note.className = "paper-note";
    replace(this.note, text, ...more);
  }

  /** @param {Wrong} fault */
  refuse(fault) {
    this.tell(t(FAULTS[fault]));
    this.note.className = "paper-note bad";
    say(t(FAULTS[fault]));
  }

  // -- strokes --

  /** @param {PointerEvent} event @returns {XY} */
  place({ clientX, clientY }) {
    const { left, top, width } = this.svg.getBoundingClientRect();
    return [((clientX - left) * SIZE) / width, ((clientY - top) * SIZE) / width];
  }

  /** @param {PointerEvent} event */
  begin(event) {
    if (!this.playable || !event.isPrimary) return;
    const at = this.place(event);
    if (this.pending && dist(this.newSpot, at) < 24) this.sliding = true;
    else if (spotAt(this.sheet, at) === undefined) {
      if (!this.pending) this.refuse("start");
      return;
    } else {
      this.inWords = false;
      this.clear();
      this.stroke = [at];
    }
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.sliding) this.slide(this.place(event));
    else if (this.stroke.length) {
      this.stroke.push(this.place(event));
      this.trace.setAttribute("d", curve([this.stroke[0], ...this.stroke]));
    }
  }

  /** @param {PointerEvent} event */
  end(event) {
    if (this.sliding) {
      this.sliding = false;
      return;
    }
    if (!this.stroke.length) return;
    const found = lineOf(this.sheet, [...this.stroke, this.place(event)]);
    this.stroke = [];
    if ("fault" in found) this.refuse(found.fault);
    else this.propose({ ...found, share: 0.5 });
  }

  // -- the new spot --

  get newSpot() {
    const { a, b, points, share } = /** @type {Pending} */ (this.pending);
    return withLine(this.sheet, a, b, points, share).spots[this.sheet.spots.length];
  }

  /** The new spot goes to the place of its line that is nearest. @param {XY} at */
  slide(at) {
    const { points } = /** @type {Pending} */ (this.pending);
    const lengths = points.map((_, i) => lengthOf(points.slice(0, i + 1)));
    const near = points.map((q, i) => ({ far: dist(q, at), share: lengths[i] / (lengths.at(-1) ?? 1) }));
    near.sort((x, y) => x.far - y.far);
    this.propose({ .../** @type {Pending} */ (this.pending), share: Math.min(0.9, Math.max(0.1, near[0].share)) });
  }

  /** A line that waits to be confirmed. @param {Pending} pending */
  propose(pending) {
    const first = !this.pending;
    this.pending = pending;
    this.trace.setAttribute("d", curve(pending.points));
    this.paint();
    const [x, y] = this.newSpot;
    this.spots.append(s("circle", { class: "new-spot", cx: x, cy: y, r: 7 }));
    if (!first) return;
    const go = button(t("Make this move"), () => this.confirm(), { id: "paper-confirm", class: "confirm" });
    // Some browsers take a tap right after a quick stroke for the end of its swing and make no click of it.
    go.addEventListener("pointerup", ({ pointerType, clientX, clientY }) => {
      if (pointerType === "touch" && document.elementFromPoint(clientX, clientY) === go) this.confirm();
    });
    this.tell(t("Slide the new spot along the line, or draw another one."), " ", go);
    go.scrollIntoView({ block: "nearest" });
    say(t("Slide the new spot along the line, or draw another one."));
  }

  async confirm() {
    if (!this.pending || !this.playable) return;
    const { a, b, points, share } = this.pending;
    const drawn = withLine(this.sheet, a, b, points, share);
    await this.play(drawn, sentence(this.sheet, a, b, { inside: this.enclosed(drawn, [a, b]) }));
  }

  /** The spots that a new line encloses. @param {Sheet} drawn @param {number[]} ends */
  enclosed(drawn, ends) {
    const { regions, ...map } = read(drawn);
    const fresh = this.sheet.spots.length;
    const met = regions.flatMap((region, r) => {
      const spots = [...new Set(region.flatMap((boundary) => walk({ ...map, regions }, boundary)))];
      return spots.includes(fresh) ? [{ r, spots }] : [];
    });
    if (met.length < 2) return [];
    const left = lives(this.sheet);
    const [one, two] = met.map(({ spots }) =>
      spots.filter((spot) => left[spot] && !ends.includes(spot)).sort((x, y) => x - y),
    );
    return met[0].r ? lesser([one, two]) : two;
  }

  /** @param {Sheet} drawn @param {string} words */
  async play(drawn, words) {
    if (!this.playable) return;
    this.playable = false;
    const asked = { position: this.position, part: this.part, drawn: written(read(drawn)) };
    try {
      const { position: after } = await get("drawing", asked);
      replace(this.list);
      await this.settle(drawn, `${this.way} > ${after}`);
      this.made(after, words);
    } catch (fault) {
      this.playable = true;
      this.clear();
      this.tell(fault.message);
      this.note.className = "paper-note bad";
    }
  }
}
