// The panels beside the board, such as Why: cards at its side where there is room, else dialogs that slide up.

import { h } from "./dom.js";
import { Dialog } from "./dialog.js";

const WIDE = matchMedia("(min-width: 64rem)");

export class Panels {
  /**
   * `panels`: by name, each with an `element` whose first child is its heading, and with `open`; `changed()` is called
   * when one opens or closes.
   * @param {Record<string, Panel>} panels @param {(name: string) => void} changed
   */
  constructor(panels, changed) {
    this.panels = panels;
    this.changed = changed;
    this.element = h("aside", { class: "side" });
    /** @type {Record<string, Dialog>} */
    this.dialogs = {};
    this.shown = new Set();
    WIDE.addEventListener("change", () => this.place());
    this.place();
  }

  /** @param {string} name */
  isOpen(name) {
    return this.shown.has(name);
  }

  /** @param {string} name */
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
      const dialog = this.dialogs[name];
      if (wide || !panel.open) {
        delete this.dialogs[name];
        dialog?.close();
      } else if (!dialog) this.dialogs[name] = this.openDialog(name, panel);
    }
    const cards = wide ? Object.entries(this.panels).filter(([name]) => this.isOpen(name)) : [];
    this.element.replaceChildren(...cards.map(([, panel]) => h("div", { class: "card" }, panel.element)));
    this.element.hidden = !cards.length;
    // Above a dialog the board stays in sight, as large as there is room.
    document.body.classList.toggle("above-sheet", Object.keys(this.dialogs).length > 0);
  }

  /** @param {string} name @param {Panel} panel */
  openDialog(name, panel) {
    const left = () => {
      if (this.dialogs[name]) this.toggle(name, false); // closed by its reader
    };
    const title = panel.element.querySelector("h2")?.textContent ?? "";
    return new Dialog(title, { look: "low", left }).open(panel.element);
  }
}
