// A match: a tree of positions, the position you look at, and whose turn it is there. It knows about turns, not about
// games or the page. The moves that were made first at each position are the main line; looking back changes nothing,
// and another move tried there begins a variation beside it.

const RETURNS = 5; // whoever meets the same position for this many times plays a draw, as in the terminal

export class Match {
  /**
   * @param {string} start
   * @param {{misere?: boolean, usual?: boolean, computer?: number, level?: string, seed?: number}} settings
   *   `computer`: the side it plays (-1: two people play); `level`: how well it plays
   */
  constructor(start, { misere = false, usual = false, computer = 1, level = "perfect", seed = 0 } = {}) {
    this.decided = false; // what is tried after the end does not count
    this.misere = misere;
    this.usual = usual;
    /** @type {number} */
    this.computer = computer;
    this.level = level;
    this.seed = seed;
    this.found = ""; // the idea that beats an opponent with one idea, once it was played
    /** @type {MatchNode[]} */
    this.nodes = [{ position: start, text: "", changes: [], parent: -1, children: [], next: -1 }];
    this.at = 0;
    /** @type {Record<string, [string, Sheet][]>} what was drawn by hand in each part, by the way that led there */
    this.sketches = {};
  }

  /** The match that was saved; null if the address is that of another match. @param {any} kept @param {any} settings */
  static restored(kept, { position, ...settings }) {
    if (kept?.nodes?.[kept.at]?.position !== position) return null;
    const match = Object.assign(new Match(position), structuredClone(kept));
    const same =
      match.misere === (settings.misere ?? match.usual) &&
      (match.computer < 0 ? "person" : match.level) === settings.opponent;
    return same && match.turn === turnSaid(match, settings.first) ? match : null;
  }

  get here() {
    return this.nodes[this.at];
  }

  get position() {
    return this.here.position;
  }

  get start() {
    return this.nodes[0].position;
  }

  get turn() {
    return this.depth(this.at) % 2;
  }

  // Where moves were already made, nobody waits for the computer: one only looks.
  get computersTurn() {
    return this.turn === this.computer && !this.here.children.length && !this.drawn;
  }

  // -- lines --

  /** How many moves lead to a node. @param {number} id */
  depth(id) {
    return this.path(id).length - 1;
  }

  // The nodes from the start to this one.
  path(id = this.at) {
    const ids = [];
    for (let node = id; node >= 0; node = this.nodes[node].parent) ids.unshift(node);
    return ids;
  }

  // The positions from the start to the one you look at.
  get history() {
    return this.path().map((id) => this.nodes[id]);
  }

  // The nodes of the current line, to its end.
  get line() {
    return [...this.path(), ...this.onward(this.at, (node) => node.next)];
  }

  // The nodes of the moves that were made first.
  get main() {
    return [0, ...this.onward(0, (node) => node.children[0] ?? -1)];
  }

  /** @param {number} id @param {(node: MatchNode) => number} choose */
  onward(id, choose) {
    const ids = [];
    for (let next = choose(this.nodes[id]); next >= 0; next = choose(this.nodes[next])) ids.push(next);
    return ids;
  }

  // Every other line, from the position where it leaves an earlier one to its end.
  get variations() {
    return this.nodes.flatMap(({ children }, from) =>
      children.slice(1).map((first) => ({
        from,
        ids: [first, ...this.onward(first, (node) => node.children[0] ?? -1)],
      })),
    );
  }

  // Is there more on this line than is shown?
  get looking() {
    return this.here.next >= 0;
  }

  // -- moving --

  /**
   * Makes a move here; one that was tried before is gone to again.
   * @param {string} position @param {string} text @param {string[]} changes
   */
  move(position, text, changes = []) {
    const known = this.here.children.find((id) => this.nodes[id].position === position);
    const id = known ?? this.nodes.length;
    if (known === undefined) {
      this.nodes.push({ position, text, changes, parent: this.at, children: [], next: -1 });
      this.here.children.push(id);
    }
    this.go(id);
  }

  // Takes back the last move as if it had never been made: the rules refuse it.
  retract() {
    const { at, here } = this;
    if (here.parent < 0 || here.children.length || at !== this.nodes.length - 1) return;
    const before = this.nodes[here.parent];
    this.nodes.pop();
    before.children.pop();
    before.next = before.children[0] ?? -1;
    this.at = here.parent;
  }

  /** Looks at a position; the line that leads there is now the current line. @param {number} id */
  go(id) {
    this.at = id;
    const path = this.path();
    for (let i = 1; i < path.length; i++) this.nodes[path[i - 1]].next = path[i];
  }

  /** So many moves back or forward on this line; false at its end. @param {number} by */
  step(by) {
    const { line } = this;
    const id = line[line.indexOf(this.at) + by];
    if (id === undefined) return false;
    this.go(id);
    return true;
  }

  // Back to where a person was to move last, over what the computer did there.
  undo() {
    const id = this.before;
    if (id === undefined) return false;
    this.go(id);
    return true;
  }

  redo() {
    if (!this.step(1)) return false;
    while (this.turn === this.computer && this.step(1));
    return true;
  }

  get before() {
    return this.path()
      .slice(0, -1)
      .findLast((id) => this.depth(id) % 2 !== this.computer);
  }

  get canUndo() {
    return this.before !== undefined;
  }

  get canRedo() {
    return this.looking;
  }

  // -- the end --

  // How often whoever is to move has met this position; more than once only where play can go on for ever.
  get met() {
    const alike = this.path().filter(
      (id, depth) => depth % 2 === this.turn && this.nodes[id].position === this.position,
    );
    return alike.length;
  }

  get drawn() {
    return Boolean(this.here.agreed) || this.met >= RETURNS;
  }

  // Both players take the draw here.
  agree() {
    this.here.agreed = true;
  }

  // Who has won when there is no move left: 0 or 1; null for a draw.
  get winner() {
    if (this.drawn) return null;
    return this.misere ? this.turn : 1 - this.turn;
  }
}

/** Whose turn the address says it is; among two people it says nothing. @param {Match} match @param {string} first */
function turnSaid(match, first) {
  if (match.computer < 0) return match.turn;
  return first === "computer" ? match.computer : 1 - match.computer;
}
