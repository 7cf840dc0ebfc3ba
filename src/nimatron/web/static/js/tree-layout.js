// The places of the positions of a game tree: a level for each length of play, the longest at the top, few crossings.

const SWEEPS = 4;

/**
 * The levels from the top down, and the rank of each node in its level: 0 is the middle.
 * @param {TreeNode[]} nodes
 */
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
  return { levels, rank };
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
