// Sliders, chips and lists for the numbers that a game is made of.

import { button, field, h, unique } from "../dom.js";
import { t } from "../language.js";

/**
 * One number: a slider with its value, and buttons for single steps.
 * @param {string} label @param {{min: number, max: number, value: number}} range
 * @param {(number: number) => void} changed
 */
export function slider(label, { min, max, value }, changed) {
  const id = unique("dial");
  const shown = h("output", { for: id }, value);
  const range = h("input", { type: "range", id, min, max, value });
  /** @param {number} number */
  const set = (number) => {
    range.value = String(number);
    shown.textContent = range.value;
  };
  /** @param {number} by */
  const step = (by) => () => {
    set(Number(range.value) + by);
    changed(Number(range.value));
  };
  range.addEventListener("input", () => set(Number(range.value)));
  range.addEventListener("change", () => changed(Number(range.value)));
  return h(
    "div",
    { class: "tuner" },
    h("div", { class: "tuner-head" }, h("label", { for: id }, label), shown),
    h(
      "div",
      { class: "tuner-row" },
      button("−", step(-1), { "aria-label": t("{what}: one less", { what: label }) }),
      range,
      button("+", step(1), { "aria-label": t("{what}: one more", { what: label }) }),
    ),
  );
}

/** Numbers that may be in or out. @param {Api.Dial} dial @param {(numbers: number[]) => void} changed */
function chips({ label, min, max, values, least }, changed) {
  const chosen = new Set(values.map(Number));
  /** @param {number} n */
  const toggle = (n) => (/** @type {On<Event>} */ event) => {
    if (chosen.has(n) && chosen.size > least) chosen.delete(n);
    else chosen.add(n);
    event.target.setAttribute("aria-pressed", chosen.has(n));
    changed([...chosen].sort((a, b) => a - b));
  };
  const numbers = Array.from({ length: max - min + 1 }, (_, i) => i + min);
  return h(
    "fieldset",
    { class: "tuner" },
    h("legend", {}, label),
    h(
      "div",
      { class: "tuner-chips" },
      numbers.map((n) => button(n, toggle(n), { "aria-pressed": chosen.has(n) })),
    ),
  );
}

/** @param {Api.Dial} dial @param {(texts: string[]) => void} changed */
function textDial({ label, values }, changed) {
  const input = h("input", { type: "text", value: values[0], spellcheck: "false", autocomplete: "off" });
  input.addEventListener("change", () => input.value.trim() && changed([input.value.trim()]));
  return field(label, input);
}

/**
 * All dials of a game; `changed` is told the values of all of them, by name.
 * @param {Api.Dial[]} dials @param {(values: Record<string, any[]>) => void} changed
 */
export function dialControls(dials, changed) {
  const values = Object.fromEntries(dials.map((dial) => [dial.name, dial.values]));
  /** @param {string} name */
  const turned = (name) => (/** @type {(number | string)[]} */ numbers) => {
    values[name] = numbers;
    changed(values);
  };
  return dials.map((dial) => {
    if (dial.kind === "set") return chips(dial, turned(dial.name));
    if (dial.kind === "text") return textDial(dial, turned(dial.name));
    return dial.values.map((value, i) =>
      slider(dial.label, { ...dial, value: Number(value) }, (number) => turned(dial.name)(dial.values.with(i, number))),
    );
  });
}
