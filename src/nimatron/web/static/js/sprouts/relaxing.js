// Makes room: lines become smooth and live spots keep away from each other. A point moves only as long as every
// triangle around it keeps its turn, so no line can ever cross another one.

import { dist, orient } from "./mesh.js";
import { lives } from "./reading.js";
import { meshOf } from "./routing.js";

const BEAD = 9; // pixels between two points of a line
const MARGIN = 14;
const FASTEST = 5;
const ROUNDS = 14;
const STEPS = 8;
const GROWTH = 1.25; // how much the drawing may grow in the first round
const CALM = 4; // rounds at the end in which lines hardly push each other, and become smooth

/** The drawing, round after round. @param {Sheet} sheet @returns {Generator<Sheet>} */
export function* relaxing(sheet) {
  let found = sheet;
  for (let round = 0; round < ROUNDS; round++) {
    found = spread(moved(beaded(found), round < ROUNDS - CALM ? 0.22 : 0.07), round ? 1.03 : GROWTH);
    yield found;
  }
}

/** @param {Sheet} sheet @returns {Sheet} */
export const relax = (sheet) => /** @type {Sheet} */ ([...relaxing(sheet)].at(-1));

/** One round of forces; `apart` is how strongly lines push each other. @param {Sheet} sheet @param {number} apart */
function moved(sheet, apart) {
  const mesh = meshOf(sheet);
  const { far: n } = mesh;
  const room = Math.min(sheet.bars ? 34 : 52, (0.5 * sheet.size) / Math.sqrt(sheet.spots.length));
  const list = () => Array.from({ length: n }, () => /** @type {number[]} */ ([]));
  const [near, beside, partners] = [list(), list(), list()];
  /** @type {[number, number][][]} */
  const fans = Array.from({ length: n }, () => []);
  for (const triangle of mesh.triangles()) {
    triangle.forEach((a, i) => {
      const [b, c] = [triangle[(i + 1) % 3], triangle[(i + 2) % 3]];
      if (a < n) fans[a].push([b, c]);
      if (a < n && b < n && !mesh.isFixed(a, b)) near[a].push(b);
    });
  }
  const wish = Array.from({ length: n }, () => room / 2);
  /** @type {Map<number, number>} how strongly a line pulls its points, and a spot */
  const pull = new Map();
  for (const { points } of sheet.lines) {
    const names = points.map((q) => mesh.id(q));
    const [first, last] = [names[0], /** @type {number} */ (names.at(-1))];
    partners[first].push(last);
    partners[last].push(first);
    names.forEach((a, i) => {
      pull.set(a, 0.4);
      if (!i) return;
      beside[a].push(names[i - 1]);
      beside[names[i - 1]].push(a);
    });
  }
  const left = lives(sheet);
  const walls = fans.map(() => /** @type {[number, number][]} */ ([]));
  sheet.spots.forEach((q, i) => {
    pull.set(mesh.id(q), 0.2);
    wish[mesh.id(q)] = left[i] ? room : room * 0.6;
    walls[mesh.id(q)] = fans[mesh.id(q)].filter(([b, c]) => mesh.isFixed(b, c));
  });
  const at = mesh.points.map((q) => /** @type {XY} */ ([...q]));
  /** @param {number} a */
  const force = (a) => {
    let [fx, fy] = [0, 0];
    const push = (/** @type {number} */ b, /** @type {number} */ least, /** @type {number} */ strength) => {
      const now = dist(at[a], at[b]) || 1e-9;
      if (now >= least) return;
      fx += ((strength * (least - now)) / now) * (at[a][0] - at[b][0]);
      fy += ((strength * (least - now)) / now) * (at[a][1] - at[b][1]);
    };
    const line = beside[a];
    for (const b of line) {
      fx += ((pull.get(a) ?? 0) * (at[b][0] - at[a][0])) / line.length;
      fy += ((pull.get(a) ?? 0) * (at[b][1] - at[a][1])) / line.length;
    }
    for (const b of near[a]) {
      const least = Math.max(wish[a], wish[b]);
      if (!line.includes(b)) push(b, least, least < room ? apart : 0.22);
    }
    for (const [b, c] of walls[a]) {
      // A line that is bent closely around a spot lets it go only sideways.
      const long = dist(at[b], at[c]);
      const far = orient(at[a], at[b], at[c]) / long;
      if (far >= wish[a] / 2) continue;
      fx -= ((0.22 * (wish[a] / 2 - far)) / long) * (at[c][1] - at[b][1]);
      fy += ((0.22 * (wish[a] / 2 - far)) / long) * (at[c][0] - at[b][0]);
    }
    for (const b of partners[a]) push(b, Math.max(wish[a], wish[b]) * 0.9, 0.3);
    const slow = Math.min(1, FASTEST / Math.hypot(fx, fy));
    return [fx * slow, fy * slow];
  };
  const inside = (/** @type {number} */ x) => Math.min(sheet.size - MARGIN, Math.max(MARGIN, x));
  for (let step = 0; step < STEPS; step++) {
    for (const a of pull.keys()) {
      let [fx, fy] = force(a);
      for (let half = 0; half < 4; half++, fx /= 2, fy /= 2) {
        /** @type {XY} */
        const to = [inside(at[a][0] + fx), inside(at[a][1] + fy)];
        const keeps = fans[a].every(([b, c]) => {
          const now = orient(to, at[b], at[c]);
          return now > 0.5 || (now > 1e-6 && now >= orient(at[a], at[b], at[c]));
        });
        if (!keeps) continue;
        at[a] = to;
        break;
      }
    }
  }
  return mapped(sheet, (q) => at[mesh.id(q)]);
}

/**
 * Every point somewhere else; equal points stay equal.
 * @param {Sheet} sheet @param {(q: XY) => XY} go @returns {Sheet}
 */
function mapped(sheet, go) {
  /** @type {Map<string, XY>} */
  const made = new Map();
  const one = (/** @type {XY} */ q) => {
    const known = made.get(String(q)) ?? go(q);
    made.set(String(q), known);
    return known;
  };
  const lines = sheet.lines.map((line) => ({ ...line, points: line.points.map(one) }));
  return { ...sheet, spots: sheet.spots.map(one), lines };
}

/** Scaled and shifted to fill the paper, which cannot make lines cross. @param {Sheet} sheet @param {number} most */
function spread(sheet, most) {
  if (!sheet.lines.length) return sheet;
  const all = [...sheet.spots, ...sheet.lines.flatMap(({ points }) => points)];
  const [x0, y0] = [0, 1].map((i) => Math.min(...all.map((q) => q[i])));
  const [x1, y1] = [0, 1].map((i) => Math.max(...all.map((q) => q[i])));
  const wide = sheet.size - 40;
  const kx = Math.min(most, wide / Math.max(1, x1 - x0));
  const ky = Math.min(most, wide / Math.max(1, y1 - y0));
  const half = sheet.size / 2;
  return mapped(sheet, ([x, y]) => [half + kx * (x - (x0 + x1) / 2), half + ky * (y - (y0 + y1) / 2)]);
}

/** Points neither too far from each other nor too near, where taking one away crosses nothing. @param {Sheet} sheet */
function beaded(sheet) {
  const all = [...sheet.spots, ...sheet.lines.flatMap(({ points }) => points)];
  const lines = sheet.lines.map((line) => {
    const old = line.points;
    const points = [old[0]];
    for (let i = 1; i < old.length; i++) {
      const [a, q, c] = [/** @type {XY} */ (points.at(-1)), old[i], old[i + 1]];
      if (c && points.length + old.length - i > 3 && dist(a, q) < BEAD / 2 && isEmpty(a, q, c, all)) continue;
      const count = Math.ceil(dist(a, q) / (BEAD * 1.6));
      for (let j = 1; j < count; j++) {
        // A hair beside the segment: no three points of a mesh should be in a row.
        const [dx, dy] = [1e-7 * Math.sin(j + i), 1e-7 * Math.cos(3 * j + i)];
        points.push([a[0] + ((q[0] - a[0]) * j) / count + dx, a[1] + ((q[1] - a[1]) * j) / count + dy]);
      }
      points.push(q);
    }
    return { ...line, points };
  });
  return { ...sheet, lines };
}

/** Is no other point in the triangle? @param {XY} a @param {XY} q @param {XY} c @param {XY[]} all */
function isEmpty(a, q, c, all) {
  const turn = Math.sign(orient(a, q, c)) || 1;
  const within = (/** @type {XY} */ x) =>
    orient(a, q, x) * turn >= 0 && orient(q, c, x) * turn >= 0 && orient(c, a, x) * turn >= 0;
  return !all.some((x) => ![a, q, c].includes(x) && within(x));
}
