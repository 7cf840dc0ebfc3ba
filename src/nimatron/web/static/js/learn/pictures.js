// The pictures beside the words of a step: boards, numbers in binary, commands, a link.

import { get } from "../api.js";
import { still } from "../board.js";
import { h, replace } from "../dom.js";
import { lang, t } from "../language.js";

const MOST = 200; // shapes of a picture

/** @param {Step} step */
export function pictures({ boards = [], captions = [], binary, commands, link, link_text: words }) {
  return [
    boards.length
      ? h(
          "div",
          { class: "figures" },
          boards.map((position, i) => figure(position, captions[i])),
        )
      : null,
    binary ? columns(binary) : null,
    commands
      ? h("pre", { class: "code", tabindex: 0, role: "region", "aria-label": t("command") }, commands.join("\n"))
      : null,
    link ? h("p", {}, h("a", { href: withLanguage(link) }, words ?? link)) : null,
  ];
}

/** @param {string} link */
function withLanguage(link) {
  const [page, query = ""] = link.split("?");
  const values = new URLSearchParams(query);
  values.set("lang", lang);
  return `${page}?${values}`;
}

/** A position as a picture; one with very many pieces is left to the words. @param {string} position */
export function figure(position, caption = "") {
  const place = h("div", { class: "figure-board" });
  draw(place, position);
  return h("figure", { class: "card figure" }, place, caption ? h("figcaption", {}, caption) : null);
}

/** @param {HTMLElement} place @param {string} position */
async function draw(place, position) {
  try {
    const { pictures: found } = await get("position", { position }, undefined, true);
    if (found.some((picture) => !picture || picture.shapes.length > MOST)) {
      place.parentElement?.remove();
      return;
    }
    const size = { width: 300, height: 200, label: position };
    replace(
      place,
      found.map((picture) => picture && still(picture, size)),
    );
  } catch (fault) {
    replace(place, h("p", { class: "bad" }, fault.message));
  }
}

/** Numbers below each other in binary, and their nim-sum if there are several. @param {number[]} numbers */
function columns(numbers) {
  const total = numbers.reduce((a, b) => a ^ b, 0);
  const wide = Math.max(...numbers, 1).toString(2).length;
  /** @param {number} n */
  const digits = (n) => [...n.toString(2).padStart(wide, "0")];
  /** @param {number} n @param {string} look */
  const line = (n, look) =>
    h(
      "tr",
      { class: look },
      h("th", { scope: "row" }, n),
      digits(n).map((digit) => h("td", { class: digit === "1" ? "one" : "" }, digit)),
    );
  const weights = [...Array(wide).keys()].map((i) => h("th", { scope: "col" }, 2 ** (wide - 1 - i)));
  return h(
    "table",
    { class: "binary" },
    h("caption", { class: "spoken" }, t("The numbers in binary")),
    h("thead", {}, h("tr", {}, h("td", {}), weights)),
    h(
      "tbody",
      {},
      numbers.map((n) => line(n, "")),
    ),
    numbers.length > 1 ? h("tfoot", {}, line(total, "total")) : null,
  );
}
