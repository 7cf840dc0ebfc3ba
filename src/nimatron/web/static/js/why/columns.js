// Values in binary below each other: a row for each heap or part, and below them which columns are odd.

import { h, scrolled } from "../dom.js";
import { t } from "../words.js";

const MANY = 7; // more columns are drawn close together
const PHONE = matchMedia("(max-width: 30rem)");

// As many columns have room for a word each, in any language.
const wordy = () => (PHONE.matches ? 3 : MANY);

// `light(ids)` shows on the board which part a row stands for.
export function columns(picture, { light }) {
  const { places, rows, more, modulus } = picture;
  if (!places.length) return plain(picture, light);
  const aims = rows.some((row) => row.target !== null);
  const table = h(
    "table",
    { class: `bits${places.length > MANY ? " many" : ""}` },
    h("caption", { class: "spoken" }, t("The values in binary, and the ones in each column")),
    head(places, aims),
    h(
      "tbody",
      {},
      rows.map((row) => drawnRow(row, aims, light)),
      more
        ? h("tr", {}, h("th", { scope: "row", colspan: places.length + 2 + aims }, t("and {n} more", { n: more })))
        : null,
    ),
    picture.sums.length ? h("tfoot", {}, sums(picture, aims)) : null,
  );
  return scrolled(modulus > 2 ? t("ones in binary columns") : t("binary columns"), table);
}

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

function drawnRow(row, aims, light) {
  return h(
    "tr",
    { "data-ids": row.ids.join(" "), class: row.target === null ? null : "aim" },
    h("th", { scope: "row" }, named(row, light)),
    row.bits.map((bit) => h("td", {}, h("span", { class: `bit ${bit ? "one" : ""}` }, bit))),
    h("td", { class: "value" }, row.value),
    aims ? h("td", { class: "target" }, row.target === null ? "" : `→ ${row.target}`) : null,
  );
}

// The name of a part; a button if the part is on the board.
export function named({ name, ids }, light) {
  if (!ids.length) return name;
  const shown = () => light(ids);
  const hidden = () => light([]);
  return h(
    "button",
    {
      type: "button",
      class: "part-name",
      onmouseenter: shown,
      onfocus: shown,
      onclick: shown,
      onmouseleave: hidden,
      onblur: hidden,
    },
    name,
  );
}

function sums({ sums: found, modulus, total, places }, aims) {
  const word = (sum) => (sum ? t("odd") : t("even"));
  const cell = (sum) => {
    if (modulus > 2) return [String(sum), t("{n} left over", { n: sum })];
    return places.length > wordy() ? [String(sum), word(sum)] : [word(sum), word(sum)];
  };
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, modulus > 2 ? t("ones, by {modulus}", { modulus }) : t("ones")),
    found.map((sum) => {
      const [text, spoken] = cell(sum);
      return h("td", {}, h("span", { class: `bit ${sum ? "odd" : "even"}`, title: spoken }, text));
    }),
    h("td", { class: "value" }, total ?? ""),
    aims ? h("td", {}) : null,
  );
}

// Values without columns: ordinals, very large numbers, and parts that nobody has solved.
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
          named(row, light),
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
