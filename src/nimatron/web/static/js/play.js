// The Play screen: it begins matches, follows them, and connects the stage with panels and sheets.

import { get } from "./api.js";
import { button, field, h } from "./dom.js";
import { icon } from "./icons.js";
import { PERSON, keepLevel, knownLevel, levelOf, levelTitle, nextLevel } from "./levels.js";
import { linkTo } from "./links.js";
import { Match } from "./match.js";
import { say, shell } from "./shell.js";
import { Stage } from "./stage.js";
import { Table } from "./table.js";
import { winningRule } from "./wording.js";
import { t } from "./words.js";

const INSTEAD = "nim: 3 4 5"; // FIRST_POSITION of web/screens.py

const HELP = () => [
  t("Tab goes to the board; arrows, Home and End move on it."),
  t("Enter or the space bar chooses a place; chosen again, it makes the move."),
  t("Escape clears what is chosen. H: hint, U: undo, R: redo, W: why."),
  t("Beside the board, the arrows left and right go through the match."),
];

class Play {
  constructor(main, catalog) {
    Object.assign(this, { main, catalog });
    this.games = catalog.games;
    this.titles = new Map(this.games.map((game) => [game.id, game.title]));
    this.stage = new Stage(
      (name) => this.act(name),
      (misere) => this.change({ misere }),
    );
    main.append(this.stage.element);
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", () => this.open());
  }

  // What stands beside the board or over it. A first board does not wait for it; a button that needs it does.
  around() {
    return (this.loaded ??= this.load());
  }

  async load() {
    const parts = (this.parts = await import("./around.js"));
    this.why = new parts.Why({ table: () => this.table, play: (move) => this.attempt(this.match.at, move) });
    this.review = new parts.Review({
      go: (id) => this.go(id),
      attempt: (id, move) => this.attempt(id, move),
      picture: () => parts.exported(this.table),
      share: () => parts.shareSheet(this.match),
    });
    this.panels = new parts.Panels({ why: this.why, match: this.review }, () => this.follow());
    this.gallery = new parts.Gallery(this.catalog, {
      choose: (game) => this.choose(game),
      begin: (position) => this.begin(position),
    });
    this.setup = new parts.Setup(this.stage.editor, {
      show: (position) => this.preview(position),
      done: (position) => this.edited(position),
      cancel: () => this.edited(this.match.start),
    });
    this.main.append(this.panels.element);
    this.stage.board.addEventListener("piece", ({ detail }) => parts.sound(detail.kind, detail.count));
    this.follow();
  }

  // -- beginning --

  // Opens what the address says, with the match that was played there, if any.
  async open() {
    const settings = this.settings();
    const kept = Match.restored(history.state?.match, settings);
    if (kept?.computer === 0) settings.first = "computer";
    Object.assign(this, settings);
    const fault = await this.begin(settings.position, { kept, entry: false });
    if (!fault) return;
    await this.begin(INSTEAD, { entry: false, opening: t("Here is Nim instead.") });
    await this.around();
    this.stage.trouble.replaceChildren(...this.parts.trouble(fault, settings.position).filter(Boolean));
  }

  settings() {
    const query = new URLSearchParams(location.search);
    return {
      position: query.get("p")?.trim() || INSTEAD,
      misere: query.has("misere") ? query.get("misere") === "1" : null, // null: as the game is usually played
      opponent: knownLevel(query.get("opponent")), // null: as strong as the last win made it
      first: query.get("first") ?? "you",
    };
  }

  // `kept` continues that match; `entry`: a new entry in the history, so that Back leads to what was before. A fault
  // comes back if there is no such position.
  async begin(position, { kept = null, entry = true, opening = "" } = {}) {
    const begun = (this.begun = {});
    let view;
    try {
      view = await get("position", { position });
    } catch (fault) {
      return fault;
    }
    if (this.begun !== begun) return null;
    this.stage.trouble.replaceChildren();
    this.game = view.summands.map((summand) => summand.name).join("+");
    this.match = kept ?? this.fresh(view);
    if (entry) history.pushState(null, "", linkTo(this.match));
    this.table?.leave();
    this.table = new Table(this.match, { changed: () => this.changed(), titles: this.titles });
    this.table.view = view;
    this.review?.reset();
    this.stage.seat(this.table);
    this.describe(view);
    this.table.refresh(opening);
    return null;
  }

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

  describe(view) {
    const titles = [...new Set(view.summands.map((summand) => this.titles.get(summand.name) ?? summand.game))];
    const { misere } = this.match;
    this.stage.describe(titles.join(" + "), {
      how: view.pictures.some(Boolean) ? view.how : [t("Choose a move from the list.")],
      rule: winningRule(misere),
      misere,
    });
    document.title = `${titles.join(" + ")} · Nimatron`;
  }

  // A game of the gallery: who begins with it gets a position that can be won.
  async choose(game) {
    if (this.opponent !== PERSON) this.opponent = null;
    if (this.match?.misere === this.match?.usual) this.misere = null; // the next game as it is usually played
    const first = this.opponent === null && levelOf(game.id) === "first-steps";
    const starts = first && game.easy?.length ? game.easy : [game.sample];
    return await this.begin(starts[Math.floor(Math.random() * starts.length)]);
  }

  // -- settings hold at once --

  change({ opponent = this.opponentNow, misere = this.match.misere, first = this.first }) {
    const { match } = this;
    const again = match.decided || match.nodes.length === 1 + (match.computer === 0 ? 1 : 0);
    const other = first !== this.first;
    Object.assign(this, { opponent, misere, first });
    if (opponent !== PERSON) keepLevel(this.game, opponent);
    if (again && (match.decided || other)) return this.begin(match.start);
    match.misere = misere;
    if (opponent === PERSON) match.computer = -1;
    else {
      if (match.computer < 0) match.computer = 1 - match.turn;
      match.level = opponent;
    }
    this.describe(this.table.view);
    return this.table.refresh("");
  }

  get opponentNow() {
    return this.match.computer < 0 ? PERSON : this.match.level;
  }

  // -- following a match --

  changed() {
    this.hints = 0;
    const { match, table } = this;
    this.stage.seat(table);
    if (table.over) this.end();
    else this.stage.finish(null);
    history.replaceState({ match: { ...match } }, "", linkTo(match));
    this.follow();
  }

  // What stands beside the board.
  follow() {
    const { match, table } = this;
    if (!match || !table.view) return;
    this.stage.drawTools({
      match,
      ended: table.over,
      playable: !match.computersTurn,
      open: { why: Boolean(this.panels?.isOpen("why")), match: Boolean(this.panels?.isOpen("match")) },
    });
    if (!this.panels) return;
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
    const text = rises ? t("Next level: {level}.", { level: levelTitle(nextLevel(match.level)) }) : "";
    this.stage.finish({ won, title: this.ending(), text, again: t("Play again") });
    if (first && won) this.stage.celebrate();
  }

  ending() {
    const { winner, computer } = this.match;
    if (winner === null) return t("A draw.");
    if (computer < 0) return t("Player {number} wins!", { number: winner + 1 });
    return winner === computer ? t("The computer wins.") : t("You win!");
  }

  again() {
    if (this.opponent !== PERSON) this.opponent = null;
    return this.begin(this.match.start);
  }

  // -- what the buttons do --

  async act(name) {
    const action = { hint: () => this.hint(), undo: () => this.undo(), redo: () => this.redo() }[name];
    if (action) action();
    else await this.actAround(name);
  }

  async actAround(name) {
    await this.around();
    const action = {
      why: () => this.panels.toggle("why"),
      match: () => this.panels.toggle("match"),
      review: () => this.panels.toggle("match", true),
      share: () => this.parts.shareSheet(this.match),
      edit: () => this.edit(),
      level: () => this.opponents(),
      more: () => this.more(),
      new: () => this.gallery.open(this.match.position),
      again: () => this.again(),
    }[name];
    action();
  }

  async hint() {
    const { match, table } = this;
    if (!table.playable) return;
    this.hints = Math.min(this.hints + 1, 3);
    const { signal } = table.asked;
    try {
      const found = await get("hint", { position: match.position, misere: match.misere, step: this.hints }, signal);
      if (signal.aborted) return; // the answer was for another position
      table.tell(found.text);
      table.point(found.changes);
    } catch (fault) {
      if (fault.name !== "AbortError") table.complain(fault);
    }
  }

  undo() {
    if (this.match.undo()) this.look(t("Taken back."));
  }

  redo() {
    if (this.match.redo()) this.look();
  }

  // Looks at another position of the match.
  go(id) {
    this.match.go(id);
    this.look(t("Move {n} of {all}.", { n: this.match.depth(id), all: this.match.line.length - 1 }));
  }

  step(by) {
    if (this.match.step(by)) this.go(this.match.at);
  }

  look(sentence = "") {
    return this.table.refresh(sentence);
  }

  // Makes a move at a position of the match; where another one was made, this begins a variation.
  async attempt(id, move) {
    if (id !== this.match.at) {
      this.match.go(id);
      await this.look();
    }
    this.panels?.yield();
    const option = this.table.view.options.find(({ after }) => after === move.after);
    if (option) this.table.play(option);
  }

  opponents() {
    this.parts.opponentSheet({
      opponent: this.opponentNow,
      first: this.first,
      begun: this.match.nodes.length > 1,
      change: (setting) => this.change(setting),
    });
  }

  // -- changing the position --

  edit() {
    this.stage.element.classList.add("editing");
    this.panels.yield();
    this.setup.open(this.match.start);
    this.preview(this.match.start);
  }

  // Shows a position that is being set up; clicks on the board change it further.
  preview(position) {
    const { table } = this;
    table.leave();
    table.match = new Match(position, { computer: -1 });
    table.changed = () => {};
    return table.edit((changed) => this.setup.take(changed));
  }

  edited(position) {
    this.table.edit(null);
    this.stage.element.classList.remove("editing");
    this.begin(position);
  }

  // -- the menu, and words instead of clicks --

  more() {
    const sheet = new this.parts.Sheet(t("More"));
    const entry = (name, text, picture = name) =>
      h(
        "li",
        {},
        button(
          [icon(picture), text],
          () => {
            sheet.close();
            this.act(name);
          },
          { class: "icon plain entry" },
        ),
      );
    sheet.open(
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
      this.inWords(sheet),
    );
    sheet.body.addEventListener("click", (event) => event.target.closest(".moves button") && sheet.close());
  }

  inWords(sheet) {
    const { table, match } = this;
    const input = h("input", { type: "text", autocomplete: "off", autocapitalize: "off" });
    const told = h("p", { class: "bad", role: "status" });
    const [option] = table.view.options;
    input.placeholder = option ? t("such as: {move}", { move: option.text }) : "";
    const submit = async (event) => {
      event.preventDefault();
      if (!input.value.trim()) return;
      if (await table.type(input.value)) sheet.close();
      else told.textContent = table.message.textContent; // the sheet may cover it
    };
    const drawn = table.view.pictures.every(Boolean);
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
      drawn ? table.moves : null,
    );
  }

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
document.body.classList.add("one-screen");
try {
  const play = new Play(main, await get("games"));
  await play.open();
  await play.around();
} catch (fault) {
  main.append(h("p", { class: "bad", role: "alert" }, fault.message));
}
