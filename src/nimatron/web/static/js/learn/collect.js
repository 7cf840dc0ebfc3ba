// A table that fills with the reader's own results: who won from each position, or what the reader believes.

import { button, h, replace } from "../dom.js";
import { t } from "../language.js";
import { grid } from "./grid.js";
import { lessonMatch } from "./lesson-match.js";

/** @type {Record<string, string>} */
const SIGNS = { won: "✔", lost: "✖" };
/** @type {Record<string, string | undefined>} */
const NEXT = { undefined: "lost", lost: "won", won: undefined };

/** @param {Step} step @param {LessonContext} context */
export function collect(step, context) {
  const { shown, number, enough = 1 } = step;
  const results = { ...context.answer(number) };
  const table = h("div", { class: "collected" });
  const place = h("div", {});
  const note = h("p", { class: "answer kept-guess", role: "status" });
  const plays = step.by !== "marking";
  /** @type {Part | null} */
  let match = null;
  let chosen = "";

  /** @type {Record<string, string>} */
  const words = {
    won: t("won for the player to move"),
    lost: t("lost for the player to move"),
    undefined: t("not known yet"),
  };
  const draw = () => {
    /** @param {string} name @param {number} x @param {number} y */
    const cell = (name, x, y) =>
      button(SIGNS[results[name]] ?? "·", () => (plays ? play(name, x, y) : write(name, NEXT[results[name]])), {
        class: `cell ${results[name] ?? ""} ${name === chosen ? "chosen" : ""}`,
        id: `cell-${name}`,
        "aria-label": `${name}: ${words[results[name]]}`,
      });
    replace(table, grid(shown, cell));
    const filled = Object.values(results).filter(Boolean).length;
    if (filled >= enough) context.finish();
    replace(
      note,
      filled >= enough
        ? (step.after ?? t("That is enough for a guess. Fill in more, or continue."))
        : t("{n} of {all} filled in", { n: filled, all: enough }),
    );
  };
  /** @param {string} name @param {any} result */
  const write = (name, result) => {
    results[name] = result;
    context.keep(number, results);
    draw();
  };
  /** @param {string} name @param {number} x @param {number} y */
  const play = (name, x, y) => {
    chosen = name;
    match?.leave?.();
    const data = {
      position: shown.positions[y][x],
      misere: shown.misere,
      level: step.level ?? "perfect",
      wins: 0,
      first: "you",
    };
    // Whoever has won once from a position has shown that it can be won.
    match = lessonMatch(data, { ...context, finish: () => {} }, (won) =>
      write(name, won || results[name] === "won" ? "won" : "lost"),
    );
    replace(place, match.element);
    draw();
    place.scrollIntoView({ block: "nearest" });
  };
  draw();
  const legend = plays
    ? t("Choose a number and play from there. ✔ you won, ✖ I won.")
    : t("Press a cell: once for lost (✖), again for won (✔).");
  const told = step.text.map((paragraph) => h("p", { class: "told" }, paragraph));
  return {
    element: [
      h("p", { class: "kind" }, t("Collect")),
      step.title ? h("h2", { tabindex: -1 }, step.title) : null,
      told,
      h("div", { class: "card" }, h("p", { class: "dim" }, legend), table, note),
      place,
    ],
    leave: () => match?.leave?.(),
  };
}
