// Values in binary below each other: a row for each heap or part, and below them which columns are odd.

import { h, scrollRegion } from "../dom.js";
import { t } from "../language.js";

const FEW = 3; // so many columns have room for a word each on a phone, in any language
const MANY = 7; // more columns are drawn close together
const LONG = 12; // letters of a name that may be broken between words

/** `light(ids)` shows on the board which part a row stands for. @param {WhyColumns} picture @param {Links} links */
export function columns(picture, { light }) {
  const { places, rows, more, modulus } = picture;
  if (!places.length) return plain(picture, light);
  const aims = rows.some((row) => row.target !== null);
  const table = h(
    "table",
    { class: `bits ${places.length > MANY ? "many" : places.length <= FEW ? "few" : ""}` },
    h("caption", { class: "spoken" }, t("The values in binary, and the ones in each column")),
    head(places, aims),
    h(
      "tbody",
      {},
      rows.map((row) => tableRow(row, aims, light)),
      more
        ? h(
            "tr",
            {},
            h("th", { scope: "row", colspan: places.length + 2 + Number(aims) }, t("and {n} more", { n: more })),
          )
        : null,
    ),
    picture.sums.length ? h("tfoot", {}, sums(picture, aims)) : null,
  );
  return scrollRegion(modulus > 2 ? t("ones in binary columns") : t("binary columns"), table);
}

/** @param {string[]} places @param {boolean} aims */
function head(places, aims) {
  return h(
    "thead",
    {},
    h(
      "tr",
      {},
      h("td", {}),
      places.map((place) => h("th", { scope: "col" }, place)),
      h("th", { scope: "col" }, h("span", { class: "spoken" }, t("value"))),
      aims ? h("th", { scope: "col" }, h("span", { class: "spoken" }, t("make it"))) : null,
    ),
  );
}

/** @param {WhyRow} row @param {boolean} aims @param {(ids: string[]) => void} light */
function tableRow(row, aims, light) {
  return h(
    "tr",
    { "data-ids": row.ids.join(" "), class: row.target === null ? null : "aim" },
    h("th", { scope: "row" }, partName(row, light)),
    row.bits.map((bit) => h("td", {}, h("span", { class: `bit ${bit ? "one" : ""}` }, bit))),
    h("td", { class: "value" }, row.value),
    aims ? h("td", { class: "target" }, row.target === null ? "" : `→ ${row.target}`) : null,
  );
}

/**
 * The name of a part; a button if the part is on the board.
 * @param {{name: string, ids: string[]}} row @param {(ids: string[]) => void} light
 */
export function partName({ name, ids }, light) {
  if (!ids.length) return name;
  const shown = () => light(ids);
  const hidden = () => light([]);
  return h(
    "button",
    {
      type: "button",
      class: `part-name ${name.length > LONG ? "long" : ""}`,
      onmouseenter: shown,
      onfocus: shown,
      onclick: shown,
      onmouseleave: hidden,
      onblur: hidden,
    },
    name,
  );
}

/** @param {WhyColumns} picture @param {boolean} aims */
function sums({ sums: found, modulus, total }, aims) {
  /** A word where there is room, else a digit. @param {number} sum */
  const cell = (sum) => {
    if (modulus > 2) return h("span", { title: t("{n} left over", { n: sum }) }, sum);
    const word = sum ? t("odd") : t("even");
    return [h("span", { class: "word" }, word), h("span", { class: "digit", title: word }, sum)];
  };
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, modulus > 2 ? t("ones, by {modulus}", { modulus }) : t("ones")),
    found.map((sum) => h("td", {}, h("span", { class: `bit ${sum ? "odd" : "even"}` }, cell(sum)))),
    h("td", { class: "value" }, total ?? ""),
    aims ? h("td", {}) : null,
  );
}

/**
 * Values without columns: ordinals, very large numbers, and parts that nobody has solved.
 * @param {WhyColumns} picture @param {(ids: string[]) => void} light
 */
function plain({ rows, more, total, equation }, light) {
  return h(
    "div",
    {},
    h(
      "ul",
      { class: "part-values" },
      rows.map((row) =>
        h(
          "li",
          { "data-ids": row.ids.join(" "), class: row.target === null ? null : "aim" },
          partName(row, light),
          h("span", { class: "value" }, row.value),
          row.target === null ? null : h("span", { class: "target" }, `→ ${row.target}`),
        ),
      ),
      more ? h("li", { class: "dim" }, t("and {n} more", { n: more })) : null,
    ),
    total === null
      ? null
      : h("p", { class: "equation" }, equation.length < 80 ? equation : t("nim-sum {total}", { total })),
  );
}
