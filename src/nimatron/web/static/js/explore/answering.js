// Shows the answer to the latest question only: an earlier question is cancelled, and its late answer is never shown.

import { button, h, replace } from "../dom.js";
import { t } from "../words.js";

// Returns a function that shows what `work(signal)` returns.
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

// Lines from the server; the first one is often a heading.
export function sentences(lines) {
  return lines.map((line) => h(line.style === "title" ? "h2" : "p", { class: line.style }, line.text));
}

// The form of a question, which is asked again whenever the form is sent.
export function asking(show, ...children) {
  const submit = (event) => {
    event.preventDefault();
    show();
  };
  return h("form", { class: "panel", onsubmit: submit }, children);
}

// The button that shows the answer, and samples to click instead of typing a game.
export function showing(samples, game, show) {
  const choose = (sample) => () => {
    game.value = sample;
    show();
  };
  return h(
    "div",
    { class: "row" },
    h("button", { type: "submit", class: "primary" }, t("Show")),
    samples.map((sample) => button(sample, choose(sample), { class: "quiet" })),
  );
}
