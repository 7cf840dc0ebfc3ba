// The ladder as rungs: whoever wins from below swaps places, and both are seen to move.

import { h } from "../dom.js";
import { t } from "../language.js";

const TIME = 700; // milliseconds

export class Rungs {
  /** @type {Map<string, HTMLElement>} */
  rungs = new Map();

  constructor() {
    this.element = h("ol", { class: "rungs", "aria-label": t("a ladder") });
  }

  /** @param {Standing[]} table from the top @param {string} [me] */
  update(table, me = "") {
    const before = new Map([...this.rungs].map(([id, rung]) => [id, rung.offsetTop]));
    const rows = table.map((row) => {
      const rung = this.rungs.get(row.id) ?? h("li", {});
      rung.className = row.id === me ? "me" : "";
      rung.replaceChildren(h("span", {}, row.name), h("span", { class: "rung-won" }, "●".repeat(Math.min(row.won, 9))));
      return rung;
    });
    this.rungs = new Map(table.map((row, i) => [row.id, rows[i]]));
    this.element.replaceChildren(...rows);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [id, rung] of this.rungs) {
      const by = (before.get(id) ?? rung.offsetTop) - rung.offsetTop;
      if (by) {
        rung.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], {
          duration: TIME,
          easing: "ease-in-out",
        });
      }
    }
  }
}
