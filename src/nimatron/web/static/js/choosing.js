// From clicks to a move, without code for any particular game. An option knows the shapes that it changes; the clicked
// shapes select the smallest option that changes all of them.

/** @param {Move[]} options */
function smallest(options) {
  const least = Math.min(...options.map((option) => option.changes.length));
  return options.filter((option) => option.changes.length === least);
}

/** @param {Move[]} options @param {string[]} clicked */
function changing(options, clicked) {
  return options.filter((option) => clicked.every((id) => option.changes.includes(id)));
}

/** Do they all change the same shapes? Then no click can tell them apart. @param {Move[]} options */
function alike(options) {
  const names = options.map((option) => [...option.changes].sort().join(" "));
  return names.every((name) => name === names[0]);
}

export class Chooser {
  /** @param {Move[]} options */
  constructor(options) {
    this.options = options.filter((option) => option.changes.length);
    this.live = new Set(this.options.flatMap((option) => option.changes));
    /** @type {string[]} */
    this.clicked = [];
    // Options that a single click can mean: each is the only smallest option of some shape.
    this.direct = new Set();
    for (const id of this.live) {
      const least = smallest(changing(this.options, [id]));
      if (least.length === 1) this.direct.add(least[0]);
    }
  }

  /**
   * {play} if it is clear which option is meant; {preview} if a larger option may be meant; {ties} if several are the
   * smallest, {alike} if no further click can tell which.
   * @param {string} id
   * @returns {Meant}
   */
  click(id) {
    if (!this.live.has(id)) return this.clear();
    if (this.clicked.includes(id)) {
      const [only, ...others] = smallest(changing(this.options, this.clicked));
      if (!others.length) return this.chosen(only);
      this.clicked = this.clicked.filter((other) => other !== id);
      return this.clicked.length ? this.state() : this.clear();
    }
    const both = changing(this.options, [...this.clicked, id]);
    this.clicked = both.length ? [...this.clicked, id] : [id];
    const found = changing(this.options, this.clicked);
    const least = smallest(found);
    const sure = least.length === 1 && found.every((option) => option === least[0] || this.direct.has(option));
    return sure ? this.chosen(least[0]) : this.state();
  }

  /**
   * What dragging from one place to another means: as two clicks, but the first of them alone means nothing.
   * @param {string} from
   * @param {string} to
   * @returns {Meant}
   */
  drag(from, to) {
    const found = changing(this.options, [from, to]);
    if (!found.length) return this.clear();
    this.clicked = [from, to];
    const least = smallest(found);
    const sure = least.length === 1 && found.every((option) => option === least[0] || this.direct.has(option));
    return sure ? this.chosen(least[0]) : this.state();
  }

  /**
   * What dragging there would change, as far as that is clear; it chooses nothing.
   * @param {string} from @param {string} to
   */
  pull(from, to) {
    const least = smallest(changing(this.options, [from, to]));
    return least.length === 1 || (least.length && alike(least)) ? least[0].changes : [];
  }

  /** Where a drag from here can end. @param {string} from */
  reach(from) {
    return new Set(changing(this.options, [from]).flatMap((option) => option.changes));
  }

  /** The shapes that every move changes: where one piece is all that moves, its place. @param {number} board */
  common(board) {
    const own = this.options.map(({ changes }) => changes.filter((id) => id.startsWith(`${board}:`)));
    const lists = own.filter((ids) => ids.length);
    return lists.length ? lists.reduce((all, ids) => all.filter((id) => ids.includes(id))) : [];
  }

  /** What a click here would change, as far as that is clear; it chooses nothing. @param {string} id */
  peek(id) {
    if (!this.live.has(id)) return [];
    const both = changing(this.options, [...this.clicked, id]);
    const least = smallest(both.length ? both : changing(this.options, [id]));
    return least.length === 1 ? least[0].changes : [id];
  }

  // The move that Enter makes now, if one is meant.
  confirm() {
    const { preview } = this.state();
    return preview ? this.chosen(preview) : this.state();
  }

  /** @param {Move} option */
  chosen(option) {
    this.clicked = [];
    return { play: option };
  }

  clear() {
    this.clicked = [];
    return {};
  }

  state() {
    if (!this.clicked.length) return {};
    const least = smallest(changing(this.options, this.clicked));
    const possible = new Set(changing(this.options, this.clicked).flatMap((option) => option.changes));
    if (least.length === 1) return { preview: least[0], possible };
    return alike(least) ? { alike: least, possible } : { ties: least, possible };
  }
}
