// The rules of what is played: in words, and one move in three pictures.

import { get } from "./api.js";
import { still } from "./board.js";
import { Dialog } from "./dialog.js";
import { h } from "./dom.js";
import { capital, pointing, t } from "./language.js";

const SIZE = { width: 200, height: 150 };

/**
 * `last`: the switch for who wins with the last move.
 * @param {Api.Board} view a position with moves @param {string} title @param {Child} last
 */
export async function rulesDialog(view, title, last) {
  const place = h("ol", { class: "move-pictures" });
  new Dialog(title).open(
    view.rules.map((rule) => h("p", {}, rule)),
    h("p", { class: "goal" }, last),
    place,
    view.how.map((how) => h("p", { class: "dim" }, pointing(how))),
  );
  place.append(...(await movePictures(view)));
}

/** A board, what a move on it takes, and what is left. @param {Api.Board} view */
async function movePictures(view) {
  const drawn = view.options.filter(({ changes }) => changes.length);
  const option = drawn[Math.floor(drawn.length / 2)];
  if (!option) return [];
  const [k] = option.changes[0].split(":");
  const marked = option.changes.map((id) => id.slice(k.length + 1));
  const after = await get("position", { position: option.after, frame: view.position });
  const [here, there] = [view.pictures[Number(k)], after.pictures[Number(k)]];
  if (!here || !there) return [];
  return [
    pictureOf(still(here, SIZE), t("Before the move")),
    pictureOf(still(here, { ...SIZE, marked }), capital(option.text)),
    pictureOf(still(there, { ...SIZE, moves: [option.changes] }), t("After the move")),
  ];
}

/** @param {SVGElement} picture @param {string} caption */
function pictureOf(picture, caption) {
  return h("li", {}, h("span", { class: "picture" }, picture), h("span", {}, caption));
}
