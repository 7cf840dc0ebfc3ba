// The verdict on an answer: a sheet at the bottom of the screen, green or coral, with the reason in it.

import { h, replace } from "./dom.js";
import { say } from "./shell.js";

/** @type {Record<Look, string>} */
const SIGNS = { right: "✔ ", wrong: "✖ ", told: "" };

export class VerdictSheet {
  constructor() {
    this.element = h("div", { class: "verdict", role: "status" });
  }

  /**
   * `tools`: buttons below the reason.
   * @param {Look} look @param {string} first @param {string} second @param {Child[]} tools
   */
  show(look, first, second = "", ...tools) {
    replace(
      this.element,
      h("p", { class: `answer ${look}` }, SIGNS[look], first),
      second ? h("p", { class: "because" }, second) : null,
      tools,
    );
    say(`${first} ${second}`);
  }

  clear() {
    replace(this.element);
  }
}
