// How well the computer plays, in words. Everybody begins with an opponent that can be beaten; who wins meets a
// stronger one next time, in each game apart.

import { t } from "./language.js";

export const LEVELS = ["first-steps", "fair", "hard", "perfect"];
export const PERSON = "person";

// Opponents with one idea, by id; the catalog of games lists them.
/** @type {Map<string, Api.Opponent>} */
const OPPONENTS = new Map();

/** @param {Api.Opponent[]} opponents */
export function meetOpponents(opponents) {
  for (const opponent of opponents) OPPONENTS.set(opponent.id, opponent);
}

export function allOpponents() {
  return [...OPPONENTS.values()];
}

/** @param {string} level */
export function opponentOf(level) {
  return OPPONENTS.get(level) ?? null;
}

/** The opponent whose idea comes next; null after the last. @param {string} level */
export function nextOpponent(level) {
  const all = allOpponents();
  return all[all.findIndex(({ id }) => id === level) + 1] ?? null;
}

// Names in older links.
/** @type {Record<string, string>} */
const EARLIER = { random: "first-steps", "one-ahead": "fair", half: "hard" };

/** @param {string} level */
export function levelTitle(level) {
  return (
    OPPONENTS.get(level)?.title ??
    {
      "first-steps": t("First steps"),
      fair: t("Fair"),
      hard: t("Hard"),
      perfect: t("Perfect"),
      [PERSON]: t("Another person"),
    }[level]
  );
}

/** @param {string} level */
export function levelAbout(level) {
  return (
    OPPONENTS.get(level)?.about ??
    {
      "first-steps": t("makes a mistake every second move"),
      fair: t("makes a mistake now and then"),
      hard: t("errs seldom"),
      perfect: t("makes no mistakes in positions that the solver can solve"),
      [PERSON]: t("two people take turns at this screen"),
    }[level]
  );
}

/** The level of this name, today's or earlier; null if there is none. @param {string | null} name */
export function knownLevel(name) {
  const level = EARLIER[name ?? ""] ?? name ?? "";
  return [...LEVELS, PERSON, ...OPPONENTS.keys()].includes(level) ? level : null;
}

/** @param {string} level */
export function nextLevel(level) {
  return LEVELS.includes(level) ? (LEVELS[LEVELS.indexOf(level) + 1] ?? level) : level;
}

function readLevels() {
  try {
    return JSON.parse(localStorage.getItem("levels") ?? "null") ?? {};
  } catch {
    return {};
  }
}

/** The level at which a game is played next. @param {string} game */
export function levelOf(game) {
  const level = readLevels()[game];
  return LEVELS.includes(level) ? level : LEVELS[0];
}

/** @param {string} game @param {string} level */
export function keepLevel(game, level) {
  if (LEVELS.includes(level)) localStorage.setItem("levels", JSON.stringify({ ...readLevels(), [game]: level }));
}
