// The ribbon under the board: who was winning at each position so far, and where the mistakes were.

import { get } from "./api.js";
import { button, h, replace } from "./dom.js";
import { t } from "./words.js";

export class Ribbon {
  // `go(index)` returns to a position of the match.
  constructor(go) {
    this.go = go;
    this.shown = localStorage.getItem("ribbon") !== "off";
    this.legend = h("p", { class: "dim small" });
    this.list = h("ol", { class: "ribbon", "aria-label": t("The match so far") });
    this.element = h(
      "section",
      { class: "panel" },
      h("div", { class: "heading" }, h("h2", {}, t("The match so far")), this.toggle()),
      this.list,
      this.legend,
    );
  }

  toggle() {
    const offered = () => (this.shown ? t("Hide who was winning") : t("Show who was winning"));
    const change = (event) => {
      this.shown = !this.shown;
      localStorage.setItem("ribbon", this.shown ? "on" : "off");
      event.target.textContent = offered();
      this.draw(this.match);
    };
    return button(offered(), change, { class: "quiet" });
  }

  async draw(match) {
    this.match = match;
    const positions = (this.positions = match.history.map((entry) => entry.position));
    this.place(
      match,
      positions.map(() => undefined),
    );
    replace(
      this.legend,
      this.shown
        ? t("Who was winning: ▲ {first}, ▼ {second}; ! marks a mistake.", {
            first: name(match, 0),
            second: name(match, 1),
          })
        : "",
    );
    if (!this.shown) return;
    const outcomes = await Promise.all(positions.map((position) => outcome(position, match.misere)));
    if (this.positions === positions) this.place(match, outcomes);
  }

  place(match, outcomes) {
    replace(
      this.list,
      match.history.map((entry, i) => this.entry(match, entry, i, outcomes)),
    );
    this.list.scrollLeft = this.list.scrollWidth;
  }

  entry(match, { position, text }, i, outcomes) {
    const { winner, mistake } = judged(outcomes, i);
    const who = winner === null ? "" : name(match, winner);
    const told = [
      i ? `${i}. ${name(match, 1 - (i % 2))}: ${text}` : t("start"),
      who && t("{who} is winning", { who }),
      mistake && t("a mistake"),
    ];
    const label = told.filter(Boolean).join(", ");
    const sign = winner === null ? "·" : winner === 0 ? "▲" : "▼";
    const chip = h(
      "button",
      {
        type: "button",
        class: `chip ${winner === null ? "" : `side-${winner}`} ${mistake ? "mistake" : ""}`,
        title: `${label} (${position})`,
        "aria-label": label,
        "aria-current": i === match.history.length - 1 ? "step" : null,
        onclick: () => this.go(i),
      },
      sign,
      mistake ? h("sup", {}, "!") : null,
    );
    return h("li", {}, chip, h("span", { class: "ply" }, i || ""));
  }
}

/**
 * Who was winning after i moves (side 0 or 1, null if unknown), and was the last of these moves a mistake?
 * A player who could win and left a position that the other side can win has made a mistake.
 * @param {("N" | "P" | null | undefined)[]} outcomes
 * @param {number} i
 */
export function judged(outcomes, i) {
  const winner = outcomes[i] ? (outcomes[i] === "N" ? i % 2 : 1 - (i % 2)) : null;
  return { winner, mistake: i > 0 && outcomes[i - 1] === "N" && outcomes[i] === "N" };
}

export function name(match, side) {
  if (match.computer < 0) return t("Player {number}", { number: side + 1 });
  return side === match.computer ? t("computer") : t("you");
}

async function outcome(position, misere) {
  try {
    return (await get("analysis", { position, misere }, undefined, true)).outcome;
  } catch {
    return null;
  }
}
