// The table at which a match is played: boards, clicks, the computer's answers, and a sentence after each move.
// Play and the lessons both sit at it.

import { get } from "./api.js";
import { Board } from "./board.js";
import { Chooser } from "./choosing.js";
import { button, h, replace } from "./dom.js";
import { name } from "./ribbon.js";
import { say } from "./shell.js";
import { capital, t } from "./words.js";

const PAUSE = 450;
const MOST_BUTTONS = 60;
const AGAIN = 3000; // milliseconds until a server that does not answer is asked again

function titled(summand, titles) {
  return titles.get(summand.name) ?? summand.game;
}

export class Table {
  // `changed()` is called after every change of the match; `titles` has the names of games by id.
  constructor(match, { changed = () => {}, titles = new Map(), list = true } = {}) {
    Object.assign(this, { match, changed, titles, list });
    this.boards = h("div", { class: "boards" });
    this.message = h("div", { class: "message" });
    this.moves = h("div", { class: "moves" });
    this.element = h("div", { class: "table" }, this.boards, this.message, this.moves);
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.show(this.chooser?.clear());
      if (event.key === "Enter" && event.target.closest(".message")) this.confirm();
    });
    this.asked = new AbortController();
  }

  // Stops asking the server: another table takes the place of this one.
  leave() {
    this.asked.abort();
    clearTimeout(this.later);
  }

  // Begins or continues from where the match is now; `view` is the board there, if it is already known.
  async refresh(sentence = "", view = null) {
    this.leave();
    this.asked = new AbortController();
    const { signal } = this.asked;
    this.busy = true;
    try {
      this.view = view ?? (await get("position", this.here, signal));
      if (signal.aborted) return;
      this.busy = false;
      this.draw(sentence);
      this.changed();
      if (!this.view.ended && this.match.computersTurn) await this.answer(signal);
    } catch (fault) {
      if (fault.name !== "AbortError") this.stuck(fault, sentence, view);
    }
  }

  // The position to ask about; `frame` keeps the boards as large as at the start.
  get here() {
    const { position, start } = this.match;
    return position === start ? { position } : { position, frame: start };
  }

  // The match stays where it is, and continues when the server is back or has time.
  stuck(fault, sentence, view) {
    const again = () => this.refresh(sentence, view);
    this.complain(fault);
    if (fault.offline || [429, 503].includes(fault.status)) this.message.append(" ", button(t("Try again"), again));
    if (fault.offline) this.later = setTimeout(again, AGAIN);
  }

  async answer(signal) {
    const { position, start, level, seed, misere } = this.match;
    this.busy = true;
    this.mark(new Set());
    try {
      const pause = new Promise((done) =>
        setTimeout(done, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PAUSE),
      );
      const asked = { position, frame: start, level, seed, misere };
      const [made] = await Promise.all([get("computer", asked, signal), pause]);
      if (signal.aborted) return;
      this.match.move(made.after, made.text, made.changes);
      this.last = new Set(made.changes);
      await this.refresh(`${made.told.computer} ${made.left}`.trim(), made.board);
    } finally {
      if (!signal.aborted) this.busy = false;
    }
  }

  complain(fault) {
    this.message.className = "message bad";
    replace(this.message, fault.message ?? String(fault));
    say(fault.message);
  }

  draw(sentence) {
    const pictures = this.view.pictures;
    this.chooser = new Chooser(this.view.options);
    const old = this.drawn ?? [];
    this.drawn = pictures.map((picture, i) => {
      if (!picture) return null;
      const title = titled(this.view.summands[i], this.titles);
      const board =
        old[i] ??
        new Board(
          i,
          title,
          (id) => this.clicked(id),
          (id) => this.hovered(id),
        );
      board.draw(
        picture,
        this.match.history.map((entry) => entry.changes ?? []),
      );
      return board;
    });
    this.boards.classList.toggle("several", pictures.length > 1);
    this.boards.style.setProperty("--boards", pictures.filter(Boolean).length);
    if (!old.length || this.drawn.some((board, i) => board !== old[i])) {
      replace(
        this.boards,
        this.drawn.map((board, i) => this.framed(board, i)),
      );
    } else this.texts();
    this.listMoves();
    this.mark(this.last ?? new Set());
    this.last = new Set();
    this.tell([sentence, this.status()].filter(Boolean).join(" "));
  }

  framed(board, i) {
    const summand = this.view.summands[i];
    const caption = this.view.summands.length > 1 ? `${i + 1}. ${titled(summand, this.titles)}` : "";
    const inside = board
      ? h("div", { class: "scroll" }, board.svg)
      : h("pre", { class: "drawing", tabindex: 0, "aria-label": t("the position") });
    if (!board) inside.textContent = summand.position;
    return h("figure", { class: "summand" }, caption ? h("figcaption", {}, caption) : null, inside);
  }

  // Summands without a picture: only their text changes.
  texts() {
    this.boards.querySelectorAll("figure").forEach((figure, i) => {
      const pre = figure.querySelector("pre.drawing");
      if (pre) pre.textContent = this.view.summands[i].position;
    });
  }

  status() {
    const { match } = this;
    if (this.view.ended) {
      if (match.computer < 0) return t("Player {number} wins.", { number: match.winner + 1 });
      return match.winner === match.computer ? t("The game is over: I win.") : t("The game is over: you win!");
    }
    if (match.computer < 0) return t("Player {number} to move.", { number: match.turn + 1 });
    return match.computersTurn ? t("I am thinking ...") : t("Your move.");
  }

  tell(sentence) {
    this.message.className = this.view?.ended ? "message over" : `message side-${this.match.turn}`;
    replace(this.message, sentence);
    say(sentence);
  }

  get playable() {
    return this.view && !this.view.ended && !this.match.computersTurn && !this.busy;
  }

  hovered(id) {
    const ids = new Set(id && this.playable ? this.chooser.peek(id) : []);
    this.drawn?.forEach((board) => board?.mark("meant", ids));
  }

  clicked(id) {
    if (!this.playable) return;
    this.show(this.chooser.click(id), id);
  }

  confirm() {
    if (this.playable) this.show(this.chooser.confirm());
  }

  show(result = {}, id = "") {
    if (result.play) {
      this.play(result.play);
      return;
    }
    this.mark(new Set());
    const { preview, ties, alike, possible } = result;
    const set = (look, ids) => this.drawn.forEach((board) => board?.mark(look, ids));
    set("clicked", new Set(this.chooser.clicked));
    set("preview", new Set(preview?.changes ?? []));
    set("possible", new Set(possible ? [...possible].filter((other) => !this.chooser.clicked.includes(other)) : []));
    if (preview) {
      const go = button(t("Make this move"), () => this.confirm(), { class: "confirm" });
      this.message.className = "message";
      replace(
        this.message,
        `${capital(preview.text)}: `,
        go,
        " ",
        h("span", { class: "dim" }, t("Click again, or click more to change it.")),
      );
      say(t("{move}. Press Enter again to make this move.", { move: capital(preview.text) }));
    } else if (ties) {
      this.tell(t("This can be several moves: click another of the marked places."));
    } else if (alike) {
      this.tell(t("Several moves look like this. Which one?"));
      this.message.append(...this.buttons(alike).filter(Boolean));
    } else if (id) {
      this.tell(t("No move changes this place."));
    } else this.tell(this.status());
  }

  play({ after, text, changes, board = null }) {
    const who = name(this.match, this.match.turn);
    this.match.move(after, text, changes);
    this.refresh(`${capital(who)}: ${text}.`, board);
  }

  // A typed move, in the notation or in the words of the list of moves.
  async type(text) {
    if (!this.playable) return false;
    const { signal } = this.asked;
    const { position, start } = this.match;
    try {
      const made = await get("move", { position, frame: start, text }, signal);
      if (signal.aborted) return false; // meanwhile the match went on, by a second Enter or an undo
      this.play(made);
      return true;
    } catch (fault) {
      if (fault.name !== "AbortError") this.complain(fault);
      return false;
    }
  }

  mark(last) {
    const live = this.playable ? this.chooser.live : new Set();
    for (const board of this.drawn ?? []) {
      board?.mark("live", live);
      for (const look of ["clicked", "preview", "possible", "hinted", "meant"]) board?.mark(look, new Set());
      board?.mark("changed", last);
    }
  }

  point(changes) {
    this.drawn.forEach((board) => board?.mark("hinted", new Set(changes)));
  }

  listMoves() {
    const { options, more } = this.view;
    const undrawn = this.drawn.some((board) => !board);
    if (!this.list && !undrawn) return;
    const title = t("All moves ({n})", { n: more ? `${options.length}+` : options.length });
    const open = undrawn || this.moves.querySelector("details")?.open;
    const details = h("details", { open }, h("summary", { id: "moves-summary" }, title), this.buttons(options));
    replace(this.moves, options.length ? details : null);
  }

  buttons(options) {
    const shown = options.slice(0, MOST_BUTTONS);
    const list = shown.map((option) =>
      h(
        "li",
        {},
        button(option.text, () => this.playable && this.play(option)),
      ),
    );
    const more = shown.length < options.length || this.view.more;
    return [
      h("ul", { class: "buttons" }, list),
      more ? h("p", { class: "dim" }, t("There are more moves: click on the board or type one.")) : null,
    ];
  }
}
