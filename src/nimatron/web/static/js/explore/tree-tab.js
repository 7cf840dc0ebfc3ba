// The tree of a small position, chosen by game: every position below it, with values that grow from the end.

import { get } from "../api.js";
import { h, select, field } from "../dom.js";
import { t } from "../language.js";
import { treeOf } from "../game-tree.js";
import { latestAnswer, questions } from "./latest-answer.js";
import { ruleChoice } from "./game-choice.js";

// Small ones, from many families; each has at most a few dozen positions below it.
const SMALL = () => [
  ["nim: 2 3", t("Nim, heaps of 2 and 3")],
  ["subtraction{1,2,3}: 9", t("Take 1, 2 or 3 from 9 coins")],
  ["kayles: 6", t("Kayles, a row of 6")],
  ["chomp: 3x2", t("Chomp, 3 by 2")],
  ["wythoff: 3 4", t("Wythoff's queen on (3, 4)")],
  ["cram: 3x2", t("Cram, 3 by 2")],
  ["twins: 1 3", t("Twins, heads at 1 and 3")],
  ["grundy: 8", t("Grundy's game, a heap of 8")],
  ["nim: 2 + kayles: 3", t("A sum: 2 coins and 3 pins")],
];

/** @param {Record<string, string>} values @param {Remember} remember */
export function treeTab(values, remember) {
  const place = h("div", { class: "answered card" });
  const answered = latestAnswer(place);
  let misere = values.misere === "1";
  const samples = SMALL();
  const input = h("input", {
    type: "text",
    value: values.position ?? samples[0][0],
    spellcheck: "false",
    autocomplete: "off",
  });
  const named = select([...samples, ["", t("as written below")]], "", (text) => {
    if (text) input.value = text;
    show();
  });
  const show = () => {
    const position = input.value.trim();
    const known = samples.find(([text]) => text === position);
    named.value = known ? position : "";
    named.options[named.length - 1].text = known ? t("as written below") : position;
    remember({ position, ...(misere ? { misere: "1" } : {}) });
    answered(async (signal) => [h("h2", {}, known?.[1] ?? position), await treeOf(position, misere, signal)]);
  };
  const rule = ruleChoice(misere, (chosen) => {
    misere = chosen;
    show();
  });
  /** @param {On<Event>} event */
  const submit = (event) => {
    event.preventDefault();
    show();
  };
  // Any position that somebody plays can be looked at here, if it is small.
  const random = async () => {
    const { position } = await get("start", { game: input.value, seed: Math.floor(Math.random() * 1e9) });
    input.value = position;
    show();
  };
  show();
  return h(
    "div",
    { class: "ask-answer" },
    questions(
      field(t("Position"), named),
      field(t("Rule"), rule),
      h(
        "form",
        { onsubmit: submit },
        field(t("In the notation"), input),
        h(
          "div",
          { class: "row" },
          h("button", { type: "submit", class: "primary" }, t("Show")),
          h("button", { type: "button", onclick: random }, t("Another one")),
        ),
      ),
    ),
    place,
  );
}
