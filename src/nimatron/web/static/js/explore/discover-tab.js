// Discover: rules as formulas, without any code. Nimatron looks for a rule that says who loses, and proves it.

import { get } from "../api.js";
import { button, field, h, markPlace, replace, select } from "../dom.js";
import { t } from "../language.js";
import { playLink } from "../play-links.js";
import { latestAnswer } from "./latest-answer.js";
import { commands } from "./export-buttons.js";
import { automatonView } from "./automaton.js";

/** Games to click: a title, the numbers and rules. */
const EXAMPLES = () => [
  [t("Nim with two heaps"), "x y; x' < x; y' < y"],
  [t("Take 1, 2 or 3"), "x; 1 <= x - x' <= 3"],
  [t("Take at most half"), "x; x' < x <= 2x'"],
  [t("Wythoff: the same from both"), "x y; x' < x; y' < y; x - x' = y - y' > 0"],
  [t("At most what the other heap has"), "x y; x' < x, x - x' <= y; symmetric"],
  [t("Twice as much as before"), "n m; 1 <= k <= m, n' = n - k, m' = 2k"],
  [t("Empty one, divide the other"), "x y; x' + y' = x; x' + y' = y; positions x > 0, y > 0"],
  [t("One coin, or halve"), "x; x' = x - 1; x' = x // 2, x > 0"],
];

/** Moves to add, for a number called x. @param {string} x @returns {[string, string][]} */
const MOVES = (x) => [
  [t("any number of coins"), `${x}' < ${x}`],
  [t("1, 2 or 3 coins"), `1 <= ${x} - ${x}' <= 3`],
  [t("at most half"), `${x}' < ${x} <= 2${x}'`],
  [t("an odd number"), `${x}' < ${x}, (${x} - ${x}') % 2 = 1`],
];

const STATUS = () => ({
  proved: t("Proved for all positions"),
  observed: t("Observed, not proved"),
  unresolved: t("No rule found"),
});

/** @param {Record<string, string>} values @param {Remember} remember */
export function discoverTab(values, remember) {
  const numbers = h("input", { type: "text", required: true, spellcheck: "false", autocomplete: "off", maxlength: 60 });
  const moves = h("textarea", { required: true, rows: 4, spellcheck: "false", autocomplete: "off", maxlength: 3000 });
  const ending = select(
    [
      ["", t("the last move wins")],
      ["misere", t("the last move loses")],
    ],
    "",
    () => {},
  );
  const numbersAlike = select(
    [
      ["", t("only as they are written")],
      ["symmetric", t("for every number alike")],
    ],
    "",
    () => {},
  );
  const chips = h("div", { class: "snippets" });
  const place = h("div", { class: "answered" });
  const answered = latestAnswer(place);
  /** @param {string} rules */
  const write = (rules) => {
    const [names, ...parts] = rules.split(";").map((part) => part.trim());
    numbers.value = names;
    ending.value = parts.includes("misere") ? "misere" : "";
    numbersAlike.value = parts.includes("symmetric") ? "symmetric" : "";
    moves.value = parts.filter((part) => part && part !== "misere" && part !== "symmetric").join("\n");
    offer();
  };
  const read = () => {
    const lines = moves.value.split(/[\n;]/).map((line) => line.trim());
    return [numbers.value.trim(), ...lines, ending.value, numbersAlike.value].filter(Boolean).join("; ");
  };
  const offer = () => {
    const first = numbers.value.trim().split(/[\s,]+/)[0] || "x";
    /** @param {string} move */
    const add = (move) => {
      moves.value = [moves.value.trimEnd(), move].filter(Boolean).join("\n");
      moves.focus();
    };
    replace(
      chips,
      h("span", { class: "dim small" }, t("Add a move: take from {x}", { x: first })),
      MOVES(first).map(([text, move]) => button(text, () => add(move), { class: "quiet" })),
    );
  };
  numbers.addEventListener("input", offer);
  const show = () => {
    const rules = read();
    remember({ rules });
    answered((signal) => answer(rules, signal));
  };
  write(values.rules ?? EXAMPLES()[0][1]);
  show();
  const samples = select(
    [["", t("as written below")], ...EXAMPLES().map(([title, rules]) => [rules, title])],
    "",
    (rules) => {
      if (rules) write(rules);
      show();
    },
  );
  samples.value = EXAMPLES().some(([, rules]) => rules === read()) ? read() : "";
  const form = h(
    "form",
    {
      class: "card asked",
      "aria-label": t("The rules of your game"),
      onsubmit: (event) => {
        event.preventDefault();
        samples.value = "";
        show();
        place.scrollIntoView({ block: "nearest", behavior: "smooth" });
      },
    },
    h("p", {}, t("Invent a game with numbers, such as sizes of heaps. Nimatron finds out who wins, for all numbers.")),
    field(t("Examples"), samples),
    field(t("Names of the numbers"), numbers),
    field(t("Moves, one in each line: x is a number before the move, x' after it"), moves),
    chips,
    field(t("The moves hold"), numbersAlike),
    field(t("Rule"), ending),
    h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, t("Discover"))),
    h("p", { class: "small" }, h("a", { href: "help/discover.html" }, t("How to write rules"))),
  );
  const tab = h("div", { class: "ask-answer discover" }, form, place);
  return Object.assign(tab, { leave: answered.stop });
}

/** @param {string} rules @param {AbortSignal} [signal] */
async function answer(rules, signal) {
  const found = await get("discovery", { rules }, signal).catch((fault) => {
    if (fault.place === undefined) throw fault;
    return h(
      "p",
      { class: "bad", role: "alert" },
      fault.message,
      h("code", { class: "pointed" }, markPlace(rules, fault.place)),
    );
  });
  if (found instanceof HTMLElement) return found;
  const [, ...lines] = found.lines;
  return [
    h(
      "section",
      { class: "card" },
      h("p", { class: `status ${found.status}` }, STATUS()[found.status]),
      lines.map((line, i) => h("p", { class: i || !found.sentence ? line.style : "verdict" }, line.text)),
      h("p", {}, h("a", { class: "button primary", href: playLink(found.position) }, t("Play this game"))),
      commands(found.commands),
    ),
    found.automaton ? automatonView(found.automaton, found.numbers, found.start) : null,
  ];
}
