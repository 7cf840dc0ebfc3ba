// One lesson: a step at a time, with the whole of it in sight as a row of ticks.

import { button, h, replace } from "../dom.js";
import { say } from "../shell.js";
import { lang, t } from "../language.js";
import { lessonLink } from "./contents.js";
import { record } from "./record.js";
import { VerdictSheet } from "../verdict.js";
import { drawStep } from "./steps.js";

export class LessonPage {
  at = 0;
  /** @type {(() => void) | undefined} */
  leave;
  /** @type {Further} */
  further = null;

  /**
   * @param {Api.Lesson} lesson @param {Api.LessonCard | undefined} after the lesson that follows
   * @param {Map<string, string>} titles the names of games by id
   */
  constructor(lesson, after, titles) {
    this.lesson = lesson;
    this.after = after;
    this.titles = titles;
    this.ticks = h("ol", { class: "step-ticks" });
    this.place = h("div", { class: "step-place" });
    this.sheet = new VerdictSheet();
    this.bar = h("nav", { class: "step-bar", "aria-label": t("Steps") });
    this.element = h(
      "div",
      { class: "lesson-page" },
      h("a", { class: "back", href: `learn.html?lang=${lang}#path-${lesson.path}` }, t("← all lessons")),
      h("h1", {}, lesson.title),
      h("nav", { "aria-label": t("Steps of this lesson") }, this.ticks),
      this.place,
      h("div", { class: "step-foot" }, this.sheet.element, this.bar),
    );
    addEventListener("progress", () => this.mark());
    addEventListener("popstate", () => this.show(stepOfAddress(this.lesson)));
    this.show(stepOfAddress(lesson));
  }

  get last() {
    return this.lesson.steps.length - 1;
  }

  /** @param {number} i */
  go(i) {
    history.pushState(null, "", lessonLink(this.lesson.id, i + 1));
    this.show(i);
    this.place.querySelector("h2, p")?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  /** @param {number} i */
  show(i) {
    this.leave?.();
    this.at = i;
    this.read();
    const step = /** @type {Step} */ (this.lesson.steps[i]);
    const { element, leave } = drawStep(step, this.context(step));
    this.leave = leave;
    replace(this.place, element);
    say(t("Step {n} of {all}", { n: i + 1, all: this.last + 1 }));
    this.mark();
  }

  // Puts the verdict away; the next step, or part of a proof, comes into sight.
  read() {
    const { further } = this;
    this.sheet.clear();
    this.further = null;
    further?.scrollIntoView({ block: "start", behavior: "smooth" });
    return Boolean(further);
  }

  /** @type {LessonContext["verdict"]} */
  verdict(look, said, { reason = "", further = null, tool = null } = {}) {
    this.further = further;
    this.sheet.show(look, said, reason, tool);
    this.mark();
  }

  onward() {
    if (this.read()) this.mark();
    else this.go(this.at + 1);
  }

  /** What a step knows of the lesson around it. @param {Step} step @returns {LessonContext} */
  context(step) {
    const { id } = this.lesson;
    return {
      id,
      titles: this.titles,
      finish: () => record.isDone(id, step.number) || record.finish(id, step.number),
      answer: (number) => record.answer(id, number),
      keep: (number, answer) => record.keep(id, number, answer),
      verdict: (look, said, more) => this.verdict(look, said, more),
    };
  }

  mark() {
    const { id, steps } = this.lesson;
    replace(
      this.ticks,
      steps.map((step, i) => {
        const done = record.isDone(id, step.number);
        const label = t("Step {n} of {all}", { n: i + 1, all: steps.length });
        return h(
          "li",
          {},
          button(done ? "✔" : i + 1, () => this.go(i), {
            class: `tick ${done ? "done" : ""}`,
            id: `tick-${i}`,
            "aria-current": i === this.at ? "step" : null,
            "aria-label": done ? `${label}, ${t("done")}` : label,
          }),
        );
      }),
    );
    this.move(record.isDone(id, steps[this.at].number));
  }

  /** @param {boolean} done */
  move(done) {
    const look = done || this.further ? "primary" : "";
    const onward =
      this.at < this.last || this.further
        ? button(t("Next"), () => this.onward(), { class: look, id: "step-next" })
        : this.after
          ? h("a", { class: "go", href: lessonLink(this.after.id), id: "step-next" }, this.after.title, " →")
          : h("a", { class: "go", href: `learn.html?lang=${lang}`, id: "step-next" }, t("All lessons"));
    replace(
      this.bar,
      button(t("Back"), () => this.go(this.at - 1), { disabled: this.at === 0, id: "step-back" }),
      h("span", { class: "dim" }, `${this.at + 1} / ${this.last + 1}`),
      onward,
    );
  }
}

/** The step that the address names; else the first that is not done. @param {Api.Lesson} lesson */
function stepOfAddress({ id, steps }) {
  const step = Number(new URLSearchParams(location.search).get("step"));
  if (step >= 1 && step <= steps.length) return step - 1;
  return Math.max(
    0,
    steps.findIndex(({ number }) => !record.isDone(id, number)),
  );
}
