// Round coins on a real table. The computer begins in the middle and answers every coin with its point reflection:
// a strategy for a game with infinitely many positions, for which no values are claimed.

import { button, h, replace, s } from "../dom.js";
import { say } from "../shell.js";
import { t } from "../language.js";

const WIDE = 60;
const HIGH = 40;
const R = 6;
const STEP = 1;
const NEAR = 1e-7;
const SLIDE = R / 2;

/** @param {Point} coin */
const inside = ({ x, y }) => x >= R - NEAR && x <= WIDE - R + NEAR && y >= R - NEAR && y <= HIGH - R + NEAR;
/** @param {Point} a @param {Point} b */
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) >= 2 * R - NEAR;
/** @param {Point} coin @param {Point[]} coins */
const fits = (coin, coins) => inside(coin) && coins.every((other) => apart(coin, other));
/** @param {Point} coin */
const reflected = ({ x, y }) => ({ x: WIDE - x, y: HIGH - y });

/** The points where two circles of radius 2R meet. @param {Point} a @param {Point} b */
function meets(a, b) {
  const far = Math.hypot(a.x - b.x, a.y - b.y);
  if (far === 0 || far > 4 * R) return [];
  const up = Math.sqrt(Math.max(0, 4 * R * R - (far * far) / 4));
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const [dx, dy] = [((b.y - a.y) / far) * up, ((b.x - a.x) / far) * up];
  return [
    { x: middle.x + dx, y: middle.y - dy },
    { x: middle.x - dx, y: middle.y + dy },
  ];
}

/** @param {Point} a */
function meetsEdges(a) {
  const points = [];
  for (const x of [R, WIDE - R]) {
    const rest = 4 * R * R - (x - a.x) ** 2;
    if (rest >= 0) for (const sign of [-1, 1]) points.push({ x, y: a.y + sign * Math.sqrt(rest) });
  }
  for (const y of [R, HIGH - R]) {
    const rest = 4 * R * R - (y - a.y) ** 2;
    if (rest >= 0) for (const sign of [-1, 1]) points.push({ x: a.x + sign * Math.sqrt(rest), y });
  }
  return points;
}

/**
 * If there is room anywhere, there is room at a corner of the free area, where circles or edges meet.
 * @param {Point[]} coins
 */
function corners(coins) {
  const candidates = [
    { x: R, y: R },
    { x: WIDE - R, y: R },
    { x: R, y: HIGH - R },
    { x: WIDE - R, y: HIGH - R },
    ...coins.flatMap(meetsEdges),
    ...coins.flatMap((a, i) => coins.slice(i + 1).flatMap((b) => meets(a, b))),
  ];
  return candidates.filter((place) => fits(place, coins));
}

/** @param {Point} a @param {Point} b */
const away = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * A hand is not exact: where a coin does not fit by a little, it slides to the nearest place where it does.
 * @param {Point} place @param {Point[]} coins
 */
function slideCoin(place, coins) {
  if (fits(place, coins)) return place;
  const near = corners(coins).filter((corner) => away(corner, place) <= SLIDE);
  near.sort((a, b) => away(a, place) - away(b, place));
  return near.at(0) ?? null;
}

export function coinTable(finish = () => {}) {
  const svg = s("svg", {
    class: "coin-table",
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "application",
    tabindex: 0,
    "aria-label": t("A table: arrows move your coin, Enter puts it down"),
  });
  const words = h("p", { class: "message", role: "status" });
  /** @type {Point[]} */
  let coins;
  /** @type {Point} */
  let hand;
  let over = false;
  /** @param {string} sentence */
  const tell = (sentence) => {
    replace(words, sentence);
    say(sentence);
  };
  const draw = () => {
    /** @param {Point} coin @param {number} i */
    const disc = (coin, i) =>
      s(
        "g",
        { transform: `translate(${coin.x} ${coin.y})` },
        s("circle", { class: `coin ${i % 2 ? "yours" : "mine"}`, r: R - 0.15 }),
        s("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": 4 }, i + 1),
      );
    const ghost =
      !over && hand
        ? s("circle", { class: `ghost ${fits(hand, coins) ? "" : "blocked"}`, cx: hand.x, cy: hand.y, r: R - 0.15 })
        : null;
    svg.replaceChildren(
      ...[
        s("rect", { class: "wood", width: WIDE, height: HIGH }),
        s("circle", { class: "middle", cx: WIDE / 2, cy: HIGH / 2, r: 0.5 }),
        ...coins.map(disc),
        ghost,
      ].filter(Boolean),
    );
  };
  const begin = () => {
    coins = [{ x: WIDE / 2, y: HIGH / 2 }];
    hand = { x: R, y: R };
    over = false;
    draw();
    tell(t("I begin, in the very middle. Put a coin where there is room."));
  };
  /** @param {Point} wanted */
  const put = (wanted) => {
    if (over) return;
    const place = slideCoin(wanted, coins);
    if (!place) return tell(t("There is no room for a coin here."));
    coins.push(place, reflected(place));
    over = !corners(coins).length;
    if (over) finish();
    draw();
    tell(
      over
        ? t("You have no room for another coin: I win.")
        : t("I put my coin opposite yours. Your turn: coin {n}.", { n: coins.length + 1 }),
    );
  };
  /** @param {MouseEvent} event */
  const at = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    return { x: Math.max(R, Math.min(WIDE - R, point.x)), y: Math.max(R, Math.min(HIGH - R, point.y)) };
  };
  svg.addEventListener("mousemove", (event) => {
    const place = at(event);
    hand = slideCoin(place, coins) ?? place;
    draw();
  });
  svg.addEventListener("click", (event) => put(at(event)));
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
    if (event.key === "Enter" || event.key === " ") put({ ...hand });
    else if (step) {
      hand = {
        x: Math.max(R, Math.min(WIDE - R, hand.x + step[0])),
        y: Math.max(R, Math.min(HIGH - R, hand.y + step[1])),
      };
      draw();
    } else return;
    event.preventDefault();
  });
  const show = () => {
    const [free] = corners(coins);
    if (free) {
      hand = free;
      draw();
      tell(t("There is room here."));
    }
  };
  begin();
  return h(
    "section",
    { class: "card" },
    svg,
    words,
    h("div", { class: "row" }, button(t("Begin again"), begin), button(t("Is there room?"), show)),
  );
}
