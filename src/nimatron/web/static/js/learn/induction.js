// Backward induction one step at a time: on a row of numbers, a chessboard or a graph, in normal and misère play.

import { get } from "../api.js";
import { path, route } from "../arrows.js";
import { arrowhead, button, field, h, replace, s, select, unique } from "../dom.js";
import { scroller } from "../scroller.js";
import { say } from "../shell.js";
import { letter, t } from "../language.js";

/** @param {number} step @param {Api.Round["mark"]} mark @param {boolean} misere */
function rule(step, mark, misere) {
  if (step === 0) {
    return misere
      ? t("No move is left: the player to move has won (misère): N.")
      : t("No move is left: the player to move has lost: P.");
  }
  if (mark === "D") return t("From the remaining positions play can continue for ever, and nobody can force a win: D.");
  return mark === "N" ? t("Some move leads to a P-position: N.") : t("Every move leads to an N-position: P.");
}

/** @param {string} position @param {() => void} finish */
export function inductionSteps(position, finish = () => {}) {
  const place = h("div", {});
  let asked;
  /** @param {boolean} misere */
  const show = async (misere) => {
    const now = (asked = {});
    try {
      const drawn = await steps(position, misere, finish);
      if (asked === now) replace(place, drawn);
    } catch (fault) {
      if (asked === now) replace(place, h("p", { class: "bad" }, fault.message));
    }
  };
  show(false);
  const play = select(
    [
      ["", t("normal play: the last to move wins")],
      ["1", t("misère play: the last to move loses")],
    ],
    "",
    (value) => show(value === "1"),
  );
  return h("section", { class: "card" }, field(t("Rule"), play), place);
}

/** @param {string} position @param {boolean} misere @param {() => void} finish */
async function steps(position, misere, finish) {
  const [found, view] = await Promise.all([get("induction", { position, misere }), get("position", { position })]);
  const drawing = h("div", { class: "induction" });
  const frame = scroller(t("Board: {position}", { position }), drawing);
  const words = h("p", { class: "message", role: "status" });
  const controls = h("div", { class: "row" });
  const id = unique("induction");
  let done = 0;
  const draw = () => {
    const marks = new Map();
    found.rounds
      .slice(0, done)
      .forEach((round, i) =>
        round.states.forEach((state) => marks.set(state, { mark: round.mark, fresh: i === done - 1 })),
      );
    replace(drawing, { row, board, graph, list: row }[found.layout](found, marks, view));
    const last = found.rounds[done - 1];
    if (done === found.rounds.length) finish();
    const sentence = done
      ? `${t("Step {n}.", { n: done })} ${rule(done - 1, last.mark, misere)}`
      : t("Which positions are decided at once? Think first, then take the first step.");
    replace(words, sentence);
    say(sentence);
    replace(
      controls,
      button(
        t("Next step"),
        () => {
          done++;
          draw();
        },
        { class: "primary", disabled: done === found.rounds.length, id: `${id}-next` },
      ),
      button(
        t("Back"),
        () => {
          done--;
          draw();
        },
        { disabled: done === 0, id: `${id}-back` },
      ),
      button(
        t("All steps"),
        () => {
          done = found.rounds.length;
          draw();
        },
        { disabled: done === found.rounds.length, id: `${id}-all` },
      ),
    );
  };
  draw();
  return [frame, words, controls];
}

/** @param {Mark | undefined} marked */
function sign(marked) {
  return marked
    ? h("span", { class: `pn ${marked.mark} ${marked.fresh ? "fresh" : ""}` }, letter(marked.mark))
    : h("span", { class: "pn" }, "·");
}

/** @param {Api.Induction} found @param {Map<string, Mark>} marks */
function row({ states }, marks) {
  return h(
    "ol",
    { class: "mark-row" },
    states.map(({ text }) => h("li", {}, h("span", { class: "heap" }, text || "0"), sign(marks.get(text)))),
  );
}

/** @param {Api.Induction} found @param {Map<string, Mark>} marks */
function board({ states }, marks) {
  const [wide, high] = [states.map(({ x }) => x), states.map(({ y }) => y)].map((all) => Math.max(...all) + 1);
  const squares = new Map(states.map(({ x, y, text }) => [y * wide + x, marks.get(text)]));
  /** @param {number} x @param {number} y */
  const square = (x, y) => h("td", { class: (x + y) % 2 ? "" : "shade" }, sign(squares.get(y * wide + x)));
  const across = [...Array(wide).keys()];
  const rows = [...Array(high).keys()].reverse().map((y) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, y),
      across.map((x) => square(x, y)),
    ),
  );
  return h(
    "table",
    { class: "values chess" },
    h("tbody", {}, rows),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        across.map((x) => h("th", { scope: "col" }, x)),
      ),
    ),
  );
}

const CELL = 64; // pixels between the vertices of a graph

/** @param {Api.Induction} found @param {Map<string, Mark>} marks @param {Api.Board} view */
function graph(found, marks, view) {
  const picture = /** @type {Picture} */ (view.pictures[0]);
  const name = unique("head");
  const spots = picture.shapes.map(({ id, x, y }) => /** @type {const} */ ([id, { x: x * CELL, y: y * CELL }]));
  const at = /** @type {Full<string, Point>} */ (new Map(spots));
  const arrows = picture.arrows.map(([a, b]) => {
    const others = [...at].filter(([id]) => id !== a && id !== b).map(([, place]) => place);
    const both = picture.arrows.some(([x, y]) => x === b && y === a);
    const curve = route(at.get(a), at.get(b), others, CELL, { both });
    return s("path", { class: "arrow", d: path(curve), "marker-end": `url(#${name})` });
  });
  const vertices = picture.shapes.map(({ id }) => vertex(id, at.get(id), marks.get(id)));
  const label = picture.shapes.map(({ id }) => `${id}: ${letter(marks.get(id)?.mark) ?? "?"}`).join(", ");
  const [wide, high] = [picture.width * CELL, picture.height * CELL];
  const svg = s(
    "svg",
    { class: "marked-graph", role: "img", "aria-label": label, viewBox: `-30 0 ${wide + 40} ${high}` },
    s("defs", {}, arrowhead(name)),
    arrows,
    vertices,
  );
  svg.style.maxWidth = `${1.2 * (wide + 40)}px`;
  return svg;
}

/** @param {string} id @param {Point} place @param {Mark | undefined} marked */
function vertex(id, { x, y }, marked) {
  const look = marked ? `marked ${marked.mark} ${marked.fresh ? "fresh" : ""}` : "";
  const middle = { "text-anchor": "middle", "dominant-baseline": "central" };
  return s(
    "g",
    { transform: `translate(${x} ${y})`, class: look },
    s("circle", { class: "vertex", r: 26 }),
    s("text", { class: "worth", ...middle }, letter(marked?.mark) ?? ""),
    s("text", { class: "axis", ...middle, x: -27, y: -27 }, id),
  );
}
