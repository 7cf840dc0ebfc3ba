// The parts of a lesson: text, boards to play on, questions that are checked, strategies to reveal.

import { get } from "../api.js";
import { button, field, h, replace, unique } from "../dom.js";
import { Match } from "../match.js";
import { playLink } from "../links.js";
import { say } from "../shell.js";
import { Table } from "../table.js";
import { Why } from "../why.js";
import { t } from "../words.js";

export function text(...paragraphs) {
  return paragraphs.map((paragraph) => h("p", {}, paragraph));
}

// A match against the computer, with settings that can be changed; `explain` adds the "Why?" panel.
export function board(
  position,
  titles,
  { misere = false, computer = 1, level = "perfect", explain = false, swap = true } = {},
) {
  const place = h("div", {});
  const why = explain ? new Why({ table: () => table, play: (move) => table.play(move) }) : null;
  const controls = h("div", { class: "row" });
  let side = computer;
  let match;
  let table;
  const changed = () => {
    why?.show(match.position, misere, match.computersTurn ? "computer" : "you");
    replace(
      controls,
      button(
        t("Undo"),
        () => {
          if (match.undo()) table.refresh(t("Taken back."));
        },
        { disabled: !match.canUndo },
      ),
      button(t("Begin again"), begin),
      swap
        ? button(side === 1 ? t("Let the computer begin") : t("Let me begin"), () => {
            side = 1 - side;
            begin();
          })
        : null,
      h("a", { href: playLink(position, misere) }, t("More settings")),
    );
  };
  const begin = () => {
    match = new Match(position, { misere, computer: side, level, seed: Math.floor(Math.random() * 1e9) });
    table?.leave();
    table = new Table(match, { changed, titles, list: false });
    replace(place, table.element);
    table.refresh();
  };
  begin();
  return h(
    "section",
    { class: `card lesson-board ${why ? "explained" : ""}`, "aria-label": t("Board: {position}", { position }) },
    h("div", {}, place, controls),
    why?.element,
  );
}

// A strategy that stays hidden until the reader wants to see it.
export function reveal(title, ...children) {
  return h(
    "details",
    { class: "card reveal" },
    h("summary", {}, title),
    children.map((child) => (typeof child === "string" ? h("p", {}, child) : child)),
  );
}

// `right`: true, false, or a sentence that says why not.
function answered(verdict, right, because) {
  const sentence = right === true ? `${t("Right!")} ${because}` : right === false ? t("Not yet: try again.") : right;
  verdict.className = `answer ${right === true ? "right" : "wrong"}`;
  replace(verdict, right === true ? "✔ " : "✖ ", sentence);
  say(sentence);
}

// A question; `check(answer)` returns true, false, or a sentence that says why not.
export function question(ask, control, check, because = "") {
  const verdict = h("p", { class: "answer", role: "status" });
  const submit = async (event) => {
    event.preventDefault();
    let right;
    if (!control.value.trim()) {
      right = t("Type an answer first.");
    } else {
      try {
        right = await check(control.value.trim());
      } catch (fault) {
        right = fault.message;
      }
    }
    answered(verdict, right, because);
  };
  return h(
    "form",
    { class: "card question", onsubmit: submit },
    field(ask, control),
    h("button", { type: "submit", class: "primary" }, t("Check")),
    verdict,
  );
}

function number() {
  return h("input", { type: "text", inputmode: "numeric", autocomplete: "off" });
}

function counted(answer, right) {
  return /^\d+$/.test(answer) ? BigInt(answer) === BigInt(right) : t("A number, please.");
}

// "Who wins?": two buttons, a third where a draw may be the answer, and the answer of the solver.
export function whoWins(ask, position, misere = false, because = "", draws = false) {
  const id = unique("who");
  const verdict = h("p", { class: "answer", role: "status" });
  const choose = async (outcome) => {
    try {
      const { outcome: right } = await get("analysis", { position, misere });
      answered(verdict, right === outcome, because);
    } catch (fault) {
      answered(verdict, fault.message);
    }
  };
  return h(
    "section",
    { class: "card question", "aria-labelledby": id },
    h("p", { class: "asks", id }, ask),
    h(
      "div",
      { class: "two" },
      button(t("the player to move"), () => choose("N")),
      button(t("the other player"), () => choose("P")),
      draws ? button(t("nobody: a draw"), () => choose("D")) : null,
    ),
    verdict,
  );
}

export function valueOf(ask, position, because = "") {
  return question(
    ask,
    number(),
    async (answer) => counted(answer, (await get("analysis", { position })).value),
    because,
  );
}

// Asks for a winning move, typed as in the game; any winning move will do.
export function winningMove(ask, position, misere = false, because = "") {
  const input = h("input", { type: "text", autocomplete: "off" });
  return question(
    ask,
    input,
    async (answer) => {
      const made = await get("move", { position, text: answer });
      const { outcome, position: after } = await get("analysis", { position: made.after, misere });
      return outcome === "P"
        ? true
        : t("{move} leaves {after}, which is won for the other player.", { move: made.text, after });
    },
    because,
  );
}

export function exact(ask, right, because = "") {
  return question(ask, number(), (answer) => counted(answer, right), because);
}

export function nimSum(...numbers) {
  return exact(
    t("What is {sum}?", { sum: numbers.join(" ⊕ ") }),
    numbers.reduce((a, b) => a ^ b, 0),
    numbers.map((n) => n.toString(2)).join(" ⊕ "),
  );
}

export function mexOf(...numbers) {
  let least = 0;
  while (numbers.includes(least)) least++;
  return exact(t("What is mex {set}?", { set: `{${numbers.join(", ")}}` }), least);
}
