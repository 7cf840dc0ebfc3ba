// Sentences that several parts of the page share.

import { t } from "./language.js";

/** Who plays a side of a match. @param {Match} match @param {number} side */
export function name(match, side) {
  if (match.computer < 0) return t("Player {number}", { number: side + 1 });
  return side === match.computer ? t("computer") : t("you");
}

/** @param {boolean} misere */
export function winningRule(misere) {
  return misere ? t("Whoever makes the last move loses.") : t("Whoever makes the last move wins.");
}
