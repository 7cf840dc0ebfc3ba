// "Why?": a picture first, one sentence second, moves to press third, and the whole reasoning folded below.
// All of it comes from the server; the pictures are linked to the board, if there is one.

import { get } from "./api.js";
import { button, h, replace } from "./dom.js";
import { openTree } from "./tree.js";
import { t } from "./words.js";
import { board } from "./why/board.js";
import { columns } from "./why/columns.js";
import { reasoning } from "./why/derivation.js";
import { line } from "./why/line.js";
import { map } from "./why/map.js";
import { moveList, replyList } from "./why/moves.js";
import { options } from "./why/options.js";

const PICTURES = { board, columns, line, map, options };

// How many moves deep values are derived; what lies deeper can be looked at by playing there.
const DEPTH = 3;

const TICK = 250; // milliseconds: an answer that comes sooner needs no words

export class Why {
  /**
   * @param {{table?: () => any, play?: (move: {after: string, text: string, changes: string[]}) => void}} links
   *   `table`: the board to point at, `play`: makes a move there
   */
  constructor({ table = () => null, play = null } = {}) {
    Object.assign(this, { table, play });
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

  // `mover`: who is to move there, "you" or "computer"; without it the words fit everybody.
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
      if (signal.aborted) return;
      this.found = found;
      this.draw();
    } catch (fault) {
      if (!signal.aborted) this.say(fault.message, "bad");
    } finally {
      clearInterval(seen);
    }
  }

  // A hard question takes as long as the server allows: how long it took so far, and a way to stop it.
  wait(signal) {
    const began = Date.now();
    const told = h("p", { class: "dim" });
    const stop = () => {
      this.asked.abort(); // the server stops working at it as well
      this.stopped(passed());
    };
    const passed = () => Math.round((Date.now() - began) / 1000);
    return setInterval(() => {
      if (signal.aborted) return;
      if (!told.isConnected) {
        const busy = h("div", { class: "busy", "aria-hidden": "true" });
        replace(this.body, told, busy, this.known(), button(t("Stop"), stop, { class: "full-width", id: "stop-why" }));
      }
      replace(told, passed() < 2 ? t("One moment ...") : t("Looking for the answer: {n} s", { n: passed() }));
    }, TICK);
  }

  stopped(seconds) {
    const again = button(t("Look again"), () => this.ask(), { class: "full-width" });
    const text = t("Stopped after {n} s: who wins here is not known yet.", { n: seconds });
    replace(this.body, h("p", {}, text), this.known(), again);
  }

  // What the board tells without any search.
  known() {
    const { options: moves, more } = this.table()?.view ?? {};
    if (!moves?.length) return null;
    return h("p", { class: "dim small" }, t("Possible moves: {n}", { n: more ? `${moves.length}+` : moves.length }));
  }

  say(sentence, look = "dim") {
    replace(this.body, h("p", { class: look }, sentence));
  }

  draw() {
    replace(this.heading, title(this.found?.analysis, this.mover));
    if (this.found) {
      this.drawFound();
    } else if (!this.opened) {
      const show = () => (this.open = true);
      replace(this.body, button(t("Show why"), show, { class: "full-width" }));
    }
  }

  drawFound() {
    const { picture, sentence, moves, replies, lines, analysis } = this.found;
    const links = this.links();
    const drawn = picture ? PICTURES[picture.kind]?.(picture, links) : null;
    this.unlink = drawn ? this.follow(drawn) : null;
    replace(
      this.body,
      drawn,
      h("p", { class: "say" }, sentence),
      moveList(moves, analysis, links),
      replyList(replies, links),
      reasoning(lines, () => this.derive()),
      this.treeButton(),
    );
  }

  treeButton() {
    const { position, misere } = this.about;
    const go = this.play ? (node) => location.assign(node.link) : null;
    return button(t("Show the tree of the game"), () => openTree(position, misere, go), { class: "full-width quiet" });
  }

  // What pictures and moves may do with the board.
  links() {
    const table = () => this.table();
    return {
      point: (changes) => table()?.point?.(changes),
      light: (ids) => (table()?.light ?? table()?.point)?.call(table(), ids),
      can: () => Boolean(this.play && table()?.playable),
      play: (move) => {
        table()?.point?.([]);
        this.play(move);
      },
    };
  }

  // A heap that is pointed at on the board marks its row here; returns what ends this.
  follow(drawn) {
    const lit = ({ detail, target }) => {
      if (!this.table()?.boards?.contains(target)) return;
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
