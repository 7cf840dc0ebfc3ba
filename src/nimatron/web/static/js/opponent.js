// The dialog in which you choose your opponent and who begins.

import { h, segments, unique } from "./dom.js";
import { LEVELS, PERSON, allOpponents, levelAbout, levelTitle } from "./levels.js";
import { Dialog } from "./dialog.js";
import { t } from "./language.js";

/** @param {{opponent: string, first: string, begun: boolean, change: (setting: object) => void}} given */
export function opponentDialog({ opponent, first, begun, change }) {
  const name = unique("opponent");
  /** @param {string} level */
  const choice = (level) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name,
        value: level,
        checked: level === opponent,
        onchange: () => {
          starts.disabled = level === PERSON;
          change({ opponent: level });
        },
      }),
      h("span", {}, h("b", {}, levelTitle(level)), h("small", {}, levelAbout(level))),
    );
  const who = [
    ["you", t("you")],
    ["computer", t("the computer")],
  ];
  const starts = segments(t("Who starts"), who, first, (value) => change({ first: value }));
  starts.disabled = opponent === PERSON;
  const dialog = new Dialog(t("Opponent"));
  dialog.open(
    h(
      "fieldset",
      { class: "choices" },
      h("legend", { class: "spoken" }, t("Opponent")),
      [...LEVELS, PERSON].map(choice),
      h("h3", {}, t("Opponents with one idea")),
      h("p", { class: "dim small" }, t("Each has one idea. Find the idea that beats it.")),
      allOpponents().map(({ id }) => choice(id)),
    ),
    h("p", { class: "dim small" }, t("If you win, the next game is one level harder.")),
    h("h3", {}, t("Who starts")),
    starts,
    begun ? h("p", { class: "dim small" }, t("The change of who starts applies to the next game.")) : null,
  );
}
