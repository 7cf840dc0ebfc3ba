// The places of all shapes on the boards, in pixels: the largest cells for which all boards fit into their room.
// Lines (heaps, rows of pins, strips) wrap like text; grids and graphs scale. Nothing here draws.

export const LEAST = 24; // pixels: a smaller cell is hard to hit with a finger
const TINY = 6;
const STEP = 0.97; // of one size to the next that is tried
const WHOLE = [0.45, 44]; // lines are not broken as long as cells stay this large: relative to broken ones, in pixels
const WHOLE_PINS = [0.35, 51]; // then a pin is 44 pixels wide
const TIDY = 0.5; // heaps broken after five or ten are preferred as long as cells stay this large
const GAP_CELL = 60; // pixels: cells beside which a finger hits a gap
const FIVE = 5;
const AIR = 0.35; // cells
const FOOT = 24; // pixels: a line of words below a board

// Width and height of the kinds of shapes that stand in lines, in cells; 1 by 1 if not listed.
/** @type {Record<string, number[]>} */
const SIZES = { pin: [0.86, 1.5], gap: [0.66, 1], box: [4, 1] };
/** @param {string} kind */
const size = (kind) => SIZES[kind] ?? [1, 1];

/** @param {number} least @param {number} n @param {number} most */
const clamp = (least, n, most) => Math.max(least, Math.min(n, most));
/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

// -- lines ------------------------------------------------------------------------------------------------------

/** @type {WeakMap<Picture, Map<Function, any>>} */
const known = new WeakMap(); // what does not depend on the room

/** @template T @param {Picture} picture @param {(picture: Picture) => T} make @returns {T} */
function once(picture, make) {
  const found = known.get(picture) ?? new Map();
  known.set(picture, found);
  if (!found.has(make)) found.set(make, make(picture));
  return found.get(make);
}

/** The shapes of each line in order, with the room that one of them takes in cells. @param {Picture} picture */
function linesOf(picture) {
  const shapes = [...picture.shapes, ...(picture.ghosts ?? [])];
  /** @type {Shape[][]} */
  const rows = picture.lines.map(() => []);
  for (const shape of shapes) rows[shape.row]?.push(shape);
  for (const row of rows) row.sort((a, b) => a.column - b.column);
  const gaps = shapes.some((shape) => shape.kind === "gap");
  const kinds = [...new Set(shapes.map((shape) => shape.kind))].filter(
    (kind) => !["gap", "box", "slot"].includes(kind),
  );
  const wide = Math.max(...kinds.map((kind) => size(kind)[0]), kinds.length ? 0 : 1) + (gaps ? size("gap")[0] : 0);
  const high = Math.max(1, ...kinds.map((kind) => size(kind)[1]));
  const lengths = rows.map((row, i) => Math.max(picture.lines[i].length, row.filter(solid).length));
  return {
    rows,
    lengths,
    wide,
    high,
    gaps,
    boxes: shapes.some(({ kind }) => kind === "box"),
    captions: shapes.some(({ caption }) => caption),
  };
}

/** @param {Shape} shape */
function solid(shape) {
  return shape.kind !== "gap";
}

/** Are these heaps, with the number of coins beside each? @param {Picture} picture */
function countsCoins(picture) {
  return ["heaps", "stairs"].includes(picture.name);
}

/**
 * Coins are easier to count in groups of five, with a little space between the groups.
 * @param {Picture} picture @param {number[]} lengths
 */
function grouping(picture, lengths) {
  return countsCoins(picture) && Math.max(0, ...lengths) > FIVE ? 0.24 : 0;
}

/** @param {number} count @param {number} wide @param {number} group */
function breadth(count, wide, group) {
  return count * wide + Math.max(0, Math.ceil(count / FIVE) - 1) * group;
}

/**
 * How many shapes go side by side. `way` says how lines are broken: not at all, after five or ten, anywhere.
 * @param {number} room @param {number} wide @param {number} group @param {number} longest @param {string} way
 */
function abreast(room, wide, group, longest, way) {
  let count = Math.floor(room / wide + 1e-6);
  while (count > 0 && breadth(count, wide, group) > room + 1e-6) count--;
  if (count >= longest) return longest;
  if (way === "whole") return 0;
  if (way !== "tidy") return count;
  if (count < FIVE) return 0;
  return count < 2 * FIVE ? FIVE : count - (count % (2 * FIVE));
}

const ROW_NAME = 18; // pixels for the number of a row of pins

/** Are there several rows, so that moves speak of row 2? @param {Picture} picture */
function namesRows({ name, together, lines }) {
  return name === "pins" && together && lines.filter(({ length }) => length).length > 1;
}

/** Room for the numbers and names of heaps. @param {Picture} picture @param {number} width @param {number} cell */
function margin(picture, width, cell) {
  if (namesRows(picture)) return ROW_NAME;
  if (!countsCoins(picture)) return 0;
  const longest = Math.max(0, ...picture.lines.map(({ name }) => name.length));
  const named = longest && (width >= 480 || picture.name === "stairs") ? longest * 7 + 12 : 0;
  const digits = Math.max(...picture.lines.map(({ length }) => String(length).length));
  return Math.max(clamp(16, cell * 0.3, 30) * 0.64 * digits + 14, named);
}

/** @param {Picture} picture @param {number} cell */
function captionOf(picture, cell) {
  return once(picture, linesOf).captions ? clamp(15, cell * 0.3, 24) : 0;
}

/**
 * Lines one after the other where there is room. Each screen line is a list of parts: `count` shapes of a line, the
 * first of them number `from`, beginning at place `at`.
 * @param {number[]} lengths @param {number} columns
 */
function stream(lengths, columns) {
  /** @type {LinePart[][]} */
  const screen = [[]];
  let at = 0;
  lengths.forEach((length, line) => {
    if (!length) return;
    if (at && at + length > columns) {
      screen.push([]);
      at = 0;
    }
    screen.at(-1).push({ line, from: 0, at, count: length });
    at += length + 1;
  });
  return screen;
}

/**
 * Every line below the one before; its parts are of about the same length if `even`, else each is as long as it can be.
 * @param {number[]} lengths @param {number} columns @param {boolean} even
 */
function stackLines(lengths, columns, even) {
  return lengths.flatMap((length, line) => {
    if (even && !length) return [];
    const parts = Math.max(1, Math.ceil(length / columns));
    const most = even ? Math.ceil(length / parts) : columns;
    return Array.from({ length: parts }, (_, k) => [
      { line, from: k * most, at: 0, count: Math.min(most, Math.max(0, length - k * most)) },
    ]);
  });
}

/** @param {Picture} picture @param {number} width @param {number} cell @param {string} way */
function flow(picture, width, cell, way) {
  const found = once(picture, linesOf);
  const { lengths, wide, high } = found;
  const group = grouping(picture, lengths);
  const left = margin(picture, width, cell);
  const room = (width - left) / cell;
  const whole = picture.together
    ? sum(lengths) + Math.max(0, lengths.filter(Boolean).length - 1)
    : Math.max(...lengths, 1);
  const columns = abreast(room, wide, group, Math.max(whole, 1), picture.together && way === "tidy" ? "any" : way);
  if (columns < 1 || (found.boxes && room < 4)) return null;
  // Rows that must be broken stand one below the other, so that you see which of them continues.
  const apart = !picture.together || Math.max(...lengths) > columns;
  const screen = apart ? stackLines(lengths, columns, picture.together) : stream(lengths, columns);
  const broken = apart && screen.length > lengths.length;
  const between = !apart || lengths.length < 2 ? 0 : broken ? 0.42 : 0.18;
  const line =
    high * cell + captionOf(picture, cell) + (picture.together || captionOf(picture, cell) ? 0.16 * cell : 0);
  const used = Math.max(1, ...screen.map((parts) => Math.max(0, ...parts.map(({ at, count }) => at + count))));
  const seams = Math.max(0, new Set(screen.map(([first]) => first?.line)).size - 1);
  const height = screen.length * line + seams * between * cell;
  const notes = picture.words.map((word, i) => ({ ...word, x: left, y: height + FOOT * (i + 0.6), size: 14 }));
  const written = Math.max(0, ...notes.map(({ text }) => text.length * 7.4));
  return {
    width: left + Math.max(breadth(used, wide, group) * cell, found.boxes ? 4 * cell : 0, written),
    height: height + notes.length * FOOT,
    place: (/** @type {Room} */ slot) => {
      // Lines stand a little further apart where there is room for it.
      const spare = apart && !notes.length ? clamp(0, (slot.height - height) / (seams + 1), AIR * cell) : 0;
      const lines = { ...found, group, left, screen, broken, between: between * cell + spare, line, cell };
      const all = placeLines(picture, lines);
      return { ...all, words: [...all.words, ...notes], height: height + seams * spare + notes.length * FOOT };
    },
  };
}

/** @param {Picture} picture @param {Lines} lines */
function placeLines(picture, { rows, wide, high, gaps, group, left, screen, broken, between, line, cell }) {
  const places = /** @type {Layout["places"]} */ (new Map());
  /** @type {Lane[]} */
  const lanes = [];
  const apart = screen.every((parts) => parts.length < 2);
  const half = wide / 2 - (gaps ? size("gap")[0] / 2 : 0);
  let y = 0;
  let last = screen[0]?.[0]?.line;
  screen.forEach((parts, number) => {
    for (const { line: index, from, at, count } of parts) {
      if (apart && index !== last) y += between;
      last = index;
      const middle = y + (high * cell) / 2;
      let n = -1;
      for (const shape of rows[index]) {
        if (solid(shape)) n++;
        const k = n - from;
        if (n < 0 || k < 0 || k >= count) continue;
        const place = at + k;
        const x = left + (place * wide + Math.floor(place / FIVE) * group) * cell;
        const inside = shape.kind === "gap" ? 2 * half + size("gap")[0] / 2 : size(shape.kind)[0] === 4 ? 2 : half;
        places.set(shape.id, { x: x + inside * cell, y: middle, line: number });
      }
      lanes.push({
        line: index,
        x: left + at * wide * cell,
        y,
        width: breadth(count, wide, group) * cell,
        height: line,
      });
    }
    y += line;
  });
  return { places, lanes, broken, words: labels(picture, rows, lanes, left, cell, high) };
}

/**
 * How many there are in each heap, and its name where there is room for it.
 * @param {Picture} picture @param {Shape[][]} rows @param {Lane[]} lanes @param {number} left @param {number} cell
 * @param {number} high
 */
function labels(picture, rows, lanes, left, cell, high) {
  if (namesRows(picture)) return rowNames(lanes, high * cell);
  if (!countsCoins(picture)) return [];
  return picture.lines.flatMap(({ name }, line) => {
    const own = lanes.filter((lane) => lane.line === line);
    const middle = (own[0].y + own.at(-1).y + own.at(-1).height) / 2 - (own[0].height - high * cell) / 2;
    const present = rows[line].filter(
      (shape) => solid(shape) && shape.kind !== "slot" && !picture.ghosts?.includes(shape),
    );
    const box = present.find((shape) => shape.kind === "box");
    const named = name && left >= name.length * 7;
    const count = { x: left - 10, y: middle - (named ? 8 : 0), text: String(present.length), anchor: "end" };
    return [
      box ? null : { ...count, size: clamp(16, cell * 0.3, 30), look: "count" },
      named
        ? { x: left - 10, y: middle + (box ? 0 : clamp(10, cell * 0.16, 16)), text: name, anchor: "end", size: 12 }
        : null,
    ].filter(Boolean);
  });
}

/** The number of each row of pins at its beginning. @param {Lane[]} lanes @param {number} high */
function rowNames(lanes, high) {
  const first = lanes.filter(({ line, width }, i) => width > 0 && lanes.findIndex((lane) => lane.line === line) === i);
  return first.map(({ line, x, y }) => ({
    x: x - 6,
    y: y + high / 2,
    text: String(line + 1),
    anchor: "end",
    size: 14,
  }));
}

// -- grids ------------------------------------------------------------------------------------------------------

const NUMBERED = 15; // pixels: in smaller cells only every fifth number is written

/** By how much shapes that are higher than a cell stand out above and below, in cells. @param {Picture} picture */
function overhang({ shapes }) {
  return Math.max(0, ...shapes.map(({ kind }) => (size(kind)[1] - 1) / 2));
}

/** @param {Picture} picture @param {number} width @param {number} cell */
function grid(picture, width, cell) {
  const numbered = picture.words.length > 0;
  const [columns, rows] = [picture.width, picture.height - (numbered ? 0.8 : 0)];
  const type = clamp(11, cell * 0.24, 15);
  const longest = Math.max(0, ...picture.words.filter(({ anchor }) => anchor === "end").map(({ text }) => text.length));
  const [left, below] = numbered ? [longest * type * 0.6 + 8, clamp(15, cell * 0.42, 26)] : [0, 0];
  const over = once(picture, overhang) * cell;
  const found = { width: columns * cell + left + (numbered ? 6 : 0), height: rows * cell + below + 2 * over };
  if (found.width > width) return null;
  const place = () => {
    const places = /** @type {Layout["places"]} */ (new Map());
    for (const shape of [...picture.shapes, ...(picture.ghosts ?? [])]) {
      places.set(shape.id, { x: left + shape.x * cell, y: over + shape.y * cell, line: shape.row });
    }
    const words = picture.words
      .filter(({ text }) => cell >= NUMBERED || Number(text) % FIVE === 0)
      .map((word) =>
        word.anchor === "end"
          ? { ...word, x: left - 6 + Math.max(0, word.x + 0.4) * cell, y: word.y * cell, size: type }
          : { ...word, x: left + word.x * cell, y: rows * cell + below * 0.6, size: type },
      );
    return { places, words, lanes: [], board: { x: left, y: 0, width: columns * cell, height: rows * cell } };
  };
  return { ...found, place };
}

// -- graphs -----------------------------------------------------------------------------------------------------

const APART = 1.34; // cells between vertices that are nearest to each other
const AROUND = 1.2; // cells around all vertices
const STRETCH = 2.1; // as far as vertices are drawn apart where there is room

/** @param {Picture} picture */
function nearest({ shapes }) {
  let least = Infinity;
  shapes.forEach((a, i) => {
    for (const b of shapes.slice(0, i)) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  });
  return Number.isFinite(least) ? least : 1;
}

/** @param {Picture} picture @param {number} width @param {number} cell */
function graph(picture, width, cell) {
  const all = [...picture.shapes, ...(picture.ghosts ?? [])];
  const [xs, ys] = [all.map((shape) => shape.x), all.map((shape) => shape.y)];
  const [left, top] = [Math.min(...xs, Infinity), Math.min(...ys, Infinity)];
  const [wide, high] = [Math.max(...xs, left) - left, Math.max(...ys, top) - top].map((n) => (n > 0 ? n : 0));
  const around = AROUND + 2 * once(picture, overhang);
  const scale = (APART / once(picture, nearest)) * cell;
  const found = { width: wide * scale + AROUND * cell, height: high * scale + around * cell };
  if (found.width > width) return null;
  const place = (room = found) => {
    /** @param {number} space @param {number} length */
    const stretch = (space, length) => (length ? clamp(scale, space / length, Math.max(scale, STRETCH * cell)) : scale);
    const [sx, sy] = [stretch(room.width - AROUND * cell, wide), stretch(room.height - around * cell, high)];
    /** @param {Shape} shape */
    const at = (shape) => ({
      x: (shape.x - left) * sx + (AROUND / 2) * cell,
      y: (shape.y - top) * sy + (around / 2) * cell,
      line: shape.row,
    });
    return {
      places: /** @type {Layout["places"]} */ (new Map(all.map((shape) => [shape.id, at(shape)]))),
      words: [],
      lanes: [],
      width: wide * sx + AROUND * cell,
      height: high * sy + around * cell,
    };
  };
  return { ...found, place };
}

// -- all boards -------------------------------------------------------------------------------------------------

/**
 * @param {Picture} picture @param {number} width @param {number} cell @param {string} way
 * @returns {Measure | null}
 */
function measureBoard(picture, width, cell, way) {
  if (picture.lines?.length) return flow(picture, width, cell, way);
  return picture.name === "graph" ? graph(picture, width, cell) : grid(picture, width, cell);
}

const GAP = 20; // pixels between boards
const NARROW = 110; // pixels: a board's title needs at least so much
const TEXT = 96; // pixels of height for a position without a picture

/**
 * Boards with cells of this size, one after the other in rows: their measures, or null if there is no room.
 * @param {(Picture | null)[]} pictures @param {Room} room @param {number} cell @param {string} way
 * @param {number} heading
 */
function tryCells(pictures, room, cell, way, heading) {
  /** @type {(Measure | Room)[][]} */
  const rows = [];
  let left = 0;
  for (const picture of pictures) {
    const found = picture ? measureBoard(picture, room.width, cell, way) : { width: room.width, height: TEXT };
    if (!found || found.width > room.width + 0.01) return null;
    const wide = heading ? Math.max(found.width, NARROW) : found.width;
    if (!rows.length || GAP + wide > left) {
      rows.push([]);
      left = room.width;
    } else left -= GAP;
    left -= wide;
    rows.at(-1).push(found);
  }
  const heights = rows.map((row) => Math.max(...row.map(({ height }) => height)) + heading);
  const spare = room.height - sum(heights) - GAP * (rows.length - 1);
  return spare < -0.01 ? null : { rows, heights: heights.map((height) => height + spare / rows.length) };
}

/**
 * @param {(Picture | null)[]} pictures @param {Room} room @param {number} most @param {string} way
 * @param {number} heading
 */
function largest(pictures, room, most, way, heading) {
  for (let cell = most; cell > TINY; cell *= STEP) {
    const found = tryCells(pictures, room, cell, way, heading);
    if (found) return { ...found, cell, way };
  }
  return null;
}

/**
 * Lays out boards in a room: how large cells are, and the place of every shape.
 * @param {(Picture | null)[]} pictures null for a position without a picture
 * @param {{width: number, height: number}} room
 * @param {{most?: number, least?: number, heading?: number}} settings `most`: the largest cell; `least`: cells are at
 *   least so large, even if the boards are larger than the room then; `heading`: the height of a board's title
 * @returns {{cell: number, boards: (Layout | null)[]}}
 */
export function arrange(pictures, room, { most = 120, least = 0, heading = 0 } = {}) {
  const gaps = pictures.some((picture) => picture?.lines?.length && once(picture, linesOf).gaps);
  const ways = ["whole", "tidy", "any"].map((way) => {
    const limit = gaps && way === "any" ? Math.min(most, GAP_CELL) : most; // lines of one coin are hard to read
    return largest(pictures, room, limit, way, heading);
  });
  // Pins are higher than they are wide: a row of them may be broken later.
  const slim = pictures.every((picture) => !picture || picture.name === "pins");
  const found = preferTrial(ways, slim ? WHOLE_PINS : WHOLE, gaps ? GAP_CELL : 0);
  const { cell, way, rows, heights } =
    found && found.cell >= least ? found : forceTrial(pictures, room, Math.max(least, TINY), heading);
  const slots = rows.flatMap((row, i) =>
    row.map((measure) => {
      const alone = { width: room.width, height: heights[i] - heading };
      return { measure, ...(row.length > 1 ? { width: measure.width, height: measure.height } : alone) };
    }),
  );
  const boards = pictures.map(
    (picture, i) =>
      picture &&
      growBoard(
        picture,
        /** @type {Slot} */ (slots[i]),
        cell,
        way,
        gaps && way === "any" ? cell : Math.min(most, 1.7 * cell),
      ),
  );
  return { cell, boards };
}

/**
 * `finger`: cells should not be smaller than this only because lines are not broken, or broken after five.
 * @param {(Trial | null)[]} trials @param {number[]} least @param {number} finger
 */
function preferTrial([whole, tidy, any], least, finger) {
  const best = Math.max(...[tidy, any].map((found) => found?.cell ?? 0));
  const enough = Math.min(best, finger);
  if (whole && (whole.cell >= Math.max(least[0] * best, least[1], enough) || whole.cell >= best)) return whole;
  return tidy && tidy.cell >= Math.max(TIDY * best, enough) ? tidy : any;
}

/**
 * Boards that are larger than the room: one below the other, as high and as wide as they need.
 * @param {(Picture | null)[]} pictures @param {Room} room @param {number} cell @param {number} heading
 */
function forceTrial(pictures, room, cell, heading) {
  const rows = pictures.map((picture) => {
    if (!picture) return [{ width: room.width, height: TEXT }];
    const width = Math.max(room.width, 4.8 * cell);
    const found = measureBoard(picture, width, cell, "tidy") ?? measureBoard(picture, Infinity, cell, "whole");
    return [/** @type {Measure} */ (found)]; // in a room without end everything has room
  });
  return { rows, cell, way: "tidy", heights: rows.map(([{ height }]) => height + heading) };
}

/**
 * Among several boards a small one may have larger cells than the others, if its slot has room for them.
 * @param {Picture} picture @param {Slot} slot @param {number} cell @param {string} way
 * @param {number} most
 */
function growBoard(picture, slot, cell, way, most) {
  let [best, large] = [slot.measure, cell];
  for (let next = cell / STEP; next <= most; next /= STEP) {
    const larger = measureBoard(picture, slot.width, next, way);
    if (!larger || larger.width > slot.width || larger.height > slot.height) break;
    [best, large] = [larger, next];
  }
  return { cell: large, width: best.width, height: best.height, ...best.place(slot) };
}
