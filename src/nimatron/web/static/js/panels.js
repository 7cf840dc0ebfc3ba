// The panels beside the board, such as Why: cards at its side where there is room, else sheets that slide up.

import { h } from "./dom.js";
import { Sheet } from "./sheet.js";

const WIDE = matchMedia("(min-width: 64rem)");

export class Panels {
  // `panels`: by name, each with an `element` whose first child is its heading, and with `open`; `changed()` is called
  // when one opens or closes.
  constructor(panels, changed) {
    Object.assign(this, { panels, changed });
    this.element = h("aside", { class: "side" });
    this.sheets = {};
    this.shown = new Set();
    WIDE.addEventListener("change", () => this.place());
    this.place();
  }

  isOpen(name) {
    return this.shown.has(name);
  }

  toggle(name, wanted = !this.isOpen(name)) {
    if (wanted) this.shown.add(name);
    else this.shown.delete(name);
    this.place();
    this.changed(name);
  }

  // Sheets cover the board: they are closed when something is to be seen there.
  yield() {
    if (!WIDE.matches) for (const name of [...this.shown]) this.toggle(name, false);
  }

  place() {
    const wide = WIDE.matches;
    for (const [name, panel] of Object.entries(this.panels)) {
      panel.open = this.isOpen(name);
      const sheet = this.sheets[name];
      if (wide || !panel.open) {
        delete this.sheets[name];
        sheet?.close();
      } else if (!sheet) this.sheets[name] = this.sheet(name, panel);
    }
    const cards = wide ? Object.entries(this.panels).filter(([name]) => this.isOpen(name)) : [];
    this.element.replaceChildren(...cards.map(([, panel]) => h("div", { class: "card" }, panel.element)));
    this.element.hidden = !cards.length;
    // Above a sheet the board stays in sight, as large as there is room.
    document.body.classList.toggle("above-sheet", Object.keys(this.sheets).length > 0);
  }

  sheet(name, panel) {
    const left = () => {
      if (this.sheets[name]) this.toggle(name, false); // closed by its reader
    };
    const title = panel.element.querySelector("h2")?.textContent ?? "";
    return new Sheet(title, { look: "low", left }).open(panel.element);
  }
}
