// A pupil answers homework, task by task. The answers stay in this browser until they are handed in as a code or file.

import { get } from "../api.js";
import { button, field, h, replace } from "../dom.js";
import { ExerciseCard } from "../quiz/exercise.js";
import { VerdictSheet } from "../verdict.js";
import { t } from "../language.js";
import { LONGEST_NAME, writeAnswers } from "./code.js";
import { handOver } from "./hand-over.js";

const KEY = "nimatron.homework";
const MOST_KEPT = 20; // homework of one browser

/** @returns {Record<string, {name: string, tasks: TaskRecord[]}>} */
function records() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

export class PupilPage {
  /** @type {ExerciseCard | null} */
  card = null;
  at = 0; // the task in sight; one more than there are: handing in

  /** @param {HomeworkSet} set @param {string} print */
  constructor(set, print) {
    this.set = set;
    this.print = print;
    const { name = "", tasks = [] } = records()[print] ?? {};
    this.name = String(name);
    /** @type {TaskRecord[]} */
    this.done = set.tasks.map((_, i) => tasks[i] ?? { tries: [], over: false, right: false });
    this.sheet = new VerdictSheet();
    this.coins = h("ol", { class: "task-coins" });
    this.place = h("div", {});
    this.give = button(t("Show the answer"), () => this.card?.reveal());
    this.next = button(t("Next"), () => this.show(this.open(this.at + 1)), { class: "primary" });
    this.element = h(
      "div",
      {},
      h("h1", {}, set.title),
      this.coins,
      this.place,
      h("div", { class: "step-foot" }, this.sheet.element, h("div", { class: "step-bar" }, this.give, this.next)),
    );
    this.show(this.open(0));
  }

  /** The first task from here on that is open, else any open one, else handing in. @param {number} from */
  open(from) {
    const order = [...this.done.keys()].sort((a, b) => Number(a < from) - Number(b < from) || a - b);
    return order.find((i) => !this.done[i].over) ?? this.done.length;
  }

  save() {
    const others = Object.entries(records()).filter(([print]) => print !== this.print);
    const kept = [...others.slice(1 - MOST_KEPT), [this.print, { name: this.name, tasks: this.done }]];
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  }

  /** @param {number} at */
  async show(at) {
    this.at = at;
    this.card = null;
    this.sheet.clear();
    this.drawCoins();
    const task = this.set.tasks[at];
    this.give.hidden = this.next.hidden = true;
    if (!task) return replace(this.place, await this.handIn());
    try {
      const asked = await get("quiz", task);
      const view = asked.position ? await get("position", { position: asked.position }) : null;
      if (this.at === at) await this.ask(asked, view, this.done[at]);
    } catch (fault) {
      replace(this.place, h("p", { class: "bad", role: "alert" }, fault.message));
      this.next.hidden = false;
    }
  }

  /** @param {Api.Quiz} asked @param {Api.Board | null} view @param {TaskRecord} record */
  async ask(asked, view, record) {
    const again = record.over;
    const task = this.set.tasks[this.at];
    this.card = new ExerciseCard(asked, view, {
      sheet: this.sheet,
      task,
      wrong: record.tries.length,
      tried: (text) => {
        record.tries.push(text);
        this.save();
      },
      done: (right) => {
        if (!again) Object.assign(record, { over: true, right });
        this.save();
        this.drawCoins();
        this.give.hidden = true;
        this.next.hidden = false;
        if (!again) this.next.focus();
      },
    });
    replace(this.place, this.card.element);
    this.give.hidden = again;
    if (again) this.card.finish(record.right ? "right" : "told", await get("quiz-answer", { ...task, reveal: true }));
    else this.card.focus();
  }

  drawCoins() {
    const items = this.done.map(({ over, right }, i) => {
      const look = !over ? "" : right ? "right" : "wrong";
      const said = !over
        ? t("Task {n}", { n: i + 1 })
        : right
          ? t("Task {n}: right", { n: i + 1 })
          : t("Task {n}: wrong", { n: i + 1 });
      const current = this.at === i ? "step" : null;
      return h(
        "li",
        {},
        button(!over ? i + 1 : right ? "✔" : "✖", () => this.show(i), {
          class: look,
          "aria-label": said,
          "aria-current": current,
        }),
      );
    });
    const last = this.at === this.done.length ? "step" : null;
    const hand = button(t("Hand in"), () => this.show(this.done.length), { class: "hand", "aria-current": last });
    replace(this.coins, items, h("li", {}, hand));
  }

  async handIn() {
    const name = h("input", { type: "text", maxlength: LONGEST_NAME, value: this.name, autocomplete: "name" });
    const result = h("div", {});
    const draw = async () => {
      this.name = name.value.trim();
      this.save();
      if (!this.name) {
        replace(result, h("p", { class: "dim" }, t("Write your name, then send the code or the file.")));
        return;
      }
      const tries = this.done.map((record) => record.tries);
      const code = await writeAnswers({ set: this.print, name: this.name, tries });
      replace(result, handOver(t("Your code"), code, `${this.name.replace(/[^\p{L}\p{N}]+/gu, "-")}.txt`));
    };
    name.addEventListener("input", draw);
    const open = this.done.filter(({ over }) => !over).length;
    const right = this.done.filter((record) => record.right).length;
    await draw();
    return h(
      "section",
      { class: "card" },
      h("h2", {}, t("{right} of {asked} right", { right, asked: this.done.length })),
      open ? h("p", {}, t("Not answered yet: {n}", { n: open })) : null,
      field(t("Your name"), name),
      result,
    );
  }
}
