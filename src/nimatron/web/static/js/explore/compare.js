// Two one-heap games side by side, and the first heap at which they differ.

import { get } from "../api.js";
import { h } from "../dom.js";
import { scroller } from "../scroller.js";
import { t } from "../words.js";
import { answering, questions } from "./answering.js";
import { Choice } from "./choice.js";
import { slider } from "./dials.js";
import { exports } from "./export.js";

const AROUND = 10;

export function compareTab(values, remember) {
  let n = Number(values.n ?? 1000);
  const place = h("div", { class: "answered" });
  const answered = answering(place);
  const show = () => {
    const asked = { one: one.rules, two: two.rules, n };
    remember(asked);
    answered((signal) => answer(asked, [one, two], signal));
  };
  const choose = (label, rules) =>
    new Choice({ label, rules, fits: (game) => game.sequence === "heap", changed: () => show() });
  const one = choose(t("One game"), values.one ?? "kayles");
  const two = choose(t("The other"), values.two ?? "dawson-kayles");
  const count = slider(t("How many values"), { min: 10, max: Math.max(2000, n), value: n }, (number) => {
    n = number;
    show();
  });
  show();
  const tab = h(
    "div",
    { class: "ask-answer" },
    questions(
      h("div", { class: "tuners" }, one.element, two.element),
      h("div", { class: "tuners" }, count),
      one.notation,
      two.notation,
    ),
    place,
  );
  tab.leave = answered.stop;
  return tab;
}

async function answer({ one, two, n }, choices, signal) {
  const found = await get("comparison", { one, two, n }, signal);
  const at = Number(found.first_difference ?? 0);
  const upto = Math.min(n, at + AROUND);
  const from = Math.max(0, at - AROUND);
  const [a, b] = await Promise.all([one, two].map((game) => get("sequence", { game, n: Math.max(1, upto) }, signal)));
  const heaps = [...Array(Math.max(0, Math.min(a.values.length, b.values.length) - from)).keys()].map((i) => i + from);
  const cells = (sequence) =>
    heaps.map((heap) =>
      h("td", { class: a.values[heap] === b.values[heap] ? "" : "exception" }, sequence.values[heap]),
    );
  const row = (choice, sequence) => h("tr", {}, h("th", { scope: "row" }, choice.title), cells(sequence));
  const table = h(
    "table",
    { class: "values compared" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("heap")),
        heaps.map((heap) => h("th", { scope: "col" }, heap)),
      ),
    ),
    h("tbody", {}, row(choices[0], a), row(choices[1], b)),
  );
  const rows = () => [["heap", a.game, b.game], ...heaps.map((heap) => [heap, a.values[heap], b.values[heap]])];
  return h(
    "section",
    { class: "card" },
    h("h2", {}, choices.map((choice) => choice.title).join(" · ")),
    found.lines.slice(1).map((line) => h("p", { class: "finding" }, line.text)),
    scroller(t("table of values"), table),
    exports({ name: "nimatron-comparison", rows, lines: found.commands }),
  );
}
