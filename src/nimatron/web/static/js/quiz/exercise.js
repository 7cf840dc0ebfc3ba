// One exercise: its question, a way to answer it, and what is said about the answer. Two wrong answers end it.

import { get } from "../api.js";
import { button, field, h, replace } from "../dom.js";
import { say } from "../shell.js";
import { t } from "../words.js";
import { Picker, boardOf } from "./picker.js";

const TRIES = 2;

// How an answer is given, by its form: an element, and where the cursor goes first.
function byChoice({ choices }, check) {
  const buttons = choices.map(({ id, text }) => button(text, () => check(id), { "data-choice": id }));
  return { element: h("div", { class: "two" }, buttons) };
}

function byNumber({ form }, check) {
  const input = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 200 });
  const submit = (event) => {
    event.preventDefault();
    check(input.value);
  };
  const label = form === "numbers" ? t("Your answer: numbers with commas between them") : t("Your answer: a number");
  const send = h("button", { type: "submit", class: "primary" }, t("Check"));
  return { element: h("form", { class: "row", onsubmit: submit }, field(label, input), send), focus: input };
}

function byMoves(view, check) {
  const picker = new Picker(view);
  const row = h(
    "div",
    { class: "row" },
    button(t("Check"), () => check(picker.value), { class: "primary" }),
    button(t("No move wins"), () => check("none")),
  );
  return { element: h("div", {}, picker.element, row) };
}

export class ExerciseCard {
  // `done(right)` is called once, when the answer was found or has been told.
  constructor(asked, view, done) {
    Object.assign(this, { asked, done, wrong: 0, over: false });
    const check = (text) => this.check(text);
    const moves = asked.form === "moves";
    this.control = moves
      ? byMoves(view, check)
      : asked.form === "choice"
        ? byChoice(asked, check)
        : byNumber(asked, check);
    this.verdict = h("div", { role: "status" });
    this.give = button(t("Show the answer"), () => this.reveal(), { class: "plain" });
    const board = view && !moves ? h("div", { class: "table" }, boardOf(view).element) : null;
    this.element = h(
      "section",
      { class: "card question exercise", "aria-label": asked.title },
      h("p", { class: "dim" }, asked.title),
      asked.rules.map((text) => h("p", {}, text)),
      asked.about ? h("p", {}, asked.about) : null,
      h("p", { class: "asks" }, asked.question),
      board,
      this.control.element,
      this.verdict,
      this.give,
    );
  }

  get known() {
    const { kind, difficulty, seed } = this.asked;
    return { kind, difficulty, seed };
  }

  async check(text) {
    if (this.over) return;
    if (!text.trim()) return this.tell("wrong", t("Give an answer first."));
    try {
      const last = this.wrong + 1 >= TRIES;
      const told = await get("quiz-answer", { ...this.known, text, reveal: last });
      if (told.right) this.finish(true, told);
      else if (last) this.finish(false, told);
      else {
        this.wrong++;
        this.tell("wrong", told.hint);
      }
    } catch (fault) {
      this.tell("wrong", fault.message); // what cannot be read is no try
    }
  }

  async reveal() {
    try {
      if (!this.over) this.finish(false, await get("quiz-answer", { ...this.known, reveal: true }));
    } catch (fault) {
      this.tell("wrong", fault.message);
    }
  }

  finish(right, { answer, reason }) {
    this.over = true;
    this.give.remove();
    this.tell(right ? "right" : "wrong", right ? t("Right!") : t("The answer: {answer}", { answer }));
    const lines = reason.map(({ text, style }) => h("span", { class: style ? `line-${style}` : null }, `${text}\n`));
    this.verdict.append(h("pre", { class: "reason" }, lines));
    this.done(right);
  }

  tell(look, sentence) {
    replace(this.verdict, h("p", { class: `answer ${look}` }, look === "right" ? "✔ " : "✖ ", sentence));
    say(sentence);
  }
}
