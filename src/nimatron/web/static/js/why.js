// "Why?" in three depths: a word; binary columns with the odd one and the part to change; parts, options and mex.

import { get } from "./api.js";
import { h, replace, scrolled, unique } from "./dom.js";
import { t } from "./words.js";

// Closed at first: players may want to think before they look.
const DEPTHS = () => [
  ["", t("Hidden")],
  ["word", t("In a word")],
  ["binary", t("In binary")],
  ["all", t("Everything")],
];

// How many moves deep values are derived; what lies deeper can be looked at by playing there.
const DEPTH = 3;

export class Why {
  constructor() {
    const kept = localStorage.getItem("why");
    this.depth = DEPTHS().some(([id]) => id === kept) ? kept : "";
    this.id = unique("why");
    this.derives = localStorage.getItem("why-mex") === "yes";
    this.body = h("div", { class: "why-body", role: "tabpanel", id: `${this.id}-body`, tabindex: 0 });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("How much to explain") });
    this.element = h("section", { class: "why panel" }, h("h2", {}, t("Why?")), this.tabs, this.body);
    this.drawTabs();
  }

  drawTabs() {
    const tabs = DEPTHS().map(([id, name]) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `${this.id}-${id}`,
          "data-depth": id,
          "aria-controls": `${this.id}-body`,
          "aria-selected": id === this.depth,
          tabindex: id === this.depth ? 0 : -1,
          onclick: () => this.choose(id),
          onkeydown: (event) => this.key(event),
        },
        name,
      ),
    );
    this.body.setAttribute("aria-labelledby", `${this.id}-${this.depth}`);
    replace(this.tabs, tabs);
  }

  key(event) {
    const ids = DEPTHS().map(([id]) => id);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    this.choose(ids[(ids.indexOf(this.depth) + step + ids.length) % ids.length]);
    document.getElementById(`${this.id}-${this.depth}`).focus();
  }

  choose(depth) {
    this.depth = depth;
    localStorage.setItem("why", depth);
    this.drawTabs();
    if (this.found || !depth) this.draw();
    else this.ask();
  }

  async show(position, misere) {
    this.about = { position, misere };
    await this.ask();
  }

  // Nothing is asked while the panel is closed; an old answer disappears if the new one takes a while.
  async ask() {
    this.asked?.abort();
    this.found = null;
    if (!this.depth || !this.about) return this.draw();
    const asked = (this.asked = new AbortController());
    const late = setTimeout(() => replace(this.body, h("p", { class: "dim" }, t("One moment ..."))), 200);
    try {
      const mex = this.derives ? DEPTH : 0;
      const found = await get("explanation", { ...this.about, mex }, asked.signal, true);
      if (asked.signal.aborted) return;
      this.found = found;
      this.draw();
    } catch (fault) {
      if (fault.name !== "AbortError") replace(this.body, h("p", { class: "bad" }, fault.message));
    } finally {
      clearTimeout(late);
    }
  }

  draw() {
    if (this.depth && !this.found) return;
    const drawn = { "": hidden, word: inAWord, binary: inBinary, all: everything }[this.depth](this.found);
    replace(this.body, this.depth === "all" ? this.definitionSwitch() : null, drawn);
  }

  definitionSwitch() {
    const box = h("input", {
      type: "checkbox",
      id: `${this.id}-mex`,
      checked: this.derives,
      onchange: () => this.derive(box.checked),
    });
    return h("label", {}, box, " ", t("values from the definition: moves and mex"));
  }

  derive(wanted) {
    this.derives = wanted;
    localStorage.setItem("why-mex", wanted ? "yes" : "no");
    this.ask();
  }
}

function hidden() {
  return h("p", { class: "dim" }, t("Who wins, and why? Choose how much you want to know."));
}

function inAWord({ analysis, lines }) {
  const verdict = lines.findLast((line) => line.style === "good" || line.style === "bad") ?? lines.at(-1);
  const moves = analysis.winning_moves ?? [];
  const shown = moves.slice(0, 3).map((move) => h("li", {}, move.text));
  const more = moves.length > 3 ? h("li", { class: "dim" }, "…") : null;
  const known = analysis.known_move
    ? h("p", {}, t("A winning move: {move}", { move: analysis.known_move.text }))
    : null;
  return [
    h("p", { class: `verdict ${analysis.outcome ?? ""}` }, mark(analysis.outcome), " ", verdict?.text ?? ""),
    shown.length ? [h("p", {}, t("Winning moves:")), h("ul", {}, shown, more)] : known,
  ];
}

export function mark(outcome) {
  return h(
    "span",
    { class: `mark ${outcome ?? "unknown"}`, "aria-hidden": "true" },
    { N: "✔", P: "✖" }[outcome] ?? "?",
  );
}

function inBinary({ analysis, steps, nim_sum: nimSum }) {
  const columns = steps.find((step) => step.kind === "columns");
  const numbers = columns?.values.every((value) => typeof value === "number");
  if (!columns || !numbers) return single(analysis, nimSum);
  const targets = steps.find((step) => step.kind === "targets")?.targets ?? [];
  return [table(analysis, columns, targets), sentence(analysis, columns, targets)];
}

function single(analysis, nimSum) {
  if (nimSum) return h("p", {}, nimSum);
  if (analysis.value === null) return h("p", {}, t("Nim-sums say nothing here: the value is not known."));
  const text =
    analysis.value === 0
      ? t("There is only one part, and its value is 0: the player to move loses.")
      : t("There is only one part, and its value is {value}: not 0, so the player to move wins.", {
          value: analysis.value,
        });
  return h("p", {}, text);
}

function table(analysis, { values, total, column }, targets) {
  const width = Math.max(1, ...[...values, total].map((value) => value.toString(2).length));
  const sums = total.toString(2).padStart(width, "0"); // `>>` works on 32 bits only
  const cells = (value, strong) =>
    [...value.toString(2).padStart(width, "0")].map((bit, place) =>
      h(
        "td",
        {
          class: [
            sums[place] === "1" ? "odd" : "",
            width - 1 - place === column ? "first-odd" : "",
            bit === "1" ? "one" : "",
          ].join(" "),
        },
        strong ? h("strong", {}, bit) : bit,
      ),
    );
  const rows = values.map((value, i) => {
    const target = targets.find((entry) => entry.part === i);
    const name = analysis.parts[i]?.position ?? "";
    const change = target?.moves ? `→ ${target.target}` : "";
    return h(
      "tr",
      { class: target?.moves ? "to-change" : "" },
      h("th", { scope: "row" }, name),
      h("td", { class: "decimal" }, value),
      cells(value),
      targets.length ? h("td", {}, change) : null,
    );
  });
  const heading = h(
    "tr",
    {},
    h("th", { scope: "col" }, t("part")),
    h("th", { scope: "col" }, t("value")),
    [...Array(width).keys()].map((place) => h("th", { scope: "col" }, 2 ** (width - 1 - place))),
    targets.length ? h("th", { scope: "col" }, t("make it")) : null,
  );
  const sum = h(
    "tr",
    { class: "total" },
    h("th", { scope: "row" }, t("nim-sum")),
    h("td", { class: "decimal" }, total),
    cells(total, true),
    targets.length ? h("td", {}) : null,
  );
  return scrolled(
    t("binary columns"),
    h("table", { class: "columns" }, h("thead", {}, heading), h("tbody", {}, rows), h("tfoot", {}, sum)),
  );
}

function sentence(analysis, { total }, targets) {
  if (!total) {
    return h("p", {}, t("Every column has an even number of ones, so the nim-sum is 0. Any move spoils that."));
  }
  const parts = targets
    .filter((target) => target.moves)
    .map((target) => target.part + 1)
    .join(", ");
  return h(
    "p",
    {},
    parts
      ? t("The framed column has an odd number of ones. Changing part {parts} as shown makes every column even.", {
          parts,
        })
      : t("The nim-sum is {total}.", { total }),
  );
}

function everything({ lines, steps }) {
  const trees = steps.filter((step) => step.mex).map((step) => tree(step.mex, true));
  const text = h(
    "pre",
    { class: "explanation", tabindex: 0, "aria-label": t("the whole explanation") },
    // A narrow page would break a line between - and >.
    lines.map((line) => h("span", { class: line.style || null }, `${line.text.replaceAll("->", "→")}\n`)),
  );
  return [trees, text];
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
