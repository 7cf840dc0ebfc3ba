// Questions that are answered by a move on the board: a table at which nobody replies.

import { button, h, replace } from "../dom.js";
import { Match } from "../match.js";
import { Table } from "../table.js";
import { capital, t } from "../words.js";

class AskingTable extends Table {
  // `chosen(option)` hears of each move instead of its being made.
  constructor(position, titles, chosen) {
    super(new Match(position, { computer: -1 }), { titles, list: false });
    this.chosen = chosen;
  }

  play(option) {
    this.chosen(option);
    this.chooser.clear();
    this.unmark();
    this.tell(this.status());
  }

  status() {
    return t("Make the move on the board.");
  }
}

function typing(example, type) {
  const input = h("input", { type: "text", autocomplete: "off", "aria-label": t("Or type the move") });
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
        ? h("span", { class: "dim small" }, t("in words, such as: {example} (which is no answer)", { example }))
        : null,
    ),
  );
}

// One move: it is judged as soon as it is made.
export function moveControl({ shown, titles }, judge) {
  const table = new AskingTable(shown.position, titles, (option) => judge(option.after));
  table.refresh();
  return {
    element: h("div", { class: "card lesson-board" }, table.element, typing(shown.example, judge)),
    leave: () => table.leave(),
  };
}

// Several moves: they are gathered, and then judged together.
export function movesControl({ shown, titles, kept }, judge) {
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
  const drop = (after) => {
    moves.delete(after);
    draw();
  };
  const add = (after, text) => {
    moves.set(after, text);
    draw();
  };
  const table = new AskingTable(shown.position, titles, (option) => add(option.after, option.text));
  table.refresh();
  draw();
  return {
    element: h(
      "div",
      { class: "card lesson-board" },
      table.element,
      typing(shown.example, (text) => add(text, text)),
      h("p", { class: "dim" }, t("Make all moves that win, one after the other, then check.")),
      list,
      button(t("Check"), () => judge([...moves.keys()].join("\n")), { class: "primary" }),
    ),
    leave: () => table.leave(),
  };
}
