// Questions that you answer by a move on the board; nobody replies to it.

import { button, h, replace } from "../dom.js";
import { Match } from "../match.js";
import { MatchView } from "../match-view.js";
import { capital, t } from "../language.js";

class QuestionBoard extends MatchView {
  /**
   * `chosen(option)` hears of each move instead of its being made.
   * @param {string} position @param {Map<string, string>} titles @param {(move: Move) => void} chosen
   */
  constructor(position, titles, chosen) {
    super(new Match(position, { computer: -1 }), { titles, list: false });
    this.chosen = chosen;
  }

  /** @param {Move} option */
  async play(option) {
    this.chosen(option);
    this.chooser.clear();
    this.unmark();
    this.tell(this.status());
  }

  status() {
    return t("Make the move on the board.");
  }
}

/** @param {string} example @param {(text: string) => void} type */
function typing(example, type) {
  const input = h("input", { type: "text", autocomplete: "off", "aria-label": t("Or type the move") });
  /** @param {On<Event>} event */
  const send = (event) => {
    event.preventDefault();
    if (input.value.trim()) type(input.value.trim());
    input.value = "";
  };
  return h(
    "details",
    { class: "typed" },
    h("summary", {}, t("Or type the move")),
    h(
      "form",
      { class: "row", onsubmit: send },
      input,
      h("button", { type: "submit" }, t("Enter")),
      example
        ? h("span", { class: "dim small" }, t("in words, such as: {example} (an example, not the answer)", { example }))
        : null,
    ),
  );
}

/** One move: it is judged as soon as it is made. @param {Step} question @param {Judge} judge */
export function moveControl({ shown, titles }, judge) {
  const matchView = new QuestionBoard(shown.position, titles, (option) => judge(option.after));
  matchView.refresh();
  return {
    element: h("div", { class: "card lesson-board" }, matchView.element, typing(shown.example, judge)),
    leave: () => matchView.leave(),
  };
}

/** Several moves: they are gathered, and then judged together. @param {Step} question @param {Judge} judge */
export function movesControl({ shown, titles, kept }, judge) {
  /** @type {Map<string, string>} */
  const moves = new Map(
    (kept ?? "")
      .split("\n")
      .filter(Boolean)
      .map((move) => [move, move]),
  );
  const list = h("ul", { class: "gathered" });
  const draw = () =>
    replace(
      list,
      [...moves].map(([after, text]) =>
        h(
          "li",
          {},
          capital(text),
          " ",
          button("✕", () => drop(after), { class: "plain", "aria-label": t("Take {move} out", { move: text }) }),
        ),
      ),
    );
  /** @param {string} after */
  const drop = (after) => {
    moves.delete(after);
    draw();
  };
  /** @param {string} after @param {string} text */
  const add = (after, text) => {
    moves.set(after, text);
    draw();
  };
  const matchView = new QuestionBoard(shown.position, titles, (option) => add(option.after, option.text));
  matchView.refresh();
  draw();
  return {
    element: h(
      "div",
      { class: "card lesson-board" },
      matchView.element,
      typing(shown.example, (text) => add(text, text)),
      h("p", { class: "dim" }, t("Make all moves that win, one after the other, then check.")),
      list,
      button(t("Check"), () => judge([...moves.keys()].join("\n")), { class: "primary" }),
    ),
    leave: () => matchView.leave(),
  };
}
