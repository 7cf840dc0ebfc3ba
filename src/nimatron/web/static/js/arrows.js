// The lines of a graph: each goes from vertex to vertex and keeps clear of all the others.

const CLEAR = 0.62; // cells: nearer than this a line would seem to touch a vertex
const RADIUS = 0.46; // of a vertex, with a little air
/** @type {Record<string, number>} */
const SMALL = { edge: 0.1, joint: 0.05, ground: 0.02 }; // of what is smaller than a vertex
const BENDS = [0, 0.6, 1.1, 1.7, 2.3, 3, 3.8, 4.7, 5.8, 7, 8.4].flatMap((bend) => (bend ? [bend, -bend] : [0]));
const ALONG = [0.5, 0.3, 0.7, 0.1, 0.9]; // where a curve bends, from one end to the other
const SAMPLES = 24;

/** @param {Point} a @param {Point} b */
const away = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** @param {Curve} curve @param {number} t */
function point([from, middle, to], t) {
  /** @param {"x" | "y"} name */
  const mix = (name) => (1 - t) ** 2 * from[name] + 2 * t * (1 - t) * middle[name] + t ** 2 * to[name];
  return { x: mix("x"), y: mix("y") };
}

/** @param {Point} from @param {Point} to @param {number} bend @param {number} along */
function bendCurve(from, to, bend, along) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const middle = { x: from.x + dx * along - (dy / length) * bend, y: from.y + dy * along + (dx / length) * bend };
  return [from, middle, to];
}

/** @param {Curve} curve @param {Point[]} others @param {Room | null} [room] */
function crowd(curve, others, room) {
  let nearest = Infinity;
  for (let i = 1; i < SAMPLES; i++) {
    const here = point(curve, i / SAMPLES);
    if (room && (here.x < 2 || here.y < 2 || here.x > room.width - 2 || here.y > room.height - 2)) return 0;
    for (const other of others) nearest = Math.min(nearest, away(here, other));
  }
  return nearest;
}

/**
 * The straightest of some curves that keeps clear; if none does, the one that keeps clearest.
 * @param {Point} from @param {Point} to @param {Point[]} others @param {{cell: number, room: Room | null}} settings
 * @param {number[]} bends
 */
function clearest(from, to, others, { cell, room }, bends) {
  let best = bendCurve(from, to, 0, 0.5);
  let most = -1;
  for (const bend of bends) {
    for (const along of bend ? ALONG : [0.5]) {
      const curve = bendCurve(from, to, bend * cell, along);
      const air = crowd(curve, others, room);
      if (air >= CLEAR * cell) return curve;
      if (air > most) [best, most] = [curve, air];
    }
  }
  return best;
}

/**
 * Where the curve leaves the circle around its first point.
 * @param {Curve} curve @param {number} radius @param {boolean} backwards
 */
function edge(curve, radius, backwards) {
  const ordered = backwards ? [...curve].reverse() : curve;
  let [low, high] = [0, 0.5];
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (away(point(ordered, middle), ordered[0]) < radius) low = middle;
    else high = middle;
  }
  return backwards ? 1 - high : high;
}

/** The part of a curve between two of its points. @param {Curve} curve @param {number} from @param {number} to */
function part(curve, from, to) {
  const [p, q] = [point(curve, from), point(curve, to)];
  /** @param {Point} a @param {Point} b @param {number} t */
  const mix = (a, b, t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
  const middle = mix(mix(curve[0], curve[1], from), mix(curve[1], curve[2], from), to);
  return [p, middle, q];
}

/**
 * The curve of an arrow between two places, as [start, control point, end].
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {{x: number, y: number}[]} others the other vertices
 * @param {number} cell
 * @param {{both?: boolean, room?: Room | null}} settings `both`: is there an arrow back? Then
 *   neither of them is straight; `room`: the board, which no arrow leaves
 */
export function route(from, to, others, cell, { both = false, room = null } = {}) {
  const curve = clearest(from, to, others, { cell, room }, both ? BENDS.filter((bend) => bend > 0) : BENDS);
  return part(curve, edge(curve, RADIUS * cell, false), edge(curve, RADIUS * cell, true));
}

/**
 * The straight line between a joint and the handle of an edge.
 * @param {Point} from @param {Point} to @param {(string | undefined)[]} kinds @param {number} cell
 */
export function direct(from, to, [one, two], cell) {
  const curve = bendCurve(from, to, 0, 0.5);
  const radius = (kind = "") => (SMALL[kind] ?? RADIUS) * cell;
  return part(curve, edge(curve, radius(one), false), edge(curve, radius(two), true));
}

/** @param {Curve} curve */
export function path(curve) {
  const [from, middle, to] = curve.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return `M${from}Q${middle} ${to}`;
}

/** How near a drawn arrow comes to a place; for tests. @param {Curve} curve @param {Point} place */
export function distance(curve, place) {
  return crowd(curve, [place]);
}
