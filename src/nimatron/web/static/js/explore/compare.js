// Two one-heap games side by side, and the first heap at which they differ.

import { get } from "../api.js";
import { field, h, scrolled } from "../dom.js";
import { t } from "../words.js";
import { answering, asking, sentences } from "./answering.js";
import { exports } from "./export.js";

export function compareTab(values, remember) {
  const one = h("input", { type: "text", required: true, value: values.one ?? "0.161", spellcheck: "false" });
  const two = h("input", { type: "text", required: true, value: values.two ?? "0.36", spellcheck: "false" });
  const count = h("input", { type: "number", required: true, min: 1, max: 100000, value: values.n ?? 1000 });
  const place = h("div", {});
  const answered = answering(place);
  const show = () => {
    const asked = { one: one.value.trim(), two: two.value.trim(), n: count.value };
    remember(asked);
    answered((signal) => answer(asked, signal));
  };
  show();
  return h(
    "div",
    {},
    asking(
      show,
      h(
        "div",
        { class: "grid-fields" },
        field(t("One game"), one),
        field(t("The other"), two),
        field(t("How many values"), count),
      ),
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, t("Compare"))),
    ),
    place,
  );
}

async function answer({ one, two, n }, signal) {
  const found = await get("comparison", { one, two, n }, signal);
  const at = Number(found.first_difference ?? 0);
  const upto = Math.min(Number(n), at + 10);
  const from = Math.max(0, at - 10);
  const [a, b] = await Promise.all([one, two].map((game) => get("sequence", { game, n: Math.max(1, upto) }, signal)));
  const heaps = [...Array(Math.max(0, Math.min(a.values.length, b.values.length) - from)).keys()].map((i) => i + from);
  const row = (sequence) =>
    heaps.map((heap) =>
      h("td", { class: a.values[heap] === b.values[heap] ? "" : "exception" }, sequence.values[heap]),
    );
  const table = h(
    "table",
    { class: "values" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("heap")),
        heaps.map((heap) => h("th", { scope: "col" }, heap)),
      ),
    ),
    h(
      "tbody",
      {},
      h("tr", {}, h("th", { scope: "row" }, a.game), row(a)),
      h("tr", {}, h("th", { scope: "row" }, b.game), row(b)),
    ),
  );
  const rows = () => [["heap", a.game, b.game], ...heaps.map((heap) => [heap, a.values[heap], b.values[heap]])];
  return h(
    "section",
    { class: "panel" },
    sentences(found.lines),
    scrolled(t("table of values"), table),
    exports({ name: "nimatron-comparison", rows, lines: found.commands }),
  );
}
