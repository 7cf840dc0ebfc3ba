// Two one-heap games side by side, and the first heap at which they differ.

import { get } from "../api.js";
import { h } from "../dom.js";
import { scroller } from "../scroller.js";
import { t } from "../language.js";
import { latestAnswer, questions } from "./latest-answer.js";
import { GameChoice } from "./game-choice.js";
import { slider } from "./dials.js";
import { exportButtons } from "./export-buttons.js";

const AROUND = 10;

/** @param {Record<string, string>} values @param {Remember} remember */
export function compareTab(values, remember) {
  let n = Number(values.n ?? 1000);
  const place = h("div", { class: "answered" });
  const answered = latestAnswer(place);
  const show = () => {
    const asked = { one: one.rules, two: two.rules, n };
    remember(asked);
    answered((signal) => answer(asked, [one, two], signal));
  };
  /** @param {string} label @param {string} rules */
  const choose = (label, rules) =>
    new GameChoice({ label, rules, fits: (game) => game.sequence === "heap", changed: () => show() });
  const one = choose(t("One game"), values.one ?? "kayles");
  const two = choose(t("The other"), values.two ?? "0.770003");
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
  return Object.assign(tab, { leave: answered.stop });
}

/** @param {{one: string, two: string, n: number}} asked @param {GameChoice[]} choices @param {AbortSignal} [signal] */
async function answer({ one, two, n }, choices, signal) {
  const found = await get("comparison", { one, two, n }, signal);
  const at = Number(found.first_difference ?? 0);
  const upto = Math.min(n, at + AROUND);
  const from = Math.max(0, at - AROUND);
  const [a, b] = await Promise.all([one, two].map((game) => get("sequence", { game, n: Math.max(1, upto) }, signal)));
  const heaps = [...Array(Math.max(0, Math.min(a.values.length, b.values.length) - from)).keys()].map((i) => i + from);
  const first = found.first_difference === null ? -1 : at;
  /** Equal values are joined, and the first difference stands out. @param {number} heap */
  const look = (heap) => (a.values[heap] === b.values[heap] ? "same" : heap === first ? "first-difference" : "differs");
  /** @param {Api.Sequence} sequence */
  const cells = (sequence) => heaps.map((heap) => h("td", { class: look(heap) }, sequence.values[heap]));
  /** @param {GameChoice} choice @param {Api.Sequence} sequence */
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
        heaps.map((heap) => h("th", { scope: "col", class: heap === first ? "first-difference" : null }, heap)),
      ),
    ),
    h("tbody", {}, row(choices[0], a), row(choices[1], b)),
  );
  const rows = () => [["heap", a.game, b.game], ...heaps.map((heap) => [heap, a.values[heap], b.values[heap]])];
  const seen = () => table.querySelector("td.first-difference")?.scrollIntoView({ inline: "center", block: "nearest" });
  requestAnimationFrame(seen);
  return h(
    "section",
    { class: "card" },
    h("h2", {}, choices.map((choice) => choice.title).join(" · ")),
    found.lines.slice(1).map((line) => h("p", { class: "finding" }, line.text)),
    scroller(t("table of values"), table),
    exportButtons({ name: "nimatron-comparison", rows, lines: found.commands }),
  );
}
