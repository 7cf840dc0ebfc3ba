// What several parts of the page say in the same words.

import { t } from "./words.js";

// Who plays a side of a match.
export function name(match, side) {
  if (match.computer < 0) return t("Player {number}", { number: side + 1 });
  return side === match.computer ? t("computer") : t("you");
}

export function winningRule(misere) {
  return misere ? t("Whoever makes the last move loses.") : t("Whoever makes the last move wins.");
}
