// The ways to learn: the course, practice, homework, and sheets to print.

import { h } from "../dom.js";
import { lang, t } from "../language.js";

/** @param {string} current */
export function tabs(current) {
  const pages = [
    ["learn.html", t("Course")],
    ["quiz.html", t("Practice")],
    ["homework.html", t("Homework")],
    ["sheets.html", t("Sheets")],
  ];
  const links = pages.map(([page, title]) =>
    h("a", { href: `${page}?lang=${lang}`, "aria-current": page === current ? "page" : null }, title),
  );
  return h("nav", { class: "learn-tabs", "aria-label": t("Learn") }, links);
}
