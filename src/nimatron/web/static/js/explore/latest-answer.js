// Shows the answer to the latest question only: an earlier question is cancelled, and its late answer is never shown.

import { h, replace } from "../dom.js";
import { t } from "../language.js";

/** Returns a function that shows what `work(signal)` returns. @param {HTMLElement} place */
export function latestAnswer(place) {
  /** @type {AbortController | undefined} */
  let asked;
  /** @param {(signal: AbortSignal) => Promise<Child>} work */
  const answered = async (work) => {
    asked?.abort();
    const { signal } = (asked = new AbortController());
    const late = setTimeout(() => replace(place, h("p", { class: "dim" }, t("Computing ..."))), 150);
    try {
      const drawn = await work(signal);
      if (!signal.aborted) replace(place, drawn);
    } catch (fault) {
      if (!signal.aborted) replace(place, complaint(fault));
    } finally {
      clearTimeout(late);
    }
  };
  answered.stop = () => asked?.abort();
  return answered;
}

/** @param {Fault} fault */
export function complaint(fault) {
  return h("p", { class: "bad", role: "alert" }, fault.message);
}

/** Lines from the server; the first one is often a heading. @param {Api.Line[]} lines */
export function sentences(lines) {
  return lines.map((line) => h(line.style === "title" ? "h2" : "p", { class: line.style }, line.text));
}

/**
 * What is asked, beside the answer. On a phone only the first question is open, and the answer is near.
 * @param {Child} first @param {Child[]} others
 */
export function questions(first, ...others) {
  const wide = matchMedia("(min-width: 901px)");
  const more = h(
    "details",
    { class: "more-asked", open: wide.matches },
    h("summary", {}, t("Settings")),
    h("div", { class: "less-asked" }, others),
  );
  wide.addEventListener("change", () => (more.open = wide.matches));
  return h("section", { class: "card asked", "aria-label": t("What to show") }, first, more);
}
