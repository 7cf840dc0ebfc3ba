// Two one-heap games side by side: where they differ first.

import { get } from "../api.js";
import { field, h, replace } from "../dom.js";
import { t } from "../words.js";
import { exports } from "./export.js";

export function compareTab(values, remember) {
  const one = h("input", { type: "text", required: true, value: values.one ?? "0.161", spellcheck: "false" });
  const two = h("input", { type: "text", required: true, value: values.two ?? "0.36", spellcheck: "false" });
  const count = h("input", { type: "number", required: true, min: 1, max: 100000, value: values.n ?? 1000 });
  const place = h("div", {});
  const show = async () => {
    const asked = { one: one.value.trim(), two: two.value.trim(), n: count.value };
    remember(asked);
    replace(place, h("p", { class: "dim" }, t("Computing ...")));
    try {
      replace(place, await answer(asked));
    } catch (fault) {
      replace(place, h("p", { class: "bad", role: "alert" }, fault.message));
    }
  };
  show();
  const submit = (event) => { event.preventDefault(); show(); };
  return h("div", {},
    h("form", { class: "panel", onsubmit: submit },
      h("div", { class: "grid-fields" }, field(t("One game"), one), field(t("The other"), two), field(t("How many values"), count)),
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, t("Compare")))),
    place);
}

async function answer({ one, two, n }) {
  const found = await get("comparison", { one, two, n });
  const at = Number(found.first_difference ?? 0);
  const upto = Math.min(Number(n), at + 10);
  const from = Math.max(0, at - 10);
  const [a, b] = await Promise.all([one, two].map((game) => get("sequence", { game, n: Math.max(1, upto) })));
  const heaps = [...Array(Math.max(0, Math.min(a.values.length, b.values.length) - from)).keys()].map((i) => i + from);
  const row = (sequence) => heaps.map((heap) => h("td", { class: a.values[heap] === b.values[heap] ? "" : "exception" }, sequence.values[heap]));
  const table = h("table", { class: "values" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("heap")), heaps.map((heap) => h("th", { scope: "col" }, heap)))),
    h("tbody", {}, h("tr", {}, h("th", { scope: "row" }, a.game), row(a)), h("tr", {}, h("th", { scope: "row" }, b.game), row(b))));
  const rows = () => [["heap", a.game, b.game], ...heaps.map((heap) => [heap, a.values[heap], b.values[heap]])];
  const lines = [`nimatron compare ${JSON.stringify(one)} ${JSON.stringify(two)} -n ${n}`,
    `from nimatron.notation import heap_game\nfrom nimatron.values.comparing import compare\ncompare(heap_game(${JSON.stringify(one)}), heap_game(${JSON.stringify(two)}), ${n})`];
  return h("section", { class: "panel" }, found.lines.map((line) => h(line.style === "title" ? "h2" : "p", { class: line.style }, line.text)),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("table of values") }, table), tableExports(rows, lines));
}

function tableExports(rows, lines) {
  const png = async () => {
    const table = rows();
    const canvas = h("canvas", { width: 90 * table[0].length, height: 24 * table.length + 10 });
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = "#111";
    pen.font = "14px system-ui, sans-serif";
    table.forEach((row, i) => row.forEach((value, j) => pen.fillText(value, 8 + 90 * j, 20 + 24 * i)));
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  };
  return exports({ name: "nimatron-comparison", rows, png, lines });
}
