// From a drawing to its regions, and what a line makes of them.
//
// A line has two half-edges: 2k runs along line k, 2k + 1 back. The region of a half-edge is on its left.

/** @param {Sheet} sheet @param {number} d @returns {XY[]} */
export const along = (sheet, d) => (d & 1 ? [...sheet.lines[d >> 1].points].reverse() : sheet.lines[d >> 1].points);

/** How many ends of lines are at each spot. @param {Sheet} sheet */
export function ends(sheet) {
  const count = sheet.spots.map(() => 0);
  for (const { a, b } of sheet.lines) {
    count[a]++;
    count[b]++;
  }
  return count;
}

/** How many more lines may end at each spot. @param {Sheet} sheet */
export const lives = (sheet) => ends(sheet).map((n) => (sheet.bars ? Number(n === 1) : Math.max(0, 3 - n)));

/** The half-edges: their spots, those at each spot, and the next one around it. @param {Sheet} sheet */
function halfEdges(sheet) {
  const spot = sheet.lines.flatMap(({ a, b }) => [a, b]);
  const turn = spot.map((_, d) => {
    const [p, q] = along(sheet, d);
    return Math.atan2(q[1] - p[1], q[0] - p[0]);
  });
  /** @type {number[][]} */
  const at = sheet.spots.map(() => []);
  spot.forEach((v, d) => at[v].push(d));
  /** @type {number[]} */
  const next = [];
  for (const list of at) {
    list.sort((x, y) => turn[x] - turn[y]);
    list.forEach((d, i) => (next[d] = list[(i + 1) % list.length]));
  }
  return { spot, at, next };
}

/** The cycles of half-edges around the regions. @param {number[]} next */
export function faces(next) {
  /** @type {number[]} */
  const back = [];
  next.forEach((e, d) => (back[e] = d));
  const step = next.map((_, d) => back[d ^ 1]);
  /** @type {number[]} */
  const face = [];
  /** @type {number[][]} */
  const cycles = [];
  next.forEach((_, d) => {
    if (face[d] !== undefined) return;
    const cycle = [];
    for (let e = d; face[e] === undefined; e = step[e]) {
      face[e] = cycles.length;
      cycle.push(e);
    }
    cycles.push(cycle);
  });
  return { step, face, cycles };
}

/** @param {XY[]} polygon @param {XY} q */
export function surrounds(polygon, q) {
  let odd = false;
  polygon.forEach((p, i) => {
    const o = polygon.at(i - 1) ?? p;
    if (p[1] > q[1] !== o[1] > q[1] && q[0] < ((o[0] - p[0]) * (q[1] - p[1])) / (o[1] - p[1]) + p[0]) odd = !odd;
  });
  return odd;
}

/** @param {XY[]} polygon */
function area(polygon) {
  return polygon.reduce((sum, p, i) => {
    const o = polygon.at(i - 1) ?? p;
    return sum + o[0] * p[1] - p[0] * o[1];
  }, 0);
}

/** Which spots hang together: for each the spot that stands for them. @param {Sheet} sheet */
function pieces(sheet) {
  const above = sheet.spots.map((_, i) => i);
  /** @param {number} i */
  const find = (i) => {
    while (above[i] !== i) i = above[i];
    return i;
  };
  for (const { a, b } of sheet.lines) above[find(a)] = find(b);
  return find;
}

/** The regions of a drawing, each with its boundaries. @param {Sheet} sheet @returns {SheetMap} */
export function read(sheet) {
  const { spot, at, next } = halfEdges(sheet);
  const { cycles } = faces(next);
  const find = pieces(sheet);
  const known = cycles.map((cycle) => {
    const polygon = cycle.flatMap((d) => along(sheet, d).slice(0, -1));
    return { polygon, area: area(polygon), piece: find(spot[cycle[0]]) };
  });
  /** @type {Map<number, number>} the cycle of each piece that has the least area is its outer one */
  const outer = new Map();
  known.forEach((one, i) => {
    const least = outer.get(one.piece);
    if (least === undefined || known[least].area > one.area) outer.set(one.piece, i);
  });
  /** The smallest inner cycle around a point. @param {number} piece @param {XY} q */
  const home = (piece, q) => {
    let best = -1;
    known.forEach((one, i) => {
      const inner = one.piece !== piece && outer.get(one.piece) !== i;
      if (inner && (best < 0 || one.area < known[best].area) && surrounds(one.polygon, q)) best = i;
    });
    return best;
  };
  /** @type {Map<number, Boundary[]>} */
  const regions = new Map([[-1, []]]);
  known.forEach((one, i) => {
    if (outer.get(one.piece) !== i) regions.set(i, [{ cycle: cycles[i] }]);
  });
  for (const [piece, i] of outer) regions.get(home(piece, sheet.spots[spot[cycles[i][0]]]))?.push({ cycle: cycles[i] });
  sheet.spots.forEach((q, v) => {
    if (!at[v].length) regions.get(home(find(v), q))?.push({ lone: v, cycle: [] });
  });
  return { spot, next, spots: sheet.spots.length, regions: [...regions.values()].filter((region) => region.length) };
}

/** The spots along a boundary. @param {SheetMap} map @param {Boundary} boundary */
export const walk = (map, { lone, cycle }) => (lone === undefined ? cycle.map((d) => map.spot[d]) : [lone]);

/** A drawing as the server reads it. @param {SheetMap} map */
export const written = (map) =>
  map.regions.map((region) => region.map((boundary) => walk(map, boundary).join("-")).join(",")).join(";");

/**
 * The line that the server names, with its corners and the boundaries on both sides, and the regions after it.
 * @param {SheetMap} map @param {PlacedLine} line
 * @returns {{line: SheetLine, after: SheetMap}}
 */
export function joined(map, { region, boundary, place, boundary2, place2, left }) {
  const all = map.regions[region];
  const [one, two] = [all[boundary], all[boundary2]];
  const corner = (/** @type {Boundary} */ b, /** @type {number} */ i) =>
    b.lone === undefined ? b.cycle[i] : undefined;
  const [u, v] = [walk(map, one)[place], walk(map, two)[place2]];
  const [d, e] = [corner(one, place), corner(two, place2)];
  const [next, spot, x] = [[...map.next], [...map.spot], map.next.length];
  spot.push(u, map.spots, v, map.spots);
  [next[x + 1], next[x + 3]] = [x + 3, x + 1];
  const insert = (/** @type {number} */ added, /** @type {number | undefined} */ at) => {
    next[added] = at === undefined ? added : next[at];
    if (at !== undefined) next[at] = added;
  };
  insert(x, d);
  insert(x + 2, u === v ? x : e);
  const { cycles, face } = faces(next);
  const cycle = (/** @type {number} */ half) => ({ cycle: cycles[face[half]] });
  const rest = map.regions.filter((_, r) => r !== region);
  const others = all.filter((_, k) => k !== boundary && k !== boundary2);
  const same = boundary === boundary2;
  const beside = {
    left: others.filter((b) => same && left.includes(all.indexOf(b))),
    right: others.filter((b) => same && !left.includes(all.indexOf(b))),
  };
  const { step } = faces(map.next);
  const run = (/** @type {number} */ from, /** @type {number} */ to) => {
    const found = [];
    let half = from;
    do {
      found.push(half);
      half = step[half];
    } while (half !== to);
    return found;
  };
  const arcs = { left: /** @type {number[]} */ ([]), right: /** @type {number[]} */ ([]) };
  if (same && d !== undefined && e !== undefined) {
    if (u !== v) arcs.left = run(e, d);
    arcs.right = run(d, e);
  }
  const made = same
    ? [
        [cycle(x), ...beside.left],
        [cycle(x + 1), ...beside.right],
      ]
    : [[cycle(x), ...others]];
  return {
    line: { u, d, v, e, same, arcs, ...beside },
    after: { next, spot, spots: map.spots + 1, regions: [...rest, ...made] },
  };
}

/**
 * The live spots on the left of a line and on its right, if it closes a curve.
 * @param {Sheet} sheet @param {SheetMap} map @param {PlacedLine} line @returns {number[][]}
 */
export function sidesOf(sheet, map, { region, boundary, place, boundary2, place2, left }) {
  if (boundary !== boundary2) return [[], []];
  const alive = lives(sheet);
  const bounds = map.regions[region];
  const own = walk(map, bounds[boundary]);
  return [true, false].map((near) => {
    const others = bounds.filter((_, k) => k !== boundary && left.includes(k) === near);
    const arc = own.filter((_, i) => near !== (i > place && i < place2));
    const spots = new Set([...others.flatMap((bound) => walk(map, bound)), ...arc].filter((spot) => alive[spot]));
    return [...spots].filter((spot) => ![own[place], own[place2]].includes(spot)).sort((x, y) => x - y);
  });
}

/** The smaller of two sides. @param {number[][]} sides */
export const lesser = ([one, two]) =>
  one.length < two.length || (one.length === two.length && !(one[0] > two[0])) ? one : two;

/**
 * A line as it is drawn: what is inside stays inside, because the edge of the paper is on the other side.
 * @param {Sheet} sheet @param {SheetMap} map @param {PlacedLine} place @returns {SheetLine}
 */
export function placed(sheet, map, place, inside = lesser(sidesOf(sheet, map, place))) {
  const { line } = joined(map, place);
  if (!line.same || place.region) return line;
  const onLeft = String(inside) === String(sidesOf(sheet, map, place)[0]);
  const frame = { cycle: [], frame: true };
  return onLeft ? { ...line, right: [...line.right, frame] } : { ...line, left: [...line.left, frame] };
}

/** A text that two maps have in common if they are the same. @param {SheetMap} map */
export function signature({ regions }) {
  const least = (/** @type {number[]} */ cycle) => {
    const k = cycle.indexOf(Math.min(...cycle));
    return [...cycle.slice(k), ...cycle.slice(0, k)].join("-");
  };
  const texts = regions.map((region) =>
    region
      .map(({ lone, cycle }) => (lone === undefined ? least(cycle) : `spot ${lone}`))
      .sort()
      .join(" "),
  );
  return texts.sort().join(" | ");
}
