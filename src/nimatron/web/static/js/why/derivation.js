// The whole reasoning in words, folded; and on demand the values from their definition, move by move.

import { button, h, replace } from "../dom.js";
import { t } from "../words.js";

// `derive()` asks for the trees of moves and values.
export function reasoning(lines, derive) {
  const place = h("div", {});
  const show = async (event) => {
    event.target.disabled = true;
    try {
      const trees = await derive();
      replace(
        place,
        trees.length
          ? trees.map((mex) => tree(mex, true))
          : h("p", { class: "dim" }, t("There is nothing to derive here.")),
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

// Lines that are set in columns keep their spaces; sentences flow.
function paragraphs(lines) {
  return lines.filter((line) => line.text.trim()).map(paragraph);
}

function paragraph({ text, style }) {
  const words = text.replaceAll("->", "→"); // a narrow page would break a line between - and >
  if (/\S {2,}\S|^ +[-01^]/.test(words)) return h("pre", { class: style || null }, words);
  const drawn = h("p", { class: style || null }, words.trim());
  drawn.style.setProperty("--deep", Math.min(4, words.search(/\S/) / 2));
  return drawn;
}

// A position with the values of its options, and folded below it the moves that lead to them.
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

function equation({ position, value, values }) {
  const derived = values ? ` = mex {${few(values).join(", ")}}` : "";
  return `${position}${derived} = ${value ?? "?"}`;
}

// All of a few, or the first ones and the last of many.
const few = (values) => (values.length > 16 ? [...values.slice(0, 8), "…", values.at(-1)] : values);
