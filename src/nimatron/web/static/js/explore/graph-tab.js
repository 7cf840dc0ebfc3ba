// A graph to draw: tap for a vertex, tap two vertices for an arrow or an edge, drag to move; the values follow at once.

import { get } from "../api.js";
import { path, route } from "../arrows.js";
import { arrowhead, button, field, h, replace, s, select } from "../dom.js";
import { playLink } from "../play-links.js";
import { say } from "../shell.js";
import { shortValue, fullValue } from "../value-text.js";
import { capital, t } from "../language.js";
import { gameOf } from "./game-choice.js";
import { Drawing, circle, layers } from "./drawing.js";
import { exportButtons } from "./export-buttons.js";

const R = 24;
const MOST = 40;
const FAR = 10; // pixels: less is a click with an unsteady hand

// The games that are played on a drawn graph, and those of them whose edges have a direction.
const GAMES = ["graph", "node-kayles", "arc-kayles", "poset"];
const DIRECTED = ["graph", "poset"];

class GraphEditor {
  /** @type {SVGSVGElement} */
  svg;
  /** @type {HTMLElement} */
  message;
  /** @type {HTMLElement} */
  tools;
  /** @type {HTMLElement} */
  help;
  /** @type {HTMLElement} */
  out;
  /** @type {HTMLInputElement} */
  input;
  /** @type {HTMLElement} */
  element;
  /** @type {Promise<void>} */
  answer;
  /** @type {string | null} */
  chosen = null;
  /** @type {string | null | undefined} */
  position;
  dragged = false;
  asked = new AbortController();

  /** @param {Record<string, string>} values @param {Remember} remember */
  constructor({ graph, places = "", on = "graph" }, remember) {
    this.remember = remember;
    this.on = GAMES.includes(on) ? on : GAMES[0];
    this.drawing = new Drawing();
    this.drawing.places = places;
    /** @type {Map<string, Value>} */
    this.values = new Map();
    this.size = [720, 460];
    this.build(graph);
    this.ask({ text: graph });
  }

  /** @param {any} graph */
  build(graph) {
    this.svg = s("svg", {
      class: "graph-editor",
      role: "application",
      tabindex: 0,
      "aria-label": t("Graph: tap to add a vertex; choose two vertices to join them"),
    });
    this.message = h("p", { class: "graph-message", role: "status" });
    this.tools = h("div", { class: "tools-row" });
    this.help = h("p", { class: "dim" }, this.helped());
    this.out = h("div", { class: "answered" });
    this.input = h("input", { type: "text", id: "graph-text", value: graph, spellcheck: "false", autocomplete: "off" });
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("pointerdown", (event) => this.grab(event));
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.element = h(
      "div",
      { class: "graph-page" },
      h(
        "section",
        { class: "card" },
        field(t("Game"), this.games()),
        this.help,
        this.tools,
        this.svg,
        this.message,
        this.typed(),
      ),
      this.out,
    );
    const sizes = new ResizeObserver(() => this.fit());
    sizes.observe(this.svg);
    this.showTools();
  }

  games() {
    const named = GAMES.map((id) => [id, gameOf(id)?.title ?? id]);
    return select(named, this.on, (id) => this.playedOn(id));
  }

  /** The same drawing for another game; a text that is still being read is drawn first. @param {string} id */
  async playedOn(id) {
    await this.answer;
    this.drawing.remember();
    this.on = id;
    if (!this.directed) this.drawing.forgetDirections();
    replace(this.help, this.helped());
    this.changed();
  }

  get directed() {
    return DIRECTED.includes(this.on);
  }

  helped() {
    return this.directed
      ? t(
          "Tap the field: a new vertex. Tap a vertex, then another: an arrow; the same again takes it away. " +
            "Drag to move.",
        )
      : t(
          "Tap the field: a new vertex. Tap a vertex, then another: an edge; the same again takes it away. " +
            "Drag to move.",
        );
  }

  // The drawing is as wide as its place, and vertices are never too small for a finger.
  fit() {
    const { clientWidth: wide, clientHeight: high } = this.svg;
    if (!wide || !high) return;
    this.size = [wide, high];
    this.draw();
  }

  typed() {
    /** @param {On<Event>} event */
    const use = (event) => {
      event.preventDefault();
      this.ask({ text: this.input.value });
    };
    return h(
      "form",
      { class: "typed-graph", onsubmit: use },
      field(t("The graph as text"), this.input),
      h("button", { type: "submit" }, t("Use this text")),
    );
  }

  showTools() {
    const { drawing, chosen } = this;
    replace(
      this.tools,
      button(t("Undo"), () => this.back(drawing.undo()), { disabled: !drawing.past.length, id: "graph-undo" }),
      button(t("Redo"), () => this.back(drawing.redo()), { disabled: !drawing.future.length, id: "graph-redo" }),
      button(t("New vertex"), () => this.add(this.free()), { id: "graph-new" }),
      button(t("Arrange"), () => this.arrange(), { id: "graph-arrange" }),
      button(t("Empty"), () => this.clear(), { id: "graph-empty" }),
      chosen ? button(t("Remove {name}", { name: chosen }), () => this.remove(chosen), { class: "danger" }) : null,
    );
  }

  // -- places --

  /** @param {Point} share */
  at({ x, y }) {
    return { x: x * this.size[0], y: y * this.size[1] };
  }

  /** @param {MouseEvent} event */
  share(event) {
    const box = this.svg.getBoundingClientRect();
    /** @param {number} number @param {number} most */
    const inside = (number, most) => Math.max(R + 4, Math.min(most - R - 4, number)) / most;
    return { x: inside(event.clientX - box.left, this.size[0]), y: inside(event.clientY - box.top, this.size[1]) };
  }

  // A place away from all vertices, for those who have no pointer.
  free() {
    const spots = [...Array(60).keys()].map((i) => ({ x: 0.1 + 0.08 * (i % 11), y: 0.14 + 0.14 * Math.floor(i / 11) }));
    /** @param {Point} spot */
    const near = (spot) =>
      Math.min(9, ...[...this.drawing.vertices.values()].map(({ x, y }) => Math.hypot(x - spot.x, y - spot.y)));
    return spots.reduce((best, spot) => (near(spot) > near(best) ? spot : best));
  }

  // -- pointer and keys --

  /** A vertex can be dragged; the click that ends the drag must not choose it. @param {On<PointerEvent>} event */
  grab(event) {
    const name = event.target.closest("[data-name]")?.dataset.name;
    if (!name) return;
    const from = [event.clientX, event.clientY];
    const before = this.drawing.state;
    /** @param {PointerEvent} next */
    const drag = (next) => {
      if (!this.dragged && Math.hypot(next.clientX - from[0], next.clientY - from[1]) < FAR) return;
      this.dragged = true;
      this.drawing.move(name, this.share(next));
      this.draw();
    };
    const drop = () => {
      removeEventListener("pointermove", drag);
      if (this.dragged) this.moved(before);
      setTimeout(() => (this.dragged = false));
    };
    addEventListener("pointermove", drag);
    addEventListener("pointerup", drop, { once: true });
    addEventListener("pointercancel", drop, { once: true });
  }

  /** @param {any} before */
  moved(before) {
    this.drawing.past.push(before);
    this.drawing.future = [];
    this.keep();
    this.showTools();
  }

  /** @param {On<MouseEvent>} event */
  click(event) {
    if (this.dragged) return;
    const vertex = event.target.closest("[data-name]");
    if (vertex) this.choose(vertex.dataset.name);
    else if (this.chosen) this.choose(this.chosen);
    else this.add(this.share(event));
  }

  /** @param {On<KeyboardEvent>} event */
  key(event) {
    const name = event.target.dataset?.name;
    if ((event.ctrlKey || event.metaKey) && event.key === "z") this.back(this.drawing.undo());
    else if ((event.ctrlKey || event.metaKey) && event.key === "y") this.back(this.drawing.redo());
    else if (event.key === "n") this.focus(this.add(this.free()));
    else if ((event.key === "Delete" || event.key === "Backspace") && name) this.remove(name);
    else if ((event.key === "Enter" || event.key === " ") && name) {
      this.choose(name);
      this.focus(name);
    } else return;
    event.preventDefault();
  }

  /** @param {string | undefined} name */
  focus(name) {
    if (name) this.svg.querySelector(`[data-name="${CSS.escape(name)}"]`)?.focus();
  }

  // -- changes --

  /** @param {Share} place */
  add(place) {
    if (this.drawing.vertices.size >= MOST) {
      this.tell(tooMany());
      return undefined;
    }
    const name = this.drawing.add(place);
    this.changed();
    return name;
  }

  /** @param {string} name */
  choose(name) {
    const from = this.chosen;
    this.chosen = from === null ? name : null;
    if (from === null) this.tell(t("From {name}: now choose another vertex.", { name }));
    else if (from === name) this.tell("");
    else {
      this.drawing.toggle(from, name, this.directed);
      this.changed();
      return;
    }
    this.showTools();
    this.draw();
  }

  /** @param {string} name */
  remove(name) {
    this.drawing.remove(name);
    this.changed();
  }

  clear() {
    this.drawing.remember();
    this.drawing.state = { vertices: [], edges: [] };
    this.changed();
  }

  /** @param {boolean} done */
  back(done) {
    if (done) this.changed();
  }

  async arrange() {
    const names = [...this.drawing.vertices.keys()];
    this.drawing.arrange(await this.layout(this.position, names));
    this.keep();
    this.showTools();
    this.draw();
  }

  /** As the board would draw it. @param {string | null | undefined} position @param {string[]} names */
  async layout(position, names) {
    if (!position) return circle(names);
    try {
      const { pictures } = await get("position", { position });
      return pictures[0] ? layers(pictures[0]) : circle(names);
    } catch {
      return circle(names);
    }
  }

  changed() {
    this.chosen = null;
    this.showTools();
    this.draw();
    const { vertices, edges } = this.drawing;
    this.ask({ arrows: edges.flat().join(" "), vertices: [...vertices.keys()].join(" ") });
  }

  // -- answers --

  /** @param {string} text */
  tell(text) {
    replace(this.message, text);
    if (text) say(text);
  }

  /** Shows the values of the graph that a text means, or of the drawing. @param {any} graph */
  ask(graph) {
    this.answer = this.answered(graph);
  }

  /** @param {any} graph */
  async answered(graph) {
    this.tell("");
    this.asked.abort();
    const { signal } = (this.asked = new AbortController());
    try {
      const found = await get("graph", { ...graph, game: this.on }, signal);
      if (signal.aborted) return; // meanwhile the graph has changed
      if (found.vertices.length > MOST) return this.tell(tooMany());
      if ("text" in graph) await this.place(found);
      if (!signal.aborted) this.show(found);
    } catch (fault) {
      if (!signal.aborted) this.tell(fault.message);
    }
  }

  /** @param {Api.Graph} found */
  async place(found) {
    const known = found.vertices.every((name) => this.drawing.vertices.has(name));
    const places = known ? circle([]) : await this.layout(found.position, found.vertices);
    if (this.position !== undefined) this.drawing.remember();
    // If nothing of the old drawing is left, all vertices are placed together.
    if (!found.vertices.some((name) => this.drawing.vertices.has(name))) this.drawing.vertices = new Map();
    this.drawing.become(found, places);
  }

  /** @param {Api.Graph} found */
  show(found) {
    this.position = found.position;
    this.input.value = found.text;
    this.keep();
    this.values = new Map(found.vertices.map((name, i) => [name, found.values[i]]));
    if (found.trouble) this.tell(capital(found.trouble));
    this.showTools();
    this.draw();
    if (this.on === "graph") this.result(found);
    else this.outcome(found);
  }

  keep() {
    const on = this.on === GAMES[0] ? {} : { on: this.on };
    this.remember({ graph: this.input.value, places: this.drawing.places, ...on });
  }

  // -- the picture --

  draw() {
    const [wide, high] = this.size;
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.name;
    this.svg.replaceChildren(
      s("defs", {}, arrowhead("graph-head", 9)),
      s("rect", { class: "field-back", width: wide, height: high }),
      ...this.drawing.edges.map((edge) => this.arrow(edge)).filter(Boolean),
      ...[...this.drawing.vertices].map((vertex) => this.vertex(vertex)),
    );
    this.focus(focused);
  }

  /** @param {string[]} edge */
  arrow([a, b]) {
    if (!this.drawing.vertices.has(a) || !this.drawing.vertices.has(b)) return null;
    const [p, q] = [a, b].map((name) => this.at(/** @type {Share} */ (this.drawing.vertices.get(name))));
    if (a === b) {
      const [top, over] = [p.y - R, p.y - R - 46];
      const d = `M${p.x - 12} ${top}C${p.x - 40} ${over} ${p.x + 40} ${over} ${p.x + 12} ${top - 3}`;
      return s("path", { class: "arrow", d, "marker-end": "url(#graph-head)" });
    }
    const others = [...this.drawing.vertices]
      .filter(([name]) => name !== a && name !== b)
      .map(([, share]) => this.at(share));
    const both = this.drawing.edges.some(([x, y]) => x === b && y === a);
    const curve = route(p, q, others, 2.2 * R, { both });
    return s("path", { class: "arrow", d: path(curve), "marker-end": this.directed ? "url(#graph-head)" : null });
  }

  /** @param {[string, Share]} vertex */
  vertex([name, share]) {
    const { x, y } = this.at(share);
    const value = this.values.get(name);
    const known = value !== null && value !== undefined;
    return s(
      "g",
      {
        class: `editable ${value === 0 ? "lost" : ""} ${this.chosen === name ? "chosen" : ""}`,
        tabindex: 0,
        role: "button",
        "data-name": name,
        transform: `translate(${x} ${y})`,
        "aria-label": known ? t("{name}, value {value}", { name, value: fullValue(value) }) : name,
        "aria-pressed": this.chosen === name,
      },
      s("circle", { class: "ring", r: R + 5 }),
      s("circle", { class: "vertex", r: R }),
      s("text", { class: "worth", "text-anchor": "middle", dy: 6 }, known ? shortValue(value) : ""),
      s("text", { class: "axis", "text-anchor": "middle", dy: -R - 8 }, name),
    );
  }

  /** Where vertices or edges are taken, the graph has a value as a whole. @param {Api.Graph} found */
  async outcome({ position }) {
    const { signal } = this.asked;
    if (!position) return replace(this.out);
    const lines = await get("analysis", { position }, signal).then(
      (found) => found.lines.map(({ text, style }) => h("p", { class: style || null }, text)),
      (fault) => [h("p", { class: "bad" }, fault.message)],
    );
    if (signal.aborted) return undefined;
    const rows = () => [["from", "to"], ...this.drawing.edges];
    return replace(
      this.out,
      h(
        "section",
        { class: "card" },
        h("h2", {}, t("Who wins?")),
        lines,
        this.playButton(position),
        exportButtons({ name: "nimatron-graph", rows, svg: () => this.svg, lines: [] }),
      ),
    );
  }

  /** @param {string | null} position */
  playButton(position) {
    return position ? h("p", {}, h("a", { class: "button", href: playLink(position) }, t("Play on this graph"))) : null;
  }

  /** @param {Api.Graph} found */
  result({ position, commands }) {
    const lost = [...this.values].filter(([, value]) => value === 0).map(([name]) => name);
    const rows = () => [["vertex", "value"], ...this.values];
    const words = t(
      "The value of a vertex is the least number that no arrow from it leads to (mex). Value 0: the player " +
        "who must move from there loses.",
    );
    replace(
      this.out,
      h(
        "section",
        { class: "card" },
        h("h2", {}, t("Values")),
        h("p", {}, words),
        lost.length ? h("p", {}, t("P-positions: {names}", { names: lost.join(", ") })) : null,
        this.playButton(position),
        exportButtons({ name: "nimatron-graph", rows, svg: () => this.svg, lines: commands }),
      ),
    );
  }
}

function tooMany() {
  return t("A graph here has at most {n} vertices.", { n: MOST });
}

const FIRST = "a>b a>c b>d c>d c>e d>f e>f";

/** @param {Record<string, string>} values @param {Remember} remember */
export function graphTab({ graph, places, on }, remember) {
  const first = !on || DIRECTED.includes(on) ? FIRST : FIRST.replaceAll(">", "-");
  return new GraphEditor({ graph: graph ?? first, places, on }, remember).element;
}
