// The Play screen: choose a game and an opponent, play, ask why.

import { get } from "./api.js";
import { button, field, h, pointedAt, replace, select } from "./dom.js";
import { Match } from "./match.js";
import { Ribbon } from "./ribbon.js";
import { linkTo, shareDialog } from "./share.js";
import { say, shell } from "./shell.js";
import { Table } from "./table.js";
import { Why } from "./why.js";
import { t } from "./words.js";

const LEVELS = () => [
  ["perfect", t("computer: perfect")],
  ["half", t("computer: half of its moves are perfect")],
  ["one-ahead", t("computer: looks one move ahead")],
  ["random", t("computer: random")],
  ["person", t("another person")],
];

const INSTEAD = "nim: 3 4 5";
const SUMS = ["nim: 3 5 + kayles: 6", "chomp: 3x3 + nim: 2 4", "wythoff: 4 6 + twins: 2 5 + cram: 3x3"];

class Play {
  constructor(main, games) {
    this.games = games;
    this.titles = new Map(games.map((game) => [game.id, game.title]));
    this.why = new Why();
    this.ribbon = new Ribbon((index) => this.returnTo(index));
    this.rules = h("div", { class: "rules" });
    this.place = h("div", {});
    this.form = h("form", {
      class: "panel setup",
      onsubmit: (event) => {
        event.preventDefault();
        this.begin(this.start.value);
      },
    });
    this.controls = h("div", { class: "row controls" });
    main.append(
      h("h1", { class: "spoken" }, t("Play")),
      h(
        "div",
        { class: "columns-2" },
        h(
          "div",
          {},
          h(
            "section",
            { class: "panel stage", "aria-label": t("Board") },
            h("a", { class: "to-setup small", href: "#new-game" }, t("New game")),
            this.rules,
            this.place,
            this.controls,
            this.typed(),
          ),
          this.ribbon.element,
        ),
        h("div", {}, this.why.element, this.form, this.help()),
      ),
    );
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("popstate", () => this.open());
  }

  // -- what is chosen before a match --

  // Opens what the address says, with the match that was played there, if any.
  async open() {
    const settings = this.settings();
    const kept = Match.restored(history.state?.match, settings);
    if (kept?.computer === 0) settings.first = "computer";
    this.setup(settings);
    await this.begin(settings.position, { kept, entry: false });
  }

  settings() {
    const query = new URLSearchParams(location.search);
    return {
      position: query.get("p")?.trim() || INSTEAD,
      misere: query.get("misere") === "1",
      opponent: LEVELS().some(([level]) => level === query.get("opponent")) ? query.get("opponent") : "perfect",
      first: query.get("first") ?? "you",
    };
  }

  setup({ position, misere, opponent, first }) {
    Object.assign(this, { misere, opponent, first });
    this.start = h("input", {
      type: "text",
      value: position,
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": "notation-help",
    });
    const names = [
      ["", t("choose a game")],
      ...this.games.map((game) => [game.id, game.title]),
      ...SUMS.map((sum) => [sum, t("sum: {sum}", { sum })]),
    ];
    this.game = select(names, "", (id) => this.choose(id));
    const add = select([["", t("+ add a game")], ...this.games.map((entry) => [entry.id, entry.title])], "", (id) =>
      this.add(id),
    );
    add.setAttribute("aria-label", t("Add another game to the sum"));
    this.starts = select(
      [
        ["you", t("you")],
        ["computer", t("the computer")],
      ],
      first,
      (value) => this.change({ first: value }),
    );
    this.starts.disabled = opponent === "person";
    replace(
      this.form,
      h("h2", { id: "new-game", tabindex: -1 }, t("New game")),
      h(
        "div",
        { class: "grid-fields" },
        field(t("Game"), this.game),
        field(
          t("Opponent"),
          select(LEVELS(), opponent, (value) => this.change({ opponent: value })),
        ),
        field(t("Who starts"), this.starts),
        field(
          t("Whoever makes the last move"),
          select(
            [
              ["", t("wins (normal play)")],
              ["1", t("loses (misère play)")],
            ],
            misere ? "1" : "",
            (value) => this.change({ misere: value === "1" }),
          ),
        ),
      ),
      field(t("Start position"), this.start),
      h(
        "p",
        { class: "dim small", id: "notation-help" },
        t("Type any position, such as nim: 3 4 5; games joined by + are played together."),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary" }, t("Begin")),
        button(t("Random start"), () => this.random()),
        add,
      ),
    );
  }

  // Before a person has moved, a new setting applies at once; later it waits for the next match.
  change(setting) {
    Object.assign(this, setting);
    this.starts.disabled = this.opponent === "person";
    if (!this.match || !this.match.canUndo) this.begin(this.start.value);
    else {
      this.note(
        h(
          "p",
          { class: "dim small", role: "status" },
          t("This match goes on as it is; “Begin” starts one with the new settings."),
        ),
      );
    }
  }

  // A note below the start position.
  note(element) {
    this.form.querySelector("[role=alert], [role=status]")?.remove();
    if (element) this.start.parentElement.append(element);
  }

  // What the list of games shows as chosen for a position.
  chosen(position, { summands }) {
    if (SUMS.includes(position)) return position;
    const [{ name }] = summands;
    return summands.length === 1 && this.titles.has(name) ? name : "";
  }

  choose(id) {
    const game = this.games.find((entry) => entry.id === id);
    this.start.value = game ? game.sample : id;
    if (this.start.value) this.begin(this.start.value);
  }

  add(id) {
    const { sample } = this.games.find((entry) => entry.id === id) ?? {};
    if (sample) this.beginWith("sum", { summand: [this.start.value, sample] });
  }

  // A random start of the same games.
  random() {
    this.beginWith("start", { game: this.start.value, seed: Math.floor(Math.random() * 1e9) });
  }

  // Asks the server for a position and begins from it.
  async beginWith(path, values) {
    try {
      const { position } = await get(path, values);
      this.start.value = position;
      this.begin(position);
    } catch (fault) {
      this.wrong(fault, this.start.value);
    }
  }

  // -- a match --

  // `kept` continues that match; `entry`: a new entry in the history, so that Back leads to what was before.
  async begin(position, { kept = null, entry = true, opening = "" } = {}) {
    const begun = (this.begun = {});
    const computer = this.opponent === "person" ? -1 : this.first === "computer" ? 0 : 1;
    const level = this.opponent === "person" ? "perfect" : this.opponent;
    const seed = Math.floor(Math.random() * 1e9);
    let view;
    try {
      view = await get("position", { position });
    } catch (fault) {
      if (this.begun === begun) await this.wrong(fault, position);
      return;
    }
    if (this.begun !== begun) return;
    this.start.value = view.position;
    this.game.value = this.chosen(position, view);
    this.start.removeAttribute("aria-invalid");
    this.note(null);
    this.match = kept ?? new Match(view.position, { misere: this.misere, computer, level, seed });
    if (entry) history.pushState(null, "", linkTo(this.match));
    this.table?.leave();
    this.table = new Table(this.match, { changed: () => this.changed(), titles: this.titles });
    this.hints = 0;
    replace(
      this.rules,
      h(
        "h2",
        {},
        [...new Set(view.summands.map((summand) => this.titles.get(summand.name) ?? summand.game))].join(" + "),
      ),
      view.rules.map((rule) => h("p", {}, rule)),
      h("p", { class: "winning-rule" }, this.misere ? view.winning_rule.misere : view.winning_rule.normal),
    );
    replace(this.place, this.table.element);
    this.table.refresh(opening);
  }

  async wrong(fault, position) {
    if (!this.match) {
      await this.begin(INSTEAD, {
        entry: false,
        opening: t("{fault}. Here is Nim instead.", { fault: fault.message.replace(/[.?]$/, "") }),
      });
    }
    this.start.value = position;
    const pointed = pointedAt(position, fault.place);
    this.start.setAttribute("aria-invalid", "true");
    const message = h(
      "p",
      { class: "bad", role: "alert" },
      fault.message,
      pointed ? h("code", { class: "pointed" }, pointed) : null,
    );
    this.note(message);
  }

  changed() {
    this.hints = 0;
    this.drawControls();
    this.ribbon.draw(this.match);
    this.why.show(this.match.position, this.match.misere);
    history.replaceState({ match: { ...this.match } }, "", linkTo(this.match));
    this.input.placeholder = this.table.view.options.length
      ? t("such as: {move}", { move: this.table.view.options[0].text })
      : "";
  }

  drawControls() {
    const { match } = this;
    replace(
      this.controls,
      button(t("Hint"), () => this.hint(), { id: "hint", title: t("key H"), disabled: this.table.view?.ended }),
      button(t("Undo"), () => this.undo(), { id: "undo", title: t("key U"), disabled: !match.canUndo }),
      button(t("Redo"), () => this.redo(), { id: "redo", title: t("key R"), disabled: !match.canRedo }),
      button(t("Share"), () => shareDialog(match), { id: "share" }),
      button(t("Play again"), () => this.begin(match.start), {
        id: "again",
        class: this.table.view?.ended ? "primary" : null,
      }),
    );
  }

  typed() {
    const input = (this.input = h("input", { type: "text", autocomplete: "off" }));
    const submit = async (event) => {
      event.preventDefault();
      if (input.value.trim() && (await this.table.type(input.value))) input.value = "";
    };
    return h(
      "form",
      { class: "row typed", onsubmit: submit },
      field(t("Or type a move"), input),
      h("button", { type: "submit" }, t("Move")),
    );
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
    if (this.match.undo()) this.table.refresh(t("Taken back."));
  }

  redo() {
    if (this.match.redo()) this.table.refresh();
  }

  returnTo(index) {
    this.match.returnTo(index);
    this.table.refresh(t("Back at move {n}.", { n: index }));
  }

  key(event) {
    if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const action = {
      h: () => this.hint(),
      u: () => this.undo(),
      r: () => this.redo(),
      "?": () => say(HELP().join(" ")),
    }[event.key.toLowerCase()];
    if (action) action();
  }

  help() {
    return h(
      "details",
      { class: "panel" },
      h("summary", {}, t("Keyboard")),
      h(
        "ul",
        {},
        HELP().map((line) => h("li", {}, line)),
      ),
    );
  }
}

const HELP = () => [
  t("Tab goes to the board; arrows, Home and End move on it."),
  t("Enter or the space bar chooses a place; chosen again, it makes the move."),
  t("Escape clears what is chosen. H: hint, U: undo, R: redo."),
];

const main = await shell("./", "Play");
try {
  const { games } = await get("games");
  const play = new Play(main, games);
  await play.open();
} catch (fault) {
  main.append(h("p", { class: "bad", role: "alert" }, fault.message));
}
