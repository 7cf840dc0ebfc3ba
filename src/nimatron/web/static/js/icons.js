// Icons as lines of one weight, drawn in 24 x 24; the word beside one says what it means.

import { s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.500h6c0-1 .2-1.7 1-2.500A6 6 0 0 0 12 3z",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  why: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.500a2.5 2.5 0 1 1 3.7 2.200c-.8.4-1.2.9-1.2 1.800M12 17h.01",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.6h.01",
  share: "M12 15V3m0 0L7.5 7.500M12 3l4.5 4.500M5 13v6h14v-6",
  add: "M12 5v14M5 12h14",
  less: "M5 12h14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "m6 6 12 12M18 6 6 18",
  match: "M4 20V10M9.3 20V4M14.7 20v-7M20 20V8",
  edit: "M4 20h4L19 9l-4-4L4 16v4zM13 7l4 4",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0",
  text: "M5 6h14M5 12h14M5 18h8",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" +
    "M9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  dice:
    "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z" + "M8.5 8.5h.01M15.5 15.5h.01M12 12h.01",
  first: "M18 6l-7 6 7 6M7 6v12",
  back: "m15 6-7 6 7 6",
  forward: "m9 6 7 6-7 6",
  last: "m6 6 7 6-7 6M17 6v12",
  again: "M4 12a8 8 0 1 0 2.5-5.800M4 4v4.500h4.5",
  check: "m5 12.5 4.5 4.500L19 7.5",
  print: "M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z",
};

/** @param {string} name */
export function icon(name) {
  return s("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}

// The mark: six coins in rows of 1, 2 and 3, a position that the player to move has lost.
export function mark() {
  const places = [1, 2, 3].flatMap((row) =>
    [...Array(row).keys()].map((i) => [16 + 10 * (i - (row - 1) / 2), 9 * row - 3]),
  );
  const coins = places.map(([cx, cy]) => s("circle", { cx, cy, r: 4 }));
  return s("svg", { class: "mark-coins", viewBox: "0 0 32 29", "aria-hidden": "true" }, coins);
}
