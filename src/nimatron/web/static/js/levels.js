// How well the computer plays, in words. Everybody begins with an opponent that can be beaten; who wins meets a
// stronger one next time, in each game apart.

import { t } from "./language.js";

export const LEVELS = ["first-steps", "fair", "hard", "perfect"];
export const PERSON = "person";

// Names in older links.
/** @type {Record<string, string>} */
const EARLIER = { random: "first-steps", "one-ahead": "fair", half: "hard" };

/** @param {string} level */
export function levelTitle(level) {
  return {
    "first-steps": t("First steps"),
    fair: t("Fair"),
    hard: t("Hard"),
    perfect: t("Perfect"),
    [PERSON]: t("Another person"),
  }[level];
}

/** @param {string} level */
export function levelAbout(level) {
  return {
    "first-steps": t("errs at every second move"),
    fair: t("errs now and then"),
    hard: t("errs seldom"),
    perfect: t("never errs where the solver knows the answer"),
    [PERSON]: t("two people take turns at this screen"),
  }[level];
}

/** The level of this name, today's or earlier; null if there is none. @param {string | null} name */
export function knownLevel(name) {
  const level = EARLIER[name ?? ""] ?? name ?? "";
  return [...LEVELS, PERSON].includes(level) ? level : null;
}

/** @param {string} level */
export function nextLevel(level) {
  return LEVELS[LEVELS.indexOf(level) + 1] ?? level;
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
