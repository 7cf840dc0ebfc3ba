// The places of the positions of a game tree: a level for each length of play, the longest at the top, few crossings.

export const STEP = 76; // between neighbours
export const LEVEL = 92; // between levels
const SWEEPS = 4;

/** `nodes`: {length, options}; returns their places, {x, y}, and the size of the whole. @param {TreeNode[]} nodes */
export function layerNodes(nodes) {
  const levels = byLength(nodes);
  const above = parents(nodes);
  const rank = /** @type {Full<number, number>} */ (new Map());
  /** @param {number[]} level */
  const number = (level) => level.forEach((node, i) => rank.set(node, i - (level.length - 1) / 2));
  levels.forEach(number);
  /** @param {number} node @param {number[]} others */
  const near = (node, others) => {
    const ranks = others.map((other) => rank.get(other));
    return ranks.length ? ranks.reduce((a, b) => a + b, 0) / ranks.length : rank.get(node);
  };
  /** @param {number[]} level @param {(node: number) => number[]} linked */
  const sort = (level, linked) => {
    const keys = /** @type {Full<number, number>} */ (new Map(level.map((node) => [node, near(node, linked(node))])));
    level.sort((a, b) => keys.get(a) - keys.get(b) || a - b);
    number(level);
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const level of levels) sort(level, (node) => above[node]);
    for (const level of levels.toReversed()) sort(level, (node) => nodes[node].options);
  }
  const widest = Math.max(...levels.map((level) => level.length));
  /** @type {Point[]} */
  const places = [];
  levels.forEach((level, y) =>
    level.forEach((node) => {
      places[node] = { x: (widest / 2 + rank.get(node)) * STEP, y: (y + 0.5) * LEVEL };
    }),
  );
  return { places, levels, width: widest * STEP, height: levels.length * LEVEL };
}

/** The longest first; a level that nothing has is left out. @param {TreeNode[]} nodes */
function byLength(nodes) {
  /** @type {Map<number, number[]>} */
  const levels = new Map();
  nodes.forEach(({ length }, i) => levels.set(length, [...(levels.get(length) ?? []), i]));
  return [...levels].sort(([a], [b]) => b - a).map(([, level]) => level);
}

/** @param {TreeNode[]} nodes */
function parents(nodes) {
  /** @type {number[][]} */
  const above = nodes.map(() => []);
  nodes.forEach(({ options }, i) => options.forEach((option) => above[option].push(i)));
  return above;
}
