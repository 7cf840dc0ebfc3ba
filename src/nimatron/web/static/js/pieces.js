// How each kind of shape looks, in a cell from -.5 to .5: a ground that stays and a piece that moves, light from above.

import { s } from "./dom.js";
import { t } from "./words.js";

const MOST_DIGITS = 24;

export function letters(text, attributes = {}) {
  return s("text", { "text-anchor": "middle", "dominant-baseline": "central", ...attributes }, text);
}

function circle(name, r, more = {}) {
  return s("circle", { class: name, r, ...more });
}

function path(name, d, more = {}) {
  return s("path", { class: name, d, ...more });
}

function box(name, left, top, width, height, rx) {
  return s("rect", { class: name, x: left, y: top, width, height, rx });
}

function square(name, inset = 0.02, round = 0.1) {
  return box(name, inset - 0.5, inset - 0.5, 1 - 2 * inset, 1 - 2 * inset, round);
}

// A disc with a rim and a face: `metal` says of what. What is stamped on it comes last.
function disc(metal, r, ...stamp) {
  const arc = (k) => `M${-r * k} ${-r * 0.42}A${r * 0.86} ${r * 0.86} 0 0 1 ${r * k} ${-r * 0.42}`;
  return [
    circle("cast", r, { cy: r * 0.14 }),
    circle(`${metal}-rim`, r, { "stroke-width": r * 0.09 }),
    circle(`${metal}-face`, r * 0.73, { "stroke-width": r * 0.05 }),
    path("glint", arc(0.75), { "stroke-width": r * 0.08 }),
    stamp,
  ];
}

const MARK = "M-.1 .115V-.115L.1 .115V-.115"; // an N

const PIN =
  "M0-.7C.12-.7.17-.6.155-.48.14-.38.1-.34.12-.2.145-.03.265.06.265.3.265.48.215.6.165.68H-.165" +
  "C-.215.6-.265.48-.265.3-.265.06-.145-.03-.12-.2-.1-.34-.14-.38-.155-.48-.17-.6-.12-.7 0-.7Z";
const PIN_SHADE =
  "M.04-.69C.14-.67.17-.58.155-.48.14-.38.1-.34.12-.2.145-.03.265.06.265.3.265.48.215.6.165.68H.02" +
  "C.14.5.16.2.06-.1.02-.3.1-.5.04-.69Z";
const PIN_STRIPES = "M-.128-.3Q0-.25.128-.3L.118-.22Q0-.17-.118-.22ZM-.122-.17Q0-.12.122-.17L.14-.09Q0-.04-.14-.09Z";

const LEAF = "M-.09.09C-.11-.03-.03-.11.1-.1.11.03.03.11-.09.09ZL.04-.04";
const SOIL = "M-.6 0H.6M-.45 .02-.55 .14M-.15 .02-.25 .14M.15 .02 .05 .14M.45 .02 .35 .14";

const QUEEN = "M-.27.2-.35-.16-.18.03-.15-.27-.02 0 0-.31.02 0 .15-.27.18.03.35-.16.27.2ZM-.29.24H.29V.36H-.29Z";
const BALLS = [
  [-0.36, -0.2],
  [-0.155, -0.31],
  [0, -0.36],
  [0.155, -0.31],
  [0.36, -0.2],
];
const ROOK =
  "M-.26-.34H-.15V-.25H-.06V-.34H.06V-.25H.15V-.34H.26V-.14L.17-.06V.16L.25.24V.36H-.25V.24L-.17.16V-.06L-.26-.14Z";

const CHESSMEN = {
  "♛": () => [
    path("man", QUEEN),
    BALLS.map(([cx, cy]) => circle("man", 0.05, { cx, cy })),
    path("man-light", "M-.2.3H.2"),
  ],
  "♜": () => [path("man", ROOK), path("man-light", "M-.15-.1H.15M-.18.3H.18")],
};

function chessman(look) {
  if (!look) return null;
  const known = CHESSMEN[look] ?? CHESSMEN[{ "♕": "♛", "♖": "♜" }[look]];
  return [
    s("ellipse", { class: "cast", cx: 0, cy: 0.37, rx: 0.3, ry: 0.06 }),
    known ? known() : letters(look, { class: "man", "font-size": 0.8 }),
  ];
}

// The place to which everything moves: a small house.
function home(shape) {
  return shape.mark === "home" ? path("home", "M-.3 .02 0-.26.3 .02H.21V.27H.07V.09H-.07V.27H-.21V.02Z") : null;
}

// One large coin with its number, or several in a small square.
function chips(names, metal, large = 0.86) {
  const columns = Math.ceil(Math.sqrt(names.length));
  const rows = Math.ceil(names.length / columns);
  const step = columns > 1 ? 0.92 / columns : large;
  const place = (i) =>
    [(i % columns) - (columns - 1) / 2, Math.floor(i / columns) - (rows - 1) / 2].map((n) => n * step);
  return names.map((name, i) => {
    const type = step * (name.length > 2 ? 0.3 : 0.46);
    const stamp = name ? letters(name, { class: `on-${metal}`, "font-size": type }) : path("stamp", MARK);
    const piece = s("g", { class: "chip-piece" }, disc(metal, step * 0.47, stamp));
    return s("g", { transform: `translate(${place(i)})` }, piece);
  });
}

function skull() {
  return [
    path("bone", "M-.2-.06A.2.2 0 0 1 .2-.06C.2.03.15.07.12.1V.2H-.12V.1C-.15.07-.2.03-.2-.06Z"),
    circle("socket", 0.055, { cx: -0.085, cy: -0.05 }),
    circle("socket", 0.055, { cx: 0.085, cy: -0.05 }),
    path("socket", "M0 .03.03.08H-.03Z"),
    path("teeth", "M-.04 .13V.2M.04 .13V.2"),
  ];
}

function slab(name) {
  return [
    square(name, 0.03, 0.1),
    box(`${name}-top`, -0.37, -0.38, 0.74, 0.72, 0.07),
    path("slab-light", "M-.37 .27V-.31Q-.37-.38-.3-.38H.37"),
    path("slab-dark", "M.37-.3V.27Q.37 .34.3 .34H-.36"),
  ];
}

// Text in a box 3.8 cells wide; of a very long number only the beginning.
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

function coin(shape) {
  const heads = shape.look === "heads";
  const letter = letters(heads ? t("H") : t("T"), { class: `on-${heads ? "gold" : "silver"}`, "font-size": 0.36 });
  return disc(heads ? "gold" : "silver", 0.42, letter);
}

const wooden = (name) => (shape) => ({ ground: [square(name, 0, 0), home(shape)], piece: chessman(shape.look) });

function tile(shape, picture) {
  const own = picture.name === "own";
  const mark = own && shape.chips.length ? letters(shape.chips[0], { class: "own-mark", "font-size": 0.62 }) : null;
  return { ground: [square("tile"), home(shape)], piece: own ? mark : chips(shape.chips, "gold") };
}

function vertex(shape) {
  const small = shape.text.length > 5 ? 0.2 : shape.text.length > 3 ? 0.26 : 0.38;
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
      letters(shape.text, { class: "on-vertex", "font-size": small }),
      taken ? s("g", { transform: "translate(.34 -.34) scale(.72)" }, chips(shape.chips, "jade")) : null,
    ],
  };
}

/** What a shape is made of: `ground` lies still below the marks, `piece` lies on them and moves. */
const KINDS = {
  counter: () => ({ piece: disc("gold", 0.42, path("stamp", MARK)) }),
  box: (shape) => ({
    piece: [
      box("cast", -1.9, -0.34, 3.8, 0.8, 0.16),
      box("box", -1.9, -0.4, 3.8, 0.8, 0.16),
      pile(),
      number(shape.text),
    ],
  }),
  gap: () => ({ ground: path("gap", "M0-.36V.36") }),
  pin: () => ({
    piece: [
      s("ellipse", { class: "cast", cx: 0.02, cy: 0.69, rx: 0.28, ry: 0.06 }),
      path("pin", PIN),
      path("pin-shade", PIN_SHADE),
      path("stripe", PIN_STRIPES),
    ],
  }),
  coin: (shape) => ({ piece: coin(shape) }),
  chocolate: () => ({ piece: slab("chocolate") }),
  poison: () => ({ piece: [slab("poison"), skull()] }),
  free: () => ({ ground: [square("free"), path("sunk", "M-.4-.45H.4")] }),
  covered: (shape, picture) => ({ ground: square(picture.name === "table" ? "free" : "covered") }),
  square: tile,
  dark: wooden("dark"),
  light: wooden("light"),
  vertex,
  slot: () => ({ ground: [square("vacancy", 0.08, 0.3), path("plus", "M-.13 0H.13M0-.13V.13")] }),
  gone: () => ({ ground: circle("gone", 0.1) }),
  edge: () => ({ piece: [circle("cast", 0.2, { cy: 0.04 }), circle("edge", 0.2), path("edge-mark", LEAF)] }),
  joint: () => ({ ground: circle("joint", 0.11) }),
  ground: () => ({ ground: path("soil", SOIL) }),
};

export function drawnShape(shape, picture) {
  return KINDS[shape.kind](shape, picture);
}

// The area that can be clicked, in cells: [width, height]; 1 by 1 for all other kinds of shapes.
export const AREAS = { gap: [0.66, 1], box: [4, 1], pin: [0.86, 1.5] };

// A domino or a large coin over the shapes that one move covered, in pixels.
export function covering(places, cell, name) {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left + cell, Math.max(...ys) - top + cell];
  const centre = `translate(${left - cell / 2 + wide / 2} ${top - cell / 2 + high / 2}) scale(${cell})`;
  return s(
    "g",
    { class: "covering", transform: centre },
    s("g", { class: "piece" }, cover(wide / cell, high / cell, name)),
  );
}

function cover(wide, high, name) {
  const stamp = path("stamp", MARK, { transform: `scale(${wide})` });
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
