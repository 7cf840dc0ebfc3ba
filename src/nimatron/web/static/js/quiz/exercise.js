// One exercise: its question, a way to answer it, and the verdict. Two wrong answers end it, and the board has its Why.

import { get } from "../api.js";
import { button, field, h } from "../dom.js";
import { t } from "../language.js";
import { Why } from "../why.js";
import { paragraphs } from "../why/derivation.js";
import { Picker, boardOf } from "./picker.js";

const TRIES = 2;

/**
 * How an answer is given, by its form: an element, and where the cursor goes first.
 * @param {Api.Quiz} asked @param {Judge} check
 */
function byChoice({ choices }, check) {
  const buttons = choices.map(({ id, text }) => button(text, () => check(id), { "data-choice": id }));
  return { element: h("div", { class: "two" }, buttons) };
}

/** @param {Api.Quiz} asked @param {Judge} check */
function byNumber({ form }, check) {
  const input = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 200 });
  /** @param {On<Event>} event */
  const submit = (event) => {
    event.preventDefault();
    check(input.value);
  };
  const label = form === "numbers" ? t("Your answer: numbers with commas between them") : t("Your answer: a number");
  const send = h("button", { type: "submit", class: "primary" }, t("Check"));
  return { element: h("form", { class: "row", onsubmit: submit }, field(label, input), send), focus: input };
}

/** @param {Api.Board} view @param {Judge} check */
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
  /**
   * `tried(text)` hears of each answer that could be read, "" for one that was asked for. `done(right)` is called once,
   * when the answer was found or has been told. `task` names the exercise, `wrong` counts the tries before.
   * @param {Api.Quiz} asked @param {Api.Board | null} view
   * @param {{sheet: import("../verdict.js").VerdictSheet, done: (right: boolean) => void, task: object,
   *   tried?: (text: string) => void, wrong?: number}} around
   */
  constructor(asked, view, { sheet, done, task, tried = () => {}, wrong = 0 }) {
    this.asked = asked;
    this.sheet = sheet;
    this.done = done;
    this.task = task;
    this.tried = tried;
    this.wrong = wrong;
    this.over = false;
    /** @param {string} text */
    const check = (text) => this.check(text);
    const moves = asked.form === "moves";
    this.control = moves
      ? byMoves(/** @type {Api.Board} */ (view), check)
      : asked.form === "choice"
        ? byChoice(asked, check)
        : byNumber(asked, check);
    const board = view && !moves ? h("div", { class: "table" }, boardOf(view).element) : null;
    this.element = h(
      "section",
      { class: "card question exercise", "aria-label": asked.title },
      asked.rules.map((text) => h("p", {}, text)),
      asked.about ? h("p", {}, asked.about) : null,
      h("p", { class: "asks" }, asked.question),
      board,
      this.control.element,
    );
  }

  /** @param {string} text */
  async check(text) {
    if (this.over) return;
    if (!text.trim()) return this.sheet.show("wrong", t("Give an answer first."));
    try {
      const last = this.wrong + 1 >= TRIES;
      const told = await get("quiz-answer", { ...this.task, text, reveal: last });
      this.tried(text);
      if (told.right) this.finish("right", told);
      else if (last) this.finish("wrong", told);
      else {
        this.wrong++;
        this.sheet.show("wrong", t("Not yet: try again."), told.hint ?? "");
      }
    } catch (fault) {
      this.sheet.show("wrong", fault.message); // what cannot be read is no try
    }
  }

  async reveal() {
    try {
      if (this.over) return;
      const told = await get("quiz-answer", { ...this.task, reveal: true });
      this.tried("");
      this.finish("told", told);
    } catch (fault) {
      this.sheet.show("wrong", fault.message);
    }
  }

  focus() {
    if ("focus" in this.control) this.control.focus.focus();
  }

  /** @param {Look} look @param {Api.QuizAnswer} answer */
  finish(look, { answer, reason }) {
    this.over = true;
    const why = this.explained(reason ?? []);
    this.element.append(why);
    const said = look === "right" ? t("Right!") : t("The answer: {answer}", { answer: answer ?? "" });
    const show = button(t("Why?"), () => why.scrollIntoView({ block: "center", behavior: "smooth" }), {
      class: "link",
    });
    this.sheet.show(look, said, "", show);
    this.done(look === "right");
  }

  /** The Why of the board; of numbers alone, the reason in words. @param {Api.Line[]} lines */
  explained(lines) {
    const { position, misere } = this.asked;
    if (!position) return h("div", { class: "reason explanation" }, paragraphs(lines));
    const why = new Why();
    why.open = true;
    why.show(position, misere);
    return h("div", { class: "reason" }, why.element);
  }
}
