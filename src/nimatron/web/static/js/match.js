// A match: the positions so far, whose turn it is, undo and redo. It knows about turns, not about games or the page.

export class Match {
  /**
   * @param {string} start
   * @param {{misere?: boolean, computer?: -1 | 0 | 1, level?: string, seed?: number}} settings
   *   `computer`: the side it plays (-1: two people play); `level`: how well it plays
   */
  constructor(start, { misere = false, computer = 1, level = "perfect", seed = 0 } = {}) {
    Object.assign(this, { misere, computer, level, seed });
    this.history = [{ position: start, text: "" }];
    this.undone = [];
  }

  // The match that was saved; null if the address is that of another match.
  static restored(kept, { position, ...settings }) {
    if (kept?.history?.at(-1)?.position !== position) return null;
    const match = Object.assign(new Match(position), kept);
    const same =
      match.misere === settings.misere && (match.computer < 0 ? "person" : match.level) === settings.opponent;
    return same && match.computersTurn === (settings.first === "computer" && match.computer >= 0) ? match : null;
  }

  get position() {
    return this.history.at(-1).position;
  }

  get start() {
    return this.history[0].position;
  }

  get turn() {
    return (this.history.length - 1) % 2;
  }

  get computersTurn() {
    return this.turn === this.computer;
  }

  move(position, text, changes = []) {
    this.history.push({ position, text, changes });
    this.undone = [];
  }

  // Takes back the last move of a person and everything the computer did after it.
  undo() {
    return this.shift(this.history, this.undone, 1);
  }

  redo() {
    return this.shift(this.undone, this.history, 0);
  }

  get canUndo() {
    return this.history.length > 1 + (this.computer === 0 ? 1 : 0);
  }

  get canRedo() {
    return this.undone.length > 0;
  }

  shift(source, target, keep) {
    const before = source.length;
    while (source.length > keep) {
      target.push(source.pop());
      if (!this.computersTurn) return true;
    }
    while (keep && source.length < before) source.push(target.pop());
    return source.length < before;
  }

  // Back to an earlier position; redo leads forward again.
  returnTo(index) {
    while (this.history.length > index + 1) this.undone.push(this.history.pop());
  }

  // Who has won when there is no move left: 0 or 1.
  get winner() {
    return this.misere ? this.turn : 1 - this.turn;
  }
}
