// The moves of a position by the value they lead to, from 0 on; the least value without a move is marked.

import { h, replace } from "../dom.js";
import { letter, t } from "../language.js";
import { moveButtons } from "./moves.js";

const LISTED = 8;

/** @param {WhyOptions} picture @param {Links} links */
export function options({ slots, mex, some }, links) {
  const place = h("div", { "aria-live": "polite" });
  /** @type {Value} */
  let chosen = null;
  const row = h("ol", { class: "slots", "aria-label": t("the values that moves lead to") });
  const draw = () =>
    replace(
      row,
      slots.map((slot) => h("li", {}, slot.moves.length ? full(slot) : empty(slot.value, mex))),
    );
  /** @param {WhySlot} slot */
  const full = ({ value, moves }) =>
    h(
      "button",
      {
        type: "button",
        class: `slot ${value === 0 || value === "P" ? "zero" : ""}`,
        "aria-pressed": chosen === value,
        onclick: () => choose(value, moves),
      },
      h("b", {}, letter(value)),
      h("span", {}, some ? t("for example") : moveCount(moves.length)),
    );
  /** @param {Value} value @param {Move[]} moves */
  const choose = (value, moves) => {
    chosen = chosen === value ? null : value;
    draw();
    row.querySelector("[aria-pressed=true]")?.focus();
    links.point([]);
    const more = moves.length - LISTED;
    replace(
      place,
      chosen === null ? null : moveButtons(moves.slice(0, LISTED), links),
      chosen !== null && more > 0 ? h("p", { class: "dim small" }, t("and {n} more", { n: more })) : null,
    );
  };
  draw();
  return h("div", { class: "mex-row" }, row, place);
}

/** @param {Value} value @param {Value} mex */
function empty(value, mex) {
  if (value !== mex) return h("span", { class: "slot none" }, h("b", {}, letter(value)), h("span", {}, t("no move")));
  return h("span", { class: "slot missing" }, h("b", {}, value), h("span", {}, t("missing")));
}

/** @param {number} n */
function moveCount(n) {
  return n === 1 ? t("1 move") : t("{n} moves", { n });
}
