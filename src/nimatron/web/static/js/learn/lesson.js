// One lesson: a step at a time, with the whole of it in sight as a row of ticks.

import { button, h, replace } from "../dom.js";
import { say } from "../shell.js";
import { lang, t } from "../words.js";
import { lessonLink } from "./contents.js";
import { progress } from "./progress.js";
import { drawStep } from "./steps.js";

export class LessonPage {
  /** @param after the lesson that follows, or null; `titles` has the names of games by id */
  constructor(lesson, after, titles) {
    Object.assign(this, { lesson, after, titles });
    this.ticks = h("ol", { class: "step-ticks" });
    this.place = h("div", { class: "step-place" });
    this.bar = h("nav", { class: "step-bar", "aria-label": t("Steps") });
    this.element = h(
      "div",
      { class: "lesson-page" },
      h("a", { class: "back", href: `learn.html?lang=${lang}#path-${lesson.path}` }, t("← all lessons")),
      h("h1", {}, lesson.title),
      h("nav", { "aria-label": t("Steps of this lesson") }, this.ticks),
      this.place,
      this.bar,
    );
    addEventListener("progress", () => this.mark());
    addEventListener("popstate", () => this.show(asked(this.lesson)));
    this.show(asked(lesson));
  }

  get last() {
    return this.lesson.steps.length - 1;
  }

  go(i) {
    history.pushState(null, "", lessonLink(this.lesson.id, i + 1));
    this.show(i);
    this.place.querySelector("h2, p")?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  show(i) {
    this.leave?.();
    this.at = i;
    const step = this.lesson.steps[i];
    const { element, leave } = drawStep(step, this.context(step));
    this.leave = leave;
    replace(this.place, element);
    say(t("Step {n} of {all}", { n: i + 1, all: this.last + 1 }));
    this.mark();
  }

  // What a step knows of the lesson around it.
  context(step) {
    const { id } = this.lesson;
    return {
      id,
      titles: this.titles,
      done: progress.isDone(id, step.number),
      finish: () => progress.isDone(id, step.number) || progress.finish(id, step.number),
      answer: (number) => progress.answer(id, number),
      keep: (number, answer) => progress.keep(id, number, answer),
    };
  }

  mark() {
    const { id, steps } = this.lesson;
    replace(
      this.ticks,
      steps.map((step, i) => {
        const done = progress.isDone(id, step.number);
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
    this.move(progress.isDone(id, steps[this.at].number));
  }

  move(done) {
    const onward =
      this.at < this.last
        ? button(t("Next"), () => this.go(this.at + 1), { class: done ? "primary" : "", id: "step-next" })
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

// The step that the address names; else the first that is not done.
function asked({ id, steps }) {
  const step = Number(new URLSearchParams(location.search).get("step"));
  if (step >= 1 && step <= steps.length) return step - 1;
  return Math.max(
    0,
    steps.findIndex(({ number }) => !progress.isDone(id, number)),
  );
}
