// A match as a step of a lesson: on the page's own board, with a goal.

import { button, h, replace } from "../dom.js";
import { IdeaCard } from "../idea-card.js";
import { LEVELS, keepLevel, meetOpponents, nextLevel } from "../levels.js";
import { Match } from "../match.js";
import { MatchView } from "../match-view.js";
import { t } from "../language.js";
import { Why } from "../why.js";

/**
 * `ended(won)` hears of each match that ends; `context.finish` when the goal is reached.
 * @param {MatchStep} step @param {LessonContext} context @param {(won: boolean) => void} ended
 */
export function lessonMatch(step, context, ended = () => {}) {
  const { position, misere = false, people = false, wins = 1, why: explained = false } = step;
  const goal = people ? 0 : wins;
  const growing = (step.level ?? "perfect") === "growing";
  if (step.opponent) meetOpponents([step.opponent]);
  const idea = new IdeaCard();
  const place = h("div", {});
  const score = h("p", { class: "score", role: "status" });
  const controls = h("div", { class: "row" });
  const why = explained ? new Why({ matchView: () => matchView, play: (move) => matchView.play(move) }) : null;
  let level = growing ? LEVELS[0] : (step.level ?? "perfect");
  let side = people ? -1 : step.first === "computer" ? 0 : 1;
  let won = 0;
  let counted = false;
  /** @type {Match} */
  let match;
  /** @type {MatchView} */
  let matchView;

  const tell = () => {
    const told = [];
    if (goal > 1) told.push(t("Wins: {n} of {goal}", { n: Math.min(won, goal), goal }));
    if ((goal && won >= goal) || (!goal && counted)) {
      told.push(`✔ ${step.after ?? t("Well done. Continue when you like.")}`);
    }
    replace(score, told.join(" · "));
  };
  const over = () => {
    if (counted || !matchView.view || !matchView.over || match.looking) return;
    counted = true;
    const mine = match.computer >= 0 && match.winner === 1 - match.computer;
    if (mine) won++;
    if (mine && growing) {
      level = nextLevel(level);
      keepLevel(position.split(/[{:]/)[0], level);
    }
    if (!goal || won >= goal) context.finish();
    tell();
    ended(mine);
  };
  const draw = () => {
    over();
    idea.show(match);
    why?.show(match.position, misere, match.computersTurn ? "computer" : "you");
    replace(controls, tools());
  };
  const tools = () => [
    button(
      t("Undo"),
      () => {
        if (match.undo()) matchView.refresh(t("Taken back."));
      },
      { disabled: !match.canUndo || counted, id: "lesson-undo" },
    ),
    button(t("Begin again"), begin, { id: "lesson-again", class: counted ? "primary" : "" }),
    !people && (step.first ?? "you") === "choose"
      ? button(
          side === 1 ? t("Let the computer begin") : t("Let me begin"),
          () => {
            side = 1 - side;
            begin();
          },
          { id: "lesson-first" },
        )
      : null,
  ];
  const begin = () => {
    counted = false;
    match = new Match(position, { misere, computer: side, level, seed: Math.floor(Math.random() * 1e9) });
    matchView?.leave();
    matchView = new MatchView(match, { changed: draw, titles: context.titles, list: false });
    replace(place, matchView.element);
    matchView.refresh();
  };
  begin();
  tell();
  const element = h(
    "section",
    { class: `card lesson-board ${why ? "explained" : ""}`, "aria-label": t("Board: {position}", { position }) },
    h("div", {}, idea.element, place, score, controls),
    why?.element,
  );
  return { element, leave: () => matchView.leave() };
}
