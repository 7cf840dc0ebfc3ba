// The tree of a small game: every position that play can reach, by the length of play, with values that grow step by
// step from the end. A position that is chosen tells its moves, and can be played from.

import { get } from "./api.js";
import { button, h, replace, s, unique } from "./dom.js";
import { scroller } from "./scroller.js";
import { playLink } from "./play-links.js";
import { say } from "./shell.js";
import { LEVEL, layerNodes } from "./tree-layout.js";
import { letter, t } from "./language.js";

const R = 22;

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
    const found = await get("induction", { position, misere }, signal);
    if (found.states.some((state) => state.length === null)) {
      return h("p", {}, t("Play can go round in a circle here: there is no tree to draw."));
    }
    if (!found.states[0]?.options) return h("p", {}, t("This position has too many below it to be drawn as a tree."));
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
  /** @type {HTMLInputElement} */
  slider;

  /** @param {Api.Induction} induction */
  constructor({ states, start, misere }) {
    this.nodes = /** @type {TreeNode[]} */ (states);
    this.start = start;
    this.misere = misere;
    const { places, levels, width, height } = layerNodes(this.nodes);
    this.places = places;
    this.levels = levels;
    this.width = width;
    this.height = height;
    this.longest = this.nodes[start].length;
    this.most = Math.max(1, ...states.map(({ value }) => (typeof value === "number" ? value : 0)));
    this.step = this.longest + 1; // everything is known
    this.chosen = start;
    this.zoom = 1;
    this.head = unique("tree-head");
    this.build();
    this.show();
  }

  build() {
    this.svg = s("svg", {
      class: "tree",
      viewBox: `0 0 ${this.width} ${this.height}`,
      role: "group",
      "aria-label": t("{n} positions; arrow keys go from one to the next", { n: this.nodes.length }),
    });
    this.svg.append(
      s(
        "g",
        { class: "links" },
        this.nodes.flatMap((node, i) => node.options.map((option) => this.link(i, option))),
      ),
      s(
        "g",
        {},
        this.nodes.map((_, i) => this.drawn(i)),
      ),
    );
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.card = h("div", { class: "tree-card", "aria-live": "polite" });
    this.sentence = h("p", { class: "step-words", role: "status" });
    this.element = h(
      "div",
      { class: "tree-view" },
      this.controls(),
      this.sentence,
      h("div", { class: "tree-body" }, scroller(t("the tree"), this.svg), this.card),
      this.legend(),
      this.list(),
    );
    this.size();
  }

  controls() {
    const least = 0;
    this.slider = h("input", {
      type: "range",
      min: least,
      max: this.longest + 1,
      value: this.step,
      "aria-label": t("How many levels are decided"),
      oninput: (event) => this.go(Number(event.target.value)),
    });
    /** @param {number} by */
    const zoom = (by) => () => {
      this.zoom = Math.min(2.5, Math.max(0.3, this.zoom * by));
      this.size();
    };
    return h(
      "div",
      { class: "tree-controls" },
      this.slider,
      button("«", () => this.go(0), { "aria-label": t("From the beginning") }),
      button("◀", () => this.go(this.step - 1), { "aria-label": t("Step back") }),
      button("▶", () => this.go(this.step + 1), { "aria-label": t("Next step") }),
      button("−", zoom(1 / 1.25), { "aria-label": t("Smaller") }),
      button("+", zoom(1.25), { "aria-label": t("Larger") }),
    );
  }

  size() {
    this.svg.style.width = `${this.width * this.zoom}px`;
  }

  /** @param {number} from @param {number} to */
  link(from, to) {
    const [p, q] = [this.places[from], this.places[to]];
    const bend = (q.y - p.y) / 2;
    return s("path", {
      class: "tree-link",
      "data-from": from,
      "data-to": to,
      d: `M${p.x} ${p.y + R}C${p.x} ${p.y + bend} ${q.x} ${q.y - bend} ${q.x} ${q.y - R}`,
    });
  }

  /** @param {number} i */
  drawn(i) {
    const { x, y } = this.places[i];
    return s(
      "g",
      {
        class: "node",
        role: "button",
        "data-node": i,
        tabindex: i === this.chosen ? 0 : -1,
        transform: `translate(${x} ${y})`,
        onclick: () => this.choose(i),
        onfocus: () => this.choose(i, false),
      },
      s("rect", { class: "touch", x: -34, y: -LEVEL / 2 + 4, width: 68, height: LEVEL - 8 }),
      s("circle", { class: "ring", r: R + 5 }),
      s("circle", { class: "disc", r: R }),
      s("text", { class: "worth", "text-anchor": "middle", "dominant-baseline": "central" }),
      s("text", { class: "state", "text-anchor": "middle", y: R + 17 }, short(this.nodes[i].text)),
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
    this.step = Math.min(this.longest + 1, Math.max(0, step));
    this.slider.value = String(this.step);
    this.show();
    say(this.sentence.textContent);
  }

  show() {
    this.svg.querySelectorAll(".node").forEach((node, i) => this.dress(node, i));
    this.svg.querySelectorAll(".tree-link").forEach((link) => {
      link.classList.toggle("chosen", Number(link.dataset.from) === this.chosen);
    });
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
    if (this.step > this.longest) return t("All positions are decided. Go back to watch it grow from the end.");
    if (this.step === 0) return t("Nothing is decided yet. The next step takes the positions without a move.");
    if (this.step === 1) {
      return this.misere
        ? t("Without a move the player to move has won: N.")
        : t("Without a move the value is 0, and the player to move has lost.");
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
    if (focus) this.svg.querySelector(`[data-node="${i}"]`).focus({ preventScroll: true });
  }

  /** @param {On<KeyboardEvent>} event */
  key(event) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (dx === undefined) return;
    event.preventDefault();
    const y = this.levels.findIndex((level) => level.includes(this.chosen));
    const level = this.levels[y + dy];
    if (!level) return;
    const next = dx ? level[level.indexOf(this.chosen) + dx] : nearest(level, this.places, this.places[this.chosen].x);
    if (next === undefined) return;
    this.choose(next);
    this.svg.querySelector(`[data-node="${next}"]`).scrollIntoView({ block: "nearest", inline: "nearest" });
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
      h("span", {}, h("i", { class: "key ring", "aria-hidden": "true" }), t("ring: the player to move loses (P)")),
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

/** A long state would run into its neighbours. @param {string} text */
const short = (text) => (text.length > 10 ? `${text.slice(0, 9)}…` : text);
