// A board on which moves are chosen and not made: each stays in a list until it is taken out again.

import { get } from "../api.js";
import { BoardGroup } from "../board-group.js";
import { Chooser } from "../choosing.js";
import { button, field, h, replace } from "../dom.js";
import { say } from "../shell.js";
import { capital, t } from "../language.js";

const MARKS = ["clicked", "preview", "possible", "meant"];

/** @param {Api.Board} view @param {(id: string) => void} pick @param {(id: string) => void} hover */
export function boardOf(view, pick = () => {}, hover = () => {}) {
  const area = new BoardGroup(pick, hover);
  area.show({
    pictures: view.pictures,
    texts: view.summands.map((summand) => summand.state),
    names: view.summands.map((summand) => summand.game),
  });
  return area;
}

export class Picker {
  /** @param {Api.Board} view */
  constructor(view) {
    this.view = view;
    this.chosen = new Map();
    this.chooser = new Chooser(view.options);
    this.area = boardOf(
      view,
      (id) => this.show(this.chooser.click(id)),
      (id) => this.area.mark("meant", new Set(id ? this.chooser.peek(id) : [])),
    );
    this.area.mark("live", this.chooser.live);
    this.message = h("div", { class: "message", role: "status" });
    this.list = h("ul", { class: "chosen-moves", "aria-label": t("The moves that you have chosen") });
    this.element = h(
      "div",
      {},
      h("div", { class: "table" }, this.area.element, this.message),
      this.list,
      this.undrawn(),
      this.typing(),
    );
    this.draw();
  }

  get value() {
    return [...this.chosen.keys()].join("\n");
  }

  // Moves that change nothing on a board can only be chosen by their words.
  undrawn() {
    const options = this.view.options.filter((option) => !option.changes.length);
    const items = options.map((option) =>
      h(
        "li",
        {},
        button(option.text, () => this.add(option)),
      ),
    );
    return options.length ? h("ul", { class: "buttons" }, items) : null;
  }

  typing() {
    const input = h("input", { type: "text", autocomplete: "off", maxlength: 400 });
    /** @param {On<Event>} event */
    const submit = async (event) => {
      event.preventDefault();
      if (!input.value.trim()) return;
      try {
        this.add(await get("move", { position: this.view.position, text: input.value }));
        input.value = "";
      } catch (fault) {
        this.tell(fault.message);
      }
    };
    return h(
      "form",
      { class: "row typed-move", onsubmit: submit },
      field(t("Or type a move"), input),
      h("button", { type: "submit" }, t("Add")),
    );
  }

  /** @param {Meant} meant */
  show({ play, preview, ties, alike, possible }) {
    for (const name of MARKS) this.area.mark(name, new Set());
    if (play) return this.add(play);
    this.area.mark("clicked", new Set(this.chooser.clicked));
    this.area.mark("preview", new Set(preview?.changes ?? []));
    this.area.mark("possible", new Set(possible ?? []));
    if (preview) {
      this.tell(`${capital(preview.text)}: `);
      this.message.append(button(t("Choose this move"), () => this.show(this.chooser.confirm())));
    } else if (ties) this.tell(t("Several moves start here: click another of the marked places."));
    else if (alike) {
      this.tell(t("Several moves look like this. Which one?"));
      this.message.append(...alike.map((option) => button(option.text, () => this.add(option))));
    } else this.draw();
  }

  /** @param {Move} option */
  add(option) {
    this.chooser.clear();
    for (const name of MARKS) this.area.mark(name, new Set());
    this.chosen.set(option.after, option);
    this.draw();
    say(t("Chosen: {move}", { move: option.text }));
  }

  draw() {
    const moves = [...this.chosen.values()];
    this.area.mark("lit", new Set(moves.flatMap((option) => option.changes ?? [])));
    /** @param {Move} option */
    const item = (option) =>
      h(
        "li",
        {},
        h("span", {}, option.text),
        button("×", () => this.remove(option), {
          class: "plain",
          "aria-label": t("Take out: {move}", { move: option.text }),
        }),
      );
    replace(this.list, moves.map(item));
    this.tell(moves.length ? t("Click another move, or check your answer.") : t("Click a winning move on the board."));
  }

  /** @param {Move} option */
  remove(option) {
    this.chosen.delete(option.after);
    this.draw();
  }

  /** @param {string} sentence */
  tell(sentence) {
    replace(this.message, sentence);
  }
}
