// The Learn screen: lessons that let the reader play first and reveal the strategy afterwards.

import { get } from "./api.js";
import { still } from "./board.js";
import { h, replace } from "./dom.js";
import { LESSONS } from "./learn/lessons.js";
import { shell } from "./shell.js";
import { lang, t } from "./words.js";

const main = await shell("learn.html", "Learn");
const lessons = LESSONS();
const chosen = new URLSearchParams(location.search).get("lesson");
const now = lessons.findIndex((lesson) => lesson.id === chosen);

function address(lesson) {
  return `learn.html?${new URLSearchParams({ lesson: lesson.id, lang })}`;
}

function contents() {
  const places = new Map(
    lessons.map((lesson) => [lesson, h("div", { class: "lesson-picture", "aria-hidden": "true" })]),
  );
  const card = (lesson, i) =>
    h(
      "li",
      {},
      h(
        "a",
        { class: "card lesson-card", href: address(lesson) },
        places.get(lesson),
        h("h2", {}, `${i + 1}. ${lesson.title}`),
        h("p", {}, lesson.about),
      ),
    );
  illustrate(places);
  return [
    h("h1", {}, t("Learn")),
    h(
      "p",
      { class: "lead" },
      t("Play first; then find out why you won or lost. Every board here is alive, and every question is checked."),
    ),
    h("ol", { class: "lesson-cards" }, lessons.map(card)),
  ];
}

// The pictures of the gallery, or of a position of the lesson's own; without them the cards have their words.
async function illustrate(places) {
  try {
    const { pictures } = await get("gallery", {}, undefined, true);
    for (const [lesson, place] of places) {
      const picture = lesson.sample ? await drawn(lesson.sample) : pictures[lesson.game]?.[0];
      if (picture) replace(place, still(picture, { width: 240, height: 120 }));
    }
  } catch {
    for (const place of places.values()) place.remove();
  }
}

async function drawn(position) {
  return (await get("position", { position }, undefined, true)).pictures[0];
}

async function page(lesson, i) {
  const { games } = await get("games");
  const titles = new Map(games.map((game) => [game.id, game.title]));
  const before = lessons[i - 1];
  const after = lessons[i + 1];
  const step = (other, words, title) => h("a", { class: `step ${words}`, href: address(other) }, title);
  return [
    h("p", {}, h("a", { class: "back", href: `learn.html?lang=${lang}` }, t("← all lessons"))),
    h("progress", {
      max: lessons.length,
      value: i + 1,
      "aria-label": t("Lesson {n} of {all}", { n: i + 1, all: lessons.length }),
    }),
    h("h1", {}, `${i + 1}. ${lesson.title}`),
    h("div", { class: "lesson" }, lesson.blocks({ titles })),
    h(
      "nav",
      { class: "lesson-steps", "aria-label": t("Lessons") },
      before ? step(before, "before", `← ${before.title}`) : h("span", {}),
      after ? step(after, "after", `${after.title} →`) : h("span", {}),
    ),
  ];
}

try {
  main.append(...(now < 0 ? contents() : [h("div", { class: "lesson-page" }, await page(lessons[now], now))]));
} catch (fault) {
  main.append(h("p", { class: "bad", role: "alert" }, fault.message));
}
