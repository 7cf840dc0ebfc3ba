// The heaps from 0 to the heap in play, with their values; you can press the heaps that a move leads to.

import { h } from "../dom.js";
import { shortValue, fullValue } from "../value-text.js";
import { t } from "../language.js";

/** @param {WhyLine} picture @param {Links} links */
export function heapLine({ first, cells, at, options: moves }, links) {
  const led = new Map(moves.map((move) => [move.at, move]));
  /** @param {Value} value @param {number} i */
  const cell = (value, i) => {
    const heap = i + first;
    const move = led.get(heap);
    const lost = value === 0 || value === "P";
    const look = ["heap-cell", lost ? "zero" : "", heap === at ? "here" : "", move ? "led" : ""].join(" ");
    const inside = [h("span", { class: "heap" }, heap), h("b", {}, shortValue(value))];
    const name = cellLabel(heap, value, heap === at);
    if (!move) return h("li", {}, h("span", { class: look, title: name }, inside));
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: look,
          "aria-label": `${name}: ${move.text}`,
          title: move.text,
          onclick: () => links.point(move.changes),
          onmouseenter: () => links.point(move.changes),
          onmouseleave: () => links.point([]),
        },
        inside,
      ),
    );
  };
  return h(
    "div",
    { class: "heap-line" },
    h("ol", { "aria-label": t("heaps and their values") }, cells.map(cell)),
    h(
      "p",
      { class: "legend" },
      legend("here", t("here")),
      legend("led", t("a move leads there")),
      legend("zero", t("lost")),
    ),
  );
}

/** @param {number} heap @param {Value} value @param {boolean} here */
function cellLabel(heap, value, here) {
  const text = t("heap {heap}, value {value}", { heap, value: fullValue(value) });
  return here ? `${text}, ${t("here")}` : text;
}

/** @param {string} look @param {string} text */
export function legend(look, text) {
  return h("span", {}, h("i", { class: `key ${look}`, "aria-hidden": "true" }), text);
}
