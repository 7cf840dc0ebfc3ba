// What pupils handed in: a table of pupils and tasks, and for each task the wrong answers. The solver judges every
// answer here again, so a code can claim nothing.

import { get } from "../api.js";
import { button, download, field, h, replace } from "../dom.js";
import { csv } from "../explore/export-buttons.js";
import { scroller } from "../scroller.js";
import { capital, t } from "../language.js";
import { codesIn, readAnswers } from "./code.js";
import { fileButton } from "./hand-over.js";
import { taskBoard } from "./task-board.js";

const MOST_PUPILS = 200;

export class AnswersTable {
  /** @type {Map<string, Answers>} */
  pupils = new Map(); // by name: who hands in again replaces the earlier answers
  /** @type {Map<string, Promise<Api.QuizAnswer | null>>} */
  verdicts = new Map();

  /** @param {HomeworkSet} set @param {string} print */
  constructor(set, print) {
    this.set = set;
    this.print = print;
    this.area = h("textarea", { rows: 3, spellcheck: "false" });
    this.faults = h("div", { role: "alert" });
    this.place = h("div", {});
    this.element = h(
      "div",
      {},
      h("h1", {}, set.title),
      h(
        "section",
        { class: "card" },
        field(t("Codes of your pupils"), this.area),
        h(
          "div",
          { class: "row" },
          button(t("Add"), () => this.add(this.area.value), { class: "primary" }),
          fileButton(t("Open files"), (text) => this.add(text)),
        ),
        this.faults,
      ),
      this.place,
    );
  }

  /** @param {string} text */
  async add(text) {
    const faults = [];
    const codes = codesIn(text);
    if (text.trim() && !codes.length) faults.push(t("This text does not contain a code. A code begins with “nim.”."));
    for (const code of codes.slice(0, MOST_PUPILS)) {
      try {
        const answers = await readAnswers(code, this.print, this.set.tasks.length);
        if (this.pupils.size < MOST_PUPILS) this.pupils.set(answers.name.trim(), answers);
      } catch (fault) {
        faults.push(fault.message);
      }
    }
    this.area.value = "";
    replace(
      this.faults,
      faults.map((fault) => h("p", { class: "bad" }, fault)),
    );
    if (this.pupils.size) replace(this.place, await this.draw());
  }

  /** The verdict on an answer; null for one that cannot be read. @param {number} i @param {string} text */
  verdict(i, text) {
    const key = `${i} ${text}`;
    const known = this.verdicts.get(key) ?? get("quiz-answer", { ...this.set.tasks[i], text }).catch(() => null);
    this.verdicts.set(key, known);
    return known;
  }

  /** How a pupil did in a task: ✔ at once, ✔2 at the second try. @param {string[]} tries @param {number} i */
  async mark(tries, i) {
    const given = tries.filter((text) => text.trim());
    for (const [n, text] of given.entries()) if ((await this.verdict(i, text))?.right) return n ? `✔${n + 1}` : "✔";
    return given.length ? "✖" : tries.length ? "–" : "";
  }

  async draw() {
    const names = [...this.pupils.keys()].sort((a, b) => a.localeCompare(b));
    const tasks = [...this.set.tasks.keys()];
    /** @param {string} name */
    const marks = (name) => Promise.all(tasks.map((i) => this.mark(this.pupils.get(name)?.tries[i] ?? [], i)));
    const rows = await Promise.all(names.map(async (name) => ({ name, marks: await marks(name) })));
    const right = tasks.map((i) => rows.filter((row) => row.marks[i].startsWith("✔")).length);
    const heads = tasks.map((i) => h("th", { scope: "col" }, i + 1));
    const body = rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.name), row.marks.map(cell)));
    const foot = h(
      "tr",
      {},
      h("th", { scope: "row" }, t("right")),
      right.map((n) => h("td", {}, `${n}/${rows.length}`)),
    );
    const all = () => [["", ...tasks.map((i) => i + 1)], ...rows.map((row) => [plain(row.name), ...row.marks])];
    const head = h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Pupil")), heads));
    return [
      h(
        "section",
        { class: "card" },
        scroller(t("Table"), h("table", { class: "answers" }, head, h("tbody", {}, body), h("tfoot", {}, foot))),
        h("p", { class: "dim small" }, t("✔ right, ✔2 right at the second try, ✖ wrong, – the answer was shown")),
        button(t("Save as CSV"), () => download("homework.csv", csv(all()), "text/csv")),
      ),
      ...(await Promise.all(tasks.map((i) => this.task(i)))),
    ];
  }

  /** A task with the wrong answers to it, the most frequent first. @param {number} i */
  async task(i) {
    const asked = await get("quiz", this.set.tasks[i]);
    /** @type {Map<string, string[]>} */
    const wrong = new Map();
    for (const [name, { tries }] of this.pupils) {
      const said = await Promise.all((tries[i] ?? []).map((text) => this.wrongWords(asked, i, text)));
      for (const words of new Set(said.flat())) wrong.set(words, [...(wrong.get(words) ?? []), name]);
    }
    const items = [...wrong].sort(([, a], [, b]) => b.length - a.length);
    return h(
      "section",
      { class: "card" },
      h("h2", {}, `${i + 1}. ${asked.title}`),
      await taskBoard(asked.position),
      h("p", { class: "dim" }, asked.position ?? asked.question),
      items.length
        ? h(
            "ul",
            { class: "wrong-answers" },
            items.map(([words, names]) =>
              h("li", {}, h("strong", {}, words), " ", h("span", { class: "dim" }, names.join(", "))),
            ),
          )
        : h("p", {}, t("No wrong answers.")),
    );
  }

  /**
   * What is wrong in an answer: moves in words, a choice, a number.
   * @param {Api.Quiz} asked @param {number} i @param {string} text
   */
  async wrongWords(asked, i, text) {
    const found = text.trim() ? await this.verdict(i, text) : null;
    if (!found || found.right) return [];
    if (asked.form === "choice") return [asked.choices.find(({ id }) => id === text)?.text ?? text];
    if (asked.form !== "moves") return [text.trim()];
    if (!found.wrong.length) return [text.trim() === "none" ? t("No move wins") : t("Some winning moves are missing")];
    const { options } = await get("position", { position: /** @type {string} */ (asked.position) });
    return found.wrong.map((after) => capital(options.find((option) => option.after === after)?.text ?? after));
  }
}

/** @param {string} mark */
function cell(mark) {
  return h("td", { class: mark.startsWith("✔") ? "right" : mark === "✖" ? "wrong" : "" }, mark);
}

/** A spreadsheet must not take a name for a formula. @param {string} name */
const plain = (name) => name.replace(/^[=+\-@\t]/, "'$&");
