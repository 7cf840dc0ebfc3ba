// A step that takes a program: an editor, three hints, and the judge. The code runs in the reader's own browser, shut
// off from everything else. The judge answers with the smallest position where the program is wrong.

import { askInstead } from "../api.js";
import { button, h, replace } from "../dom.js";
import { Crew } from "../engine/crew.js";
import { loadingBar } from "../engine/loading-bar.js";
import { registerService } from "../engine/register-service.js";
import { Sandbox, pythonPlace, supplies } from "../engine/sandbox.js";
import { lang, t } from "../language.js";
import { Match } from "../match.js";
import { MatchView } from "../match-view.js";
import { CodeEditor } from "../own/code-editor.js";
import { say } from "../shell.js";
import { figure } from "./pictures.js";

const LATE = 30_000; // milliseconds that the judge may take; endless loops end much earlier by their steps

/** @param {Step} step @param {LessonContext} context */
export function programStep(step, context) {
  const program = new ProgramStep(step, context);
  return { element: program.element, leave: () => program.leave() };
}

class ProgramStep {
  /** @type {Crew | null} */
  crew = null;
  /** @type {MatchView | null} */
  matchView = null;
  hints = 0;

  /** @param {Step} step @param {LessonContext} context */
  constructor(step, context) {
    this.step = step;
    this.context = context;
    /** @type {any} */
    this.task = step.shown;
    const kept = context.answer(step.number);
    this.editor = new CodeEditor(kept?.code ?? this.task.starter, () => this.changed(), t("Your program"));
    this.verdict = h("div", { class: "program", role: "status" });
    this.hintList = h("ol", { class: "hint-list" });
    this.play = h("div", { class: "program" });
    this.place = h("p", { class: "dim small" });
    this.run = button(t("Run"), () => this.judge(), { class: "primary", id: "run" });
    this.element = h(
      "section",
      { class: "card program" },
      h("p", {}, this.task.text),
      h("p", { class: "dim" }, t("Write the function {signature}.", { signature: this.task.signature })),
      this.editor.element,
      h(
        "div",
        { class: "row" },
        this.run,
        button(t("Hint"), () => this.hint(), { id: "program-hint" }),
        button(t("Begin again"), () => this.restart(), { class: "plain", id: "program-restart" }),
      ),
      this.place,
      this.hintList,
      this.verdict,
      this.play,
    );
    this.describe();
  }

  // Says where the code runs; where it cannot run, how it is judged in a terminal.
  async describe() {
    const place = await pythonPlace(new URL("./", document.baseURI).href);
    if (!place) {
      this.run.remove();
      replace(
        this.place,
        t("This server does not provide Python for browsers. Save your program and test it in a terminal:"),
        " ",
        h("code", {}, this.task.command),
      );
      return;
    }
    const words = t("Your program runs in your browser only.");
    replace(this.place, place === "here" ? words : `${words} ${t("Python comes from {host}.", { host: place })}`);
  }

  changed() {
    this.editor.mark(null);
    const kept = this.context.answer(this.step.number);
    this.context.keep(this.step.number, { ...kept, code: this.editor.code });
  }

  restart() {
    this.editor.area.value = this.task.starter;
    this.editor.area.dispatchEvent(new Event("input"));
    replace(this.verdict);
    replace(this.play);
  }

  hint() {
    if (this.hints < this.task.hints.length) {
      this.hintList.append(h("li", {}, this.task.hints[this.hints++]));
      say(this.task.hints[this.hints - 1]);
    }
  }

  // -- the judge --

  async judge() {
    this.leave();
    replace(this.play);
    this.editor.mark(null);
    replace(this.verdict, h("p", { class: "dim" }, t("Python is loading")));
    const { code } = this.editor;
    try {
      const given = await supplies(await registerService());
      this.crew = new Crew(() => this.opened(given, code), loadingBar, 1);
    } catch (fault) {
      console.warn(fault);
      this.helpless();
    }
  }

  helpless() {
    replace(
      this.verdict,
      h("p", { class: "answer wrong" }, t("Python could not be loaded. Are you connected to the internet?")),
      h("p", {}, h("code", {}, this.task.command)),
    );
  }

  /** @param {Supplies} given @param {string} code */
  opened(given, code) {
    const sandbox = new Sandbox(given, code, lang, { task: this.task.id });
    let later = 0;
    sandbox.addEventListener("message", (event) => {
      const { data } = /** @type {MessageEvent} */ (event);
      if (data.failed) this.helpless();
      if (data.runs) {
        replace(this.verdict, h("p", { class: "dim" }, t("The judge is checking your program.")));
        later = setTimeout(() => this.late(sandbox), LATE);
      }
      if (data.taken) {
        clearTimeout(later);
        this.show(data.taken);
      }
    });
    return sandbox;
  }

  /** @param {Sandbox} sandbox */
  late(sandbox) {
    sandbox.terminate();
    loadingBar(1);
    this.wrong(t("no answer within {seconds} s", { seconds: LATE / 1000 }));
  }

  /** @param {string} text @param {any[]} more */
  wrong(text, ...more) {
    replace(this.verdict, h("p", { class: "answer wrong", id: "verdict" }, "✖ ", text), ...more);
    say(text);
  }

  /** @param {any} verdict */
  show(verdict) {
    if (verdict.fault) return this.wrong(verdict.fault);
    if (verdict.passed) return this.passed(verdict);
    const { position, did, right, after, better, line, printed, fault } = verdict.counterexample;
    this.editor.mark(line);
    const boards = [
      [position, t("The position")],
      [after, t("After your program's move")],
      [better, t("After a winning move")],
    ].filter(([board]) => board && fault !== "missing");
    this.wrong(
      verdict.said,
      h("p", { class: "because" }, did),
      right ? h("p", { class: "because" }, right) : null,
      printed ? h("pre", { class: "printed" }, printed) : null,
      h(
        "div",
        { class: "figures" },
        boards.map(([board, caption]) => figure(board, caption)),
      ),
    );
    return this.offer(verdict);
  }

  /** @param {any} verdict */
  passed(verdict) {
    this.context.keep(this.step.number, { code: this.editor.code, right: true });
    replace(
      this.verdict,
      h("p", { class: "answer right", id: "verdict" }, "✔ ", verdict.said),
      this.step.after ? h("p", { class: "because" }, this.step.after) : null,
      h(
        "details",
        { class: "card" },
        h("summary", {}, t("A short solution")),
        h("pre", { class: "code", tabindex: 0 }, verdict.model),
      ),
    );
    say(verdict.said);
    this.context.finish();
    this.offer(verdict);
  }

  // -- a match --

  /** @param {any} verdict */
  offer({ counterexample }) {
    if (!this.task.match || counterexample?.fault === "missing") return;
    replace(
      this.play,
      h(
        "div",
        { class: "row" },
        button(t("Play against your program"), () => this.begin(), { id: "program-play" }),
      ),
    );
  }

  begin() {
    this.matchView?.leave();
    askInstead(this.crew);
    const settings = { misere: false, computer: 1, level: "perfect", seed: 0 };
    const match = new Match(this.task.match, settings);
    this.matchView = new MatchView(match, { titles: this.context.titles, list: false });
    const again = button(t("Begin again"), () => this.begin());
    replace(this.play, h("div", { class: "lesson-board" }, this.matchView.element, h("div", { class: "row" }, again)));
    this.matchView.refresh();
  }

  leave() {
    this.matchView?.leave();
    this.matchView = null;
    if (this.crew) askInstead(null);
    this.crew?.dismiss();
    this.crew = null;
  }
}
