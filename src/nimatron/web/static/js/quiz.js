// The Practice screen: exercises of a kind and difficulty, one after the other. The address has the exercise.

import { get } from "./api.js";
import { button, field, h, replace, segments, select } from "./dom.js";
import { tabs } from "./learn/tabs.js";
import { ExerciseCard } from "./quiz/exercise.js";
import { keepScore, scoreOf } from "./quiz/score.js";
import { shell } from "./shell.js";
import { VerdictSheet } from "./verdict.js";
import { lang, t } from "./language.js";

const MIXED = "mixed";
const FIRST = "who-wins"; // everybody can guess that
const SEEDS = 1e6;

const main = await shell("learn.html", "Practice");
const address = new URLSearchParams(location.search);
const place = h("div", {});
const score = h("p", { class: "dim", role: "status" });
const next = button(t("Next exercise"), () => another(), { class: "primary", hidden: true, id: "next-exercise" });
const give = button(t("Show the answer"), () => card?.reveal(), { id: "give-up" });
const sheet = new VerdictSheet();
/** @type {ExerciseCard | null} */
let card = null;
/** @type {Api.Named[]} */
let kinds = [];
/** @type {Record<"kind" | "difficulty", string>} */
let chosen;

const anySeed = () => Math.floor(Math.random() * SEEDS);

function drawKind() {
  return chosen.kind === MIXED ? kinds[Math.floor(Math.random() * kinds.length)].id : chosen.kind;
}

function tellScore() {
  const shown = chosen.kind === MIXED ? kinds.map(({ id }) => id) : [chosen.kind];
  const scores = shown.map((kind) => scoreOf(kind, chosen.difficulty));
  /** @param {"right" | "asked"} name */
  const sum = (name) => scores.reduce((total, one) => total + one[name], 0);
  replace(score, t("{right} of {asked} right", { right: sum("right"), asked: sum("asked") }));
}

/** The way on, or to the answer. @param {boolean} over */
function turn(over) {
  next.hidden = !over;
  give.hidden = over;
}

/** @param {string} kind @param {number} seed */
async function ask(kind, seed) {
  const { difficulty } = chosen;
  sheet.clear();
  turn(false);
  history.replaceState(null, "", `quiz.html?${new URLSearchParams({ kind, difficulty, seed: String(seed), lang })}`);
  try {
    const asked = await get("quiz", { kind, difficulty, seed });
    const view = asked.position ? await get("position", { position: asked.position }) : null;
    const done = (/** @type {boolean} */ right) => {
      keepScore(kind, difficulty, right);
      tellScore();
      turn(true);
      next.focus();
    };
    card = new ExerciseCard(asked, view, { sheet, done, task: { kind, difficulty, seed } });
    replace(place, card.element);
    card.focus();
  } catch (fault) {
    replace(place, h("p", { class: "bad", role: "alert" }, fault.message));
    turn(true);
  }
  tellScore();
}

function another() {
  return ask(drawKind(), anySeed());
}

/** @param {Api.Named[]} difficulties */
function settings(difficulties) {
  const choices = [[MIXED, t("All kinds mixed")], ...kinds.map(({ id, title }) => [id, title])];
  /** @param {"kind" | "difficulty"} name */
  const change = (name) => (/** @type {string} */ value) => {
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
  /** @param {Api.Named[]} list @param {string | null} name @param {string} usual */
  const known = (list, name, usual) => list.find(({ id }) => id === name)?.id ?? usual;
  const kind = address.get("kind") === MIXED ? MIXED : known(kinds, address.get("kind"), FIRST);
  chosen = { kind, difficulty: known(found.difficulties, address.get("difficulty"), "easy") };
  main.append(
    tabs("quiz.html"),
    h(
      "div",
      { class: "lesson-page" },
      h("div", { class: "heading" }, h("h1", {}, t("Practice")), score),
      settings(found.difficulties),
      place,
      h("div", { class: "step-foot" }, sheet.element, h("div", { class: "step-bar" }, give, next)),
    ),
  );
  const seed = /^\d{1,15}$/.test(address.get("seed") ?? "") ? Number(address.get("seed")) : anySeed();
  await ask(drawKind(), seed);
} catch (fault) {
  main.append(h("p", { class: "bad", role: "alert" }, fault.message));
}
