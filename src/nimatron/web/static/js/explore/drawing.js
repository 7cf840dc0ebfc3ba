// A drawing of a graph: vertices with their places, arrows, and its history for undo and redo.
// Places are shares of width and height, so that a drawing fits every screen.

export class Drawing {
  constructor() {
    /** @type {Map<string, Share>} */
    this.vertices = new Map();
    /** @type {string[][]} */
    this.edges = [];
    /** @type {GraphState[]} */
    this.past = [];
    /** @type {GraphState[]} */
    this.future = [];
  }

  /** @returns {GraphState} */
  get state() {
    return { vertices: [...this.vertices], edges: this.edges };
  }

  set state({ vertices, edges }) {
    this.vertices = new Map(vertices);
    this.edges = edges;
  }

  // Call before a change.
  remember() {
    this.past.push(this.state);
    this.future = [];
  }

  undo() {
    return this.swap(this.past, this.future);
  }

  redo() {
    return this.swap(this.future, this.past);
  }

  /** @param {GraphState[]} from @param {GraphState[]} to */
  swap(from, to) {
    const state = from.pop();
    if (!state) return false;
    to.push(this.state);
    this.state = state;
    return true;
  }

  /** @param {Share} place */
  add(place) {
    let i = 0;
    while (this.vertices.has(vertexName(i))) i++;
    this.remember();
    this.vertices = new Map([...this.vertices, [vertexName(i), place]]);
    return vertexName(i);
  }

  /** @param {string} name */
  remove(name) {
    this.remember();
    this.vertices = new Map([...this.vertices].filter(([other]) => other !== name));
    this.edges = this.edges.filter((edge) => !edge.includes(name));
  }

  /** An arrow, or none if there is one; an edge has no direction. @param {string} a @param {string} b */
  toggle(a, b, directed = true) {
    this.remember();
    /** @param {string[]} edge */
    const same = ([x, y]) => (x === a && y === b) || (!directed && x === b && y === a);
    const others = this.edges.filter((edge) => !same(edge));
    this.edges = others.length < this.edges.length ? others : [...this.edges, [a, b]];
  }

  // Arrows in both directions are one edge, and one from a vertex to itself is none.
  forgetDirections() {
    const pairs = this.edges.filter(([a, b]) => a !== b).map(([a, b]) => (a < b ? [a, b] : [b, a]));
    this.edges = [...new Map(pairs.map((pair) => [pair.join(" "), pair])).values()];
  }

  /** @param {string} name @param {Share} place */
  move(name, place) {
    this.vertices = new Map([...this.vertices].map(([other, at]) => [other, other === name ? place : at]));
  }

  /**
   * Another graph: vertices that were there keep their places, the others get those of `places`.
   * @param {{vertices: string[], edges: string[][]}} graph @param {PlaceOf} places
   */
  become({ vertices, edges }, places) {
    this.vertices = new Map(vertices.map((name) => [name, this.vertices.get(name) ?? places(name)]));
    this.edges = edges;
  }

  /** @param {PlaceOf} places */
  arrange(places) {
    this.remember();
    this.vertices = new Map([...this.vertices.keys()].map((name) => [name, places(name)]));
  }

  // For the address: a name and two numbers for each vertex.
  get places() {
    return [...this.vertices]
      .map(([name, { x, y }]) => [name, Math.round(x * 1000), Math.round(y * 1000)].join(" "))
      .join(" ");
  }

  set places(text) {
    const pieces = text.split(" ").filter(Boolean);
    for (let i = 0; i + 2 < pieces.length; i += 3) {
      const [x, y] = [Number(pieces[i + 1]), Number(pieces[i + 2])].map((number) => number / 1000);
      if (x >= 0 && x <= 1 && y >= 0 && y <= 1) this.vertices.set(pieces[i], { x, y });
    }
  }
}

/** @param {number} i @returns {string} */
function vertexName(i) {
  return i < 26 ? String.fromCharCode(97 + i) : `${vertexName(i % 26)}${Math.floor(i / 26)}`;
}

/** On a circle, where nothing better is known. @param {string[]} names @returns {PlaceOf} */
export function circle(names) {
  return (name) => {
    const angle = (names.indexOf(name) / Math.max(1, names.length)) * 2 * Math.PI - Math.PI / 2;
    return { x: 0.5 + 0.38 * Math.cos(angle), y: 0.5 + 0.36 * Math.sin(angle) };
  };
}

/** As the board draws the graph: in layers, arrows down. @param {Picture} picture @returns {PlaceOf} */
export function layers(picture) {
  const at = new Map(picture.shapes.map(({ id, x, y }) => [id, { x: x / picture.width, y: y / picture.height }]));
  /** @param {number} number */
  const share = (number) => 0.08 + 0.84 * number;
  return (name) => {
    const { x, y } = at.get(name) ?? { x: 0.5, y: 0.5 };
    return { x: share(x), y: share(y) };
  };
}
