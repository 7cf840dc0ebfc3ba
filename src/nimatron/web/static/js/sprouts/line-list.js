// The lines that can be drawn, in words: two spots, and the spots that the line encloses.

import { button, h, replace } from "../dom.js";
import { t } from "../language.js";
import { lesser, lives, placed, read, sidesOf, walk } from "./reading.js";

/**
 * A line in words, as the server words it.
 * @param {Sheet} sheet @param {number} a @param {number} b @param {{inside?: number[], region?: number[]}} more
 */
export function sentence({ bars }, a, b, { inside = [], region = [] } = {}) {
  const named = (/** @type {number[]} */ spots) => [...spots].sort((x, y) => x - y).map((spot) => spot + 1);
  const words = { first: a + 1, last: b + 1, inside: named(inside).join(", "), region: named(region).join("-") };
  if (bars && inside.length) return t("draw from end {first} to end {last}, leaving {inside} inside", words);
  if (bars) return t("draw from end {first} to end {last}", words);
  if (region.length && inside.length) {
    return t("in region {region}, draw from spot {first} to spot {last}, leaving {inside} inside", words);
  }
  if (region.length) return t("in region {region}, draw from spot {first} to spot {last}", words);
  if (inside.length) return t("draw from spot {first} to spot {last}, leaving {inside} inside", words);
  return t("draw from spot {first} to spot {last}", words);
}

export class LineList {
  /** @type {Set<number>} the spots that are to be inside */
  inside = new Set();

  /**
   * `chosen(line, words)` is called with a line.
   * @param {Sheet} sheet @param {(line: SheetLine, words: string) => void} chosen
   */
  constructor(sheet, chosen) {
    this.sheet = sheet;
    this.chosen = chosen;
    this.map = read(sheet);
    this.lives = lives(sheet);
    const spots = this.lives.flatMap((n, i) =>
      n ? [h("option", { value: i }, t("spot {spot}", { spot: i + 1 }))] : [],
    );
    this.from = h("select", { id: "paper-from", "aria-label": t("the line begins at") }, spots);
    const copies = spots.map((spot) => spot.cloneNode(true));
    this.to = h("select", { id: "paper-to", "aria-label": t("the line ends at") }, copies);
    this.boxes = h("fieldset", { class: "row paper-inside" });
    this.found = h("ul", { class: "buttons" });
    for (const choice of [this.from, this.to]) {
      choice.addEventListener("change", () => {
        this.inside.clear();
        this.list();
      });
    }
    this.list();
    const ends = h("div", { class: "row" }, this.from, " ", this.to);
    this.element = h("details", {}, h("summary", {}, t("Lines in words")), ends, this.boxes, this.found);
    this.element.addEventListener("toggle", () => this.element.scrollIntoView({ block: "nearest" }));
  }

  /** The ends of a line, as often as the spots meet. */
  corners() {
    const [a, b] = [Number(this.from.value), Number(this.to.value)];
    if (a === b && this.lives[a] < 2) return [];
    return this.map.regions.flatMap((region, r) => {
      const at = (/** @type {number} */ spot) =>
        region.flatMap((one, k) => walk(this.map, one).flatMap((other, i) => (other === spot ? [{ k, i }] : [])));
      return at(a).flatMap((one) => at(b).map((two) => ({ r, a, b, one, two })));
    });
  }

  list() {
    const corners = this.corners();
    // Whatever hangs together is inside or outside as a whole.
    const others = corners.flatMap(({ r, one, two }) =>
      one.k === two.k ? this.map.regions[r].filter((_, k) => k !== one.k).map((bound) => this.alive(bound)) : [],
    );
    const groups = [...new Map(others.filter((spots) => spots.length).map((spots) => [String(spots), spots])).values()];
    replace(
      this.boxes,
      groups.length ? h("legend", {}, t("leaving inside")) : null,
      groups.map((spots) => this.box(spots)),
    );
    this.boxes.hidden = !groups.length;
    const lines = new Map(corners.flatMap((corner) => this.line(corner)));
    const items = [...lines].map(([words, line]) =>
      h(
        "li",
        {},
        button(words, () => this.chosen(line, words)),
      ),
    );
    replace(this.found, items.length ? items : h("li", {}, t("No line joins these spots.")));
  }

  /** @param {number[]} spots */
  box(spots) {
    const checked = spots.every((spot) => this.inside.has(spot));
    const change = () => {
      for (const spot of spots) checked ? this.inside.delete(spot) : this.inside.add(spot);
      this.list();
      const same = [...this.boxes.querySelectorAll("input")].find(({ value }) => value === String(spots));
      same?.focus();
    };
    const input = h("input", { type: "checkbox", value: String(spots), checked, onchange: change });
    return h("label", {}, input, spots.map((spot) => spot + 1).join(", "));
  }

  /** The live spots along a boundary. @param {Boundary} boundary */
  alive(boundary) {
    return [...new Set(walk(this.map, boundary))].filter((spot) => this.lives[spot]).sort((x, y) => x - y);
  }

  /**
   * The line with the spots inside that are chosen, and its words.
   * @param {{r: number, a: number, b: number, one: {k: number, i: number}, two: {k: number, i: number}}} corner
   * @returns {[string, SheetLine][]}
   */
  line({ r, a, b, one, two }) {
    const region = this.map.regions[r];
    const [first, last] = one.k === two.k && one.i > two.i ? [two, one] : [one, two];
    const others = region.map((_, k) => k).filter((k) => one.k === two.k && k !== one.k);
    const left = others.filter((k) => this.alive(region[k]).some((spot) => this.inside.has(spot)));
    const place = { region: r, boundary: first.k, place: first.i, boundary2: last.k, place2: last.i, left };
    const sides = sidesOf(this.sheet, this.map, place);
    const inside = sides.find((side) => side.some((spot) => this.inside.has(spot))) ?? lesser(sides);
    const both = (/** @type {Boundary[]} */ bounds) => {
      const met = bounds.flatMap((bound) => walk(this.map, bound));
      return met.includes(a) && met.includes(b);
    };
    const several = this.map.regions.filter(both).length > 1;
    const names = several ? [...new Set(region.flatMap((bound) => this.alive(bound)))] : [];
    return [[sentence(this.sheet, a, b, { inside, region: names }), placed(this.sheet, this.map, place, inside)]];
  }
}
