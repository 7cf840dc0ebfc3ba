// How a move is seen: coins fly off, pins fall, coins turn over, a queen slides, dominoes drop. It is shown at once,
// from what the move changes; what the server draws afterwards takes its place.

import { s } from "./dom.js";
import { cover, drawShape } from "./pieces.js";

const OUT = 200; // milliseconds
const LATER = 14; // between one piece and the next
const SLIDE = 200;
const EASE = "cubic-bezier(.3,.1,.3,1)";

function reducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Ends when the animation does, also if the page does not draw meanwhile.
 * @param {Element | null} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} [settings]
 */
function run(element, frames, settings) {
  if (!element || reducedMotion()) return Promise.resolve();
  const motion = element.animate(frames, { duration: OUT, easing: EASE, fill: "forwards", ...settings });
  return Promise.race([
    motion.finished.catch(() => {}),
    pause((settings?.delay ?? 0) + Number(settings?.duration ?? OUT) + 80),
  ]);
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, reducedMotion() ? 0 : milliseconds));
}

/** @type {Record<string, Keyframe[]>} */
const LEAVING = {
  take: [{ opacity: 1 }, { transform: "translate(1.1px, -0.9px) rotate(50deg) scale(.8)", opacity: 0 }],
  fall: [
    { transform: "none", opacity: 1 },
    { transform: "translate(.34px, .3px) rotate(78deg)", opacity: 1, offset: 0.7 },
    { transform: "translate(.4px, .36px) rotate(84deg)", opacity: 0 },
  ],
  bite: [{ opacity: 1 }, { transform: "translateY(.3px) scale(.5)", opacity: 0 }],
  fade: [{ opacity: 1 }, { transform: "scale(.2)", opacity: 0 }],
};

const OPENING = [{}, { transform: "scaleX(6)", opacity: 0.2 }];

// What happens to a kind of shape that a move changes.
/** @type {Record<string, string>} */
const FATES = { counter: "take", pin: "fall", chocolate: "bite", poison: "bite", vertex: "fade", edge: "fade" };

/**
 * Pieces that go from one place to another: the first of the changed places is left, the last one is reached.
 * @param {Shape[]} shapes
 */
function slider(shapes) {
  if (shapes.length !== 2) return null;
  /** @param {Shape} shape */
  const movable = ({ kind, look, chips }) => (["dark", "light"].includes(kind) ? look : chips.length > 0);
  const [from, to] = shapes;
  if (!["dark", "light", "square", "vertex"].includes(from.kind) || !movable(from)) return null;
  return [from, to];
}

/** @param {Board} board @param {string[]} ids */
export function kindOf(board, ids) {
  const shapes = shapesOf(board, ids);
  if (board.picture.name === "own") return "place";
  if (slider(shapes)) return "slide";
  const kinds = new Set(shapes.map((shape) => shape.kind));
  if (kinds.has("coin")) return "flip";
  if (kinds.has("free")) return "place";
  const fates = [...kinds].map((kind) => FATES[kind]).filter(Boolean);
  return fates.length ? (fates[0] === "fade" ? "take" : fates[0]) : "cut";
}

/** @param {Pick<Board, "picture" | "own">} board @param {string[]} ids */
function shapesOf(board, ids) {
  const known = new Map(board.picture.shapes.map((shape) => [shape.id, shape]));
  return board
    .own(ids)
    .map((id) => known.get(id))
    .filter(Boolean);
}

/**
 * Coins go down a step: nothing is taken unless it was on the lowest step, and they move when the board is drawn.
 * @param {Pick<Board, "picture" | "own">} board @param {string[]} ids
 */
function descends(board, ids) {
  const lowest = board.picture.lines.length - 1;
  return board.picture.name === "stairs" && shapesOf(board, ids).some(({ row }) => row < lowest);
}

/** Shows a move on a board before the server has drawn the result. @param {Board} board @param {string[]} ids */
export async function showMove(board, ids) {
  if (board.picture.name === "own" || descends(board, ids)) return;
  const shapes = shapesOf(board, ids);
  const sliding = slider(shapes);
  if (sliding) await slidePiece(board, sliding[0], sliding[1]);
  else if (shapes.length && board.picture.name !== "hexagons" && shapes.every(({ kind }) => kind === "free")) {
    await dropPiece(board, shapes);
  } else await Promise.all(shapes.map((shape, i) => changeShape(board, shape, i)));
}

/** @param {Board} board @param {Shape} shape @param {number} i */
async function changeShape(board, shape, i) {
  const cell = board.find(shape.id);
  const piece = cell.querySelector(".piece");
  const delay = Math.min(i, 8) * LATER;
  if (shape.kind === "coin") return turnCoin(board, shape, piece, delay);
  if (shape.kind === "gap") return run(cell.querySelector(".gap"), OPENING, { delay });
  const fate = FATES[shape.kind];
  if (!fate) return undefined;
  if (fate === "fade") cut(board, shape.id);
  await run(piece, LEAVING[fate], { delay });
  return piece.remove();
}

/** @param {Board} board @param {Shape} shape @param {Element} piece @param {number} delay */
async function turnCoin(board, shape, piece, delay) {
  await run(piece, [{ transform: "none" }, { transform: "scaleX(0.02)" }], {
    delay,
    duration: OUT / 2,
    easing: "ease-in",
  });
  const other = { ...shape, look: shape.look === "heads" ? "tails" : "heads" };
  const fresh = s("g", { class: "piece" }, drawShape(other, board.picture).piece);
  piece.replaceWith(fresh);
  await run(fresh, [{ transform: "scaleX(0.02)" }, { transform: "none" }], { duration: OUT / 2, easing: "ease-out" });
}

/** @param {Board} board @param {Shape} from @param {Shape} to */
async function slidePiece(board, from, to) {
  const cell = board.find(from.id);
  const pieces = cell.querySelectorAll(".chip-piece");
  const moving = pieces.length > 1 ? pieces[pieces.length - 1] : cell.querySelector(".piece");
  const { places, cell: size } = board.layout;
  const [a, b] = [places.get(from.id), places.get(to.id)];
  const begin = moving.style.transform || "none"; // a piece that was dragged goes on from where it is
  moving.style.transform = "";
  const focused = /** @type {Document} */ (board.svg.getRootNode()).activeElement;
  const row = cell.parentNode;
  row.append(cell); // above the squares that it crosses
  row.parentNode.append(row);
  // What is moved loses the focus.
  if (row.contains(focused)) /** @type {SVGElement} */ (focused).focus({ preventScroll: true });
  const end = `translate(${(b.x - a.x) / size}px, ${(b.y - a.y) / size}px)`;
  await run(moving, [{ transform: begin }, { transform: end }], { duration: begin === "none" ? SLIDE : 120 });
}

/** @param {Board} board @param {Shape[]} shapes */
async function dropPiece(board, shapes) {
  const { places, cell } = board.layout;
  const piece = cover(
    shapes.map((shape) => places.get(shape.id)),
    cell,
    board.picture.name,
  );
  board.svg.querySelector(".covers").append(piece);
  await run(piece.firstElementChild, [
    { transform: "translateY(-.5px) scale(1.25)", opacity: 0 },
    { transform: "none", opacity: 1 },
  ]);
}

/** The lines of a vertex go with it. @param {Board} board @param {string} id */
function cut(board, id) {
  for (const line of board.svg.querySelectorAll("[data-arrow]")) {
    if (line.dataset.arrow.split(" ").includes(id)) run(line, [{ opacity: 1 }, { opacity: 0 }]);
  }
}

/**
 * What stays goes to its new place: the pins of a row that was parted, the coins of a heap that was split.
 * @param {Board} board @param {{picture: Picture, layout: Layout}} before @param {string[]} ids
 */
export function settle(board, { picture, layout }, ids) {
  const before = { picture, own: (/** @type {string[]} */ all) => board.own(all) };
  if (!picture.lines?.length || layout.cell.toFixed(2) !== board.layout.cell.toFixed(2)) return;
  const gone = new Set(descends(before, ids) ? [] : board.own(ids));
  /** @param {Shape[]} shapes */
  const order = (shapes) =>
    shapes.filter(({ kind }) => kind !== "gap").sort((a, b) => a.row - b.row || a.column - b.column);
  const [old, now] = [order(picture.shapes.filter(({ id }) => !gone.has(id))), order(board.picture.shapes)];
  if (old.length !== now.length) return;
  now.forEach((shape, i) => {
    const [a, b] = [layout.places.get(old[i].id), board.layout.places.get(shape.id)];
    const [x, y] = [(a.x - b.x) / layout.cell, (a.y - b.y) / layout.cell];
    if (Math.hypot(x, y) < 0.02) return;
    const piece = board.find(shape.id).querySelector(".piece");
    run(piece, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: SLIDE, fill: "none" });
  });
}
