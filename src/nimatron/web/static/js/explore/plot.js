// Values as points: heaps to the right, values upwards; a bracket spans one period.

import { s } from "../dom.js";
import { t } from "../language.js";

const DRAWN = 2000;
const [LEFT, TOP, BOTTOM, HIGH] = [40, 16, 250, 310];

/** @param {Api.Sequence} sequence @param {Api.Period | null} period @param {number} room */
export function plot({ values, largest, first }, period, room) {
  const shown = values.slice(0, DRAWN);
  const step = Math.max(1.6, Math.min(22, (room - LEFT - 24) / shown.length));
  const most = Math.max(1, Number(largest));
  /** @param {number} heap */
  const x = (heap) => LEFT + (heap + 0.5) * step;
  /** @param {number | string} value */
  const y = (value) => BOTTOM - (Number(value) / most) * (BOTTOM - TOP);
  const width = LEFT + shown.length * step + 20;
  const radius = Math.max(1.4, Math.min(5, step * 0.36));
  /** @param {number | string} value @param {number} heap */
  const point = (value, heap) =>
    s(
      "circle",
      { class: value === 0 ? "zero" : "point", cx: x(heap), cy: y(value), r: radius },
      s("title", {}, `G(${heap + first}) = ${value}`),
    );
  /** @param {number | string} value @param {number} heap */
  const stem = (value, heap) => s("path", { class: "stem", d: `M${x(heap)} ${BOTTOM}V${y(value)}` });
  return s(
    "svg",
    {
      class: "plot",
      width,
      height: HIGH,
      viewBox: `0 0 ${width} ${HIGH}`,
      role: "img",
      "aria-label": t("values of {first} to {last}", { first, last: shown.length - 1 + first }),
    },
    grid(most, width, y),
    ticks(shown.length, first, step, x),
    step >= 5 ? shown.map(stem) : null,
    shown.map(point),
    period ? bracket(period, shown.length, x) : null,
  );
}

/** @param {number} most @param {number} width @param {(value: number) => number} y */
function grid(most, width, y) {
  const every = Math.max(1, Math.ceil(most / 5));
  const marks = [...Array(Math.floor(most / every) + 1).keys()].map((i) => i * every);
  return marks.map((value) => [
    s("path", { class: "grid-line", d: `M${LEFT} ${y(value)}H${width - 12}` }),
    s("text", { class: "axis", x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, value),
  ]);
}

/** What the picture cannot show. @param {(number | string)[]} values @param {Api.Period | null} period */
export function beyond(values, period) {
  if (!period || Number(period.preperiod) < Math.min(values.length, DRAWN)) return "";
  return t("The period begins beyond this picture, at heap {heap}.", { heap: period.preperiod });
}

/**
 * A number wherever there is room for one.
 * @param {number} count @param {number} first @param {number} step @param {(heap: number) => number} x
 */
function ticks(count, first, step, x) {
  const least = Math.ceil(44 / step);
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((size) => size >= least) ?? 2000;
  const from = Math.ceil(first / every) * every - first;
  return [...Array(Math.max(0, Math.ceil((count - from) / every))).keys()].map((i) =>
    s(
      "text",
      { class: "axis", x: x(from + i * every), y: BOTTOM + 20, "text-anchor": "middle" },
      from + i * every + first,
    ),
  );
}

/** @param {Api.Period} period @param {number} shown @param {(heap: number) => number} x */
function bracket(period, shown, x) {
  const [start, end] = [Number(period.preperiod), Number(period.preperiod) + Number(period.period)];
  const y = BOTTOM + 28;
  if (start >= shown) return null;
  const right = Math.min(end, shown);
  const words =
    t("period {period}", { period: period.period }) +
    (Number(period.saltus) ? `, ${t("saltus {saltus}", { saltus: period.saltus })}` : "");
  const middle = (x(start) + x(right)) / 2;
  const near = middle < LEFT + 60 ? { x: x(start), "text-anchor": "start" } : { x: middle, "text-anchor": "middle" };
  return [
    s("path", { class: "bracket", d: `M${x(start)} ${y}v8H${x(right)}${end <= shown ? "v-8" : ""}` }),
    s("text", { class: "axis strong", ...near, y: y + 26 }, words),
  ];
}
