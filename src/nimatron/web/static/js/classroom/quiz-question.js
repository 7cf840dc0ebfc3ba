// A question of the quiz: its rules, its board, and a way to answer it; later whether that was right, and why.

import { button, field, h, replace } from "../dom.js";
import { say } from "../shell.js";
import { capital, t } from "../language.js";
import { AnswerBoard } from "./pupil-boards.js";
import { Watch } from "./watch.js";

export class QuizQuestion {
  /** @type {Omit<Api.Quiz, "seed">} */
  data;
  /** @type {{right: boolean} | undefined} */
  answered;
  /** @type {Map<string, Move>} */
  chosen = new Map();
  chosenPlace = h("ul", { class: "buttons" });
  /** @type {AnswerBoard | undefined} */
  answerBoard;
  /** @type {Watch | undefined} */
  watch;
  revealed = false;

  /**
   * `answer(text)` is called once somebody has answered; without it the question is only looked at.
   * @param {Connection} line the class, which has the seed of the question and does not send it
   * @param {{titles: Map<string, string>, answer?: ((given: string) => void) | null}} settings
   */
  constructor(line, { titles, answer = null }) {
    this.line = line;
    this.titles = titles;
    this.answer = answer;
    this.told = h("p", { class: "sentence", role: "status" });
    this.way = h("div", { class: "way" });
    this.board = h("div", { class: "question-board" });
    this.text = h("div", { class: "question-text" });
    this.reason = h("div", { class: "reason" });
    this.element = h("div", { class: "question" }, this.text, this.board, this.way, this.told, this.reason);
    this.load();
  }

  async load() {
    try {
      this.data = await this.line.surely("question", {});
      this.draw();
    } catch (fault) {
      this.complain(fault);
    }
  }

  draw() {
    const { rules, about, question, position, form, misere } = this.data;
    replace(
      this.text,
      h("p", { class: "task" }, question),
      about ? h("p", {}, about) : null,
      rules.length
        ? h(
            "details",
            {},
            h("summary", {}, t("The rules")),
            rules.map((rule) => h("p", {}, rule)),
          )
        : null,
    );
    if (position && form === "moves" && this.answer) this.pick({ position, misere });
    else if (position) this.look(position);
    if (this.answer && !this.answered) replace(this.way, this.ways());
    if (this.answered) this.judged(this.answered);
  }

  /** @param {string} position */
  look(position) {
    this.watch = new Watch(this.titles);
    replace(this.board, this.watch.element);
    this.watch.show(position);
  }

  ways() {
    const { form, choices } = this.data;
    if (form === "choice") {
      return h(
        "div",
        { class: "row" },
        choices.map(({ id, text }) => button(capital(text), () => this.send(id), { class: "icon" })),
      );
    }
    if (form === "moves") return [this.chosenPlace, this.moveButtons()];
    const input = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 200 });
    /** @param {On<Event>} event */
    const submit = (event) => {
      event.preventDefault();
      if (input.value.trim()) this.send(input.value);
    };
    return h(
      "form",
      { class: "row typed", onsubmit: submit },
      field(form === "numbers" ? t("Your numbers, in order") : t("Your number"), input),
      h("button", { type: "submit", class: "primary" }, t("Answer")),
    );
  }

  // -- moves --

  /** @param {{position: string, misere: boolean}} given */
  pick(given) {
    this.answerBoard = new AnswerBoard(given, { titles: this.titles, picked: (option) => this.toggle(option) });
    replace(this.board, this.answerBoard.element);
    this.answerBoard.refresh();
  }

  /** @param {Move} option */
  toggle(option) {
    if (!this.chosen.delete(option.after)) this.chosen.set(option.after, option);
    replace(
      this.chosenPlace,
      [...this.chosen.values()].map((move) =>
        h(
          "li",
          {},
          button(`${capital(move.text)} ✕`, () => this.toggle(move), { class: "chip" }),
        ),
      ),
    );
  }

  moveButtons() {
    const sent = () => this.chosen.size && this.send([...this.chosen.keys()].join("\n"));
    return h(
      "div",
      { class: "row" },
      button(t("These are all winning moves"), sent, { class: "primary" }),
      button(t("No move wins"), () => this.send("none"), { class: "icon" }),
    );
  }

  // -- what comes of it --

  /** @param {string} text */
  send(text) {
    this.told.className = "sentence";
    this.told.textContent = "";
    this.answer?.(text);
  }

  /** @param {any} answer */
  judged(answer) {
    const first = !this.answered;
    this.answered = answer;
    replace(this.way);
    this.answerBoard?.stop();
    const text = answer.right ? t("Right!") : t("That is not right.");
    this.told.className = `sentence ${answer.right ? "good" : "bad"}`;
    this.told.textContent = text;
    if (first) say(text);
  }

  // The right answer, with its reason: for all to see.
  async reveal() {
    if (this.revealed) return;
    this.revealed = true;
    replace(this.way);
    this.answerBoard?.stop();
    try {
      const { answer, reason } = await this.line.surely("question", {});
      const lines = (reason ?? []).map((/** @type {{text: string}} */ { text }) => h("p", {}, text));
      replace(this.reason, h("p", { class: "task" }, t("The answer: {answer}", { answer })), lines);
    } catch (fault) {
      this.revealed = false;
      this.complain(fault);
    }
  }

  /** @param {Fault} fault */
  complain(fault) {
    this.told.className = "sentence bad";
    this.told.textContent = fault.message;
  }

  leave() {
    this.watch?.leave();
    this.answerBoard?.leave();
  }
}
