// What each region of a drawing is worth: a colour for its value, and the value in the middle.

import { s } from "../dom.js";
import { dist } from "./mesh.js";
import { along, surrounds } from "./reading.js";
import { meshOf } from "./routing.js";

const COLOURS = 8;
const LEAST = 7; // the room that a value needs

/** @param {XY[]} points */
const outline = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;

/**
 * The regions in the colours of their values; regions without live spots stay as they are.
 * @param {Sheet} sheet @param {SheetMap} map @param {(string | null)[]} values
 */
export function tints(sheet, map, values) {
  const left = map.regions.map((region) => region.some((boundary) => liveAlong(sheet, map, boundary)));
  const rims = map.regions.map((region) =>
    region.filter(({ cycle }) => cycle.length).map(({ cycle }) => cycle.flatMap((d) => along(sheet, d).slice(0, -1))),
  );
  const frame = /** @type {XY[]} */ ([
    [0, 0],
    [sheet.size, 0],
    [sheet.size, sheet.size],
    [0, sheet.size],
  ]);
  // The first region is around everything.
  rims[0].push(frame);
  const centres = widest(sheet, rims);
  return rims.flatMap((polygons, r) => {
    const value = values[r];
    if (!left[r] || value === undefined) return [];
    const colour = value === null ? "unknown" : String(Math.min(Number(value), COLOURS - 1));
    const [x, y] = centres[r] ?? [];
    return [
      s("path", { class: `land land-${colour}`, d: polygons.map(outline).join(""), "fill-rule": "evenodd" }),
      x === undefined
        ? null
        : s("text", { class: "land-value", x, y }, value === null ? "?" : value === "0" ? "0" : `*${value}`),
    ].filter((part) => part !== null);
  });
}

/** @param {Sheet} sheet @param {SheetMap} map @param {Boundary} boundary */
function liveAlong({ bars }, { spot, regions, spots }, { lone, cycle }) {
  if (lone !== undefined) return true;
  const count = Array.from({ length: spots }, () => 0);
  for (const v of spot) count[v]++;
  return regions.length && cycle.some((d) => (bars ? count[spot[d]] === 1 : count[spot[d]] < 3));
}

/** The middle of a wide triangle in each region. @param {Sheet} sheet @param {XY[][][]} rims */
function widest(sheet, rims) {
  const mesh = meshOf(sheet);
  /** @type {(XY | undefined)[]} */
  const found = [];
  const wide = rims.map(() => LEAST);
  for (const triangle of mesh.triangles()) {
    if (triangle.some((v) => v >= mesh.far)) continue;
    const [a, b, c] = triangle.map((v) => mesh.points[v]);
    const sides = [dist(a, b), dist(b, c), dist(c, a)];
    const half = (sides[0] + sides[1] + sides[2]) / 2;
    const radius = Math.sqrt(
      Math.max(
        0,
        sides.reduce((area, side) => area * (half - side), 1 / half),
      ),
    );
    const at = /** @type {XY} */ ([(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3]);
    const r = rims.findIndex((polygons) => polygons.filter((polygon) => surrounds(polygon, at)).length % 2);
    if (r >= 0 && radius > wide[r]) [wide[r], found[r]] = [radius, at];
  }
  return found;
}
