// The sheet on which Sprouts is played: a stroke from spot to spot, the new spot that slides along it, and the lines of
// the computer. The server says which move a drawing is, and which line draws a move.

import { get } from "../api.js";
import { button, h, replace, s } from "../dom.js";
import { t } from "../language.js";
import { say } from "../screen-reader.js";
import { dist } from "./mesh.js";
import { ends, joined, read, walk, written } from "./reading.js";
import { relaxing } from "./relaxing.js";
import { draw, lengthOf, withLine } from "./routing.js";
import { lineOf, spotAt } from "./strokes.js";

const SIZE = 375; // the side of the sheet, in its own units
const MOST_SIDES = 64; // ways to have the other boundaries on both sides, in the list
const MOST = { narrow: 7, wide: 11 }; // spots, so that a finger finds them
const NARROW = 600; // pixels

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

/** Spots in a circle. @param {number} count @returns {Sheet} */
export function blank(count) {
  const at = (/** @type {number} */ i) => (2 * Math.PI * i) / count - Math.PI / 2;
  /** @type {XY[]} */
  const spots = Array.from({ length: count }, (_, i) => [
    SIZE / 2 + (count > 1 ? 110 * Math.cos(at(i)) : 0) + 0.01 * i,
    SIZE / 2 + (count > 1 ? 110 * Math.sin(at(i)) : 0),
  ]);
  return { size: SIZE, spots, lines: [] };
}

/** A smooth path through points. @param {XY[]} points */
function curve(points) {
  const text = (/** @type {XY} */ q) => q.map((x) => x.toFixed(1)).join(" ");
  const bends = points.slice(1, -1).map((q, i) => {
    const next = points[i + 2];
    return `Q${text(q)} ${text([(q[0] + next[0]) / 2, (q[1] + next[1]) / 2])}`;
  });
  return `M${text(points[0])}${bends.join("")}L${text(/** @type {XY} */ (points.at(-1)))}`;
}

/**
 * The lines from a spot to another, each with the spots on its left, named.
 * @param {SheetMap} map @param {number} a @param {number} b @param {number[]} count
 */
function linesBetween(map, a, b, count) {
  return map.regions.flatMap((region, r) => {
    const corners = (/** @type {number} */ spot) =>
      region.flatMap((one, k) => walk(map, one).flatMap((other, i) => (other === spot ? [{ k, i }] : [])));
    return corners(a).flatMap((one) =>
      corners(b).flatMap((two) => {
        const [first, last] = one.k === two.k && one.i > two.i ? [two, one] : [one, two];
        const line = { region: r, boundary: first.k, place: first.i, boundary2: last.k, place2: last.i };
        const others = region.map((_, k) => k).filter((k) => first.k === last.k && k !== first.k);
        const live = others.filter((k) => walk(map, region[k]).some((spot) => count[spot] < 3));
        const sides = Math.min(MOST_SIDES, 2 ** live.length);
        return [...Array(sides).keys()].map((bits) => {
          const left = live.filter((_, i) => (bits >> i) & 1);
          const inside = left.flatMap((k) => walk(map, region[k])).filter((spot) => count[spot] < 3);
          return { line: { ...line, left }, inside: [...new Set(inside)].sort((x, y) => x - y) };
        });
      }),
    );
  });
}

export class Paper {
  /** @type {Map<string, Sheet>} the drawings of positions, by the way that led to them */
  sheets = new Map();
  /** @type {Sheet} */
  sheet = blank(1);
  /** @type {Pending | null} */
  pending = null;
  /** @type {XY[]} */
  stroke = [];
  way = "";
  sliding = false;
  playable = false;

  /** `made(after)` is called with the position after a line of the player. @param {(after: string) => void} made */
  constructor(made) {
    this.made = made;
    this.lines = s("g", { class: "drawn" });
    this.trace = s("path", { class: "trace" });
    this.spots = s("g", {});
    this.svg = s(
      "svg",
      { class: "paper", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": t("the paper") },
      this.lines,
      this.trace,
      this.spots,
    );
    this.note = h("p", { class: "paper-note" });
    this.list = h("div", { class: "paper-list" });
    this.element = h("div", { class: "drawing-paper" }, this.svg, this.note, this.list);
    this.svg.addEventListener("pointerdown", (event) => this.begin(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", (event) => this.end(event));
    this.svg.addEventListener("pointercancel", () => this.clear());
  }

  /**
   * Shows the last of some positions, each one move after the one before it. False if it cannot be drawn.
   * @param {string[]} positions @param {boolean} playable @param {AbortSignal} signal
   */
  async show(positions, playable, signal) {
    this.playable = false;
    let way = positions[0];
    if (!this.sheets.has(way)) {
      const { drawn } = await get("drawing", { position: way }, signal);
      const count = drawn?.split(",").length ?? Infinity;
      if (count > (innerWidth < NARROW ? MOST.narrow : MOST.wide)) return false;
      this.sheets.set(way, blank(count));
    }
    for (const [i, after] of positions.slice(1).entries()) {
      const before = /** @type {Sheet} */ (this.sheets.get(way));
      const next = `${way} > ${after}`;
      if (!this.sheets.has(next)) await this.follow(before, positions[i], after, next, signal);
      way = next;
    }
    if (signal.aborted) return true;
    this.way = way;
    this.sheet = /** @type {Sheet} */ (this.sheets.get(way));
    this.playable = playable;
    this.clear();
    return true;
  }

  /**
   * Draws the line that leads from a position to the next one.
   * @param {Sheet} before @param {string} position @param {string} after @param {string} way
   * @param {AbortSignal} signal
   */
  async follow(before, position, after, way, signal) {
    const map = read(before);
    const { line } = await get("drawing", { position, drawn: written(map), after }, signal);
    if (line) await this.settle(draw(before, joined(map, line).line), way);
  }

  /** Lets the drawing make room, and keeps it. @param {Sheet} sheet @param {string} way */
  async settle(sheet, way) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    this.pending = null;
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
    const count = ends(this.sheet);
    this.lines.replaceChildren(...this.sheet.lines.map(({ points }) => s("path", { d: curve(points) })));
    this.spots.replaceChildren(
      ...this.sheet.spots.map(([x, y], i) =>
        s(
          "g",
          { class: `spot lives-${3 - count[i]}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
          s("circle", { r: count[i] > 2 ? 3 : 6 }),
          [...Array(3 - count[i]).keys()].map((k) =>
            s("circle", { class: "life", cx: 4 * k - 4 + 2 * count[i], cy: -10, r: 1.5 }),
          ),
          s("text", { y: 19 }, String(i + 1)),
        ),
      ),
    );
  }

  // Nothing drawn yet: the list of lines in words, for whoever does not draw.
  clear() {
    this.pending = null;
    this.stroke = [];
    this.sliding = false;
    this.trace.setAttribute("d", "");
    this.svg.classList.toggle("playable", this.playable);
    this.paint();
    this.tell(this.playable ? t("Draw from spot to spot, or choose from the list.") : "");
    replace(this.list, this.playable ? this.choices() : null);
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
    return /** @type {XY} */ (withLine(this.sheet, a, b, points, share).spots.at(-1));
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
    say(t("Slide the new spot along the line, or draw another one."));
  }

  async confirm() {
    if (!this.pending || !this.playable) return;
    const { a, b, points, share } = this.pending;
    await this.play(withLine(this.sheet, a, b, points, share));
  }

  /** @param {Sheet} drawn */
  async play(drawn) {
    this.playable = false;
    const position = /** @type {string} */ (this.way.split(" > ").at(-1));
    try {
      const { position: after } = await get("drawing", { position, drawn: written(read(drawn)) });
      replace(this.list);
      await this.settle(drawn, `${this.way} > ${after}`);
      this.made(after);
    } catch (fault) {
      this.playable = true;
      this.clear();
      this.tell(fault.message);
      this.note.className = "paper-note bad";
    }
  }

  // -- the list in words --

  choices() {
    const map = read(this.sheet);
    const count = ends(this.sheet);
    const live = count.flatMap((n, i) => (n < 3 ? [i] : []));
    const spots = live.map((i) => h("option", { value: i }, t("spot {spot}", { spot: i + 1 })));
    const from = h("select", { id: "paper-from", "aria-label": t("the line begins at") }, spots);
    const to = h(
      "select",
      { id: "paper-to", "aria-label": t("the line ends at") },
      spots.map((spot) => spot.cloneNode(true)),
    );
    const found = h("ul", { class: "buttons" });
    const list = () => {
      const [a, b] = [Number(from.value), Number(to.value)];
      const full = a === b ? count[a] > 1 : false;
      const lines = full ? [] : linesBetween(map, a, b, count);
      const buttons = lines.map(({ line, inside }) => {
        const names = { from: a + 1, to: b + 1, inside: inside.map((i) => i + 1).join(", ") };
        const words = inside.length
          ? t("from spot {from} to spot {to}, leaving {inside} on the left", names)
          : t("from spot {from} to spot {to}", names);
        return h(
          "li",
          {},
          button(words, () => this.playable && this.play(draw(this.sheet, joined(map, line).line))),
        );
      });
      replace(found, buttons.length ? buttons : h("li", {}, t("No line joins these spots.")));
    };
    for (const choice of [from, to]) choice.addEventListener("change", list);
    list();
    return h("details", {}, h("summary", {}, t("Lines in words")), from, " ", to, found);
  }
}
