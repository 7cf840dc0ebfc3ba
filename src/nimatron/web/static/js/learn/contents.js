// The paths of the course as cards: what each lesson is about, and how far you are.

import { get } from "../api.js";
import { still } from "../board.js";
import { button, h, replace } from "../dom.js";
import { lang, t } from "../language.js";
import { record } from "./record.js";

/** @param {string} id */
export function lessonLink(id, step = 0) {
  return `learn.html?${new URLSearchParams({ lesson: id, ...(step ? { step: String(step) } : {}), lang })}`;
}

/** @param {Api.Lessons} course */
export function contents({ paths }) {
  const draw = () => [
    h("h1", {}, t("Learn")),
    h(
      "p",
      { class: "lead" },
      t(
        "Play first, collect results, guess, then find out why. " +
          "You can play on every board, and every answer is checked.",
      ),
    ),
    paths.map(pathSection),
    recordTools(() => replace(place, draw())),
  ];
  const place = h("div", { class: "course" }, draw());
  return place;
}

/**
 * All paths are folded except the current one: there are many lessons.
 * @param {Api.LessonPath} path @param {number} i @param {Api.LessonPath[]} paths
 */
function pathSection({ id, title, about, lessons }, i, paths) {
  const finished = lessons.filter((lesson) => record.count(lesson.id) >= lesson.steps).length;
  const first = lessons.find((lesson) => record.count(lesson.id) < lesson.steps) ?? lessons[0];
  return h(
    "details",
    { class: "card path", id: `path-${id}`, open: id === currentPath(paths) },
    h(
      "summary",
      {},
      h("h2", {}, title),
      about ? h("p", {}, about) : null,
      h("progress", {
        max: lessons.length,
        value: finished,
        "aria-label": t("{n} of {all} lessons done", { n: finished, all: lessons.length }),
      }),
      h("span", { class: "dim small", "aria-hidden": "true" }, `${finished} / ${lessons.length}`),
    ),
    h(
      "a",
      { class: "go", href: lessonLink(first.id) },
      finished || record.count(first.id) ? t("Go on") : t("Begin"),
      `: ${first.title}`,
    ),
    h(
      "ol",
      { class: "lesson-cards" },
      lessons.map((lesson, k) => h("li", {}, lessonCard(lesson, k))),
    ),
  );
}

/** The path in the address, else the first one that is begun and not finished. @param {Api.LessonPath[]} paths */
function currentPath(paths) {
  const named = paths.find(({ id }) => location.hash === `#path-${id}`);
  const begun = paths.find(
    ({ lessons }) =>
      lessons.some((lesson) => record.count(lesson.id)) &&
      lessons.some((lesson) => record.count(lesson.id) < lesson.steps),
  );
  return (named ?? begun ?? paths[0]).id;
}

/** @param {Api.LessonCard} lesson @param {number} i */
function lessonCard({ id, title, aim, sample, steps }, i) {
  const done = Math.min(record.count(id), steps);
  const picture = h("div", { class: "lesson-picture", "aria-hidden": "true" }, sample ? null : h("b", {}, "1101"));
  if (sample) whenVisible(picture, () => illustrate(picture, sample));
  return h(
    "a",
    { class: `card lesson-card ${done === steps ? "done" : ""}`, href: lessonLink(id) },
    picture,
    h("h3", {}, `${i + 1}. ${title}`),
    h("p", {}, aim),
    h(
      "p",
      { class: "ticks" },
      done === steps ? `✔ ${t("done")}` : done ? t("{n} of {all} steps", { n: done, all: steps }) : "",
    ),
  );
}

/** Asked for only when the card comes into sight: there are many. @param {Element} place @param {() => void} act */
function whenVisible(place, act) {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      act();
    },
    { rootMargin: "200px" },
  );
  watch.observe(place);
}

/** @param {HTMLElement} place @param {string} position */
async function illustrate(place, position) {
  try {
    const { pictures } = await get("position", { position }, undefined, true);
    const [width, height] = pictures.length > 1 ? [112, 112] : [240, 120];
    replace(
      place,
      pictures.filter(Boolean).map((picture) => still(picture, { width, height })),
    );
  } catch {
    place.remove(); // the card has its words
  }
}

/** What is kept here, to be saved or cleared. @param {() => void} redraw */
function recordTools(redraw) {
  if (!record.any) return null;
  const clear = () => {
    if (!confirm(t("Clear all ticks and answers of the course?"))) return;
    record.clear();
    redraw();
  };
  return h(
    "section",
    { class: "kept", "aria-label": t("Your progress") },
    h("p", { class: "dim small" }, t("Your progress is stored in this browser only; nothing leaves this machine.")),
    h(
      "div",
      { class: "row" },
      button(t("Save it as a file"), () => record.save()),
      button(t("Clear it"), clear),
    ),
  );
}
