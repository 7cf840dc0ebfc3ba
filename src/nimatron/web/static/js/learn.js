// The Learn screen: lessons that let the reader play first and reveal the strategy afterwards.

import { get } from "./api.js";
import { h } from "./dom.js";
import { LESSONS } from "./learn/lessons.js";
import { shell } from "./shell.js";
import { lang, t } from "./words.js";

const main = await shell("learn.html", "Learn");
const lessons = LESSONS();
const chosen = new URLSearchParams(location.search).get("lesson");
const now = lessons.findIndex((lesson) => lesson.id === chosen);

function link(lesson, text) {
  return h("a", { href: `learn.html?${new URLSearchParams({ lesson: lesson.id, lang })}` }, text);
}

function contents() {
  const cards = lessons.map((lesson, i) =>
    h("li", { class: "panel card" }, h("h2", {}, link(lesson, `${i + 1}. ${lesson.title}`)), h("p", {}, lesson.about)),
  );
  return [
    h("h1", {}, t("Learn")),
    h(
      "p",
      {},
      t("Play first; then find out why you won or lost. Every board here is alive, and every question is checked."),
    ),
    h("ol", { class: "cards" }, cards),
  ];
}

async function page(lesson, i) {
  const { games } = await get("games");
  const titles = new Map(games.map((game) => [game.id, game.title]));
  const before = lessons[i - 1];
  const after = lessons[i + 1];
  return [
    h("p", {}, h("a", { href: `learn.html?lang=${lang}` }, t("← all lessons"))),
    h("h1", {}, `${i + 1}. ${lesson.title}`),
    h("div", { class: "lesson" }, lesson.blocks({ titles })),
    h(
      "nav",
      { class: "row between", "aria-label": t("Lessons") },
      before ? link(before, `← ${before.title}`) : h("span", {}),
      after ? link(after, `${after.title} →`) : h("span", {}),
    ),
  ];
}

try {
  main.append(...(now < 0 ? contents() : [h("div", { class: "lesson-page" }, await page(lessons[now], now))]));
} catch (fault) {
  main.append(h("p", { class: "bad", role: "alert" }, fault.message));
}
