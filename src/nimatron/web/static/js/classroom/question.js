// A question of the quiz: its rules, its board, and a way to answer it; later whether that was right, and why.

import { get } from "../api.js";
import { button, field, h, replace } from "../dom.js";
import { say } from "../shell.js";
import { capital, t } from "../words.js";
import { Picker } from "./tables.js";
import { Watch } from "./watch.js";

export class Question {
  // `answer(text)` is called once somebody has answered; without it the question is only looked at.
  constructor(asked, { titles, answer = null }) {
    Object.assign(this, { asked, titles, answer });
    this.told = h("p", { class: "sentence", role: "status" });
    this.way = h("div", { class: "way" });
    this.board = h("div", { class: "question-board" });
    this.text = h("div", { class: "question-text" });
    this.reason = h("div", { class: "reason" });
    this.element = h("div", { class: "question" }, this.text, this.board, this.way, this.told, this.reason);
    this.load();
  }

  get key() {
    const { subject, difficulty, seed } = this.asked;
    return { kind: subject, difficulty, seed };
  }

  async load() {
    try {
      this.data = await get("quiz", this.key);
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

  pick(given) {
    this.chosen = new Map();
    this.chosenPlace = h("ul", { class: "buttons" });
    this.table = new Picker(given, { titles: this.titles, picked: (option) => this.toggle(option) });
    replace(this.board, this.table.element);
    this.table.refresh();
  }

  toggle(option) {
    if (!this.chosen.delete(option.after)) this.chosen.set(option.after, option.text);
    replace(
      this.chosenPlace,
      [...this.chosen].map(([after, text]) =>
        h(
          "li",
          {},
          button(`${capital(text)} ✕`, () => this.toggle({ after, text }), { class: "chip" }),
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

  send(text) {
    this.told.className = "sentence";
    this.told.textContent = "";
    this.answer(text);
  }

  judged(answer) {
    const first = !this.answered;
    this.answered = answer;
    replace(this.way);
    this.table?.stop();
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
    this.table?.stop();
    try {
      const { answer, reason } = await get("quiz-answer", { ...this.key, reveal: true }, undefined, true);
      const lines = reason.map(({ text }) => h("p", {}, text));
      replace(this.reason, h("p", { class: "task" }, t("The answer: {answer}", { answer })), lines);
    } catch (fault) {
      this.revealed = false;
      this.complain(fault);
    }
  }

  complain(fault) {
    this.told.className = "sentence bad";
    this.told.textContent = fault.message;
  }

  leave() {
    this.watch?.leave();
    this.table?.leave();
  }
}
