// The Play screen: it begins matches, follows them, and connects the board with panels and dialogs.

import { get } from "./api.js";
import { button, field, h } from "./dom.js";
import { icon } from "./icons.js";
import {
  PERSON,
  keepLevel,
  knownLevel,
  levelOf,
  levelTitle,
  meetOpponents,
  nextLevel,
  nextOpponent,
  opponentOf,
} from "./levels.js";
import { linkTo } from "./play-links.js";
import { Match } from "./match.js";
import { say, shell } from "./shell.js";
import { PlayView } from "./play-view.js";
import { MatchView } from "./match-view.js";
import { winningRule } from "./phrases.js";
import { pointing, t } from "./language.js";

const INSTEAD = "nim: 3 4 5"; // FIRST_POSITION of web/pages.py

// A board in the page of another site: embed.js asks for it.
const EMBEDDED = new URLSearchParams(location.search).has("embed") && parent !== window;

const HELP = () => [
  t("Tab moves to the board; the arrow keys, Home and End move around on it."),
  t("Enter or the space bar chooses a place; press it again to make the move."),
  t("Escape clears your choice. H: hint, U: undo, R: redo, W: why."),
  t("Outside the board, the left and right arrow keys step through the match."),
];

class Play {
  /** @type {Match} */
  match;
  /** @type {MatchView} */
  matchView;
  /** @type {typeof import("./play-extras.js")} */
  parts;
  /** @type {import("./why.js").Why} */
  why;
  /** @type {import("./review.js").Review} */
  review;
  /** @type {import("./panels.js").Panels} */
  panels;
  /** @type {import("./gallery.js").Gallery} */
  gallery;
  /** @type {import("./setup.js").Setup} */
  setup;
  /** @type {Promise<void> | undefined} */
  loading;
  /** @type {string | null} */
  opponent = null; // null: as strong as the last win made it
  /** @type {boolean | null} */
  misere = null; // null: as the game is usually played
  first = "you";
  hints = 0;
  game = "";
  larger = false; // does a larger board come next?
  /** @type {Api.Opponent | null} */
  stranger = null; // the opponent with one idea who comes next
  /** @type {Api.Board} */
  startView;

  /** @param {HTMLElement} main @param {Api.Games} catalog */
  constructor(main, catalog) {
    this.main = main;
    this.catalog = catalog;
    meetOpponents(catalog.opponents);
    this.games = catalog.games;
    this.titles = new Map(this.games.map((game) => [game.id, game.title]));
    this.playView = new PlayView(
      (name) => this.act(name),
      (misere) => this.change({ misere }),
    );
    main.append(this.playView.element);
    this.playView.board.addEventListener("sketched", () => this.keep());
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", () => this.open());
  }

  // What stands beside the board or over it. A first board does not wait for it; a button that needs it does.
  around() {
    return (this.loading ??= this.load());
  }

  async load() {
    const parts = (this.parts = await import("./play-extras.js"));
    this.why = new parts.Why({ matchView: () => this.matchView, play: (move) => this.attempt(this.match.at, move) });
    this.review = new parts.Review({
      go: (id) => this.go(id),
      attempt: (id, move) => this.attempt(id, move),
      picture: () => parts.boardPicture(this.matchView),
      share: () => parts.shareDialog(this.match),
    });
    this.panels = new parts.Panels({ why: this.why, match: this.review }, () => this.follow());
    this.gallery = new parts.Gallery(this.catalog, {
      choose: (game) => this.choose(game),
      begin: (position) => this.begin(position),
    });
    this.setup = new parts.Setup(this.playView.editor, {
      show: (position) => this.preview(position),
      done: (position) => this.edited(position),
      cancel: () => this.edited(this.match.start),
    });
    this.main.append(this.panels.element);
    this.playView.board.addEventListener("piece", (event) => {
      const { kind, count } = /** @type {CustomEvent} */ (event).detail;
      parts.sound(kind, count);
    });
    this.follow();
  }

  // -- beginning --

  // Opens what the address says, with the match that was played there, if any.
  async open() {
    const settings = this.settings();
    const kept = Match.restored(history.state?.match, settings);
    if (kept?.computer === 0) settings.first = "computer";
    this.opponent = settings.opponent;
    this.misere = settings.misere;
    this.first = settings.first;
    const fault = await this.begin(settings.position, { kept, entry: false });
    if (!fault) return;
    await this.begin(INSTEAD, { entry: false, opening: t("Here is Nim instead.") });
    await this.around();
    this.playView.trouble.replaceChildren(...this.parts.faultText(fault, settings.position).filter(Boolean));
  }

  settings() {
    const query = new URLSearchParams(location.search);
    return {
      position: query.get("p")?.trim() || INSTEAD,
      misere: query.has("misere") ? query.get("misere") === "1" : null,
      opponent: knownLevel(query.get("opponent")),
      first: query.get("first") ?? "you",
    };
  }

  /**
   * `kept` continues that match; `entry`: a new entry in the history, so that Back leads to what was before. A fault
   * comes back if there is no such position.
   * @param {string} position @param {{kept?: Match | null, entry?: boolean, opening?: string}} settings
   */
  async begin(position, { kept = null, entry = true, opening = "" } = {}) {
    const begun = (this.begun = {});
    let view;
    try {
      view = await get("position", { position });
    } catch (fault) {
      return fault;
    }
    if (this.begun !== begun) return null;
    this.playView.trouble.replaceChildren();
    this.game = view.summands.map((summand) => summand.name).join("+");
    this.match = kept ?? this.fresh(view);
    if (entry) history.pushState(null, "", linkTo(this.match));
    this.matchView?.leave();
    this.matchView = new MatchView(this.match, { changed: () => this.changed(), titles: this.titles });
    this.matchView.view = view;
    this.review?.reset();
    this.playView.seat(this.matchView);
    this.describe(view);
    this.startView = view;
    this.matchView.refresh(opening || this.opening(view));
    return null;
  }

  /** How a move is made, before the first one. @param {Api.Board} view */
  opening({ how, pictures }) {
    if (this.match.nodes.length > 1 || how.length > 1) return "";
    return pictures.some(Boolean) ? pointing(how.join(" ")) : t("Choose a move from the list.");
  }

  /** @param {Api.Board} view */
  fresh({ position, misere }) {
    const person = this.opponent === PERSON;
    return new Match(position, {
      misere: this.misere ?? misere,
      usual: misere,
      computer: person ? -1 : this.first === "computer" ? 0 : 1,
      level: person ? "perfect" : (this.opponent ?? levelOf(this.game)),
      seed: Math.floor(Math.random() * 1e9),
    });
  }

  /** @param {Api.Board} view */
  describe(view) {
    const { misere } = this.match;
    this.playView.describe(view.title, {
      rules: view.rules,
      goal: winningRule(misere),
      misere,
    });
    document.title = `${view.title} · Nimatron`;
  }

  /** A game of the gallery: who begins with it gets a position that can be won. @param {Api.Game} game */
  async choose(game) {
    if (this.opponent !== PERSON) this.opponent = null;
    if (this.match?.misere === this.match?.usual) this.misere = null; // the next game as it is usually played
    const level = this.opponent === null ? levelOf(game.id) : "first-steps";
    const small = level === "first-steps" ? game.easy?.slice(0, 2) : null; // the others are for the next levels
    if (small?.length) {
      return await this.begin(small[Math.floor(Math.random() * small.length)]);
    }
    return await this.begin(await this.start(game.id, level));
  }

  /** A start as large as a level wants it. @param {string} game @param {string} level */
  async start(game, level) {
    const { position } = await get("start", { game, level, seed: Math.floor(Math.random() * 1e6) });
    return position;
  }

  // -- settings hold at once --

  change({ opponent = this.opponentNow, misere = this.match.misere, first = this.first }) {
    const { match } = this;
    const stranger = opponentOf(opponent);
    if (stranger && !stranger.games.includes(this.game)) {
      this.opponent = opponent;
      this.misere = null;
      return this.begin(stranger.start);
    }
    const again = match.decided || match.nodes.length === 1 + (match.computer === 0 ? 1 : 0);
    const other = first !== this.first;
    this.opponent = opponent;
    this.misere = misere;
    this.first = first;
    if (opponent !== PERSON) keepLevel(this.game, opponent);
    if (again && (match.decided || other)) return this.begin(match.start);
    match.misere = misere;
    if (opponent === PERSON) match.computer = -1;
    else {
      if (match.computer < 0) match.computer = 1 - match.turn;
      match.level = opponent;
    }
    this.describe(this.matchView.view);
    return this.matchView.refresh("");
  }

  get opponentNow() {
    return this.match.computer < 0 ? PERSON : this.match.level;
  }

  // -- following a match --

  changed() {
    this.hints = 0;
    const { matchView } = this;
    this.playView.seat(matchView);
    if (matchView.over) this.end();
    else this.playView.finish(null);
    this.keep();
    if (EMBEDDED) this.report();
    this.follow();
  }

  // A page that is loaded again shows the match where it was.
  keep() {
    history.replaceState({ match: { ...this.match } }, "", linkTo(this.match));
  }

  // To the page around a board that is embedded; it learns nothing that its reader does not see.
  report() {
    const { position, winner, computer } = this.match;
    const over = this.matchView.over;
    const who = !over || winner === null ? null : winner === computer ? "computer" : "you";
    parent.postMessage({ nimatron: { position, over, winner: who } }, "*");
  }

  // What stands beside the board.
  follow() {
    const { match, matchView } = this;
    if (!match || !matchView.view) return;
    this.playView.drawTools({
      match,
      ended: matchView.over,
      playable: !match.computersTurn,
      open: { why: Boolean(this.panels?.isOpen("why")), match: Boolean(this.panels?.isOpen("match")) },
    });
    if (!this.panels) return;
    matchView.tint(this.panels.isOpen("why"));
    const mover = match.computer < 0 ? "" : match.turn === match.computer ? "computer" : "you";
    this.why.show(match.position, match.misere, mover);
    this.review.show(match, Boolean(match.decided));
  }

  // What is tried after a match has ended does not count any more.
  end() {
    const { match } = this;
    const person = match.computer < 0;
    const won = match.winner !== null && match.winner !== match.computer;
    const first = !match.decided;
    const rises = first && won && !person && nextLevel(match.level) !== match.level;
    if (rises) keepLevel(this.game, nextLevel(match.level));
    match.decided = true;
    const idea = !person && opponentOf(match.level);
    this.larger = won && !person && !idea;
    this.stranger = won && idea ? nextOpponent(match.level) : null;
    const onward = this.stranger ? t("Next opponent") : t("Play again");
    const next = !this.larger ? onward : rises ? t("Next level") : t("A larger board");
    this.playView.finish({ won, title: this.ending(), level: person ? "" : match.level, next });
    if (first && won) this.playView.celebrate();
  }

  ending() {
    const { winner, computer } = this.match;
    if (winner === null) return t("A draw.");
    if (computer < 0) return t("Player {number} wins!", { number: winner + 1 });
    return winner === computer ? t("The computer wins.") : t("You win!");
  }

  again() {
    if (this.opponent !== PERSON && !opponentOf(this.match.level)) this.opponent = null;
    return this.begin(this.match.start);
  }

  // After a win the next opponent waits at a larger board.
  async onward() {
    if (this.stranger) {
      this.opponent = this.stranger.id;
      return this.begin(this.stranger.start);
    }
    if (!this.larger) return this.again();
    this.opponent = null;
    return this.begin(await this.start(this.match.start, levelOf(this.game)));
  }

  // -- what the buttons do --

  /** @param {string} name */
  async act(name) {
    const action = { hint: () => this.hint(), undo: () => this.undo(), redo: () => this.redo() }[name];
    if (action) action();
    else await this.actAround(name);
  }

  /** @param {string} name */
  async actAround(name) {
    await this.around();
    const action = {
      why: () => this.panels.toggle("why"),
      match: () => this.panels.toggle("match"),
      review: () => this.panels.toggle("match", true),
      share: () => this.parts.shareDialog(this.match),
      edit: () => this.edit(),
      level: () => this.opponents(),
      more: () => this.more(),
      new: () => this.gallery.open(this.match.position),
      again: () => this.again(),
      onward: () => this.onward(),
      rules: () => this.rules(),
    }[name];
    action?.();
  }

  async hint() {
    const { match, matchView } = this;
    if (!matchView.playable) return;
    this.hints = Math.min(this.hints + 1, 3);
    const { signal } = matchView.asked;
    try {
      const found = await get("hint", { position: match.position, misere: match.misere, step: this.hints }, signal);
      if (signal.aborted) return; // the answer was for another position
      const drawn = await matchView.inDrawing({ ...found, after: found.after ?? "" });
      matchView.tell(drawn.text);
      matchView.point(found.after ? drawn.changes : matchView.drawn.size ? [] : found.changes);
    } catch (fault) {
      if (fault.name !== "AbortError") matchView.complain(fault);
    }
  }

  undo() {
    if (this.match.undo()) this.look(t("Taken back."));
  }

  redo() {
    if (this.match.redo()) this.look();
  }

  /** Looks at another position of the match. @param {number} id */
  go(id) {
    this.match.go(id);
    this.look(t("Move {n} of {all}.", { n: this.match.depth(id), all: this.match.line.length - 1 }));
  }

  /** @param {number} by */
  step(by) {
    if (this.match.step(by)) this.go(this.match.at);
  }

  look(sentence = "") {
    return this.matchView.refresh(sentence);
  }

  /**
   * Makes a move at a position of the match; where another one was made, this begins a variation.
   * @param {number} id @param {{after: string}} move
   */
  async attempt(id, move) {
    if (id !== this.match.at) {
      this.match.go(id);
      await this.look();
    }
    this.panels?.yield();
    const option = this.matchView.view.options.find(({ after }) => after === move.after);
    if (option) this.matchView.play(option);
  }

  opponents() {
    this.parts.opponentDialog({
      opponent: this.opponentNow,
      first: this.first,
      begun: this.match.nodes.length > 1,
      change: (setting) => this.change(setting),
    });
  }

  // Of the position at the start: at the end there is no move to show.
  rules() {
    const title = this.playView.heading.textContent ?? "";
    return this.parts.rulesDialog(this.startView, title, this.playView.lastMove(this.match.misere));
  }

  // -- changing the position --

  edit() {
    this.playView.element.classList.add("editing");
    this.panels.yield();
    this.setup.open(this.match.start);
    this.preview(this.match.start);
  }

  /** Shows a position that is being set up; clicks on the board change it further. @param {string} position */
  preview(position) {
    const { matchView } = this;
    matchView.leave();
    matchView.match = new Match(position, { computer: -1 });
    matchView.changed = () => {};
    return matchView.edit((changed) => this.setup.take(changed));
  }

  /** @param {string} position */
  edited(position) {
    this.matchView.edit(null);
    this.playView.element.classList.remove("editing");
    this.begin(position);
  }

  // -- the menu, and words instead of clicks --

  more() {
    const dialog = new this.parts.Dialog(t("More"));
    /** @param {string} name @param {string} text */
    const entry = (name, text, picture = name) =>
      h(
        "li",
        {},
        button(
          [icon(picture), text],
          () => {
            dialog.close();
            this.act(name);
          },
          { class: "icon plain entry" },
        ),
      );
    dialog.open(
      h(
        "ul",
        { class: "menu" },
        entry("redo", t("Redo")),
        entry("match", t("The match so far")),
        entry("level", t("Opponent: {level}", { level: levelTitle(this.opponentNow) }), "person"),
        entry("edit", t("Change the position")),
        entry("share", t("Share this position")),
        entry("again", t("Start again")),
      ),
      this.inWords(dialog),
    );
    dialog.body.addEventListener(
      "click",
      (event) => /** @type {Element} */ (event.target).closest(".moves button") && dialog.close(),
    );
  }

  /** @param {Dialog} dialog */
  inWords(dialog) {
    const { matchView, match } = this;
    const input = h("input", { type: "text", autocomplete: "off", autocapitalize: "off" });
    const told = h("p", { class: "bad", role: "status" });
    const [option] = matchView.view.options;
    input.placeholder = option ? t("such as: {move}", { move: option.text }) : "";
    /** @param {On<Event>} event */
    const submit = async (event) => {
      event.preventDefault();
      if (!input.value.trim()) return;
      if (await matchView.type(input.value)) dialog.close();
      else told.textContent = matchView.message.textContent; // the dialog may cover it
    };
    const drawn = matchView.view.pictures.every(Boolean);
    return h(
      "details",
      { class: "as-text" },
      h("summary", {}, t("Moves and position as text")),
      h("p", { class: "position" }, h("code", {}, match.position)),
      h(
        "form",
        { class: "row typed", onsubmit: submit },
        field(t("Or type a move"), input),
        h("button", { type: "submit", class: "icon" }, t("Move")),
      ),
      told,
      drawn ? matchView.moves : null,
    );
  }

  /** @param {On<KeyboardEvent>} event */
  key(event) {
    if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const action = {
      h: () => this.hint(),
      u: () => this.undo(),
      r: () => this.redo(),
      w: () => this.act("why"),
      "?": () => say(HELP().join(" ")),
    }[event.key.toLowerCase()];
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (action) action();
    else if (by && !event.target.closest("[role=grid], [role=tablist]")) this.step(by);
  }
}

const main = await shell("./", "Play", HELP);
main.classList.add("play");
document.body.classList.toggle("embedded", EMBEDDED);
document.body.classList.add("one-screen");
try {
  const play = new Play(main, await get("games"));
  await play.open();
  await play.around();
} catch (fault) {
  main.append(h("p", { class: "bad", role: "alert" }, fault.message));
}
