// The tree of a small game: every position that play can reach, by the length of play, with values that grow step by
// step from the end. A position that is chosen tells its moves, and can be played from.

import { get } from "./api.js";
import { centre, still } from "./board.js";
import { button, h, replace, s } from "./dom.js";
import { scroller } from "./scroller.js";
import { playLink } from "./play-links.js";
import { say } from "./shell.js";
import { layerNodes } from "./tree-layout.js";
import { letter, t } from "./language.js";

const [WIDE, HIGH, R] = [80, 52, 13]; // a card with a board, and the circle with its value
const [NEAR, FAR] = [112, 480]; // between neighbours
const [FLAT, STEEP] = [78, 120]; // between levels
const EDGE = 24;
const LEAST = 0.6; // of the full size: below that, scrolling is better
const PACE = 900; // milliseconds for a level

/** A dialog with the tree below a position. @param {string} position */
export function openTree(position, misere = false) {
  const close = () => dialog.close();
  const place = h("div", { class: "tree-place" }, h("p", { class: "dim" }, t("One moment ...")));
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "tree-dialog", "aria-label": t("The tree of the game"), onclose: () => dialog.remove() },
    h(
      "div",
      { class: "dialog-head" },
      h("h2", {}, t("The tree of the game")),
      button("✕", close, { class: "close", "aria-label": t("Close") }),
    ),
    place,
  );
  document.body.append(dialog);
  dialog.showModal();
  treeOf(position, misere).then((drawn) => replace(place, drawn));
}

/** The tree, or a sentence that says why there is none. @param {string} position @param {AbortSignal} [signal] */
export async function treeOf(position, misere = false, signal) {
  try {
    const found = await get("induction", { position, misere, boards: true }, signal);
    if (found.states.some((state) => state.length === null)) {
      return h("p", {}, t("Positions can repeat here, so there is no tree to draw."));
    }
    if (!found.states[0]?.options) return h("p", {}, t("Too many positions to draw as a tree."));
    return new Tree(found).element;
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    return h("p", { class: "bad", role: "alert" }, fault.message);
  }
}

class Tree {
  /** @type {SVGSVGElement} */
  svg;
  /** @type {HTMLElement} */
  card;
  /** @type {HTMLElement} */
  sentence;
  /** @type {HTMLButtonElement} */
  watch;
  /** @type {Point[]} */
  places = [];
  /** @type {{from: number, to: number, path: SVGPathElement}[]} */
  links = [];
  /** @type {SVGGElement[]} */
  groups = [];
  growing = 0; // the timer, while somebody watches
  zoom = 1;

  /** @param {Api.Induction} induction */
  constructor({ states, start, misere }) {
    this.nodes = /** @type {TreeNode[]} */ (states);
    this.misere = misere;
    const { levels, rank } = layerNodes(this.nodes);
    this.levels = levels;
    this.rank = rank;
    this.longest = this.nodes[start].length;
    this.most = Math.max(1, ...states.map(({ value }) => (typeof value === "number" ? value : 0)));
    this.step = this.longest + 1; // everything is known
    this.chosen = start;
    this.build();
    this.show();
  }

  build() {
    this.links = this.nodes.flatMap(({ options }, from) =>
      options.map((to) => ({ from, to, path: s("path", { class: "tree-link" }) })),
    );
    this.groups = this.nodes.map((_, i) => this.group(i));
    this.svg = s(
      "svg",
      {
        class: "tree",
        role: "group",
        "aria-label": t("{n} positions; arrow keys go from one to the next", { n: this.nodes.length }),
      },
      this.links.map(({ path }) => path),
      this.groups,
    );
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.card = h("div", { class: "tree-card", "aria-live": "polite" });
    this.sentence = h("p", { class: "step-words", role: "status" });
    const canvas = scroller(t("the tree"), this.svg);
    this.element = h(
      "div",
      { class: "tree-view" },
      this.controls(),
      h("div", { class: "tree-body" }, h("div", {}, canvas, this.sentence), this.card),
      this.legend(),
      this.list(),
    );
    this.place(canvas);
    new ResizeObserver(() => this.place(canvas)).observe(canvas);
  }

  controls() {
    /** @param {number} by */
    const zoom = (by) => () => {
      this.zoom = Math.min(2.5, Math.max(0.4, this.zoom * by));
      this.place(this.svg.closest(".scroller"));
    };
    this.watch = button(t("Watch it grow"), () => this.grow(), { class: "primary" });
    return h(
      "div",
      { class: "tree-controls" },
      this.watch,
      button(t("Back"), () => this.go(this.step - 1)),
      button(t("Next"), () => this.go(this.step + 1)),
      button(t("Smaller"), zoom(1 / 1.25)),
      button(t("Larger"), zoom(1.25)),
    );
  }

  /** Spreads the tree over its canvas; one that is too large for it shrinks a little. @param {HTMLElement} canvas */
  place(canvas) {
    const [wide, high] = [(canvas.clientWidth || 900) - 2, Math.max(360, innerHeight - 350)];
    const widest = Math.max(...this.levels.map((level) => level.length));
    const level = Math.min(STEEP, Math.max(FLAT, (high - EDGE) / this.levels.length));
    const height = this.levels.length * level + EDGE;
    const low = Math.max(LEAST, Math.min(1, high / height));
    const step = Math.min(FAR, Math.max(NEAR, (wide / low - EDGE) / widest));
    const width = Math.max(wide / low, widest * step + EDGE);
    const scale = this.zoom * Math.max(LEAST, Math.min(low, wide / width));
    this.levels.forEach((nodes, y) => {
      for (const node of nodes) {
        this.places[node] = { x: width / 2 + this.rank.get(node) * step, y: EDGE / 2 + (y + 0.5) * level };
      }
    });
    this.groups.forEach((group, i) => group.setAttribute("transform", `translate(${this.x(i)} ${this.y(i)})`));
    for (const { from, to, path } of this.links) path.setAttribute("d", this.curve(from, to));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.style.width = `${width * scale}px`;
    if (!this.svg.isConnected) return;
    for (const board of this.svg.querySelectorAll("[data-middle]")) settle(board);
  }

  /** @param {number} i */
  x = (i) => this.places[i].x;
  /** @param {number} i */
  y = (i) => this.places[i].y;

  /** @param {number} from @param {number} to */
  curve(from, to) {
    const [p, q] = [this.y(from) + HIGH / 2, this.y(to) - HIGH / 2];
    const bend = (q - p) / 2;
    return `M${this.x(from)} ${p}C${this.x(from)} ${p + bend} ${this.x(to)} ${q - bend} ${this.x(to)} ${q}`;
  }

  /** A small board with the value beside it. @param {number} i */
  group(i) {
    return s(
      "g",
      {
        class: "node",
        role: "button",
        "data-node": i,
        onclick: () => this.choose(i),
        onfocus: () => this.choose(i, false),
      },
      s("rect", { class: "paper", x: -WIDE / 2, y: -HIGH / 2, width: WIDE, height: HIGH, rx: 12 }),
      boards(this.nodes[i]),
      s("circle", { class: "disc", cx: WIDE / 2, r: R }),
      s("text", { class: "worth", x: WIDE / 2, "text-anchor": "middle", "dominant-baseline": "central" }),
    );
  }

  // -- steps: the positions that end first, then those that are one move longer --

  /** @param {number} i */
  known(i) {
    return this.nodes[i].length < this.step;
  }

  /** @param {number} i */
  worth(i) {
    const { value, outcome } = this.nodes[i];
    return this.misere ? letter(outcome) : (value ?? "?");
  }

  /** @param {number} i */
  lost(i) {
    return this.nodes[i].outcome === "P";
  }

  /** @param {number} step */
  go(step) {
    this.stop();
    this.step = Math.min(this.longest + 1, Math.max(0, step));
    this.show();
    say(this.sentence.textContent);
  }

  // From the positions without a move to the whole tree, level by level; a second click stops it.
  grow() {
    if (this.growing) return this.stop();
    const next = () => {
      if (!this.svg.isConnected || this.step > this.longest) return this.stop();
      this.step++;
      this.show();
    };
    this.step = this.step > this.longest ? 0 : this.step;
    replace(this.watch, t("Pause"));
    this.growing = setInterval(next, PACE);
    next();
  }

  stop() {
    clearInterval(this.growing);
    this.growing = 0;
    replace(this.watch, t("Watch it grow"));
  }

  show() {
    this.groups.forEach((node, i) => this.dress(node, i));
    for (const { from, path } of this.links) path.classList.toggle("chosen", from === this.chosen);
    replace(this.sentence, this.words());
    this.tell();
  }

  /** @param {SVGElement} node @param {number} i */
  dress(node, i) {
    const known = this.known(i);
    const fresh = this.step <= this.longest && this.nodes[i].length === this.step - 1;
    node.classList.toggle("known", known);
    node.classList.toggle("lost", known && this.lost(i));
    node.classList.toggle("fresh", fresh);
    node.classList.toggle("chosen", i === this.chosen);
    node.setAttribute("tabindex", i === this.chosen ? 0 : -1);
    node.setAttribute("aria-label", this.name(i));
    node.style.setProperty("--share", String(this.misere ? 0 : Number(this.nodes[i].value ?? 0) / this.most));
    node.querySelector(".worth").textContent = known ? this.worth(i) : "";
  }

  /** @param {number} i */
  name(i) {
    const text = this.nodes[i].text || t("nothing is left");
    if (!this.known(i)) return text;
    return `${text}: ${this.misere ? this.worth(i) : t("value {value}", { value: this.worth(i) })}`;
  }

  words() {
    if (this.step > this.longest) return t("All positions are decided. Step back to watch the marks spread.");
    if (this.step === 0) return t("Nothing is decided yet. The next step marks the positions without a move.");
    if (this.step === 1) {
      return this.misere
        ? t("A player who has no move wins: N.")
        : t("A position without a move has value 0: the player to move has lost.");
    }
    const rule = this.misere
      ? t("P if every move leads to N, else N.")
      : t("the value is the least number that no move leads to (mex).");
    return `${t("At most {n} moves left:", { n: this.step - 1 })} ${rule}`;
  }

  // -- the position that is chosen --

  /** @param {number} i */
  choose(i, focus = true) {
    if (i === this.chosen && !focus) return;
    this.chosen = i;
    this.show();
    if (focus) this.groups[i].focus({ preventScroll: true });
  }

  /** @param {On<KeyboardEvent>} event */
  key(event) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (dx === undefined) return;
    event.preventDefault();
    const y = this.levels.findIndex((level) => level.includes(this.chosen));
    const level = this.levels[y + dy];
    if (!level) return;
    const next = dx ? level[level.indexOf(this.chosen) + dx] : nearest(level, this.places, this.x(this.chosen));
    if (next === undefined) return;
    this.choose(next);
    this.groups[next].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  tell() {
    const node = this.nodes[this.chosen];
    replace(
      this.card,
      h("h3", {}, node.text || t("nothing is left")),
      h("p", {}, this.known(this.chosen) ? this.equation(this.chosen) : t("not decided yet")),
      node.options.length
        ? h(
            "ul",
            { class: "chips" },
            node.options.map((option) =>
              h(
                "li",
                {},
                button(this.name(option), () => this.choose(option), { class: "quiet" }),
              ),
            ),
          )
        : null,
      h("p", {}, h("a", { class: "button", href: playLink(node.position, this.misere) }, t("Play from here"))),
    );
  }

  /** @param {number} i */
  equation(i) {
    const { options, value } = this.nodes[i];
    if (!options.length) return this.misere ? t("No move is left: N.") : t("No move is left: value 0.");
    if (this.misere) {
      return this.lost(i) ? t("Every move leads to N, so it is P.") : t("A move leads to P, so it is N.");
    }
    const values = [...new Set(options.map((option) => this.nodes[option].value))].sort(
      (a, b) => Number(a) - Number(b),
    );
    return `mex {${values.join(", ")}} = ${value}`;
  }

  legend() {
    return h(
      "p",
      { class: "legend" },
      h("span", {}, h("i", { class: "key lost", "aria-hidden": "true" }), t("the player to move loses (P)")),
      this.misere ? null : h("span", {}, t("the number in a circle is the value")),
      h("span", {}, t("higher up: more moves are left")),
    );
  }

  // The same for readers who see no picture.
  list() {
    /** @param {number} i */
    const item = (i) =>
      h(
        "li",
        {},
        h("a", { href: playLink(this.nodes[i].position, this.misere) }, this.nodes[i].position),
        ` ${this.misere ? letter(this.nodes[i].outcome) : this.equation(i)}`,
      );
    /** @param {number[]} nodes */
    const level = (nodes) => [
      h("h4", {}, t("longest play: {n}", { n: this.nodes[nodes[0]].length })),
      h("ul", {}, nodes.map(item)),
    ];
    const details = h("details", { class: "fold" }, h("summary", {}, t("As a list")));
    details.addEventListener(
      "toggle",
      () => details.append(h("div", { class: "tree-list" }, this.levels.toReversed().map(level))),
      { once: true },
    );
    return details;
  }
}

/** @param {number[]} level @param {Point[]} places @param {number} x */
function nearest(level, places, x) {
  return level.reduce((best, node) => (Math.abs(places[node].x - x) < Math.abs(places[best].x - x) ? node : best));
}

/** The boards of a position within its card; without a picture, the position in short. @param {TreeNode} node */
function boards({ pictures, text }) {
  const seen = pictures.filter((picture) => picture !== null);
  if (!seen.length) {
    const short = text.length > 8 ? `${text.slice(0, 7)}…` : text;
    return s("text", { class: "state", "text-anchor": "middle", "dominant-baseline": "central" }, short);
  }
  const room = { width: (WIDE - 8) / seen.length, height: HIGH - 8, most: 18 };
  return seen.map((picture, i) => {
    const svg = still(picture, room);
    svg.dataset.middle = String((i + 0.5 - seen.length / 2) * room.width - R / 2);
    return svg;
  });
}

/** Puts a board at its place in a card, once its size is known. @param {SVGSVGElement} board */
function settle(board) {
  centre(board);
  board.setAttribute("x", String(Number(board.dataset.middle) - board.width.baseVal.value / 2));
  board.setAttribute("y", String(-board.height.baseVal.value / 2));
  delete board.dataset.middle;
}
