// Heaps from 0 to the one that is played with, with their values; where a move leads can be pressed.

import { h } from "../dom.js";
import { brief, told } from "../values.js";
import { t } from "../words.js";

export function line({ first, cells, at, options: moves }, links) {
  const led = new Map(moves.map((move) => [move.at, move]));
  const cell = (value, i) => {
    const heap = i + first;
    const move = led.get(heap);
    const lost = value === 0 || value === "P";
    const look = ["heap-cell", lost ? "zero" : "", heap === at ? "here" : "", move ? "led" : ""].join(" ");
    const inside = [h("span", { class: "heap" }, heap), h("b", {}, brief(value))];
    const name = spoken(heap, value, heap === at);
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
    h("p", { class: "legend" }, key("here", t("here")), key("led", t("a move leads there")), key("zero", t("lost"))),
  );
}

function spoken(heap, value, here) {
  const text = t("heap {heap}, value {value}", { heap, value: told(value) });
  return here ? `${text}, ${t("here")}` : text;
}

export function key(look, text) {
  return h("span", {}, h("i", { class: `key ${look}`, "aria-hidden": "true" }), text);
}
