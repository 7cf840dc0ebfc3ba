// Moves to press: the first press shows one on the board, the second makes it.

import { h, replace } from "../dom.js";
import { capital, t } from "../language.js";

/** @param {Move[]} moves @param {Api.PlainAnalysis} analysis @param {Links} links */
export function moveList(moves, analysis, links) {
  if (!moves.length) return null;
  const more = Number(analysis.winning_count ?? moves.length) - moves.length;
  return h(
    "div",
    { class: "winning" },
    h("h3", {}, moves.length > 1 ? t("Winning moves") : t("A winning move")),
    moveButtons(moves, links),
    more > 0 ? h("p", { class: "dim small" }, t("and {n} more", { n: more })) : null,
  );
}

/** @param {Move[]} moves @param {Links} links */
export function moveButtons(moves, links) {
  const list = h("ul", { class: "pressable" });
  let chosen = -1;
  const draw = () =>
    replace(
      list,
      moves.map((move, i) => h("li", {}, item(move, i))),
    );
  /** @param {number} i */
  const choose = (i) => {
    chosen = chosen === i ? -1 : i;
    links.point(chosen < 0 ? [] : moves[i].changes);
    draw();
    list.querySelectorAll(".move")[i]?.focus();
  };
  /** @param {Move} move @param {number} i */
  const item = (move, i) => {
    const shown = chosen === i;
    /** @param {string[]} ids */
    const hover = (ids) => () => chosen < 0 && links.point(ids);
    return [
      h(
        "button",
        {
          type: "button",
          class: "move",
          "aria-pressed": shown,
          onclick: () => choose(i),
          onmouseenter: hover(move.changes),
          onmouseleave: hover([]),
        },
        h("span", {}, capital(move.text)),
        h("span", { class: "hint" }, shown ? t("shown") : t("show")),
      ),
      shown && links.can()
        ? h("button", { type: "button", class: "primary", onclick: () => links.play(move) }, t("Play it"))
        : null,
    ];
  };
  draw();
  return list;
}

/** In a lost position: each move, and the answer to it. @param {any[]} replies @param {Links} links */
export function replyList(replies, links) {
  if (!replies.length) return null;
  return h(
    "details",
    { class: "fold", open: replies.length <= 3 },
    h("summary", {}, t("An answer to each move")),
    h(
      "dl",
      { class: "replies" },
      replies.map((reply) => [
        h("dt", {}, moveButtons([reply], links)),
        h("dd", {}, h("span", { class: "dim" }, t("is answered by")), " ", reply.reply),
      ]),
    ),
  );
}
