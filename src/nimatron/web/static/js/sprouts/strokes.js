// A stroke of a finger, mouse or pen as a line from spot to spot.

import { crosses, dist } from "./mesh.js";
import { lives } from "./reading.js";
import { lengthOf } from "./routing.js";

const SNAP = 24; // pixels: so near to a spot a stroke begins or ends there
const APART = 4; // pixels between two points of a line
const GRAZE = 8; // pixels: a small loop of a shaky hand is cut off

/** The spot that is meant here, if any. @param {Sheet} sheet @param {XY} q */
export function spotAt(sheet, q) {
  const near = sheet.spots.map((p, i) => ({ i, far: dist(p, q) })).filter(({ far }) => far < SNAP);
  near.sort((x, y) => x.far - y.far);
  return near[0]?.i;
}

/** The stroke with its ends on the spots, without what is near them and without small loops.
 * @param {XY[]} stroke @param {XY} from @param {XY} to @returns {XY[]} */
function smooth(stroke, from, to) {
  const free = stroke.filter((q) => dist(q, from) > SNAP / 2 && dist(q, to) > SNAP / 2);
  /** @type {XY[]} */
  const points = [from];
  for (const q of free) {
    if (dist(/** @type {XY} */ (points.at(-1)), q) < APART) continue;
    points.push(q);
    const i = points.length - 1;
    const j = points.slice(0, -3).findIndex((p, k) => crosses(p, points[k + 1], points[i - 1], q));
    if (j >= 0 && lengthOf(points.slice(j)) < 4 * GRAZE) points.splice(j + 1, i - j - 1);
  }
  return [...points, to];
}

/**
 * What a stroke means: a line, or what is wrong with it and where.
 * @param {Sheet} sheet @param {XY[]} stroke @returns {{a: number, b: number, points: XY[]} | {fault: Wrong, at: XY}}
 */
export function lineOf(sheet, stroke) {
  const [first, last] = [stroke[0], /** @type {XY} */ (stroke.at(-1))];
  const [a, b] = [spotAt(sheet, first), spotAt(sheet, last)];
  if (a === undefined) return { fault: "start", at: first };
  if (b === undefined) return { fault: "end", at: last };
  const left = lives(sheet);
  if (!left[a] || !left[b] || (a === b && left[a] < 2)) {
    return { fault: "full", at: sheet.spots[!left[a] || a === b ? a : b] };
  }
  const points = smooth(stroke, sheet.spots[a], sheet.spots[b]);
  if (points.length < 3 && a === b) return { fault: "short", at: sheet.spots[a] };
  const outside = points.find((q) => Math.min(...q) < 0 || Math.max(...q) > sheet.size);
  if (outside) return { fault: "outside", at: outside };
  for (let i = 1; i < points.length; i++) {
    const segment = /** @type {[XY, XY]} */ ([points[i - 1], points[i]]);
    const own = points.slice(1, Math.max(1, i - 1)).some((q, j) => crosses(points[j], q, ...segment));
    if (own) return { fault: "itself", at: points[i] };
    const meets = sheet.lines.some(({ points: line }) => line.slice(1).some((q, j) => crosses(line[j], q, ...segment)));
    const through = sheet.spots.some((q, k) => k !== a && k !== b && between(q, ...segment) < 3);
    if (meets || through) return { fault: "crosses", at: points[i] };
  }
  return { a, b, points };
}

/** How far a point is from a segment. @param {XY} q @param {XY} a @param {XY} b */
function between(q, a, b) {
  const long = dist(a, b) ** 2 || 1;
  const t = Math.min(1, Math.max(0, ((q[0] - a[0]) * (b[0] - a[0]) + (q[1] - a[1]) * (b[1] - a[1])) / long));
  return dist(q, [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
}

/** How many pairs of segments cross: none, in a drawing that is right. @param {Sheet} sheet */
export function crossings(sheet) {
  const all = sheet.lines.flatMap(({ points }) =>
    points.slice(1).map((q, i) => /** @type {[XY, XY]} */ ([points[i], q])),
  );
  return all.reduce((sum, one, i) => sum + all.slice(0, i).filter((other) => crosses(...one, ...other)).length, 0);
}
