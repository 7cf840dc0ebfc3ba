// A graph to draw: click to add a vertex, click two vertices for an arrow; the Sprague-Grundy values follow at once.

import { get } from "../api.js";
import { arrowhead, button, h, replace, s } from "../dom.js";
import { playLink } from "../share.js";
import { say } from "../shell.js";
import { capital, t } from "../words.js";
import { exports } from "./export.js";

// The size of the field, large enough that a vertex is never too small for a finger.
const WIDE = Math.max(320, Math.min(720, innerWidth - 60));
const HIGH = 440;
const R = 20;
const MOST = 40;

function tooMany() {
  return t("A graph here has at most {n} vertices.", { n: MOST });
}

function named(i) {
  return i < 26 ? String.fromCharCode(97 + i) : `${named(i % 26)}${Math.floor(i / 26)}`;
}

function within({ x, y }) {
  return { x: Math.max(R, Math.min(WIDE - R, x)), y: Math.max(R, Math.min(HIGH - R, y)) };
}

class Editor {
  constructor(text, remember) {
    this.remember = remember;
    this.vertices = new Map();
    this.edges = [];
    this.values = new Map();
    this.from = null;
    this.svg = s("svg", {
      class: "graph-editor",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "application",
      tabindex: 0,
      "aria-label": t("Graph: click to add a vertex; choose two vertices for an arrow"),
    });
    this.message = h("p", { class: "message", role: "status" });
    this.out = h("div", {});
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("pointerdown", (event) => this.grab(event));
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.element = h(
      "div",
      { class: "columns-2" },
      h(
        "section",
        { class: "panel" },
        h(
          "p",
          { class: "dim" },
          t(
            "Click into the empty field: a new vertex. Click a vertex and then another: an arrow; the same again " +
              "takes it away. Vertices can be dragged. Keys: N new vertex, Delete removes the chosen one.",
          ),
        ),
        this.svg,
        this.message,
        this.typed(text),
      ),
      this.out,
    );
    this.draw();
    this.ask({ text });
  }

  // Draws the graph that a text means, with its vertices in a circle.
  place({ vertices, edges }) {
    this.vertices = new Map(vertices.map((name, i) => [name, this.spot(i, vertices.length)]));
    this.edges = edges;
    this.from = null;
  }

  spot(i, count) {
    const angle = (i / Math.max(1, count)) * 2 * Math.PI - Math.PI / 2;
    return { x: WIDE / 2 + (WIDE / 2 - 60) * Math.cos(angle), y: HIGH / 2 + 160 * Math.sin(angle) };
  }

  typed(text) {
    this.input = h("input", {
      type: "text",
      id: "graph-text",
      value: text,
      spellcheck: "false",
      "aria-label": t("The graph as text"),
    });
    const use = (event) => {
      event.preventDefault();
      this.ask({ text: this.input.value });
    };
    return h(
      "form",
      { class: "row", onsubmit: use },
      this.input,
      h("button", { type: "submit" }, t("Use this text")),
      button(t("Empty"), () => this.ask({ text: "" })),
    );
  }

  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  // A vertex can be dragged; the click that ends the drag must not choose it.
  grab(event) {
    const name = event.target.closest("[data-name]")?.dataset.name;
    if (!name) return;
    const from = this.point(event);
    const drag = (next) => {
      const to = this.point(next);
      if (!this.dragged && Math.hypot(to.x - from.x, to.y - from.y) < R / 2) return;
      this.dragged = true;
      this.vertices.set(name, within(to));
      this.draw();
    };
    const drop = () => {
      removeEventListener("pointermove", drag);
      setTimeout(() => {
        this.dragged = false;
      });
    };
    addEventListener("pointermove", drag);
    addEventListener("pointerup", drop, { once: true });
    addEventListener("pointercancel", drop, { once: true });
  }

  click(event) {
    if (this.dragged) return;
    const vertex = event.target.closest("[data-name]");
    if (vertex) {
      this.choose(vertex.dataset.name);
      return;
    }
    this.add(this.point(event));
  }

  add(place) {
    if (this.vertices.size >= MOST) return this.tell(tooMany());
    let i = 0;
    while (this.vertices.has(named(i))) i++;
    this.vertices.set(named(i), within(place));
    this.from = null;
    this.draw();
    this.update();
  }

  choose(name) {
    if (this.from === null) {
      this.from = name;
      this.tell(t("From {name}: now choose where the arrow goes.", { name }));
      this.message.append(
        " ",
        button(t("Remove {name}", { name }), () => this.remove(name)),
      );
    } else if (this.from === name) {
      this.from = null;
      this.tell("");
    } else {
      this.toggle(this.from, name);
      this.from = null;
    }
    this.draw();
  }

  toggle(a, b) {
    const there = this.edges.findIndex(([x, y]) => x === a && y === b);
    if (there >= 0) this.edges.splice(there, 1);
    else if (this.reaches(b, a)) {
      return this.tell(t("No arrow from {a} to {b}: play could go round in a circle for ever.", { a, b }));
    } else this.edges.push([a, b]);
    this.update();
  }

  reaches(a, b) {
    const seen = new Set([a]);
    for (const vertex of seen) for (const [x, y] of this.edges) if (x === vertex) seen.add(y);
    return seen.has(b);
  }

  key(event) {
    const name = event.target.dataset?.name;
    if (event.key === "n") this.add({ x: 60 + Math.random() * (WIDE - 120), y: 60 + Math.random() * (HIGH - 120) });
    else if ((event.key === "Delete" || event.key === "Backspace") && name) this.remove(name);
    else if ((event.key === "Enter" || event.key === " ") && name) {
      this.choose(name);
      this.svg.querySelector(`[data-name="${CSS.escape(name)}"]`)?.focus();
    } else return;
    event.preventDefault();
  }

  remove(name) {
    this.vertices.delete(name);
    this.edges = this.edges.filter((edge) => !edge.includes(name));
    this.from = null;
    this.draw();
    this.update();
  }

  tell(text) {
    replace(this.message, text);
    if (text) say(text);
  }

  // Called after the drawing has changed.
  update() {
    this.ask({ arrows: this.edges.flat().join(" "), vertices: [...this.vertices.keys()].join(" ") });
  }

  // Shows the values of the graph that a text means, or of the drawing.
  async ask(graph) {
    this.tell("");
    this.asked?.abort();
    const { signal } = (this.asked = new AbortController());
    try {
      const found = await get("graph", graph, signal);
      if (signal.aborted) return; // meanwhile the graph has changed
      if (found.vertices.length > MOST) this.tell(tooMany());
      else this.show(found, "text" in graph);
    } catch (fault) {
      if (!signal.aborted) this.tell(fault.message);
    }
  }

  show(found, anew) {
    if (anew) this.place(found);
    this.input.value = found.text;
    this.remember({ graph: found.text });
    this.values = new Map(found.vertices.map((name, i) => [name, found.values[i]]));
    if (found.trouble) this.tell(capital(found.trouble));
    this.draw();
    this.result(found);
  }

  draw() {
    const line = ([a, b]) => {
      const [p, q] = [this.vertices.get(a), this.vertices.get(b)];
      const far = Math.hypot(q.x - p.x, q.y - p.y) || 1;
      const [dx, dy] = [((q.x - p.x) / far) * (R + 3), ((q.y - p.y) / far) * (R + 3)];
      return s("line", {
        class: "arrow",
        x1: p.x + dx,
        y1: p.y + dy,
        x2: q.x - dx,
        y2: q.y - dy,
        "marker-end": "url(#graph-head)",
      });
    };
    const vertex = ([name, { x, y }]) => {
      const value = this.values.get(name);
      return s(
        "g",
        {
          class: `editable ${value === 0 ? "lost" : ""} ${this.from === name ? "chosen" : ""}`,
          tabindex: 0,
          role: "button",
          "data-name": name,
          transform: `translate(${x} ${y})`,
          "aria-label": typeof value === "number" ? t("{name}, value {value}", { name, value }) : name,
          "aria-pressed": this.from === name,
        },
        s("circle", { class: "vertex", r: R }),
        s("text", { "text-anchor": "middle", dy: 5 }, value ?? ""),
        s("text", { class: "axis", "text-anchor": "middle", dy: -R - 5 }, name),
      );
    };
    this.svg.replaceChildren(
      s("defs", {}, arrowhead("graph-head", 9)),
      s("rect", { class: "field-back", width: WIDE, height: HIGH }),
      ...this.edges.map(line),
      ...[...this.vertices].map(vertex),
    );
  }

  result({ position, commands }) {
    const lost = [...this.values].filter(([, value]) => value === 0).map(([name]) => name);
    const rows = () => [["vertex", "value"], ...this.values];
    replace(
      this.out,
      h(
        "section",
        { class: "panel" },
        h("h2", {}, t("Values")),
        h(
          "p",
          {},
          t(
            "The value of a vertex is the least number that no arrow from it leads to (mex). Value 0: the player " +
              "who must move from there loses.",
          ),
        ),
        lost.length ? h("p", {}, t("P-positions: {names}", { names: lost.join(", ") })) : null,
        position ? h("p", {}, h("a", { href: playLink(position) }, t("Play on this graph"))) : null,
        exports({ name: "nimatron-graph", rows, svg: () => this.svg, lines: commands }),
      ),
    );
  }
}

export function graphTab(values, remember) {
  return new Editor(values.graph ?? "a>b a>c b>d c>d c>e d>f e>f", remember).element;
}
