// The answer to the last question in its place: one that was asked before is stopped, and never shown if it comes late.

import { h, replace } from "../dom.js";
import { t } from "../words.js";

// Gives a function that shows what `work(signal)` gives.
export function answering(place) {
  let asked;
  return async (work) => {
    asked?.abort();
    const { signal } = (asked = new AbortController());
    replace(place, h("p", { class: "dim" }, t("Computing ...")));
    try {
      const drawn = await work(signal);
      if (!signal.aborted) replace(place, drawn);
    } catch (fault) {
      if (!signal.aborted) replace(place, complaint(fault));
    }
  };
}

export function complaint(fault) {
  return h("p", { class: "bad", role: "alert" }, fault.message);
}

// Lines of the server, the first of them often a heading.
export function sentences(lines) {
  return lines.map((line) => h(line.style === "title" ? "h2" : "p", { class: line.style }, line.text));
}
