// Who was best: the first three places as steps, and how many pupils have found something as coins that fill.

import { h } from "../dom.js";
import { t } from "../language.js";

const STEPS = [2, 1, 3]; // from left to right
const MOST = 4; // names on one step

/** @param {PodiumPlace[]} places @param {string} [me] */
export function podium(places, me = "") {
  if (!places.length) return h("p", { class: "large" }, t("Nobody has a result yet."));
  return h(
    "ol",
    { class: "podium", "aria-label": t("Podium") },
    STEPS.map((place) =>
      step(
        place,
        places.filter((one) => one.place === place),
        me,
      ),
    ),
  );
}

/** @param {number} place @param {PodiumPlace[]} winners @param {string} me */
function step(place, winners, me) {
  const more = winners.length - MOST;
  return h(
    "li",
    { class: `step-${place}`, hidden: !winners.length },
    h(
      "ul",
      {},
      winners.slice(0, MOST).map(({ id, name }) => h("li", { class: id === me ? "me" : null }, name)),
      more > 0 ? h("li", {}, t("and {n} more", { n: more })) : null,
    ),
    h("b", {}, place),
  );
}

/** A coin for each pupil; those who have found it are full. @param {number} n @param {number} all */
export function coins(n, all) {
  const each = [...Array(all).keys()].map((i) => h("i", { class: i < n ? "full" : null }));
  return h("div", { class: "coins", "aria-hidden": "true" }, each);
}
