// "Why?": a picture first, one sentence second, moves to press third, and the whole reasoning folded below.
// All of it comes from the server; the pictures are linked to the board, if there is one.

import { get } from "./api.js";
import { still } from "./board.js";
import { button, h, replace } from "./dom.js";
import { openTree } from "./game-tree.js";
import { glossaryLink } from "./glossary.js";
import { t } from "./language.js";
import { columns } from "./why/columns.js";
import { reasoning } from "./why/derivation.js";
import { heapLine } from "./why/heap-line.js";
import { squareMap } from "./why/square-map.js";
import { moveList, replyList } from "./why/moves.js";
import { options } from "./why/options.js";

/** The board with marks for the winner's strategy, such as pairs of vertices. @param {{picture: Picture}} picture */
const strategyBoard = ({ picture }) => h("div", { class: "why-board" }, still(picture, { width: 300, height: 240 }));

/** @type {Record<string, (picture: any, links: Links) => Element>} */
const PICTURES = { board: strategyBoard, columns, line: heapLine, map: squareMap, options };

// How many moves deep values are derived; what lies deeper can be looked at by playing there.
const DEPTH = 3;

const TICK = 250; // milliseconds: an answer that comes sooner needs no words

export class Why {
  /** @type {{position: string, misere: boolean} | undefined} */
  about;
  /** @type {Api.Explanation | null} */
  found = null;
  /** @type {AbortController | undefined} */
  asked;
  /** @type {(() => void) | null} */
  unlink = null;
  mover = "";

  /**
   * @param {{matchView?: () => any, play?: ((move: Move) => void) | null}} links
   *   `matchView`: the board to point at, `play`: makes a move there
   */
  constructor({ matchView = () => null, play = null } = {}) {
    this.matchView = matchView;
    this.play = play;
    this.heading = h("h2", {}, t("Why?"));
    this.body = h("div", { class: "why-body" });
    this.element = h("section", { class: "why", "aria-label": t("Why?") }, this.heading, this.body);
    this.opened = false;
    this.draw();
  }

  // Nothing is asked while it is closed: players may want to think before they look.
  get open() {
    return this.opened;
  }

  set open(wanted) {
    if (this.opened === wanted) return;
    this.opened = wanted;
    this.ask();
  }

  /**
   * `mover`: who is to move there, "you" or "computer"; without it the words fit everybody.
   * @param {string} position
   */
  show(position, misere = false, mover = "") {
    if (this.about?.position === position && this.about.misere === misere && this.mover === mover) return undefined;
    this.about = { position, misere };
    this.mover = mover;
    return this.ask();
  }

  // An old answer disappears if the new one takes a while.
  async ask() {
    this.asked?.abort();
    this.found = null;
    this.unlink?.();
    if (!this.opened || !this.about) return this.draw();
    const { signal } = (this.asked = new AbortController());
    const seen = this.wait(signal);
    try {
      const found = await get("explanation", this.about, signal, true);
      const worded = await this.worded(found);
      if (signal.aborted) return;
      this.found = worded;
      this.draw();
    } catch (fault) {
      if (!signal.aborted) this.say(fault.message, "bad");
    } finally {
      clearInterval(seen);
    }
  }

  /** The moves in the numbers of a drawing. @param {Api.Explanation} found @returns {Promise<Api.Explanation>} */
  async worded(found) {
    const view = this.matchView();
    if (!view?.drawn?.size) return found;
    await view.sheet;
    const moves = await Promise.all(found.moves.map((move) => view.inDrawing(move)));
    const replies = await Promise.all(
      found.replies.map(async (reply) => {
        const drawn = await view.inDrawing(reply, [reply.then]);
        return { ...drawn, reply: drawn.lines[1]?.said[0][1] ?? reply.reply };
      }),
    );
    return { ...found, moves, replies };
  }

  /**
   * A hard question takes as long as the server allows: how long it took so far, and a way to stop it.
   * @param {AbortSignal} signal
   */
  wait(signal) {
    const began = Date.now();
    const told = h("p", { class: "dim" });
    const stop = () => {
      this.asked?.abort(); // the server stops working at it as well
      this.stopped(passed());
    };
    const passed = () => Math.round((Date.now() - began) / 1000);
    return setInterval(() => {
      if (signal.aborted) return;
      if (!told.isConnected) {
        const busy = h("div", { class: "busy", "aria-hidden": "true" });
        replace(this.body, told, busy, this.known(), button(t("Stop"), stop, { class: "full-width", id: "stop-why" }));
      }
      replace(told, passed() < 2 ? t("One moment ...") : t("Working on the answer: {n} s", { n: passed() }));
    }, TICK);
  }

  /** @param {number} seconds */
  stopped(seconds) {
    const again = button(t("Look again"), () => this.ask(), { class: "full-width" });
    const text = t("Stopped after {n} s: nobody knows yet who wins here.", { n: seconds });
    replace(this.body, h("p", {}, text), this.known(), again);
  }

  // What the board tells without any search.
  known() {
    const { options: moves, more } = this.matchView()?.view ?? {};
    if (!moves?.length) return null;
    return h("p", { class: "dim small" }, t("Possible moves: {n}", { n: more ? `${moves.length}+` : moves.length }));
  }

  /** @param {string} sentence */
  say(sentence, look = "dim") {
    replace(this.body, h("p", { class: look }, sentence));
  }

  draw() {
    replace(this.heading, title(this.found?.analysis, this.mover));
    if (this.found) {
      this.drawFound(this.found);
    } else if (!this.opened) {
      const show = () => (this.open = true);
      replace(this.body, button(t("Show why"), show, { class: "full-width" }));
    }
  }

  /** @param {Api.Explanation} found */
  drawFound({ picture, sentence, moves, replies, lines, terms, analysis }) {
    const links = this.links();
    const drawn = picture ? PICTURES[picture.kind]?.(picture, links) : null;
    this.unlink = drawn ? this.follow(drawn) : null;
    replace(
      this.body,
      drawn,
      h("p", { class: "say" }, sentence),
      moveList(/** @type {Move[]} */ (moves), analysis, links),
      replyList(replies, links),
      h(
        "p",
        { class: "dim small terms" },
        terms.flatMap((term, i) => (i ? [" · ", glossaryLink(term)] : [glossaryLink(term)])),
      ),
      formalProofs(analysis),
      reasoning(lines, () => this.derive()),
      this.treeButton(),
    );
  }

  treeButton() {
    const { position = "", misere } = this.about ?? {};
    return button(t("Show the tree of the game"), () => openTree(position, misere), { class: "full-width quiet" });
  }

  /** What pictures and moves may do with the board. @returns {Links} */
  links() {
    const matchView = () => this.matchView();
    return {
      point: (changes) => matchView()?.point?.(changes),
      light: (ids) => (matchView()?.light ?? matchView()?.point)?.call(matchView(), ids),
      can: () => Boolean(this.play && matchView()?.playable),
      play: (move) => {
        matchView()?.point?.([]);
        this.play?.(move);
      },
    };
  }

  /** A heap that is pointed at on the board marks its row here; returns what ends this. @param {Element} drawn */
  follow(drawn) {
    /** @param {any} event */
    const lit = ({ detail, target }) => {
      if (!this.matchView()?.boards?.contains(target)) return;
      for (const row of drawn.querySelectorAll("[data-ids]")) {
        row.classList.toggle("lit", Boolean(detail) && row.dataset.ids.split(" ").includes(detail));
      }
    };
    document.addEventListener("pointed", lit);
    return () => document.removeEventListener("pointed", lit);
  }

  async derive() {
    const { steps } = await get("explanation", { ...this.about, mex: DEPTH });
    return steps.filter((step) => step.mex).map((step) => step.mex);
  }
}

/** @param {Api.PlainAnalysis | undefined} analysis @param {string} mover */
function title(analysis, mover) {
  if (!analysis) return t("Why?");
  if (analysis.outcome === "N") {
    if (mover === "you") return t("Why can you win?");
    return mover === "computer" ? t("Why can the computer win?") : t("Why does the player to move win?");
  }
  if (analysis.outcome === "P") {
    if (mover === "you") return t("Why is this lost for you?");
    return mover === "computer" ? t("Why is this lost for the computer?") : t("Why does the player to move lose?");
  }
  return analysis.outcome === "D" ? t("Why is this a draw?") : t("Who wins?");
}

/** Links to the statements of the theorems that a proof assistant has checked. @param {Api.PlainAnalysis} analysis */
function formalProofs(analysis) {
  const reasons = [analysis.because, ...analysis.parts.map((part) => part.because)];
  const names = [...new Set(reasons.map((reason) => reason.formal).filter(Boolean))];
  if (!names.length) return null;
  const links = names.map((name) => h("a", { href: `help/formal.html#${slug(/** @type {string} */ (name))}` }, name));
  return h(
    "p",
    { class: "dim small terms" },
    `✓ ${t("machine-checked")}: `,
    links.flatMap((link, i) => (i ? [" · ", link] : [link])),
  );
}

/** @param {string} name */
const slug = (name) => name.toLowerCase().replace(/[._]/g, "-");
