// The board with what the winner plays by: vertices in pairs, for example.

import { still } from "../board.js";
import { h } from "../dom.js";

export function board({ picture }) {
  return h("div", { class: "why-board" }, still(picture, { width: 300, height: 240 }));
}
