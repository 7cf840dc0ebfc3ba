// How a line is drawn that the computer has chosen: a way through the triangles of the free paper.
//
// Where a line closes a curve, other boundaries must come to lie on the right side of it. So the paper is first cut
// from the line's own boundary to each of them; the way that is left between the cuts has them where they belong.

import { Mesh, crosses, dist, middle, orient } from "./mesh.js";
import { along } from "./reading.js";

const EDGES = 6; // points on each side of the frame
const NARROW = 150; // what it costs to pass between two points that are near to each other
const SHORT = 12; // the length of a cut that only marks a side
const BAR = 14; // from a line to a new free end

/** Points around the paper. @param {Sheet} sheet @returns {XY[]} */
function frameOf({ size }) {
  const side = [...Array(EDGES).keys()].map((i) => (size * i) / EDGES);
  return [
    ...side.map((x) => /** @type {XY} */ ([x, 0])),
    ...side.map((y) => /** @type {XY} */ ([size, y])),
    ...side.map((x) => /** @type {XY} */ ([size - x, size])),
    ...side.map((y) => /** @type {XY} */ ([0, size - y])),
  ];
}

/** @param {Sheet} sheet @param {XY[][]} cuts their ends may lie on lines */
export function meshOf(sheet, cuts = []) {
  /** @type {XY[]} */
  const points = [];
  /** @type {Map<string, number>} */
  const names = new Map();
  /** @type {[number, number][]} */
  const segments = [];
  /** @param {XY} q @returns {number} */
  const put = (q) => {
    const known = names.get(String(q));
    if (known !== undefined) return known;
    names.set(String(q), points.length);
    return points.push(q) - 1;
  };
  sheet.spots.forEach(put);
  const frame = frameOf(sheet);
  for (const line of [...sheet.lines.map(({ points: all }) => all), ...cuts, [...frame, frame[0]]]) {
    line.slice(1).forEach((q, i) => {
      const [a, b] = [put(line[i]), put(q)];
      if (a !== b) segments.push([a, b]);
    });
  }
  return new Mesh(points, segments);
}

/** The cheapest first. */
class Queue {
  /** @type {{cost: number, triangle: string, at: XY}[]} */
  heap = [];

  /** @param {{cost: number, triangle: string, at: XY}} entry */
  push(entry) {
    const { heap } = this;
    let i = heap.push(entry) - 1;
    for (let j = (i - 1) >> 1; i && heap[j].cost > heap[i].cost; i = j, j = (i - 1) >> 1) {
      [heap[i], heap[j]] = [heap[j], heap[i]];
    }
  }

  pop() {
    const { heap } = this;
    const top = heap[0];
    const last = /** @type {typeof top} */ (heap.pop());
    if (!heap.length) return top;
    heap[0] = last;
    for (let i = 0, j = 1; j < heap.length; j = 2 * i + 1) {
      if (j + 1 < heap.length && heap[j + 1].cost < heap[j].cost) j++;
      if (heap[i].cost <= heap[j].cost) break;
      [heap[i], heap[j]] = [heap[j], heap[i]];
      i = j;
    }
    return top;
  }
}

/**
 * The shortest way from one of the starts to one of the ends through edges that are free; null if there is none.
 * @param {Mesh} mesh @param {Gate[]} starts @param {Gate[]} ends @returns {XY[] | null}
 */
function route(mesh, starts, ends) {
  const p = mesh.points;
  /** @type {Map<string, XY>} */
  const goals = new Map();
  for (const { edge, at } of ends) {
    const name = mesh.triangle(...edge);
    if (!goals.has(name)) goals.set(name, at);
  }
  /** @type {Map<string, number>} */
  const costs = new Map();
  /** @type {Map<string, {start: XY} | {before: string, gate: XY}>} */
  const from = new Map();
  const queue = new Queue();
  for (const { edge, at } of starts) {
    const triangle = mesh.triangle(...edge);
    if (costs.has(triangle)) continue;
    costs.set(triangle, 0);
    from.set(triangle, { start: at });
    queue.push({ cost: 0, triangle, at });
  }
  while (queue.heap.length) {
    const { cost, triangle, at } = queue.pop();
    if (cost > (costs.get(triangle) ?? 0)) continue;
    const goal = goals.get(triangle);
    if (goal) return wayBack(mesh, from, triangle, goal);
    const corners = triangle.split(",").map(Number);
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % 3];
      if (mesh.isFixed(a, b) || !mesh.has(b, a) || a >= mesh.far || b >= mesh.far) return;
      const gate = middle(p[a], p[b]);
      const next = mesh.triangle(b, a);
      const price = cost + dist(at, gate) + NARROW / (dist(p[a], p[b]) + 1);
      if (price >= (costs.get(next) ?? Infinity)) return;
      costs.set(next, price);
      from.set(next, { before: triangle, gate });
      queue.push({ cost: price, triangle: next, at: gate });
    });
  }
  return null;
}

/** @param {Mesh} mesh @param {Map<string, any>} from @param {string} triangle @param {XY} goal @returns {XY[]} */
function wayBack(mesh, from, triangle, goal) {
  /** @type {XY[]} */
  const gates = [];
  let step = from.get(triangle);
  for (; !step.start; step = from.get(step.before)) gates.unshift(step.gate);
  if (!gates.length) {
    const [a, b, c] = triangle.split(",").map((name) => mesh.points[Number(name)]);
    gates.push([(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3]);
  }
  return [step.start, ...gates, goal];
}

/** All points of a boundary. @param {Sheet} sheet @param {Boundary} boundary */
const pointsOf = (sheet, { lone, cycle, frame }) =>
  frame ? frameOf(sheet) : lone === undefined ? cycle.flatMap((d) => along(sheet, d)) : [sheet.spots[lone]];

/** How near two sets of points come. @param {XY[]} some @param {XY[]} others */
const gap = (some, others) => Math.min(...some.map((p) => Math.min(...others.map((q) => dist(p, q)))));

/** The way of one line, with the cuts that guide it. */
class Drawing {
  /** @type {XY[][]} */
  cuts = [];

  /** @param {Sheet} sheet @param {SheetLine} line */
  constructor(sheet, line) {
    this.sheet = { ...sheet, lines: sheet.lines.map((old) => ({ ...old, points: [...old.points] })) };
    this.line = line;
  }

  mesh() {
    return meshOf(this.sheet, this.cuts);
  }

  /** @param {Mesh} mesh @param {number} u @param {number} [after] */
  corner(mesh, u, after) {
    return mesh.sector(u, after).map((edge) => ({ edge, at: this.sheet.spots[u] }));
  }

  /** The first point on a half-edge. @param {Mesh} mesh @param {number | undefined} d */
  first(mesh, d) {
    return d === undefined ? undefined : mesh.id(along(this.sheet, d)[1]);
  }

  /**
   * The places along half-edges where a cut may begin or end.
   * @param {Mesh} mesh @param {number[]} half @returns {Gate[]}
   */
  beside(mesh, half) {
    return half.flatMap((d) => {
      const points = along(this.sheet, d);
      return points.slice(1).map((q, i) => ({
        edge: /** @type {[number, number]} */ ([mesh.id(points[i]), mesh.id(q)]),
        at: middle(points[i], q),
        bead: { line: d >> 1, ends: [points[i], q] },
      }));
    });
  }

  /** @param {Mesh} mesh @param {Boundary} boundary @returns {Gate[]} */
  sides(mesh, { lone, cycle, frame }) {
    if (frame) return this.rim(mesh);
    return lone === undefined ? this.beside(mesh, cycle) : this.corner(mesh, lone);
  }

  /** The corners of the frame. @param {Mesh} mesh @returns {Gate[]} */
  rim(mesh) {
    const frame = frameOf(this.sheet);
    return frame.flatMap((at, i) =>
      mesh.sector(mesh.id(at), mesh.id(frame[(i + 1) % frame.length])).map((edge) => ({ edge, at })),
    );
  }

  /**
   * Cuts the paper from one of the starts to a boundary.
   * @param {(mesh: Mesh) => Gate[]} starts @param {Boundary} boundary
   */
  cut(starts, boundary) {
    const mesh = this.mesh();
    const [some, others] = [starts(mesh), this.sides(mesh, boundary)];
    const way = route(mesh, some, others);
    if (!way) throw new Error("no way for a cut");
    this.split(way[0], [...some, ...others]);
    this.split(/** @type {XY} */ (way.at(-1)), others);
    this.cuts.push(way);
    return way;
  }

  /** A new point on the line where a cut meets it. @param {XY} at @param {Gate[]} gates */
  split(at, gates) {
    const bead = gates.find((gate) => gate.bead && String(gate.at) === String(at))?.bead;
    if (!bead) return;
    const { points } = this.sheet.lines[bead.line];
    const i = points.findIndex((q, k) => k && bead.ends.includes(q) && bead.ends.includes(points[k - 1]));
    if (i > 0) points.splice(i, 0, at);
  }

  /**
   * Cuts from an arc of the line's own boundary, or from its corner, to boundaries, the nearest first.
   * @param {number[]} arc @param {Boundary[]} list @param {(mesh: Mesh) => Gate[]} root
   */
  attach(arc, list, root) {
    /** @type {Boundary[]} */
    const done = [];
    const rest = [...list];
    let first;
    while (rest.length) {
      const anchor = arc.length
        ? arc.flatMap((d) => along(this.sheet, d))
        : done.length
          ? done.flatMap((b) => pointsOf(this.sheet, b))
          : [this.sheet.spots[this.line.u]];
      rest.sort((x, y) => gap(pointsOf(this.sheet, x), anchor) - gap(pointsOf(this.sheet, y), anchor));
      const boundary = /** @type {Boundary} */ (rest.shift());
      const starts = (/** @type {Mesh} */ mesh) =>
        arc.length ? this.beside(mesh, arc) : done.length ? done.flatMap((b) => this.sides(mesh, b)) : root(mesh);
      const way = this.cut(starts, boundary);
      first ??= way;
      done.push(boundary);
    }
    return arc.length ? undefined : first;
  }

  /**
   * A short cut from the corner of a loop into one of its triangles.
   * @param {(mesh: Mesh) => [number, number][]} sector
   */
  mark(sector) {
    const mesh = this.mesh();
    const p = mesh.points;
    const wide = (/** @type {[number, number]} */ [a, b]) => {
      const c = mesh.apex(a, b);
      return Math.abs(orient(p[a], p[b], p[c])) / (1 + dist(p[a], p[b]) * dist(p[a], p[c]));
    };
    const [a, b] = sector(mesh).reduce((x, y) => (wide(y) > wide(x) ? y : x));
    const from = p[a];
    const c = mesh.apex(a, b);
    const to = [0, 1].map((i) => (from[i] + p[b][i] + p[c][i]) / 3);
    const k = Math.min(1, SHORT / dist(/** @type {XY} */ (to), from));
    const way = /** @type {XY[]} */ ([from, [0, 1].map((i) => from[i] + k * (to[i] - from[i]))]);
    this.cuts.push(way);
    return way;
  }

  way() {
    const { u, v, d, e, same } = this.line;
    if (same && u === v) return this.loop();
    if (same) {
      this.attach(this.line.arcs.left, this.line.left, () => []);
      this.attach(this.line.arcs.right, this.line.right, () => []);
    }
    const mesh = this.mesh();
    return route(mesh, this.corner(mesh, u, this.first(mesh, d)), this.corner(mesh, v, this.first(mesh, e)));
  }

  loop() {
    const { u, d, left, right, arcs } = this.line;
    const after = (/** @type {Mesh} */ mesh) => this.first(mesh, d);
    const leftCut =
      this.attach([], left, (mesh) => this.corner(mesh, u, after(mesh))) ??
      this.mark((mesh) => mesh.sector(u, after(mesh)));
    let rightCut;
    if (d === undefined) {
      const beyond = (/** @type {Mesh} */ mesh) => mesh.sector(u, mesh.id(leftCut[1]));
      rightCut =
        this.attach([], right, (mesh) => beyond(mesh).map((edge) => ({ edge, at: this.sheet.spots[u] }))) ??
        this.mark((mesh) => [beyond(mesh)[Math.floor(beyond(mesh).length / 2)]]);
    } else this.attach(arcs.right, right, () => []);
    const mesh = this.mesh();
    const start = rightCut ? mesh.id(rightCut[1]) : after(mesh);
    return route(mesh, this.corner(mesh, u, start), this.corner(mesh, u, mesh.id(leftCut[1])));
  }
}

/**
 * The drawing with a line that the computer has chosen.
 * @param {Sheet} sheet @param {SheetLine} line @returns {Sheet}
 */
export function draw(sheet, line) {
  const way = new Drawing(sheet, line).way();
  if (!way) throw new Error("no way for the line");
  return withLine(sheet, line.u, line.v, way);
}

/** How long a line is. @param {XY[]} points */
export const lengthOf = (points) => points.slice(1).reduce((sum, q, i) => sum + dist(points[i], q), 0);

/**
 * The drawing with a line along these points and a new spot on it, or a bar; `share` says how far along.
 * @param {Sheet} sheet @param {number} a @param {number} b @param {XY[]} points @returns {Sheet}
 */
export function withLine(sheet, a, b, points, share = 0.5) {
  let rest = lengthOf(points) * share;
  let i = 1;
  for (; i < points.length - 1 && rest > dist(points[i - 1], points[i]); i++) rest -= dist(points[i - 1], points[i]);
  const [p, q] = [points[i - 1], points[i]];
  const t = Math.min(1, rest / dist(p, q));
  /** @type {XY} */
  const spot = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
  const far = (/** @type {XY} */ x) => dist(x, spot) > 1e-6;
  const name = sheet.spots.length;
  const drawn = {
    ...sheet,
    spots: [...sheet.spots, spot],
    lines: [
      ...sheet.lines,
      { a, b: name, points: [...points.slice(0, i).filter(far), spot] },
      { a: b, b: name, points: [spot, ...points.slice(i).filter(far)].reverse() },
    ],
  };
  return sheet.bars ? withBar(drawn, [(p[1] - q[1]) / dist(p, q), (q[0] - p[0]) / dist(p, q)]) : drawn;
}

/** A free end on each side of the last spot, as far away as there is room. @param {Sheet} sheet @param {XY} across */
function withBar(sheet, across) {
  const name = sheet.spots.length - 1;
  const spot = sheet.spots[name];
  const free = (/** @type {XY} */ tip) =>
    tip.every((x) => x > 2 && x < sheet.size - 2) &&
    sheet.lines.every(({ points }) =>
      points.slice(1).every((q, i) => [q, points[i]].includes(spot) || !crosses(points[i], q, spot, tip)),
    );
  const tips = [1, -1].map((side) => {
    for (let far = side * BAR; ; far /= 2) {
      const tip = /** @type {XY} */ ([spot[0] + far * across[0], spot[1] + far * across[1]]);
      // The bar ends before the line that it would cross.
      if (Math.abs(far) < 1e-3 || free([2 * tip[0] - spot[0], 2 * tip[1] - spot[1]])) return tip;
    }
  });
  return {
    ...sheet,
    spots: [...sheet.spots, ...tips],
    lines: [...sheet.lines, ...tips.map((tip, i) => ({ a: name, b: name + 1 + i, points: [spot, tip] }))],
  };
}
