// An automaton as a picture: states are circles, and the digits of the numbers that somebody types light up a path.

import { arrowhead, field, h, replace, s, unique } from "../dom.js";
import { scroller } from "../scroller.js";
import { t } from "../language.js";

const MOST_STATES = 14; // more circles cannot be told apart
const MOST_LABELS = 4; // of one arrow
const RADIUS = 20;
const UP = -Math.PI / 2; // from the left comes the arrow to the first state
const LONGEST = 60; // digits of a number that is typed

/** Digits, the most significant first, of numbers with units u(n) = c u(n-1) + s u(n-2). */
export class Digits {
  /** @param {Api.Automaton} automaton */
  constructor(automaton) {
    this.c = BigInt(automaton.c);
    this.s = BigInt(automaton.s);
    this.count = automaton.c + (automaton.s > 0 ? 1 : 0);
    this.units = [1n, BigInt(this.count)];
  }

  /** @param {number} n */
  unit(n) {
    while (this.units.length <= n) {
      const [two, one] = this.units.slice(-2);
      this.units.push(this.c * one + this.s * two);
    }
    return this.units[n];
  }

  /** A row of digits for each number, all of the same length. @param {bigint[]} numbers @returns {number[][]} */
  rows(numbers) {
    let length = 0;
    while (numbers.some((number) => this.unit(length) <= number)) length++;
    return numbers.map((number) => {
      const row = [];
      for (let n = length - 1; n >= 0; n--) {
        row.push(Number(number / this.unit(n)));
        number %= this.unit(n);
      }
      return row;
    });
  }
}

/** The states after each digit, from state 0 on. @param {Api.Automaton} automaton @param {number[][]} rows */
export function walk(automaton, rows) {
  const digits = automaton.c + (automaton.s > 0 ? 1 : 0);
  const states = [0];
  for (let place = 0; place < (rows[0]?.length ?? 0); place++) {
    const letter = rows.reduce((sum, row, i) => sum + row[place] * digits ** i, 0);
    states.push(automaton.step[states[states.length - 1]][letter]);
  }
  return states;
}

/** A state from which no position is lost any more; it is not drawn. @param {Api.Automaton} automaton */
function deadState({ step, accept }) {
  return step.findIndex((row, state) => !accept.includes(state) && row.every((next) => next === state));
}

/** @param {number} letter @param {number} digits @param {number} count */
function column(letter, digits, count) {
  return [...Array(count).keys()].map((i) => Math.floor(letter / digits ** i) % digits).join("/");
}

/** A picture of the automaton, and a way to light it up. @param {Api.Automaton} automaton @param {string[]} numbers */
function picture(automaton, numbers) {
  const digits = automaton.c + (automaton.s > 0 ? 1 : 0);
  const dead = deadState(automaton);
  const states = automaton.step.map((_, state) => state).filter((state) => state !== dead);
  if (states.length > MOST_STATES) return null;
  const round = states.length > 1 ? Math.max(80, 27 * states.length) : 0;
  const middle = round + 90;
  /** @param {number} state */
  const angle = (state) => Math.PI + (2 * Math.PI * states.indexOf(state)) / states.length;
  /** @param {number} state @returns {[number, number]} */
  const place = (state) => [middle + round * Math.cos(angle(state)), middle + round * Math.sin(angle(state))];
  const head = unique("arrow");
  /** @type {Map<string, SVGElement>} */
  const arrows = new Map();
  /** @type {Map<number, SVGElement>} */
  const circles = new Map();
  const labels = [];
  for (const from of states) {
    /** @type {Map<number, string[]>} */
    const targets = new Map();
    automaton.step[from].forEach((to, letter) => {
      if (to !== dead) targets.set(to, [...(targets.get(to) ?? []), column(letter, digits, numbers.length)]);
    });
    for (const [to, letters] of targets) {
      const [line, [x, y]] = arrow(place(from), place(to), from === to ? (from ? angle(from) : UP) : null);
      const text = letters.slice(0, MOST_LABELS).join(" ") + (letters.length > MOST_LABELS ? " …" : "");
      arrows.set(`${from} ${to}`, s("path", { class: "step", d: line, "marker-end": `url(#${head})` }));
      labels.push(s("text", { class: "digits", x, y }, text, s("title", {}, letters.join(" "))));
    }
  }
  for (const state of states) {
    const [x, y] = place(state);
    const lost = automaton.accept.includes(state);
    circles.set(
      state,
      s(
        "g",
        { class: `state${lost ? " lost" : ""}` },
        s("circle", { cx: x, cy: y, r: RADIUS }),
        lost ? s("circle", { class: "inner", cx: x, cy: y, r: RADIUS - 4 }) : null,
        s("text", { x, y: y + 1 }, state),
      ),
    );
  }
  const [x, y] = place(0);
  const begin = s("path", {
    class: "step",
    d: `M${x - RADIUS - 28} ${y}H${x - RADIUS}`,
    "marker-end": `url(#${head})`,
  });
  const svg = s(
    "svg",
    {
      class: "automaton",
      viewBox: `0 0 ${2 * middle} ${2 * middle}`,
      width: 2 * middle,
      role: "img",
      "aria-label": t("The automaton with {n} states; the table below describes the same automaton.", {
        n: states.length,
      }),
    },
    s("defs", {}, arrowhead(head, 5)),
    begin,
    [...arrows.values()],
    labels,
    [...circles.values()],
  );
  /** Lights up the way through these states; the last one is where it ends. @param {number[]} way */
  const light = (way) => {
    for (const element of [...arrows.values(), ...circles.values()]) element.classList.remove("lit", "now");
    way.forEach((state, i) => {
      circles.get(state)?.classList.add("lit");
      if (i) arrows.get(`${way[i - 1]} ${state}`)?.classList.add("lit");
    });
    circles.get(way[way.length - 1])?.classList.add("now");
  };
  return { svg, light };
}

/**
 * An arrow between two circles, bent so that the arrow back has room, and the place of its label; with `angle`, a loop
 * that leaves the ring of states in this direction.
 * @param {[number, number]} from @param {[number, number]} to @param {number | null} angle
 * @returns {[string, [number, number]]}
 */
function arrow([x, y], [u, v], angle) {
  if (angle !== null) {
    /** @param {number} far @param {number} turn @returns {[number, number]} */
    const near = (far, turn) => [x + far * Math.cos(angle + turn), y + far * Math.sin(angle + turn)];
    const [a, b, c, d] = [near(RADIUS, -0.5), near(58, -0.6), near(58, 0.6), near(RADIUS + 2, 0.5)];
    return [`M${a}C${b} ${c} ${d}`, near(66, 0)];
  }
  const length = Math.hypot(u - x, v - y);
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const bend = 0.16 * length;
  const [mx, my] = [(x + u) / 2 + dy * bend, (y + v) / 2 - dx * bend];
  /** The border of a circle in the direction of the bend. @param {number} px @param {number} py */
  const border = (px, py) => {
    const far = Math.hypot(mx - px, my - py);
    return [px + (RADIUS * (mx - px)) / far, py + (RADIUS * (my - py)) / far];
  };
  return [
    `M${border(x, y)}Q${mx} ${my} ${border(u, v)}`,
    [(x + u) / 2 + dy * bend * 0.75, (y + v) / 2 - dx * bend * 0.75],
  ];
}

/**
 * The automaton with a field for each number: their digits, the state after each of them, and the verdict.
 * @param {Api.Automaton} automaton @param {string[]} numbers @param {number[]} first
 */
export function automatonView(automaton, numbers, first) {
  const system = new Digits(automaton);
  const drawn = picture(automaton, numbers);
  const place = h("div", { "aria-live": "polite" });
  const inputs = numbers.map((name, i) =>
    h("input", { type: "text", inputmode: "numeric", value: first[i] ?? 0, maxlength: LONGEST, oninput: () => show() }),
  );
  const show = () => {
    if (!inputs.every((input) => /^\d+$/.test(input.value.trim()))) {
      drawn?.light([]);
      return replace(place, h("p", { class: "dim" }, t("Type whole numbers, 0 or larger.")));
    }
    const rows = system.rows(inputs.map((input) => BigInt(input.value.trim())));
    const states = walk(automaton, rows);
    drawn?.light(states);
    replace(
      place,
      digitTable(numbers, rows, states, (upto) => drawn?.light(states.slice(0, upto + 1))),
    );
    const lost = automaton.accept.includes(states[states.length - 1]);
    place.append(
      h("p", { class: lost ? "bad" : "good" }, lost ? t("The player to move loses.") : t("The player to move wins.")),
    );
  };
  show();
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("Read the digits")),
    h("p", { class: "dim small" }, t("Written in {numeration}, from the left.", { numeration: automaton.title })),
    h(
      "div",
      { class: "grid-fields" },
      numbers.map((name, i) => field(name, inputs[i])),
    ),
    place,
    drawn
      ? [
          scroller(t("automaton"), drawn.svg),
          h(
            "p",
            { class: "dim small" },
            t("A double circle means lost. Where no arrow is drawn, the player to move wins."),
          ),
        ]
      : h("p", { class: "dim" }, t("The automaton has {n} states, too many to draw.", { n: automaton.step.length })),
  );
}

/**
 * The digits in columns, and below each the state behind it; a state is a button that lights up the way to it.
 * @param {string[]} numbers @param {number[][]} rows @param {number[]} states @param {(upto: number) => void} light
 */
function digitTable(numbers, rows, states, light) {
  const lines = numbers.map((name, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      h("td", {}, ""),
      rows[i].map((digit) => h("td", {}, digit)),
    ),
  );
  const last = h(
    "tr",
    {},
    h("th", { scope: "row" }, t("state")),
    states.map((state, i) =>
      h("td", {}, h("button", { type: "button", class: "quiet", onclick: () => light(i) }, state)),
    ),
  );
  return scroller(t("digits and states"), h("table", { class: "values walked" }, h("tbody", {}, lines, last)));
}
