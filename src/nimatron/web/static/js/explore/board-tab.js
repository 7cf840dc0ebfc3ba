// A board game without any code: draw a piece and what it blocks, choose a board, play. The game is its notation.

import { get } from "../api.js";
import { button, field, h, replace, select } from "../dom.js";
import { t } from "../language.js";
import { playLink } from "../play-links.js";
import { latestAnswer } from "./latest-answer.js";

const SIDE = 5;
const MOST = 16;
const MARKS = [".", "#", "x"];

/** Games to start from: a title, the piece, whether it turns, the board. */
const EXAMPLES = () => [
  [t("Queens that do not attack each other"), "queen", "", "5x5"],
  [t("Dominoes, as in Cram"), "##", "turns", "5x4"],
  [t("A square and its neighbours (Node Kayles)"), ".x./x#x/.x.", "", "7x3"],
  [t("Corners of three squares"), "##/#.", "turns", "5x5"],
  [t("Knights"), "knight", "", "5x5"],
];

const PIECES = () => [
  ["", t("as drawn below")],
  ["queen", t("queen")],
  ["rook", t("rook")],
  ["bishop", t("bishop")],
  ["king", t("king")],
  ["knight", t("knight")],
];

const SURFACES = () => [
  ["rectangle", t("rectangle")],
  ["cylinder", t("cylinder: left and right edges meet")],
  ["torus", t("torus: opposite edges meet")],
  ["hexagons", t("hexagons")],
];

/** The rows of a drawing in the middle of the sheet. @param {string} text */
function sheet(text) {
  const rows = text.split("/");
  const drawn = Array.from({ length: SIDE }, () => Array(SIDE).fill("."));
  const top = Math.max(0, Math.floor((SIDE - rows.length) / 2));
  const left = Math.max(0, Math.floor((SIDE - rows[0].length) / 2));
  rows.slice(0, SIDE).forEach((row, y) =>
    [...row].slice(0, SIDE).forEach((mark, x) => {
      if (MARKS.includes(mark)) drawn[top + y][left + x] = mark;
    }),
  );
  return drawn;
}

/** @param {Record<string, string>} values @param {Remember} remember */
export function boardTab(values, remember) {
  /** @type {string[][]} */
  let drawn = sheet("#");
  /** @type {string[][]} */
  let board = [];
  const size = { min: 1, max: MOST, type: "number", required: true, inputmode: "numeric" };
  const columns = h("input", { ...size, onchange: () => resize() });
  const rows = h("input", { ...size, onchange: () => resize() });
  const piece = select(PIECES(), "", () => show());
  const turns = select(
    [
      ["", t("stays as it is drawn")],
      ["turns", t("may be turned")],
    ],
    "",
    () => show(),
  );
  const surface = select(SURFACES(), "", () => show());
  const pieceGrid = h("div", { class: "squares", role: "group", "aria-label": t("The piece") });
  const boardGrid = h("div", { class: "squares", role: "group", "aria-label": t("The board") });
  const drawing = h(
    "div",
    { class: "field" },
    h("p", { class: "small dim" }, t("Tap a square: it is covered, then blocked, then neither.")),
    pieceGrid,
    field(t("Turning"), turns),
  );
  const place = h("div", { class: "answered" });
  const answered = latestAnswer(place);

  /** @param {HTMLElement} grid @param {string[][]} squares @param {(x: number, y: number) => void} tap */
  function draw(grid, squares, tap) {
    /** @type {Record<string, string>} */
    const names = { ".": grid === boardGrid ? t("free") : t("neither"), "#": t("covered"), x: t("blocked") };
    if (grid === boardGrid) names["#"] = t("no square");
    grid.style.setProperty("--across", String(squares[0].length));
    grid.style.setProperty("--down", String(squares.length));
    grid.classList.toggle("hexagons", surface.value === "hexagons");
    const name = grid === boardGrid ? "board" : "piece";
    replace(
      grid,
      squares.flatMap((row, y) =>
        row.map((mark, x) =>
          button(mark === "x" ? "×" : "", () => tap(x, y), {
            id: `${name}-${x}-${y}`,
            class: { ".": "off", "#": "on", x: "crossed" }[mark],
            "aria-label": `${t("column {x}, row {y}", { x: x + 1, y: y + 1 })}: ${names[mark]}`,
          }),
        ),
      ),
    );
    grid.querySelectorAll("button").forEach((square, i) => {
      square.style.setProperty("--x", String(i % squares[0].length));
      square.style.setProperty("--y", String(Math.floor(i / squares[0].length)));
    });
  }

  /** @param {number} x @param {number} y */
  const mark = (x, y) => {
    drawn[y][x] = MARKS[(MARKS.indexOf(drawn[y][x]) + 1) % MARKS.length];
    show();
  };
  /** @param {number} x @param {number} y */
  const hole = (x, y) => {
    board[y][x] = board[y][x] === "." ? "#" : ".";
    show();
  };
  const resize = () => {
    const [width, height] = [columns, rows].map((input) => {
      const side = Math.min(MOST, Math.max(1, Math.floor(Number(input.value))));
      input.value = String(side);
      return side;
    });
    board = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => board[y]?.[x] ?? "."));
    show();
  };

  /** Shows a game from an example or an address. @param {Record<string, string>} game */
  const write = ({ shape = "queen", turned = "", on = "rectangle", squares = "5x5" }) => {
    piece.value = PIECES().some(([name]) => name === shape) ? shape : "";
    if (!piece.value) drawn = sheet(shape);
    turns.value = turned;
    surface.value = SURFACES().some(([name]) => name === on) ? on : "rectangle";
    const sized = /^(\d{1,2})x(\d{1,2})$/.exec(squares);
    board = sized ? [] : squares.split("/").map((row) => [...row].slice(0, MOST));
    columns.value = String(sized ? sized[1] : board[0].length);
    rows.value = String(sized ? sized[2] : board.length);
    resize();
  };

  const show = () => {
    draw(pieceGrid, drawn, mark);
    draw(boardGrid, board, hole);
    drawing.hidden = Boolean(piece.value);
    const shape = piece.value || drawn.map((row) => row.join("")).join("/");
    const squares = board.map((row) => row.join("")).join("/");
    const game = { shape, turned: piece.value ? "" : turns.value, on: surface.value, squares };
    remember(game);
    const text = [shape, game.turned, game.on === "rectangle" ? "" : game.on].filter(Boolean).join(" ");
    answered((signal) => answer(`placing{${text}}: ${squares}`, signal));
  };

  const samples = select([["", t("your own")], ...EXAMPLES().map(([title], i) => [String(i), title])], "", (chosen) => {
    if (!chosen) return;
    const [, shape, turned, squares] = EXAMPLES()[Number(chosen)];
    write({ shape, turned, squares });
  });
  write(values);
  const form = h(
    "section",
    { class: "card asked", "aria-label": t("The rules of your game") },
    h("p", {}, t("Place a piece in turn. It covers squares and may block others. Whoever cannot place one loses.")),
    field(t("Examples"), samples),
    field(t("What is placed"), piece),
    drawing,
    field(t("Board"), surface),
    h("div", { class: "row" }, field(t("Columns"), columns), field(t("Rows"), rows)),
    h("p", { class: "small dim" }, t("Tap a square of the board to remove it.")),
    boardGrid,
  );
  return Object.assign(h("div", { class: "ask-answer discover boards" }, form, place), { leave: answered.stop });
}

/** @param {string} position @param {AbortSignal} signal */
async function answer(position, signal) {
  const { position: written } = await get("position", { position }, signal);
  const link = h("a", { class: "button primary", href: playLink(written) }, t("Play this game"));
  const verdict = h("p", { class: "dim" }, t("Computing ..."));
  get("analysis", { position: written }, signal, true).then(
    ({ lines }) => verdict.replaceWith(h("p", { class: "verdict" }, lines[1]?.text)),
    (fault) => (verdict.textContent = fault.message), // too large to solve: it can be played
  );
  return h("section", { class: "card" }, h("p", {}, link), verdict, h("p", { class: "small" }, h("code", {}, written)));
}
