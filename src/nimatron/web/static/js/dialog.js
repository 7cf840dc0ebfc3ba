// A dialog: it slides up over the board on a phone and stands in the middle of a wide screen. It closes by a swipe,
// Escape, its button or a click beside it; the browser keeps the focus inside meanwhile, and gives it back after.

import { h, unique } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./language.js";

const FAR = 90; // pixels: a shorter swipe was not meant to close

export class Dialog {
  /**
   * `look`: "low" leaves the board in sight, "large" takes the screen; `left()` is called when it has closed.
   * @param {string} title @param {{look?: string, left?: () => void}} settings
   */
  constructor(title, { look = "", left = () => {} } = {}) {
    const id = unique("sheet");
    this.body = h("div", { class: "sheet-body" });
    this.title = h("h2", { id, tabindex: -1, autofocus: true }, title);
    const close = h(
      "button",
      { type: "button", class: "icon plain", "aria-label": t("Close"), onclick: () => this.close() },
      icon("close"),
    );
    this.element = h(
      "dialog",
      { class: `sheet ${look}`, "aria-labelledby": id },
      h("div", { class: "sheet-head" }, h("span", { class: "grip" }), this.title, close),
      this.body,
    );
    this.element.addEventListener("close", () => {
      this.element.remove();
      left();
    });
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.close();
    });
    followSwipe(this.element, this.body, () => this.close());
  }

  /** @param {Child[]} content */
  open(...content) {
    this.body.replaceChildren(.../** @type {any[]} */ (content).flat(Infinity).filter(Boolean));
    document.body.append(this.element);
    if (!this.element.open) this.element.showModal();
    return this;
  }

  get isOpen() {
    return this.element.open;
  }

  close() {
    if (this.element.open) this.element.close();
  }
}

/**
 * Follows a finger downwards; content that is scrolled is scrolled back first.
 * @param {HTMLElement} element @param {HTMLElement} body @param {() => void} done
 */
function followSwipe(element, body, done) {
  /** @type {number | null} */
  let from = null;
  let by = 0;
  /** @param {On<TouchEvent>} event */
  const begin = (event) => {
    from = body.contains(event.target) && body.scrollTop > 0 ? null : event.touches[0].clientY;
    by = 0;
  };
  /** @param {On<TouchEvent>} event */
  const move = (event) => {
    if (from === null) return;
    by = Math.max(0, event.touches[0].clientY - from);
    if (by && event.cancelable) event.preventDefault();
    element.style.translate = by ? `0 ${by}px` : "";
  };
  const end = () => {
    element.style.translate = "";
    if (from !== null && by > FAR) done();
    from = null;
  };
  element.addEventListener("touchstart", begin, { passive: true });
  element.addEventListener("touchmove", move, { passive: false });
  element.addEventListener("touchend", end);
  element.addEventListener("touchcancel", end);
}
