// The sentence for screen readers: a screen with a board contains the element `live`.

import { h } from "./dom.js";

export const live = h("p", { class: "spoken", role: "status", "aria-live": "polite" });

/** Spoken by screen readers; a sentence that is said twice is also spoken twice. @param {string} sentence */
export function say(sentence) {
  live.textContent = "";
  setTimeout(() => (live.textContent = sentence), 30);
}
