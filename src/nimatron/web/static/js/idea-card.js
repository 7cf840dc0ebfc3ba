// An opponent with one idea: a card says the idea, and names the idea that beats it when you have found it.

import { h, replace } from "./dom.js";
import { t } from "./language.js";
import { opponentOf } from "./levels.js";
import { say } from "./screen-reader.js";

export class IdeaCard {
  constructor() {
    this.element = h("div", { class: "idea-card", hidden: true });
  }

  /** @param {Match} match */
  show(match) {
    const opponent = match.computer < 0 ? null : opponentOf(match.level);
    this.element.hidden = !opponent;
    if (!opponent) return;
    const { found } = match;
    const words = found ? t("You have found it: {idea}", { idea: found }) : `${opponent.title}: ${opponent.about}.`;
    if (this.element.textContent === words) return;
    this.element.classList.toggle("found", Boolean(found));
    replace(this.element, words);
    if (found) say(words);
  }
}
