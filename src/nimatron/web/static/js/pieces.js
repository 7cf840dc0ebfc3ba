// How each kind of shape looks, in a cell from -.5 to .5: a ground that stays and a piece that moves, light from above.

import { s } from "./dom.js";
import { t } from "./language.js";
import OUTLINES from "./outlines.js";

const MOST_DIGITS = 24;
const MOST_LETTERS = 12; // in a circle

// The area that can be clicked, in cells: [width, height]; 1 by 1 for all other kinds of shapes.
/** @type {Record<string, number[]>} */
const AREAS = { gap: [0.66, 1], box: [4, 1], pin: [0.86, 1.5] };

/** @param {string} text @param {Attributes} attributes */
export function letters(text, attributes = {}) {
  return s("text", { "text-anchor": "middle", "dominant-baseline": "central", ...attributes }, text);
}

/** @param {string} name @param {number} r @param {Attributes} more */
function circle(name, r, more = {}) {
  return s("circle", { class: name, r, ...more });
}

/** @param {string} name @param {string} d @param {Attributes} more */
function path(name, d, more = {}) {
  return s("path", { class: name, d, ...more });
}

/**
 * @param {string} name @param {number} left @param {number} top @param {number} width @param {number} height
 * @param {number} rx
 */
function box(name, left, top, width, height, rx) {
  return s("rect", { class: name, x: left, y: top, width, height, rx });
}

/** @param {string} name */
function square(name, inset = 0.02, round = 0.1) {
  return box(name, inset - 0.5, inset - 0.5, 1 - 2 * inset, 1 - 2 * inset, round);
}

/**
 * A disc with a rim and a face: `metal` says of what. What is stamped on it comes last.
 * @param {string} metal @param {number} r @param {Child[]} stamp
 */
function disc(metal, r, ...stamp) {
  return [
    circle("cast", r, { cy: r * 0.14 }),
    circle(`${metal}-rim`, r, { "stroke-width": r * 0.09 }),
    circle(`${metal}-face`, r * 0.73, { "stroke-width": r * 0.05 }),
    path("glint", OUTLINES.glint, { transform: `scale(${r})`, "stroke-width": 0.08 }),
    stamp,
  ];
}

/** @type {Record<string, () => Child[]>} */
const CHESSMEN = {
  "♛": () => [
    path("man", OUTLINES.queen),
    OUTLINES.balls.map(([cx, cy]) => circle("man", 0.05, { cx, cy })),
    path("man-light", OUTLINES["queen-light"]),
  ],
  "♜": () => [path("man", OUTLINES.rook), path("man-light", OUTLINES["rook-light"])],
};

/** @param {string} look */
function chessman(look) {
  if (!look) return null;
  const known = CHESSMEN[look] ?? CHESSMEN[{ "♕": "♛", "♖": "♜" }[look] ?? ""];
  return [
    s("ellipse", { class: "cast", cx: 0, cy: 0.37, rx: 0.3, ry: 0.06 }),
    known ? known() : letters(look, { class: "man", "font-size": 0.8 }),
  ];
}

/** The place to which everything moves: a small house. @param {Shape} shape */
function home(shape) {
  return shape.mark === "home" ? path("home", OUTLINES.home) : null;
}

/** One large coin with its number, or several in a small square. @param {string[]} names @param {string} metal */
function chips(names, metal, large = 0.86) {
  const columns = Math.ceil(Math.sqrt(names.length));
  const rows = Math.ceil(names.length / columns);
  const step = columns > 1 ? 0.92 / columns : large;
  /** @param {number} i */
  const place = (i) =>
    [(i % columns) - (columns - 1) / 2, Math.floor(i / columns) - (rows - 1) / 2].map((n) => n * step);
  return names.map((name, i) => {
    const type = step * (name.length > 2 ? 0.3 : 0.46);
    const stamp = name ? letters(name, { class: `on-${metal}`, "font-size": type }) : path("stamp", OUTLINES.stamp);
    const piece = s("g", { class: "chip-piece" }, disc(metal, step * 0.47, stamp));
    return s("g", { transform: `translate(${place(i)})` }, piece);
  });
}

function skull() {
  return [
    path("bone", OUTLINES.bone),
    circle("socket", 0.055, { cx: -0.085, cy: -0.05 }),
    circle("socket", 0.055, { cx: 0.085, cy: -0.05 }),
    path("socket", OUTLINES.socket),
    path("teeth", OUTLINES.teeth),
  ];
}

/** @param {string} name */
function slab(name) {
  return [
    square(name, 0.03, 0.1),
    box(`${name}-top`, -0.37, -0.38, 0.74, 0.72, 0.07),
    path("slab-light", OUTLINES["slab-light"]),
    path("slab-dark", OUTLINES["slab-dark"]),
  ];
}

/** Are the cells of the board hexagons? @param {Picture} picture */
const onHexagons = (picture) => picture.name === "hexagons";

function hexagonSlab() {
  return [path("chocolate", OUTLINES.hexagon), path("chocolate-top", OUTLINES["hexagon-top"])];
}

/**
 * The area of a shape that can be clicked, and that marks cover.
 * @param {string} name @param {Shape} shape @param {Picture} picture
 */
export function areaOf(name, shape, picture) {
  if (onHexagons(picture)) return path(name, OUTLINES.hexagon);
  const [wide, high] = AREAS[shape.kind] ?? [1, 1];
  return box(name, -wide / 2, -high / 2, wide, high, 0.1);
}

/** Text in a box 3.8 cells wide; of a very long number only the beginning. @param {string} text */
function number(text) {
  const shown = text.length > MOST_DIGITS ? `${text.slice(0, MOST_DIGITS - 1)}…` : text;
  return letters(shown, { class: "on-box", "font-size": Math.min(0.42, 4 / shown.length), x: 0.32 });
}

function pile() {
  const coins = [0.2, 0.06, -0.08].map((y) =>
    s("ellipse", { class: "gold-rim", cx: -1.45, cy: y, rx: 0.24, ry: 0.12, "stroke-width": 0.03 }),
  );
  return [coins, s("ellipse", { class: "gold-face", cx: -1.45, cy: -0.09, rx: 0.15, ry: 0.07, "stroke-width": 0.015 })];
}

/** @param {Shape} shape */
function coin(shape) {
  const heads = shape.look === "heads";
  const letter = letters(heads ? t("H") : t("T"), { class: `on-${heads ? "gold" : "silver"}`, "font-size": 0.36 });
  return disc(heads ? "gold" : "silver", 0.42, letter);
}

/** @param {string} name */
const wooden = (name) => (/** @type {Shape} */ shape) => ({
  ground: [square(name, 0, 0), home(shape)],
  piece: chessman(shape.look),
});

/** The metal of pieces that have a colour. @type {Record<string, string>} */
const METALS = { white: "silver", black: "onyx" };

/** @param {Shape} shape @param {Picture} picture */
function tile(shape, picture) {
  const own = picture.name === "own";
  const mark = own && shape.chips.length ? letters(shape.chips[0], { class: "own-mark", "font-size": 0.62 }) : null;
  return {
    ground: [square("tile"), home(shape)],
    piece: own ? mark : chips(shape.chips, METALS[shape.look] ?? "gold"),
  };
}

/** @param {Shape} shape */
function vertex(shape) {
  const name = shape.text.length > MOST_LETTERS ? `${shape.text.slice(0, MOST_LETTERS - 1)}…` : shape.text;
  const taken = shape.chips.length > 0;
  return {
    ground: taken ? circle("vertex held", 0.46) : null,
    piece: [
      taken
        ? null
        : [
            circle("cast", 0.42, { cy: 0.06 }),
            circle("vertex", 0.42),
            path("glint", "M-.28-.22A.36.36 0 0 1 .28-.22", { "stroke-width": 0.035 }),
          ],
      letters(name, { class: "on-vertex", "font-size": Math.min(0.38, 1.2 / name.length) }),
      taken ? s("g", { transform: "translate(.34 -.34) scale(.72)" }, chips(shape.chips, "jade")) : null,
    ],
  };
}

/** A spot with its number; its colour says how many lives it has. @param {Shape} shape */
function spot(shape) {
  return {
    piece: [circle(`dot-${shape.look}`, 0.15), letters(shape.text, { class: "spot-name", y: 0.36, "font-size": 0.3 })],
  };
}

/**
 * What a shape is made of: `ground` lies still below the marks, `piece` lies on them and moves.
 * @type {Record<string, (shape: Shape, picture: Picture) => {ground?: Child, piece?: Child}>}
 */
const KINDS = {
  counter: () => ({ piece: disc("gold", 0.42, path("stamp", OUTLINES.stamp)) }),
  box: (shape) => ({
    piece: [
      box("cast", -1.9, -0.34, 3.8, 0.8, 0.16),
      box("box", -1.9, -0.4, 3.8, 0.8, 0.16),
      pile(),
      number(shape.text),
    ],
  }),
  gap: () => ({ ground: path("gap", OUTLINES.gap) }),
  pin: () => ({
    piece: [
      s("ellipse", { class: "cast", cx: 0.02, cy: 0.69, rx: 0.28, ry: 0.06 }),
      path("pin", OUTLINES.pin),
      path("pin-shade", OUTLINES["pin-shade"]),
      path("stripe", OUTLINES.stripe),
    ],
  }),
  coin: (shape) => ({ piece: coin(shape) }),
  chocolate: (_, picture) => ({ piece: onHexagons(picture) ? hexagonSlab() : slab("chocolate") }),
  poison: () => ({ piece: [slab("poison"), skull()] }),
  free: (_, picture) => ({
    ground: onHexagons(picture) ? path("free", OUTLINES.hexagon) : [square("free"), path("sunk", OUTLINES.sunk)],
  }),
  covered: (shape, picture) => ({ ground: square(picture.name === "table" ? "free" : "covered") }),
  square: tile,
  dark: wooden("dark"),
  light: wooden("light"),
  vertex,
  spot,
  slot: () => ({ ground: [square("vacancy", 0.08, 0.3), path("plus", "M-.13 0H.13M0-.13V.13")] }),
  gone: () => ({ ground: circle("gone", 0.1) }),
  edge: () => ({
    piece: [circle("cast", 0.2, { cy: 0.04 }), circle("edge", 0.2), path("edge-mark", OUTLINES["edge-mark"])],
  }),
  joint: ({ text }) => ({
    ground: [circle("joint", 0.11), letters(text, { class: "joint-name", x: 0.28, "font-size": 0.3 })],
  }),
  ground: () => ({ ground: path("soil", OUTLINES.soil) }),
};

/** @param {Shape} shape @param {Picture} picture */
export function drawShape(shape, picture) {
  return KINDS[shape.kind](shape, picture);
}

/**
 * A domino or a large coin over the shapes that one move covered, in pixels.
 * @param {Point[]} places @param {number} cell @param {string} name
 */
export function cover(places, cell, name) {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left + cell, Math.max(...ys) - top + cell];
  const centre = `translate(${left - cell / 2 + wide / 2} ${top - cell / 2 + high / 2}) scale(${cell})`;
  return s(
    "g",
    { class: "covering", transform: centre },
    s("g", { class: "piece" }, coverPiece(wide / cell, high / cell, name)),
  );
}

/** @param {number} wide @param {number} high @param {string} name */
function coverPiece(wide, high, name) {
  const stamp = path("stamp", OUTLINES.stamp, { transform: `scale(${wide})` });
  if (name === "table") return disc("gold", Math.min(wide, high) / 2 - 0.06, stamp);
  const [w, h] = [wide - 0.1, high - 0.1];
  const pips = [-1, 1].map((k) => circle("pip", 0.1, wide > high ? { cx: (k * wide) / 4 } : { cy: (k * high) / 4 }));
  return [
    box("cast", -w / 2, -h / 2 + 0.06, w, h, 0.14),
    box("domino", -w / 2, -h / 2, w, h, 0.14),
    path("glint", `M${-w / 2 + 0.12} ${-h / 2 + 0.07}H${w / 2 - 0.12}`, { "stroke-width": 0.04 }),
    path("crack", wide > high ? `M0 ${-h / 2 + 0.1}V${h / 2 - 0.1}` : `M${-w / 2 + 0.1} 0H${w / 2 - 0.1}`),
    pips,
  ];
}
