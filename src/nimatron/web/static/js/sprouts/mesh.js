// The free paper of a drawing as triangles (a constrained Delaunay triangulation): no edge crosses a line.

const WIDE = 1 << 20; // more than there are points
const FAR = 1e4; // the triangle around everything
const TINY = 1e-9;
const MOST_STEPS = 1e5;

/** Positive where p, q, r turn anticlockwise (with y upwards). @param {XY} p @param {XY} q @param {XY} r */
export const orient = (p, q, r) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);

/** @param {XY} p @param {XY} q */
export const dist = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);

/** @param {XY} p @param {XY} q @returns {XY} */
export const middle = (p, q) => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];

/** Do two segments cross inside? @param {XY} a @param {XY} b @param {XY} c @param {XY} d */
export const crosses = (a, b, c, d) => orient(a, b, c) * orient(a, b, d) < 0 && orient(c, d, a) * orient(c, d, b) < 0;

/** @param {XY} a @param {XY} b @param {XY} c @param {XY} d */
function inCircle(a, b, c, d) {
  const [ax, ay, bx, by, cx, cy] = [a[0] - d[0], a[1] - d[1], b[0] - d[0], b[1] - d[1], c[0] - d[0], c[1] - d[1]];
  const lift = (/** @type {number} */ x, /** @type {number} */ y) => x * x + y * y;
  return (
    lift(ax, ay) * (bx * cy - cx * by) - lift(bx, by) * (ax * cy - cx * ay) + lift(cx, cy) * (ax * by - bx * ay) > TINY
  );
}

export class Mesh {
  /** @type {Map<number, number>} the third corner of the triangle on the left of a directed edge */
  apexes = new Map();
  /** @type {Set<number>} */
  fixed = new Set();
  /** @type {[number, number]} */
  last;
  /** @type {Map<string, number>} */
  names = new Map();

  /** @param {XY[]} points all different @param {[number, number][]} segments none crosses another */
  constructor(points, segments) {
    this.points = points;
    const n = points.length;
    this.far = n;
    points.push([-FAR, -FAR], [FAR, -FAR], [0, 2 * FAR]);
    this.last = [n, n + 1];
    this.add(n, n + 1, n + 2);
    for (let i = 0; i < n; i++) {
      this.insert(i);
      this.names.set(String(points[i]), i);
    }
    for (const [a, b] of segments) this.force(a, b);
  }

  /** The number of a point. @param {XY} q */
  id(q) {
    return /** @type {number} */ (this.names.get(String(q)));
  }

  /** @param {number} a @param {number} b @param {number} c */
  add(a, b, c) {
    this.apexes
      .set(a * WIDE + b, c)
      .set(b * WIDE + c, a)
      .set(c * WIDE + a, b);
    this.last = [a, b];
  }

  /** @param {number} a @param {number} b @param {number} c */
  remove(a, b, c) {
    this.apexes.delete(a * WIDE + b);
    this.apexes.delete(b * WIDE + c);
    this.apexes.delete(c * WIDE + a);
  }

  /** @param {number} a @param {number} b @returns {number} */
  apex(a, b) {
    return /** @type {number} */ (this.apexes.get(a * WIDE + b));
  }

  /** @param {number} a @param {number} b */
  has(a, b) {
    return this.apexes.has(a * WIDE + b);
  }

  /** @param {number} a @param {number} b */
  isFixed(a, b) {
    return this.fixed.has(Math.min(a, b) * WIDE + Math.max(a, b));
  }

  /** The triangle with this edge, the same whichever of its edges is given. @param {number} a @param {number} b */
  triangle(a, b) {
    const c = this.apex(a, b);
    return a < b && a < c ? `${a},${b},${c}` : b < c && b < a ? `${b},${c},${a}` : `${c},${a},${b}`;
  }

  /** An edge of the triangle around a point, and the corner opposite. @param {XY} q */
  locate(q) {
    const p = this.points;
    let [a, b] = this.last;
    for (let step = 0; step < MOST_STEPS; step++) {
      const c = this.apex(a, b);
      if (orient(p[a], p[b], q) < 0) [a, b] = [b, a];
      else if (orient(p[b], p[c], q) < 0) a = c;
      else if (orient(p[c], p[a], q) < 0) b = c;
      else return [a, b, c];
    }
    throw new Error("no triangle around a point");
  }

  /** @param {number} i */
  insert(i) {
    const p = this.points;
    const [a, b, c] = this.locate(p[i]);
    this.remove(a, b, c);
    /** @type {[number, number][]} */
    const todo = [];
    for (const [u, v] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      if (orient(p[u], p[v], p[i]) > TINY) {
        this.add(u, v, i);
        todo.push([u, v]);
      } else {
        // The point is on the edge, so the triangle beyond it is split too.
        const d = this.apex(v, u);
        this.remove(v, u, d);
        this.add(u, d, i);
        this.add(d, v, i);
        todo.push([u, d], [d, v]);
      }
    }
    while (todo.length) {
      const [u, v] = /** @type {[number, number]} */ (todo.pop());
      if (!this.has(v, u) || this.apex(u, v) !== i) continue;
      const d = this.apex(v, u);
      if (inCircle(p[u], p[v], p[i], p[d])) {
        this.flip(u, v);
        todo.push([u, d], [d, v]);
      }
    }
  }

  /** @param {number} u @param {number} v */
  flip(u, v) {
    const [c, d] = [this.apex(u, v), this.apex(v, u)];
    this.remove(u, v, c);
    this.remove(v, u, d);
    this.add(c, d, v);
    this.add(d, c, u);
  }

  /** The neighbours of a point, anticlockwise. @param {number} u */
  around(u) {
    let first = -1;
    for (const key of this.apexes.keys()) {
      if (Math.floor(key / WIDE) === u) {
        first = key % WIDE;
        break;
      }
    }
    const found = [first];
    for (let v = this.apex(u, first); v !== first; v = this.apex(u, v)) found.push(v);
    return found;
  }

  /** The edges that the segment from a to b crosses. @param {number} a @param {number} b */
  crossed(a, b) {
    const p = this.points;
    for (const v of this.around(a)) {
      const w = this.apex(a, v);
      const between = orient(p[a], p[b], p[v]) < 0 && orient(p[a], p[b], p[w]) > 0;
      if (!between || orient(p[v], p[w], p[b]) * orient(p[v], p[w], p[a]) >= 0) continue;
      /** @type {[number, number][]} */
      const found = [];
      for (let [u, x] = [v, w]; ;) {
        found.push([u, x]);
        const d = this.apex(x, u);
        if (d === b) return found;
        if (orient(p[a], p[b], p[d]) > 0) x = d;
        else u = d;
      }
    }
    throw new Error("a segment passes through a point");
  }

  /** Makes a segment an edge, by flips. @param {number} a @param {number} b */
  force(a, b) {
    const p = this.points;
    const mark = () => this.fixed.add(Math.min(a, b) * WIDE + Math.max(a, b));
    if (this.has(a, b)) {
      mark();
      return;
    }
    const todo = this.crossed(a, b);
    /** @type {[number, number][]} */
    const fresh = [];
    for (let step = 0; todo.length; step++) {
      const [u, v] = /** @type {[number, number]} */ (todo.shift());
      const [c, d] = [this.apex(u, v), this.apex(v, u)];
      if (step > MOST_STEPS || this.isFixed(u, v)) throw new Error("lines cross");
      if (orient(p[c], p[d], p[u]) * orient(p[c], p[d], p[v]) < -1e-12 && orient(p[u], p[v], p[c]) > 0) {
        this.flip(u, v);
        const still = ![a, b].includes(c) && ![a, b].includes(d) && crosses(p[a], p[b], p[c], p[d]);
        (still ? todo : fresh).push([c, d]);
      } else todo.push([u, v]);
    }
    mark();
    this.legalize(fresh);
  }

  /** @param {[number, number][]} todo */
  legalize(todo) {
    const p = this.points;
    for (let step = 0; todo.length && step < MOST_STEPS; step++) {
      const [u, v] = /** @type {[number, number]} */ (todo.pop());
      if (!this.has(u, v) || !this.has(v, u) || this.isFixed(u, v)) continue;
      const [c, d] = [this.apex(u, v), this.apex(v, u)];
      if (inCircle(p[u], p[v], p[c], p[d]) && orient(p[c], p[d], p[v]) > 0 && orient(p[d], p[c], p[u]) > 0) {
        this.flip(u, v);
        todo.push([u, d], [d, v], [v, c], [c, u]);
      }
    }
  }

  triangles() {
    return [...this.apexes]
      .map(([key, c]) => [Math.floor(key / WIDE), key % WIDE, c])
      .filter(([a, b, c]) => a < b && a < c);
  }

  /**
   * The triangles at a point, anticlockwise from the edge to `v`, or from any fixed edge, to the next one; all if
   * there is none. @param {number} u @param {number} [v] @returns {[number, number][]}
   */
  sector(u, v) {
    if (v === undefined) {
      const near = this.around(u);
      v = near.find((x) => this.isFixed(u, x));
      if (v === undefined) return near.map((x) => [u, x]);
    }
    /** @type {[number, number][]} */
    const found = [];
    do {
      found.push([u, v]);
      v = this.apex(u, v);
    } while (!this.isFixed(u, v));
    return found;
  }
}
