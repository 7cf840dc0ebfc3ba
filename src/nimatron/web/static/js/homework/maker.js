// A teacher puts homework together: random exercises and positions. The result is a link and a file.

import { get } from "../api.js";
import { button, field, h, replace, segments, select } from "../dom.js";
import { Gallery } from "../gallery.js";
import { icon } from "../icons.js";
import { lang, t } from "../language.js";
import { LONGEST_TITLE, MOST_TASKS, codesIn, readSet, writeSet } from "./code.js";
import { fileButton, handOver } from "./hand-over.js";
import { taskBoard } from "./task-board.js";

const SEEDS = 1e6;
const ABOUT_POSITIONS = ["winning-moves", "who-wins", "misere"]; // kinds that can ask about any position

export class Maker {
  /** @type {Task[]} */
  tasks = [];
  /** @type {Map<Task, Element>} */
  cards = new Map();
  level = "easy";

  /** @param {Api.Games} catalog @param {Api.Quizzes} quizzes */
  constructor(catalog, { kinds, difficulties }) {
    this.title = h("input", { type: "text", maxlength: LONGEST_TITLE, value: t("Homework") });
    this.title.addEventListener("change", () => this.draw());
    this.list = h("ol", { class: "tasks" });
    this.result = h("div", {});
    this.fault = h("p", { class: "bad", role: "alert" });
    const names = kinds.map(({ id, title }) => [id, title]);
    const kind = select(names, ABOUT_POSITIONS[0], (id) => (posed.hidden = !ABOUT_POSITIONS.includes(id)));
    const level = segments(
      t("Difficulty"),
      difficulties.map(({ id, title }) => [id, title]),
      this.level,
      (id) => (this.level = id),
    );
    /** @param {string} position */
    const take = async (position) => this.add({ kind: kind.value, position });
    this.gallery = new Gallery(catalog, { choose: (game) => take(game.sample), begin: take });
    const posed = button(t("Choose a position"), () => this.gallery.open());
    const random = () =>
      this.add({ kind: kind.value, difficulty: this.level, seed: Math.floor(Math.random() * SEEDS) });
    this.element = h(
      "div",
      {},
      h("h1", {}, t("Homework")),
      h(
        "p",
        { class: "lead" },
        t("Put tasks together and send the link. Pupils send back a code, which you open here."),
      ),
      h(
        "section",
        { class: "card" },
        field(t("Title"), this.title),
        h("div", { class: "row" }, field(t("Question"), kind), level),
        h("div", { class: "row" }, button(t("Add a random one"), random, { class: "primary" }), posed),
        this.fault,
        this.list,
      ),
      this.result,
      h(
        "p",
        {},
        fileButton(t("Open homework from a file"), (text) => this.open(text)),
      ),
    );
    this.draw();
  }

  /** Adds a task that the solver can judge; returns the fault of one that it cannot. @param {Task} task */
  async add(task) {
    replace(this.fault);
    try {
      if (this.tasks.length >= MOST_TASKS) throw new Error(t("At most {n} tasks.", { n: MOST_TASKS }));
      this.cards.set(task, await this.card(task));
      this.tasks.push(task);
      await this.draw();
      return null;
    } catch (fault) {
      replace(this.fault, fault.message);
      return fault;
    }
  }

  /** The task with its board. @param {Task} task */
  async card(task) {
    const { title, question, position } = await get("quiz", task);
    const remove = () => {
      this.tasks = this.tasks.filter((other) => other !== task);
      this.draw();
    };
    return h(
      "li",
      { class: "task" },
      await taskBoard(position),
      h("div", {}, h("strong", {}, title), h("p", { class: "dim small" }, position ?? question)),
      button(icon("close"), remove, { class: "plain", "aria-label": t("Remove: {name}", { name: title }) }),
    );
  }

  /** @param {string} text */
  async open(text) {
    try {
      const [code = ""] = codesIn(text);
      await readSet(code);
      location.hash = `set=${code}`;
    } catch (fault) {
      replace(this.fault, fault.message);
    }
  }

  async draw() {
    replace(
      this.list,
      this.tasks.map((task) => this.cards.get(task)),
    );
    if (!this.tasks.length) return replace(this.result, h("p", { class: "dim" }, t("No task yet.")));
    const title = this.title.value.trim() || t("Homework");
    const code = await writeSet({ title, tasks: this.tasks });
    const link = new URL(`homework.html?lang=${lang}#set=${code}`, location.href).href;
    replace(
      this.result,
      h(
        "section",
        { class: "card" },
        h("h2", {}, t("For your pupils")),
        handOver(
          t("link"),
          link,
          "homework.txt",
          h("a", { href: link }, t("Try it")),
          h("a", { href: `${link}&answers=1` }, t("Open the answers")),
        ),
        h("p", { class: "dim small" }, t("Bookmark both links: no server stores your homework.")),
      ),
    );
  }
}
