// A match as you play it: boards, clicks, the computer's answers, and a sentence after each move. Play, the lessons and
// the class all use this view.

import { get } from "./api.js";
import { BoardGroup } from "./board-group.js";
import { Chooser } from "./choosing.js";
import { button, h, replace } from "./dom.js";
import { Drag } from "./drag.js";
import { kindOf, pause } from "./motion.js";
import { say } from "./screen-reader.js";
import { name } from "./phrases.js";
import { capital, t } from "./language.js";

const THINKING = 30; // milliseconds between a move and the answer to it
const LOOK = 120; // milliseconds for which the computer's move is shown before it is made
const MOST_BUTTONS = 60;
const FEW = 2;
const LINE = 60; // letters that have room beside the opponent on a phone
const AGAIN = 3000; // milliseconds until a server that does not answer is asked again

const ON_PAPER = ["sprouts", "brussels-sprouts"];

/** A text in which a move is worded as on the drawing. @param {string} text @param {Api.PaperLine} line */
const reworded = (text, { said }) => said.reduce((words, [from, to]) => words.replaceAll(from, to), text);

const CHOOSING = ["clicked", "preview", "possible", "hinted", "meant", "lit"];

/**
 * What a promise comes to, so that it may fail while something else is waited for.
 * @param {Promise<Api.Turn> | Api.Turn} promise
 */
function settleTurn(promise) {
  return Promise.resolve(promise).then(
    (found) => ({ found, fault: null }),
    (fault) => ({ found: null, fault }),
  );
}

/** @param {Api.Summand} summand @param {Map<string, string>} titles */
function titleOf(summand, titles) {
  return titles.get(summand.name) ?? summand.game;
}

export class MatchView {
  /** @type {Api.Board} */
  view;
  /** @type {Chooser} */
  chooser;
  /** @type {import("./position-editor.js").PositionEditor | null} */
  editing = null;
  /** @type {Map<number, import("./sprouts/paper.js").Paper>} the boards that are drawn on paper, by their part */
  papers = new Map();
  tinted = false;
  /** @type {number | undefined} */
  later;
  busy = false;
  /** @type {Promise<void> | undefined} the board on paper, when it is drawn */
  sheet;
  /** @type {Set<number>} the papers that are shown; their spots have numbers of their own */
  drawn = new Set();

  /**
   * `changed()` is called after every change of the match; `titles` has the names of games by id.
   * @param {Match} match @param {{changed?: () => void, titles?: Map<string, string>, list?: boolean}} settings
   */
  constructor(match, { changed = () => {}, titles = new Map(), list = true } = {}) {
    this.match = match;
    this.changed = changed;
    this.titles = titles;
    this.list = list;
    this.area = new BoardGroup(
      (id) => this.clicked(id),
      (id) => this.hovered(id),
    );
    this.drag = new Drag(this.area.element, {
      allowed: (id) => this.editing || (this.playable && this.chooser.live.has(id)),
      over: (from, to) => this.dragging(from, to),
      dragged: (from, to) => this.dragged(from, to),
    });
    this.boards = this.area.element;
    this.message = h("div", { class: "message" });
    this.moves = h("div", { class: "moves" });
    this.element = h("div", { class: "table" }, this.boards, this.message, this.moves);
    for (const place of [this.boards, this.message]) place.addEventListener("keydown", (event) => this.key(event));
    this.asked = new AbortController();
  }

  // Stops asking the server: another view replaces this one.
  leave() {
    this.asked.abort();
    clearTimeout(this.later);
  }

  /** @param {On<KeyboardEvent>} event */
  key(event) {
    if (event.key === "Escape") this.show(this.chooser?.clear());
    if (event.key === "Enter" && event.target.closest(".message")) this.confirm();
  }

  // -- asking and drawing --

  /**
   * Begins or continues from where the match is now; `view` is the board there, if it is already known.
   * @param {Api.Board | null} view @param {string[]} last
   */
  async refresh(sentence = "", view = null, last = []) {
    this.leave();
    if (this.editing) {
      await this.editing.begin(this.match.position);
      return;
    }
    this.asked = new AbortController();
    const { signal } = this.asked;
    this.busy = true;
    try {
      this.view = view ?? (await get("position", this.here, signal));
      if (signal.aborted) return;
      this.busy = false;
      this.draw(sentence, last);
      this.changed();
      if (!this.over && this.match.computersTurn) await this.answer(signal);
    } catch (fault) {
      if (fault.name !== "AbortError") this.stuck(fault, sentence, view);
    }
  }

  // The position to ask about; `frame` keeps the boards as large as at the start.
  get here() {
    const { position, start } = this.match;
    return position === start ? { position } : { position, frame: start };
  }

  /**
   * The match stays where it is, and continues when the server is back or has time.
   * @param {Fault} fault @param {string} sentence @param {Api.Board | null} view
   */
  stuck(fault, sentence, view) {
    const again = () => this.refresh(sentence, view);
    this.complain(fault);
    if (fault.offline || [429, 503].includes(fault.status ?? 0)) {
      this.message.append(" ", button(t("Try again"), again));
    }
    if (fault.offline) this.later = setTimeout(again, AGAIN);
  }

  /**
   * What the server is asked when somebody has moved, or when the computer is to begin.
   * @param {string} position @param {string} move @param {AbortSignal} [signal]
   */
  ask(position, move, signal) {
    const { start, level, seed, misere, computer } = this.match;
    const reply = computer < 0 || this.drawn.size ? "none" : level;
    return get("turn", { position, ...(move ? { move } : {}), frame: start, level: reply, seed, misere }, signal);
  }

  /** The computer's turn, where nobody has moved before it. @param {AbortSignal} signal */
  async answer(signal) {
    this.busy = true;
    this.unmark();
    const [made] = await Promise.all([this.ask(this.match.position, "", signal), pause(THINKING)]);
    if (!signal.aborted) await this.reply(made, signal);
  }

  /** The computer's move, and the board after it. @param {Reply} turn @param {AbortSignal} signal */
  async reply({ computer, board }, signal) {
    if (!computer) return;
    await this.sheet;
    await this.shown(computer.changes, false);
    if (signal.aborted) return;
    const { text, changes, lines } = await this.inDrawing(computer);
    if (signal.aborted) return;
    const did = lines.reduce(reworded, computer.told.computer);
    this.match.move(computer.after, text, changes);
    const told = [did, computer.left, computer.remark].filter(Boolean).join(" ");
    await this.refresh(told, board, computer.changes);
  }

  /**
   * A move in the numbers of the drawing, if it is made there; `then` follows it.
   * @template {{text: string, after: string, changes: string[]}} M @param {M} move @param {string[]} then
   * @returns {Promise<M & {lines: Api.PaperLine[]}>}
   */
  async inDrawing(move, then = []) {
    const part = Number(move.changes[0]?.split(":")[0]);
    const paper = this.drawn.has(part) ? this.papers.get(part) : null;
    const same = { ...move, lines: [] };
    if (!paper || paper.position !== this.match.position) return same;
    try {
      const lines = (await paper.linesTo([move.after, ...then])).filter((line) => line !== null);
      if (!lines.length) return same;
      return { ...move, text: reworded(move.text, lines[0]), changes: lines[0].ends.map((n) => `${part}:${n}`), lines };
    } catch {
      return same;
    }
  }

  /**
   * Shows a move on the board that is drawn: first what it takes, if it is the other one's, then how it goes.
   * @param {string[]} changes @param {boolean} mine
   */
  async shown(changes, mine) {
    if (!mine) {
      this.area.mark("meant", new Set(changes));
      await pause(LOOK);
    }
    const board = changes.length ? this.area.board(changes[0]) : null;
    if (board) this.event("piece", { kind: kindOf(board, changes), count: board.own(changes).length, mine });
    this.area.mark("meant", new Set());
    await this.area.make(changes);
  }

  /** @param {string} kind @param {any} detail */
  event(kind, detail) {
    this.boards.dispatchEvent(new CustomEvent(kind, { bubbles: true, detail }));
  }

  /** @param {Fault} fault */
  complain(fault) {
    this.message.className = "message bad";
    replace(this.message, fault.message ?? String(fault));
    say(fault.message);
  }

  /** @param {string} sentence @param {string[]} last */
  draw(sentence, last = []) {
    const { view } = this;
    // In each picture of a drawing the spots are numbered anew.
    const seen = last.filter((id) => view.pictures[Number(id.split(":")[0])]?.name !== "paper");
    this.chooser = new Chooser(view.options);
    this.area.show({
      pictures: view.pictures,
      texts: view.summands.map((summand) => summand.state),
      names: view.summands.map((summand) => titleOf(summand, this.titles)),
      choices: this.choices(),
      moves: this.match.history.map((entry) => entry.changes ?? []),
      last: seen,
    });
    this.listMoves();
    this.unmark();
    this.area.mark("changed", new Set(seen));
    this.tell([sentence, this.status()].filter(Boolean).join(" "));
    if (this.playable && !this.match.looking && this.match.met > 1) this.offerDraw();
    if (view.ended && last.length) {
      this.event("piece", { kind: this.lost ? "lose" : "win", count: 0, mine: !this.lost });
    }
    this.sheet = this.onPaper();
  }

  // Sprouts is drawn by hand, alone or in a sum.
  async onPaper() {
    const { signal } = this.asked;
    const parts = this.editing ? [] : this.sheets();
    if (!parts.length && !this.drawn.size) return;
    const positions = this.match.history.map((entry) => entry.position);
    this.drawn = new Set();
    for (const part of parts) {
      try {
        const paper = await this.paper(part);
        const pictureOf = async (/** @type {string} */ position) => {
          const view = position === this.view.position ? this.view : await get("position", { position }, signal);
          return view.pictures[part];
        };
        if (await paper.show(positions, Boolean(this.playable), pictureOf, signal)) this.drawn.add(part);
      } catch (fault) {
        if (fault.name === "AbortError") return;
      }
      if (signal.aborted) return;
    }
    this.area.seat(new Map([...this.drawn].map((part) => [part, /** @type {any} */ (this.papers.get(part)).element])));
    if (this.drawn.size && this.drawn.size === this.view.summands.length) replace(this.moves);
    this.tint(this.tinted);
    this.match.sketches = {};
    for (const part of this.drawn) {
      const { way, sheet } = /** @type {any} */ (this.papers.get(part));
      this.match.sketches[part] = [[way, sheet]];
    }
    this.event("sketched", null);
  }

  // The boards that may be drawn on: not where one move changes several.
  sheets() {
    const { summands, options, pictures } = this.view;
    const single = options.every(({ changes }) => new Set(changes.map((id) => id.split(":")[0])).size < 2);
    return summands.flatMap(({ name: game }, i) => (single && ON_PAPER.includes(game) && pictures[i] ? [i] : []));
  }

  /** @param {number} part */
  async paper(part) {
    const { Paper } = await import("./sprouts/paper.js");
    const paper = this.papers.get(part) ?? new Paper(part, (after, words) => this.drawnTo(part, after, words));
    if (!this.papers.has(part)) paper.sheets = new Map(this.match.sketches[part] ?? []);
    this.papers.set(part, paper);
    return paper;
  }

  /** The picture of what is drawn in a part, if it is drawn by hand. @param {number} part */
  drawing(part) {
    const like = this.area.pictures[part];
    return this.drawn.has(part) && like ? this.papers.get(part)?.picture(like) : null;
  }

  /** What the lands of a drawing are worth is shown, or no longer. @param {boolean} on */
  tint(on) {
    this.tinted = on;
    for (const part of this.drawn) this.papers.get(part)?.tint(on, this.asked.signal);
  }

  /** A line was drawn. @param {number} part @param {string} after @param {string} words */
  drawnTo(part, after, words) {
    const option = this.view.options.find((other) => other.after === after);
    this.play({ after, text: words, changes: option?.changes ?? [`${part}:1`] });
  }

  get over() {
    return this.view.ended || (this.match.drawn && !this.busy);
  }

  // Where a position has come back, play can go on for ever: it may end as a draw.
  offerDraw() {
    const take = () => {
      this.match.agree();
      this.refresh();
    };
    this.message.append(" ", button(t("Agree on a draw"), take, { id: "draw" }));
  }

  get lost() {
    return this.match.computer >= 0 && this.match.winner === this.match.computer;
  }

  status() {
    const { match } = this;
    if (match.drawn) return t("The game is over: a draw.");
    if (this.view.ended) {
      if (match.computer < 0) return t("Player {number} wins.", { number: (match.winner ?? 0) + 1 });
      return this.lost ? t("The game is over: I win.") : t("The game is over: you win!");
    }
    if (match.looking) return t("You are looking at an earlier position; a different move here starts a variation.");
    if (match.computer < 0) return t("Player {number} to move.", { number: match.turn + 1 });
    return match.computersTurn ? t("I am thinking ...") : t("Your move.");
  }

  /** @param {string} sentence */
  tell(sentence) {
    this.message.className = this.view && this.over ? "message over" : `message side-${this.match.turn}`;
    this.message.classList.toggle("long", sentence.length > LINE);
    replace(this.message, sentence);
    say(sentence);
  }

  // -- choosing a move --

  get playable() {
    return this.view && !this.editing && !this.over && !this.match.computersTurn && !this.busy;
  }

  /** @param {string} from @param {string} to */
  dragged(from, to) {
    if (this.editing) this.editing.drag(from, to);
    else if (this.playable) this.show(this.chooser.drag(from, to));
  }

  /** @param {string} id */
  hovered(id) {
    const meant = this.editing ? [id] : this.playable ? this.chooser.peek(id) : [];
    this.area.mark("meant", new Set(id ? meant : []));
    this.boards.dispatchEvent(new CustomEvent("pointed", { detail: id || null, bubbles: true }));
  }

  /** @param {string} from @param {string} to */
  dragging(from, to) {
    if (this.editing) this.area.mark("meant", new Set([from, to]));
    if (!this.playable) return;
    const reach = this.chooser.reach(from);
    reach.delete(from);
    this.area.mark("possible", to ? reach : new Set());
    this.area.mark("meant", new Set(to ? this.chooser.pull(from, to) : []));
  }

  /** @param {string} id */
  clicked(id) {
    if (this.editing) this.editing.click(id);
    if (!this.playable) return;
    this.show(this.chooser.click(id), id);
  }

  confirm() {
    if (this.playable) this.show(this.chooser.confirm());
  }

  /** @param {Meant} result */
  show(result = {}, id = "") {
    if (result.play) {
      this.play(result.play);
      return;
    }
    this.unmark();
    const { preview, ties, alike, possible } = result;
    const chosen = this.chooser?.clicked ?? [];
    this.area.mark("clicked", new Set(chosen));
    this.area.mark("preview", new Set(preview?.changes ?? []));
    this.area.mark("possible", new Set([...(possible ?? [])].filter((other) => !chosen.includes(other))));
    if (preview) this.previewed(preview);
    else if (ties) this.tell(t("Several moves start here: click another of the marked places."));
    else if (alike) {
      this.tell(t("Several moves look like this. Which one?"));
      this.message.append(...this.buttons(alike).filter(Boolean));
    } else if (id) this.refused(id);
    else this.tell(this.status());
  }

  /** @param {Move} option */
  previewed(option) {
    const go = button(t("Make this move"), () => this.confirm(), { class: "confirm" });
    this.message.className = "message";
    replace(
      this.message,
      `${capital(option.text)}: `,
      go,
      " ",
      h("span", { class: "dim" }, t("Click again, or click more to change it.")),
    );
    say(t("{move}. Press Enter again to make this move.", { move: capital(option.text) }));
  }

  /** A place that no move changes: what can be done near it, and where. @param {string} id */
  refused(id) {
    const near = this.near(id);
    const places = new Set(near.flatMap((option) => option.changes));
    this.area.mark("possible", places);
    const moves = near
      .slice(0, FEW)
      .map((option) => option.text)
      .join(", ");
    this.tell(
      near.length
        ? t("You cannot move there. Possible moves: {moves}.", { moves: near.length > FEW ? `${moves}, …` : moves })
        : t("There is no move on this board."),
    );
    this.event("piece", { kind: "refused", count: 0, mine: true });
  }

  /** The moves in the same line, else those on the same board. @param {string} id */
  near(id) {
    const board = this.area.board(id);
    const here = this.area.shape(id);
    const own = this.chooser.options.filter((option) => board?.own(option.changes).length);
    if (!here || !board?.picture.lines?.length) return own;
    const row = new Set(
      board.picture.shapes.filter((shape) => shape.row === here.row).map((shape) => `${board.index}:${shape.id}`),
    );
    const same = own.filter((option) => option.changes.some((other) => row.has(other)));
    return same.length ? same : own;
  }

  /**
   * Makes a move: it is seen at once, and drawn when the server has answered; `answer` is what it has said already.
   * @param {Move} move @param {Api.Turn | null} answer
   */
  async play({ after, text, changes }, answer = null) {
    const { match } = this;
    const [who, before] = [name(match, match.turn), match.position];
    this.leave();
    this.asked = new AbortController();
    const { signal } = this.asked;
    this.busy = true;
    this.chooser.clear();
    this.unmark();
    match.move(after, text, changes);
    const asked = answer ?? this.ask(before, after, signal);
    const old = this.view;
    this.view = { ...old, position: after, options: [], more: false }; // until the answer is there
    const sentence = `${capital(who)}: ${text}.`;
    this.tell(`${sentence} ${t("One moment ...")}`);
    this.changed();
    const [made] = await Promise.all([settleTurn(asked), this.shown(changes, true)]);
    if (signal.aborted) return;
    if (made.found) await this.goOn(made.found, sentence, changes, signal);
    else this.failed(made.fault, sentence, old);
  }

  /**
   * After a move the server has answered to: the board between the two moves is seen for a moment.
   * @param {Api.Turn} answer @param {string} sentence @param {string[]} changes @param {AbortSignal} signal
   */
  async goOn(answer, sentence, changes, signal) {
    if (answer.idea && !this.match.found) {
      this.match.found = answer.idea;
      this.changed();
    }
    if (!answer.computer) {
      await this.refresh(sentence, answer.board, changes);
      return;
    }
    this.view = { ...this.view, pictures: answer.you?.pictures ?? [] };
    this.draw(sentence, changes);
    await pause(THINKING);
    if (!signal.aborted) await this.reply(answer, signal);
  }

  /**
   * A move that the server refuses is taken back; while it does not answer, the move stays.
   * @param {Fault} fault @param {string} sentence @param {Api.Board} view
   */
  failed(fault, sentence, view) {
    if (fault.offline || fault.status !== 422) {
      this.stuck(fault, sentence, null);
      return;
    }
    this.match.retract();
    this.busy = false;
    this.view = view;
    this.draw("");
    this.changed();
    this.complain(fault);
  }

  /** A typed move, in the notation or in the words of the list of moves. @param {string} text */
  async type(text) {
    if (!this.playable) return false;
    const { signal } = this.asked;
    try {
      const made = await this.ask(this.match.position, text, signal);
      if (signal.aborted) return false; // meanwhile the match went on, by a second Enter or an undo
      if (made.you) this.play(made.you, made);
      return true;
    } catch (fault) {
      if (fault.name !== "AbortError") this.complain(fault);
      return false;
    }
  }

  // -- marks --

  // Nothing chosen; what can be clicked, dragged and reached by the one piece that moves.
  unmark() {
    const live = this.playable ? this.chooser.live : new Set();
    for (const look of CHOOSING) this.area.mark(look, new Set());
    this.area.mark("live", live);
    const movers = this.area.drawn.map((board) =>
      board && this.playable ? this.chooser.common(board.index).filter((id) => this.grabbed(id)) : [],
    );
    const alone = new Set(movers.flat());
    const boards = new Set(movers.filter((ids) => ids.length).map((ids) => ids[0].split(":")[0]));
    this.area.mark("dotted", new Set([...live].filter((id) => boards.has(id.split(":")[0]) && !alone.has(id))));
    this.area.mark("grab", new Set([...live].filter((id) => this.grabbed(id))));
  }

  /** Can this be dragged? Pieces and coins that move, and squares that are covered two by two. @param {string} id */
  grabbed(id) {
    const shape = this.area.shape(id);
    return (
      shape &&
      (shape.kind === "free" || shape.chips.length > 0 || (["dark", "light"].includes(shape.kind) && shape.look))
    );
  }

  /** Shows a move; nothing clears. @param {string[]} changes */
  point(changes) {
    this.area.mark("hinted", new Set(changes));
    for (const part of this.drawn) {
      const own = changes.filter((id) => id.startsWith(`${part}:`)).map((id) => Number(id.split(":")[1]));
      this.papers.get(part)?.mark(own);
    }
  }

  /** Brings out a heap or another part, without any claim about a move; nothing clears. @param {string[]} ids */
  light(ids) {
    this.area.mark("lit", new Set(ids));
  }

  // -- setting up --

  /**
   * From now on clicks set up a position, and `onchange(position)` hears of each; without it, clicks are moves again.
   * @param {((position: string) => void) | null} onchange
   */
  async edit(onchange) {
    this.editing?.end();
    this.editing = null;
    this.boards.classList.toggle("editing", Boolean(onchange));
    if (!onchange) {
      await this.refresh();
      return;
    }
    this.leave();
    const { PositionEditor } = await import("./position-editor.js");
    this.editing = new PositionEditor({
      area: this.area,
      show: (found) => this.setUp(found),
      changed: onchange,
      fault: (problem) => this.complain(problem),
    });
    await this.editing.begin(this.match.position);
  }

  /** @param {Api.Edit} edit */
  setUp({ pictures, summands, editable }) {
    this.area.show({
      pictures,
      texts: summands.map((summand) => summand.state),
      names: summands.map((summand) => titleOf(summand, this.titles)),
    });
    const shapes = pictures.flatMap((picture, i) =>
      editable[i] ? (picture?.shapes ?? []).filter(({ kind }) => kind !== "gap").map(({ id }) => `${i}:${id}`) : [],
    );
    for (const look of [...CHOOSING, "dotted", "changed", "grab"]) this.area.mark(look, new Set());
    this.area.mark("live", new Set(shapes));
    this.area.mark("grab", new Set(shapes.filter((id) => this.area.shape(id)?.kind === "vertex")));
    this.message.className = "message";
    replace(this.message, t("Click the board to change the position."));
  }

  // -- the list of moves --

  listMoves() {
    const { options, more } = this.view;
    const undrawn = this.view.pictures.some((picture) => !picture);
    if (!this.list && !undrawn) return;
    const title = t("All moves ({n})", { n: more ? `${options.length}+` : options.length });
    const open = undrawn || this.moves.querySelector("details")?.open;
    const details = h("details", { open }, h("summary", { id: "moves-summary" }, title), this.buttons(options));
    replace(this.moves, options.length ? details : null);
  }

  // Where a game has no picture, its moves stand beside the position.
  choices() {
    if (this.view.pictures.every(Boolean)) return null;
    const options = this.view.options.filter((option) => !option.changes.length);
    return options.length ? this.buttons(options) : null;
  }

  /** @param {Move[]} options */
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
