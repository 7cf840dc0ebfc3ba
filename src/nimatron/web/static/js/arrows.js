// The lines of a graph: each goes from vertex to vertex and keeps clear of all the others.

const CLEAR = 0.62; // cells: nearer than this a line would seem to touch a vertex
const RADIUS = 0.46; // of a vertex, with a little air
const BENDS = [0, 0.7, -0.7, 1.3, -1.3, 2, -2, 2.8, -2.8, 3.8, -3.8, 5, -5];
const SAMPLES = 24;

const away = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

function point([from, middle, to], t) {
  const mix = (name) => (1 - t) ** 2 * from[name] + 2 * t * (1 - t) * middle[name] + t ** 2 * to[name];
  return { x: mix("x"), y: mix("y") };
}

function bent(from, to, bend) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const middle = { x: (from.x + to.x) / 2 - (dy / length) * bend, y: (from.y + to.y) / 2 + (dx / length) * bend };
  return [from, middle, to];
}

function crowd(curve, others) {
  let nearest = Infinity;
  for (let i = 1; i < SAMPLES; i++) {
    const here = point(curve, i / SAMPLES);
    for (const other of others) nearest = Math.min(nearest, away(here, other));
  }
  return nearest;
}

// The straightest of some curves that keeps clear; if none does, the one that keeps clearest.
function clearest(from, to, others, cell, bends) {
  let best = null;
  let most = -1;
  for (const bend of bends) {
    const curve = bent(from, to, bend * cell);
    const room = crowd(curve, others);
    if (room >= CLEAR * cell) return curve;
    if (room > most) [best, most] = [curve, room];
  }
  return best;
}

// Where the curve leaves the circle around its first point.
function edge(curve, cell, backwards) {
  const ordered = backwards ? [...curve].reverse() : curve;
  let [low, high] = [0, 0.5];
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (away(point(ordered, middle), ordered[0]) < RADIUS * cell) low = middle;
    else high = middle;
  }
  return backwards ? 1 - high : high;
}

// The part of a curve between two of its points.
function part(curve, from, to) {
  const [p, q] = [point(curve, from), point(curve, to)];
  const mix = (a, b, t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
  const middle = mix(mix(curve[0], curve[1], from), mix(curve[1], curve[2], from), to);
  return [p, middle, q];
}

/**
 * The curve of an arrow between two places, as [start, control point, end].
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {{x: number, y: number}[]} others the other vertices
 * @param {boolean} both is there an arrow back? Then neither of them is straight
 */
export function routed(from, to, others, cell, both = false) {
  const curve = clearest(from, to, others, cell, both ? BENDS.filter((bend) => bend > 0) : BENDS);
  return part(curve, edge(curve, cell, false), edge(curve, cell, true));
}

export function path(curve) {
  const [from, middle, to] = curve.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  return `M${from}Q${middle} ${to}`;
}

// How near a drawn arrow comes to a place; for tests.
export function distance(curve, place) {
  return crowd(curve, [place]);
}
