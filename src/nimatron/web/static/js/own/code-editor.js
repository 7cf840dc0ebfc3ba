// A place to write code in, with numbers of lines; the line with a fault can be marked.

import { h, replace } from "../dom.js";
import { t } from "../language.js";

const INDENT = "    ";

export class CodeEditor {
  /** @param {string} code @param {() => void} changed @param {string} [label] */
  constructor(code, changed, label = t("The code of the game")) {
    this.numbers = h("div", { class: "numbers", "aria-hidden": "true" });
    /** @type {HTMLTextAreaElement} */
    this.area = h("textarea", {
      id: "code",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
      "aria-label": label,
      oninput: () => {
        this.draw();
        changed();
      },
      onkeydown: (event) => this.key(event),
      onscroll: () => (this.numbers.scrollTop = this.area.scrollTop),
    });
    this.area.value = code;
    this.element = h("div", { class: "editor" }, this.numbers, this.area);
    /** @type {number | null} */
    this.faulty = null;
    this.draw();
  }

  get code() {
    return this.area.value;
  }

  draw() {
    const count = this.code.split("\n").length;
    this.area.rows = Math.min(Math.max(count, 8), 24);
    replace(
      this.numbers,
      Array.from({ length: count }, (_, i) => h("span", { class: i + 1 === this.faulty ? "faulty" : "" }, i + 1)),
    );
    this.numbers.scrollTop = this.area.scrollTop;
  }

  /** @param {number | null} line */
  mark(line) {
    this.faulty = line;
    this.area.toggleAttribute("aria-invalid", line !== null);
    this.draw();
  }

  /**
   * Enter keeps the indentation; the Tab key leaves the field, as everywhere, so it is not taken.
   * @param {On<KeyboardEvent>} event
   */
  key(event) {
    if (event.key !== "Enter") return;
    const before = this.code.slice(0, this.area.selectionStart);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const indent = (/^ */.exec(line)?.[0] ?? "") + (line.trimEnd().endsWith(":") ? INDENT : "");
    event.preventDefault();
    this.area.setRangeText(`\n${indent}`, this.area.selectionStart, this.area.selectionEnd, "end");
    this.area.dispatchEvent(new Event("input"));
  }
}
