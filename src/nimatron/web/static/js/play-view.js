// The view of the Play screen: what to do in one line, the board, whose turn it is, and the buttons. Play decides, and
// this view draws.

import { celebrate } from "./celebration.js";
import { button, h, replace, segments } from "./dom.js";
import { icon } from "./icons.js";
import { IdeaCard } from "./idea-card.js";
import { LEVELS, PERSON, levelTitle, opponentOf } from "./levels.js";
import { t } from "./language.js";

// Where a tool is in sight: always, on a stage that is wide enough, or in the menu only.
const TOOLS = () => [
  ["hint", t("Hint"), t("key H"), ""],
  ["undo", t("Undo"), t("key U"), ""],
  ["redo", t("Redo"), t("key R"), "at-mid"],
  ["why", t("Why?"), t("key W"), ""],
  ["match", t("Match"), t("The match so far"), "at-mid"],
  ["share", t("Share"), t("Share this position"), "at-wide"],
  ["edit", t("Change"), t("Change the position"), "at-wide"],
  ["more", t("More"), t("More"), ""],
  ["level", "", t("Opponent"), "at-mid"],
  ["new", t("New game"), t("New game"), ""],
];

/** @type {Record<string, string>} */
const PICTURES = { new: "add", level: "person" };

export class PlayView {
  /**
   * `act(name)` is called when the tool of that name is pressed, `misere(wanted)` when the rule is switched.
   * @param {(name: string) => void} act @param {(misere: boolean) => void} misere
   */
  constructor(act, misere) {
    this.act = act;
    this.misere = misere;
    this.heading = h("h1", {});
    this.how = h("p", { class: "how" });
    this.info = button(icon("info"), () => this.act("rules"), {
      class: "icon plain info",
      id: "rules",
      "aria-label": t("The rules in pictures"),
      title: t("The rules in pictures"),
    });
    this.rule = h("div", { class: "last-move" });
    this.trouble = h("div", { class: "trouble", role: "alert" });
    this.board = h("div", { class: "place" });
    this.turn = h("div", { class: "turn" });
    this.against = h("div", { class: "against" });
    this.idea = new IdeaCard();
    this.result = h("div", { class: "result" });
    this.editor = h("div", { class: "editor" });
    this.paper = h("p", { class: "on-paper" });
    this.tools = h("div", { class: "tools", role: "group", "aria-label": t("Actions") });
    this.element = h(
      "section",
      { class: "stage", "aria-label": t("Board") },
      h(
        "div",
        { class: "title" },
        h("div", { class: "words" }, h("div", { class: "name" }, this.heading, this.info), this.how),
        this.rule,
      ),
      this.trouble,
      this.board,
      h(
        "div",
        { class: "below" },
        this.idea.element,
        h("div", { class: "whose" }, this.turn, this.against),
        this.result,
        this.editor,
        this.paper,
      ),
      this.tools,
    );
  }

  /**
   * What is played, in a line.
   * @param {string} title @param {{rules: string[], goal: string, misere: boolean}} about
   */
  describe(title, { rules, goal, misere }) {
    this.heading.textContent = title;
    this.element.classList.toggle("misere", misere);
    // The rules of a sum are many: its first line says how the parts are played together.
    replace(this.how, rules[0] ?? "", " ", h("span", { class: "winning-rule" }, goal));
    replace(this.rule, this.lastMove(misere));
  }

  /** The switch for who wins with the last move. @param {boolean} misere */
  lastMove(misere) {
    const choices = [
      ["normal", t("wins")],
      ["misere", t("loses")],
    ];
    const last = segments(t("Whoever makes the last move"), choices, misere ? "misere" : "normal", (value) =>
      this.misere(value === "misere"),
    );
    last.dataset.caption = t("Last move");
    return last;
  }

  /**
   * Puts a match in its place; you play a game without a picture by the list of its moves.
   * @param {MatchView} matchView
   */
  seat(matchView) {
    if (matchView.boards.parentNode !== this.board) replace(this.board, matchView.boards);
    if (matchView.message.parentNode !== this.turn) replace(this.turn, matchView.message);
    const undrawn = matchView.view?.pictures.some((picture) => !picture);
    if (undrawn && matchView.moves.parentNode !== this.board) this.board.append(matchView.moves);
  }

  /** @param {{match: Match, ended: boolean, playable: boolean, open: Record<string, boolean>}} state */
  drawTools({ match, ended, playable, open }) {
    this.paper.textContent = match.position;
    this.idea.show(match);
    /** @type {Record<string, boolean>} */
    const off = { hint: ended || !playable, undo: !match.canUndo, redo: !match.canRedo };
    const title = levelTitle(match.computer < 0 ? PERSON : match.level);
    const prefix = h("span", { class: "prefix" }, `${t("Level:")} `);
    const level = match.computer < 0 ? title : [prefix, title];
    // Where the bar is too short for it, the opponent is named beside whose turn it is.
    replace(
      this.against,
      button([icon("person"), title], () => this.act("level"), {
        class: "icon plain",
        "aria-label": t("Opponent: {level}", { level: title }),
      }),
    );
    replace(
      this.tools,
      TOOLS().map(([name, text, tip, look]) =>
        button([icon(PICTURES[name] ?? name), h("span", {}, text || level)], () => this.act(name), {
          id: name,
          class: `icon ${look} ${name === "new" ? "main" : ""}`,
          title: tip,
          disabled: off[name],
          "aria-expanded": name in open ? String(open[name]) : null,
          "aria-label": name === "level" ? t("Opponent: {level}", { level: title }) : null,
        }),
      ),
    );
  }

  /**
   * The end of a match: what comes next, and for a winner a moment.
   * @param {{won: boolean, title: string, level: string, next: string} | null} result
   *   `level`: the level of the opponent, "" for a person; `next`: what the main button says
   */
  finish(result) {
    this.element.classList.toggle("over", Boolean(result));
    this.element.classList.toggle("won", Boolean(result?.won));
    replace(
      this.result,
      result
        ? [
            h("div", {}, h("h2", {}, result.title), result.level ? ladder(result.level, result.won) : null),
            h("div", { class: "row" }, [
              button([icon("match"), t("Look back")], () => this.act("review"), { class: "icon plain", id: "review" }),
              button([icon(result.won ? "forward" : "again"), result.next], () => this.act("onward"), {
                class: "icon main",
                id: "again",
              }),
            ]),
          ]
        : null,
    );
  }

  celebrate() {
    celebrate(this.element);
  }
}

/** The levels from weak to strong: those below have been won. @param {string} level @param {boolean} won */
function ladder(level, won) {
  const opponent = opponentOf(level);
  if (opponent) return h("p", { class: "next-idea" }, won ? opponent.next : `${opponent.title}: ${opponent.about}.`);
  const at = LEVELS.indexOf(level);
  const rung = (/** @type {string} */ name, /** @type {number} */ i) => {
    const done = i < at || (i === at && won);
    return h(
      "li",
      { class: done ? "done" : i === at ? "here" : "", "aria-current": i === at ? "step" : null },
      done ? "★ " : "",
      levelTitle(name),
    );
  };
  return h("ol", { class: "ladder", "aria-label": t("Levels") }, LEVELS.map(rung));
}
