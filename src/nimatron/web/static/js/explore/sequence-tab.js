// The values of a one-heap game, with a bracket for the period and what is known about it.

import { get } from "../api.js";
import { h, replace } from "../dom.js";
import { scroller } from "../scroller.js";
import { capital, t } from "../language.js";
import { latestAnswer, questions, complaint, sentences } from "./latest-answer.js";
import { GameChoice } from "./game-choice.js";
import { slider } from "./dials.js";
import { exportButtons } from "./export-buttons.js";
import { patternsPanel } from "./patterns.js";
import { beyond, plot } from "./plot.js";

const LISTED = 600;

/** @param {Record<string, string>} values @param {Remember} remember */
export function sequenceTab(values, remember) {
  let n = Number(values.n ?? 150);
  const place = h("div", { class: "answered" });
  const answered = latestAnswer(place);
  const show = () => {
    remember({ game: choice.rules, n });
    answered(async (signal) => {
      try {
        const sequence = await get("sequence", { game: choice.rules, n }, signal);
        const room = place.clientWidth - 40;
        return sequence.counts === "coin" ? coins(sequence, choice, room) : heaps(sequence, choice, room, signal);
      } catch (fault) {
        if (!signal.aborted) choice.complain(fault);
        throw fault;
      }
    });
  };
  const choice = new GameChoice({
    label: t("Game"),
    rules: values.game ?? "kayles",
    fits: (game) => game.sequence,
    changed: () => show(),
  });
  const count = slider(t("How many values"), { min: 10, max: Math.max(1000, n), value: n }, (number) => {
    n = number;
    show();
  });
  show();
  const note = t("A code such as 0.77, or a set such as {1,2,6}, is a game too.");
  const tab = h(
    "div",
    { class: "ask-answer" },
    questions(
      choice.element,
      h("div", { class: "tuners" }, count),
      choice.notation,
      h("p", { class: "dim small" }, note),
    ),
    place,
  );
  return Object.assign(tab, { leave: answered.stop });
}

/**
 * Shows the values at once, and their period when it is found.
 * @param {Api.Sequence} sequence @param {GameChoice} choice @param {number} room @param {AbortSignal} signal
 */
function heaps(sequence, choice, room, signal) {
  const found = h(
    "section",
    { class: "card period-card" },
    h("h2", {}, choice.title),
    h("p", { class: "dim" }, t("Looking for the period ...")),
  );
  const drawn = h("div", {}, draw(sequence, null, room));
  get("period", { game: sequence.game }, signal)
    .then((period) => {
      replace(found, h("h2", {}, choice.title), marks(period), sentences(period.lines.slice(2)));
      const known = period.status === "unresolved" ? null : period;
      replace(drawn, draw(sequence, known, room), patternsPanel(period.patterns));
    })
    .catch((fault) => !signal.aborted && replace(found, h("h2", {}, choice.title), complaint(fault)));
  return [found, drawn];
}

/**
 * For a coin game, the values of a single coin that shows heads; nothing is claimed about a period.
 * @param {Api.Sequence} sequence @param {GameChoice} choice @param {number} room
 */
function coins(sequence, choice, room) {
  const words = t("The value of a single coin with heads up, by its place.");
  return [h("section", { class: "card" }, h("h2", {}, choice.title), h("p", {}, words)), draw(sequence, null, room)];
}

/** @param {Api.Period} period */
function marks(period) {
  const status = { proved: t("✔ proved"), observed: t("≈ observed, not proved"), unresolved: t("? unresolved") }[
    period.status
  ];
  return h(
    "p",
    { class: "finding" },
    h("strong", {}, period.lines[1]?.text ?? ""),
    h("span", { class: `status ${period.status}` }, status),
  );
}

/** @param {Api.Sequence} sequence @param {Api.Period | null} period @param {number} room */
function draw(sequence, period, room) {
  const { counts, first, values, trouble } = sequence;
  const picture = plot(sequence, period, room);
  const rows = () => [[counts, "value"], ...values.map((value, i) => [i + first, value])];
  const lines = [...sequence.commands, ...(period?.commands ?? [])];
  return h(
    "section",
    { class: "card" },
    trouble ? h("p", { class: "bad" }, `${capital(trouble)}.`) : null,
    scroller(t("plot of the values"), picture),
    h("p", { class: "dim small" }, beyond(values, period)),
    asRows(sequence, period),
    exportButtons({ name: "nimatron-sequence", rows, svg: () => picture, lines }),
  );
}

/**
 * Rows as long as the period, so that it shows as columns of one colour; exceptions stand out.
 * @param {Api.Sequence} sequence @param {Api.Period | null} period
 */
function asRows({ values, first, largest }, period) {
  const whole = Number(period?.period ?? 0);
  const narrow = innerWidth < 600;
  const length = whole >= 4 && whole <= (narrow ? 12 : 40) ? whole : narrow ? 10 : 20;
  const shown = values.slice(0, LISTED);
  /** @param {number} heap */
  const cell = (heap) => {
    const drawn = h("td", { class: looks(values, heap, period), title: `G(${heap + first})` }, values[heap]);
    drawn.style.setProperty("--share", String(Number(values[heap]) / Math.max(1, Number(largest))));
    return drawn;
  };
  const rows = [...Array(Math.ceil(shown.length / length)).keys()].map((i) => {
    const row = [...Array(Math.min(length, shown.length - i * length)).keys()].map((j) => i * length + j);
    return h("tr", {}, h("th", { scope: "row" }, i * length + first), row.map(cell));
  });
  const periodic = t(
    "Underlined: the periodic part. Framed: exceptional heaps, whose values the period does not give.",
  );
  const some = t("This list shows only the first {n} values; the files contain all of them.", { n: shown.length });
  return [
    scroller(t("table of values"), h("table", { class: "values sequence" }, h("tbody", {}, rows))),
    period ? h("p", { class: "dim small" }, periodic) : null,
    values.length > shown.length ? h("p", { class: "dim small" }, some) : null,
  ];
}

/** @param {(number | string)[]} values @param {number} heap @param {Api.Period | null} period */
function looks(values, heap, period) {
  const zero = values[heap] === 0 ? "zero" : "";
  if (!period) return zero;
  const [start, length] = [Number(period.preperiod ?? 0), Number(period.period)];
  if (heap >= start) return `${zero} in-period`;
  const times = Math.ceil((start - heap) / length);
  const later = heap + times * length;
  const regular =
    later >= values.length || Number(values[heap]) + times * Number(period.saltus ?? 0) === Number(values[later]);
  return `${zero} ${regular ? "" : "exception"}`;
}
