// The values of a one-heap game, with a bracket for the period and what is known about it.

import { get } from "../api.js";
import { field, h, replace, s, scrolled } from "../dom.js";
import { capital, t } from "../words.js";
import { answering, asking, complaint, sentences, showing } from "./answering.js";
import { exports } from "./export.js";
import { patternsPanel } from "./patterns.js";

const SAMPLES = [
  "kayles",
  "0.137",
  "0.07",
  "lasker",
  "grundy",
  "{1,2,6}",
  "allbut{2,4}",
  "0.007",
  "ruler",
  "mock-turtles",
];
const DRAWN = 2000;

export function sequenceTab(values, remember) {
  const game = h("input", { type: "text", required: true, value: values.game ?? "kayles", spellcheck: "false" });
  const count = h("input", { type: "number", required: true, min: 1, max: 100000, value: values.n ?? 150 });
  const place = h("div", {});
  const answered = answering(place);
  const show = () => {
    const asked = { game: game.value.trim(), n: count.value };
    remember(asked);
    answered(async (signal) => {
      const sequence = await get("sequence", asked, signal);
      return sequence.counts === "coin" ? coins(sequence) : heaps(sequence, signal);
    });
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
        field(t("A code such as 0.77, a name of heaps or coins, or a set such as {1,2,6}"), game),
        field(t("How many values"), count),
      ),
      showing(SAMPLES, game, show),
    ),
    place,
  );
}

// Shows the values at once, and their period when it is found.
function heaps(sequence, signal) {
  const found = h("div", { class: "panel" }, h("p", { class: "dim" }, t("Looking for the period ...")));
  const drawn = h("div", {}, draw(sequence, null));
  get("period", { game: sequence.game }, signal)
    .then((period) => {
      replace(found, sentences(period.lines), marks(period));
      replace(drawn, draw(sequence, period.status === "unresolved" ? null : period), patternsPanel(period.patterns));
    })
    .catch((fault) => replace(found, complaint(fault)));
  return [found, drawn];
}

// For a coin game, the values of a single coin that shows heads; nothing is claimed about a period.
function coins(sequence) {
  return [
    h(
      "div",
      { class: "panel" },
      h("h2", {}, sequence.game),
      h("p", {}, t("The value of a single coin with heads up, by its place.")),
    ),
    draw(sequence, null),
  ];
}

function marks(period) {
  const status = { proved: t("✔ proved"), observed: t("≈ observed, not proved"), unresolved: t("? unresolved") }[
    period.status
  ];
  return h("p", {}, h("strong", { class: `status ${period.status}` }, status));
}

function draw(sequence, period) {
  const { counts, first, values, trouble } = sequence;
  const picture = plot(sequence, period);
  const rows = () => [[counts, "value"], ...values.map((value, i) => [i + first, value])];
  const lines = [...sequence.commands, ...(period?.commands ?? [])];
  return h(
    "section",
    { class: "panel" },
    trouble ? h("p", { class: "bad" }, capital(trouble)) : null,
    scrolled(t("plot of the values"), picture),
    asRows(sequence, period),
    exports({ name: "nimatron-sequence", rows, svg: () => picture, lines }),
  );
}

// Points: heaps to the right, values upwards; the bracket spans one period.
function plot({ values, largest, first }, period) {
  const shown = values.slice(0, DRAWN);
  const step = Math.max(1.2, Math.min(9, 900 / shown.length));
  const high = 190;
  const top = Math.max(1, Number(largest));
  const x = (heap) => 40 + heap * step;
  const y = (value) => 210 - (Number(value) / top) * high;
  const points = shown.map((value, heap) =>
    s(
      "circle",
      { class: value === 0 ? "zero" : "point", cx: x(heap), cy: y(value), r: Math.min(3, step * 0.45) },
      s("title", {}, `G(${heap + first}) = ${value}`),
    ),
  );
  const axis = [0, Math.round(top / 2), top].map((value) =>
    s("text", { class: "axis", x: 34, y: y(value) + 4, "text-anchor": "end" }, value),
  );
  const every = Math.ceil(shown.length / 10 / 10) * 10 || 10;
  const ticks = [...Array(Math.ceil(shown.length / every)).keys()].map((i) =>
    s("text", { class: "axis", x: x(i * every), y: 228, "text-anchor": "middle" }, i * every + first),
  );
  const width = x(shown.length) + 20;
  return s(
    "svg",
    {
      class: "plot",
      width,
      height: 270,
      viewBox: `0 0 ${width} 270`,
      role: "img",
      "aria-label": t("values of {first} to {last}", { first, last: shown.length - 1 + first }),
    },
    s("path", { class: "frame", d: `M40 15V210H${width - 10}` }),
    axis,
    ticks,
    points,
    period ? bracket(period, shown.length, x) : null,
  );
}

function bracket(period, shown, x) {
  const [start, end] = [Number(period.preperiod), Number(period.preperiod) + Number(period.period)];
  if (start >= shown) {
    return s(
      "text",
      { class: "axis", x: 40, y: 262 },
      t("The period begins beyond this picture, at heap {heap}.", { heap: start }),
    );
  }
  const right = Math.min(end, shown);
  const words =
    t("period {period}", { period: period.period }) +
    (Number(period.saltus) ? `, ${t("saltus {saltus}", { saltus: period.saltus })}` : "");
  return [
    s("path", { class: "bracket", d: `M${x(start)} 234v8H${x(right)}${end <= shown ? "v-8" : ""}` }),
    s("text", { class: "axis", x: x(start), y: 262 }, words),
  ];
}

// Rows as long as the period, so that it shows; exceptions stand out.
function asRows({ values, first }, period) {
  const length = period && Number(period.period) >= 4 && Number(period.period) <= 40 ? Number(period.period) : 20;
  const shown = values.slice(0, 600);
  const saltus = Number(period?.saltus ?? 0);
  const start = Number(period?.preperiod ?? 0);
  const regular = (heap) => {
    const times = Math.ceil((start - heap) / Number(period.period));
    const later = heap + times * Number(period.period);
    return later >= values.length || Number(values[heap]) + times * saltus === Number(values[later]);
  };
  const cell = (heap) => {
    const odd = period && heap < start && !regular(heap);
    const name = [
      values[heap] === 0 ? "zero" : "",
      odd ? "exception" : "",
      period && heap >= start ? "in-period" : "",
    ].join(" ");
    return h("td", { class: name, title: `G(${heap + first})` }, values[heap]);
  };
  const rows = [...Array(Math.ceil(shown.length / length)).keys()].map((i) => {
    const row = [...Array(Math.min(length, shown.length - i * length)).keys()].map((j) => i * length + j);
    return h("tr", {}, h("th", { scope: "row" }, i * length + first), row.map(cell));
  });
  const note = period
    ? h(
        "p",
        { class: "dim small" },
        t("Underlined: the periodic part. Framed: exceptional heaps, whose values the period does not give."),
      )
    : null;
  const more =
    values.length > shown.length
      ? h(
          "p",
          { class: "dim small" },
          t("Only the first {n} values are listed here; the files have all of them.", { n: shown.length }),
        )
      : null;
  return h(
    "div",
    {},
    scrolled(t("table of values"), h("table", { class: "values sequence" }, h("tbody", {}, rows))),
    note,
    more,
  );
}
