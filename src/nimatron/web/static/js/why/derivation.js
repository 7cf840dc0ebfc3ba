// The whole reasoning in words, folded; and on demand the values from their definition, move by move.

import { button, h, replace } from "../dom.js";
import { t } from "../language.js";

/** `derive()` asks for the trees of moves and values. @param {Api.Line[]} lines @param {() => Promise<any[]>} derive */
export function reasoning(lines, derive) {
  const place = h("div", {});
  /** @param {On<Event>} event */
  const show = async (event) => {
    event.target.disabled = true;
    try {
      const trees = await derive();
      replace(
        place,
        trees.length
          ? trees.map((mex) => tree(mex, true))
          : h("p", { class: "dim" }, t("This position needs no derivation.")),
      );
    } catch (fault) {
      replace(place, h("p", { class: "bad" }, fault.message));
    }
  };
  return h(
    "details",
    { class: "fold" },
    h("summary", {}, t("The whole reasoning")),
    h("div", { class: "explanation" }, paragraphs(lines)),
    place,
    button(t("Values from the definition: moves and mex"), show, { class: "quiet" }),
  );
}

/** Lines that are set in columns keep their spaces; sentences flow. @param {Api.Line[]} lines */
export function paragraphs(lines) {
  return lines.filter((line) => line.text.trim()).map(paragraph);
}

/** @param {Api.Line} line */
function paragraph({ text, style }) {
  const words = text.replaceAll("->", "→"); // a narrow page would break a line between - and >
  if (/\S {2,}\S|^ +[-01^]/.test(words)) return h("pre", { class: style || null }, words);
  const drawn = h("p", { class: style || null }, words.trim());
  drawn.style.setProperty("--deep", String(Math.min(4, words.search(/\S/) / 2)));
  return drawn;
}

/**
 * A position with the values of its options, and folded below it the moves that lead to them.
 * @param {Mex} mex @returns {HTMLElement}
 */
function tree(mex, open = false, move = "") {
  const text = [move && `${move} → `, equation(mex)];
  if (!mex.moves.length) return h("p", { class: "mex" }, text);
  return h(
    "details",
    { class: "mex", open },
    h("summary", {}, text),
    mex.moves.map((one) => tree(one.to, false, one.move)),
  );
}

/** @param {Mex} mex */
function equation({ position, value, values }) {
  const derived = values ? ` = mex {${few(values).join(", ")}}` : "";
  return `${position}${derived} = ${value ?? "?"}`;
}

/** All of a few, or the first ones and the last of many. @param {Value[]} values */
const few = (values) => (values.length > 16 ? [...values.slice(0, 8), "…", values.at(-1)] : values);
