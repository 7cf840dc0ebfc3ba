// The boards of a task, small and still.

import { get } from "../api.js";
import { still } from "../board.js";
import { h } from "../dom.js";

const SIZE = { width: 120, height: 72 };

/** Nothing for a task without a board. @param {string | null} position */
export async function taskBoard(position) {
  if (!position) return null;
  const { pictures } = await get("position", { position });
  const boards = pictures.map((picture) => picture && still(picture, SIZE));
  return h("div", { class: "task-board", "aria-hidden": "true" }, boards);
}
