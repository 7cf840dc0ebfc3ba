// The strip of a match: a bar for each position of a line, up where one side was winning, down where the other was.

import { h, replace } from "./dom.js";
import { t } from "./language.js";
import { name } from "./phrases.js";

/**
 * Who was winning after i moves (side 0 or 1, null if unknown), and was the last of these moves a mistake?
 * A player who could win and left a position that the other side can win has made a mistake.
 * @param {Outcomes} outcomes
 * @param {number} i
 */
export function judge(outcomes, i) {
  const known = outcomes[i] === "N" || outcomes[i] === "P";
  const winner = known ? (outcomes[i] === "N" ? i % 2 : 1 - (i % 2)) : null;
  return { winner, mistake: i > 0 && outcomes[i - 1] === "N" && outcomes[i] === "N" };
}

/** @param {Match} match @param {number} side */
function winning(match, side) {
  if (match.computer < 0) return t("Player {number} is winning", { number: side + 1 });
  return side === match.computer ? t("the computer is winning") : t("you are winning");
}

/**
 * `outcomes` are those of the line, if who was winning is to be seen; `go(id)` looks at a position.
 * @param {Match} match @param {Outcomes | null} outcomes @param {(id: number) => void} go
 */
export function ribbon(match, outcomes, go) {
  const { line } = match;
  const chips = line.map((id, i) => chip(match, id, i, outcomes, go));
  const list = h("ol", { class: "ribbon", "aria-label": t("The match so far") });
  replace(list, chips);
  return list;
}

/**
 * @param {Match} match @param {number} id @param {number} i @param {Outcomes | null} outcomes
 * @param {(id: number) => void} go
 */
function chip(match, id, i, outcomes, go) {
  const { text } = match.nodes[id];
  const { winner, mistake } = outcomes ? judge(outcomes, i) : { winner: null, mistake: false };
  const told = [
    i ? `${i}. ${name(match, 1 - (i % 2))}: ${text}` : t("start"),
    winner === null ? "" : winning(match, winner),
    mistake && t("a mistake"),
  ];
  const label = told.filter(Boolean).join(", ");
  const mine = match.computer < 0 ? winner === 0 : winner !== match.computer;
  const side = winner === null ? "" : mine ? "up" : "down";
  const button = h(
    "button",
    {
      type: "button",
      class: `ply ${side} ${mistake ? "mistake" : ""}`,
      title: label,
      "aria-label": label,
      "aria-current": id === match.at ? "step" : null,
      onclick: () => go(id),
    },
    h("span", { class: "bar" }),
    h("span", { class: "number" }, mistake ? `${i}!` : i || "·"),
  );
  return h("li", {}, button);
}
