// The Learn screen: the paths of the course, or one lesson of it.

import { get } from "./api.js";
import { h } from "./dom.js";
import { mark } from "./icons.js";
import { lang, t } from "./language.js";
import { contents } from "./learn/contents.js";
import { LessonPage } from "./learn/lesson.js";
import { tabs } from "./learn/tabs.js";
import { shell } from "./shell.js";

const main = await shell("learn.html", "Learn");
const id = new URLSearchParams(location.search).get("lesson");

async function lessonPage() {
  const [lesson, { paths }, { games }] = await Promise.all([get("lesson", { id }), get("lessons"), get("games")]);
  const path = paths.find((one) => one.id === lesson.path)?.lessons ?? [];
  const after = path[path.findIndex((other) => other.id === id) + 1];
  return new LessonPage(lesson, after, new Map(games.map((game) => [game.id, game.title]))).element;
}

try {
  main.append(...(id ? [await lessonPage()] : [tabs("learn.html"), contents(await get("lessons"))]));
  main.append(h("p", { class: "dim small" }, h("a", { href: `help/glossary/${lang}.html` }, t("Glossary"))));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
} catch (fault) {
  main.append(
    h(
      "div",
      { class: "nowhere", role: "alert" },
      mark(),
      h("h1", {}, id && fault.status ? t("There is no such lesson") : t("Learn")),
      h("p", {}, fault.message),
      h("a", { class: "go", href: `learn.html?lang=${lang}` }, t("All lessons")),
    ),
  );
}
