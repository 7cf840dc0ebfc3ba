// The controls that answer a question. Each returns {element, leave}, calls judge(text) with an answer, and may mark
// what is wrong. `kept` is the answer of an earlier visit.

import { button, field, h, unique } from "../dom.js";
import { t } from "../language.js";
import { cellNames, grid } from "./grid.js";
import { moveControl, movesControl } from "./board-questions.js";

/** @param {Child} control @param {() => string} answer @param {Judge} judge */
function form(control, answer, judge) {
  /** @param {On<Event>} event */
  const submit = (event) => {
    event.preventDefault();
    judge(answer());
  };
  return h(
    "form",
    { class: "card question", onsubmit: submit },
    control,
    h("button", { type: "submit", class: "primary" }, t("Check")),
  );
}

/** @param {() => string} label @param {string} mode */
function textControl(label, mode) {
  return (/** @type {Step} */ { kept }, /** @type {Judge} */ judge) => {
    const input = h("input", { type: "text", inputmode: mode, autocomplete: "off" });
    input.value = kept ?? "";
    return { element: form(field(label(), input), () => input.value, judge) };
  };
}

/** @param {Step} question @param {Judge} judge */
function outcome({ shown, kept }, judge) {
  const answers = [
    ["N", t("the player to move")],
    ["P", t("the other player")],
    ...(shown.draws ? [["D", t("nobody: a draw")]] : []),
  ];
  const element = h(
    "div",
    { class: "two", role: "group", "aria-label": t("Your answer") },
    answers.map(([value, text]) =>
      button(text, () => judge(value), { class: "option", "aria-pressed": String(kept === value) }),
    ),
  );
  return {
    element,
    pressed: (/** @type {string} */ value) =>
      press(
        element,
        answers.findIndex(([name]) => name === value),
      ),
  };
}

/** @param {HTMLElement} element @param {number} at */
function press(element, at) {
  [...element.querySelectorAll(".option")].forEach((one, i) => one.setAttribute("aria-pressed", String(i === at)));
}

/** @param {Step} question @param {Judge} judge */
function choice({ shown, choices, kept }, judge) {
  if (!shown.many) {
    const element = h(
      "div",
      { class: "choice-list", role: "group", "aria-label": t("Your answer") },
      choices.map((text, i) =>
        button(text, () => judge(`${i + 1}`), { class: "option", "aria-pressed": String(kept === `${i + 1}`) }),
      ),
    );
    return { element, pressed: (/** @type {string} */ value) => press(element, Number(value) - 1) };
  }
  const before = new Set((kept ?? "").split(" "));
  const boxes = choices.map((_, i) => h("input", { type: "checkbox", value: i + 1, checked: before.has(`${i + 1}`) }));
  const list = h(
    "fieldset",
    { class: "choices-of" },
    h("legend", { class: "spoken" }, t("Your answer")),
    choices.map((text, i) => h("label", { class: "choice" }, boxes[i], h("span", {}, text))),
  );
  const answer = () =>
    boxes
      .filter((box) => box.checked)
      .map((box) => box.value)
      .join(" ");
  return { element: form(list, answer, judge) };
}

/** Cells to be marked as lost. @param {Step} question @param {Judge} judge */
function marks({ shown, kept }, judge) {
  const marked = new Set((kept ?? "").split(" ").filter(Boolean));
  const drawn = new Map();
  /** @param {string} name */
  const cell = (name) => {
    const one = button(
      h("span", { class: "pn" }, "✖"),
      () => {
        if (!marked.delete(name)) marked.add(name);
        one.setAttribute("aria-pressed", String(marked.has(name)));
        one.classList.remove("bad-cell");
      },
      { class: "cell mark", "aria-pressed": String(marked.has(name)), "aria-label": t("{name} is lost", { name }) },
    );
    drawn.set(name, one);
    return one;
  };
  const answer = () =>
    cellNames(shown)
      .filter((name) => marked.has(name))
      .join(" ");
  return {
    element: form(grid(shown, cell), answer, judge),
    wrong: (/** @type {string[]} */ names) => point(drawn, names),
  };
}

/** @param {Map<string, HTMLElement>} drawn @param {string[]} names */
function point(drawn, names) {
  for (const [name, cell] of drawn) cell.classList.toggle("bad-cell", names.includes(name));
}

/** Cells to be filled with values; arrow keys go from one to the next. @param {Step} question @param {Judge} judge */
function cells({ shown, kept }, judge) {
  const before = (kept ?? "").split(" ");
  const wide = shown.columns.length;
  const inputs = /** @type {Full<string, HTMLInputElement>} */ (new Map());
  const id = unique("cells");
  /** @param {string} name @param {number} x @param {number} y */
  const cell = (name, x, y) => {
    const given = shown.cells[y][x];
    const input = h("input", {
      type: "text",
      inputmode: "numeric",
      class: "cell value",
      autocomplete: "off",
      maxlength: 6,
      readonly: given !== null,
      id: `${id}-${x}-${y}`,
      "aria-label": t("Value of {name}", { name }),
    });
    const earlier = before[y * wide + x];
    input.value = given ?? (earlier && earlier !== "." ? earlier : "");
    input.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      const next = step && document.getElementById(`${id}-${x + step[0]}-${y + step[1]}`);
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
    inputs.set(name, input);
    return input;
  };
  const drawn = grid(shown, cell);
  const answer = () =>
    cellNames(shown)
      .map((name) => inputs.get(name).value.trim() || ".")
      .join(" ");
  return { element: form(drawn, answer, judge), wrong: (/** @type {string[]} */ names) => point(inputs, names) };
}

/** Digits to be turned over. @param {Step} question @param {Judge} judge */
function bits({ shown, kept }, judge) {
  const digits = [...(kept ?? "").padStart(shown.digits, "0")].slice(-shown.digits);
  const element = h(
    "div",
    { class: "bits-row" },
    digits.map((digit, i) => {
      const weight = 2 ** (shown.digits - 1 - i);
      const one = button(
        digit,
        () => {
          digits[i] = digits[i] === "1" ? "0" : "1";
          one.textContent = digits[i];
          one.setAttribute("aria-pressed", String(digits[i] === "1"));
        },
        { class: "bit-card", "aria-pressed": String(digit === "1"), "aria-label": t("Digit of {weight}", { weight }) },
      );
      return h("div", { class: "bit-column" }, h("span", { class: "heap", "aria-hidden": "true" }, weight), one);
    }),
  );
  return { element: form(element, () => digits.join(""), judge) };
}

/** @type {Record<string, (question: Step, judge: Judge) => Control>} */
export const CONTROLS = {
  outcome,
  choice,
  marks,
  cells,
  bits,
  number: textControl(() => t("Your number"), "numeric"),
  numbers: textControl(() => t("Your numbers, with commas between them"), "text"),
  position: textControl(() => t("Your position: its numbers, with spaces between them"), "text"),
  move: moveControl,
  moves: movesControl,
};
