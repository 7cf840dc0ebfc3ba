// The Practice screen: exercises of a kind and difficulty, one after the other. The address has the exercise.

import { get } from "./api.js";
import { button, field, h, replace, segments, select } from "./dom.js";
import { tabs } from "./learn/tabs.js";
import { ExerciseCard } from "./quiz/exercise.js";
import { keepScore, scoreOf } from "./quiz/score.js";
import { shell } from "./shell.js";
import { lang, t } from "./words.js";

const MIXED = "mixed";
const SEEDS = 1e6;

const main = await shell("learn.html", "Practice");
const address = new URLSearchParams(location.search);
const place = h("div", {});
const score = h("p", { class: "dim", role: "status" });
const next = button(t("Next exercise"), () => another(), { class: "primary", hidden: true });
let kinds = [];
let chosen;

const anySeed = () => Math.floor(Math.random() * SEEDS);

function drawnKind() {
  return chosen.kind === MIXED ? kinds[Math.floor(Math.random() * kinds.length)].id : chosen.kind;
}

function tellScore() {
  const shown = chosen.kind === MIXED ? kinds.map(({ id }) => id) : [chosen.kind];
  const scores = shown.map((kind) => scoreOf(kind, chosen.difficulty));
  const sum = (name) => scores.reduce((total, one) => total + one[name], 0);
  replace(score, t("{right} of {asked} right", { right: sum("right"), asked: sum("asked") }));
}

async function ask(kind, seed) {
  const { difficulty } = chosen;
  next.hidden = true;
  history.replaceState(null, "", `quiz.html?${new URLSearchParams({ kind, difficulty, seed, lang })}`);
  try {
    const asked = await get("quiz", { kind, difficulty, seed });
    const view = asked.position ? await get("position", { position: asked.position }) : null;
    const card = new ExerciseCard(asked, view, (right) => {
      keepScore(kind, difficulty, right);
      tellScore();
      next.hidden = false;
      next.focus();
    });
    replace(place, card.element);
    card.control.focus?.focus();
  } catch (fault) {
    replace(place, h("p", { class: "bad", role: "alert" }, fault.message));
    next.hidden = false;
  }
  tellScore();
}

function another() {
  return ask(drawnKind(), anySeed());
}

function settings(difficulties) {
  const choices = [[MIXED, t("All kinds mixed")], ...kinds.map(({ id, title }) => [id, title])];
  const change = (name) => (value) => {
    chosen[name] = value;
    another();
  };
  const levels = difficulties.map(({ id, title }) => [id, title]);
  return h(
    "div",
    { class: "row quiz-settings" },
    field(t("Kind"), select(choices, chosen.kind, change("kind"))),
    segments(t("Difficulty"), levels, chosen.difficulty, change("difficulty")),
  );
}

try {
  const found = await get("quizzes");
  kinds = found.kinds;
  const known = (list, name, usual) => (list.some(({ id }) => id === name) ? name : usual);
  const kind = known(kinds, address.get("kind"), MIXED);
  chosen = { kind, difficulty: known(found.difficulties, address.get("difficulty"), "easy") };
  main.append(
    tabs("quiz.html"),
    h("div", { class: "lesson-page" }, h("h1", {}, t("Practice")), settings(found.difficulties), score, place, next),
  );
  const seed = /^\d{1,15}$/.test(address.get("seed") ?? "") ? Number(address.get("seed")) : anySeed();
  await ask(drawnKind(), seed);
} catch (fault) {
  main.append(h("p", { class: "bad", role: "alert" }, fault.message));
}
