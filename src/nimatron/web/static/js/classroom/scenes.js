// What a pupil sees of each thing that a class can do. A scene is made once, and updated with every state of the class.

import { celebrate } from "../celebration.js";
import { button, h, replace } from "../dom.js";
import { say } from "../shell.js";
import { capital, t } from "../language.js";
import { podium } from "./podium.js";
import { QuizQuestion } from "./quiz-question.js";
import { programsTable, ranks } from "./standings.js";
import { Duel, Riddle } from "./pupil-boards.js";
import { Watch } from "./watch.js";

/** @param {ClassView} view @param {SceneContext} context */
export function sceneFor(view, context) {
  const { activity } = view;
  if (view.podium) return new PodiumScene();
  if (activity.kind === "riddle") return new RiddleScene(view, context);
  if (activity.kind === "contest") return activity.bout ? new DuelScene(view, context) : new Waiting(view);
  if (activity.kind === "quiz") return activity.finished ? new QuizEnd() : new QuizScene(view, context);
  if (activity.kind === "programs") return new ProgramsScene(view, context);
  return new Idle();
}

class Idle {
  constructor() {
    this.element = h(
      "div",
      { class: "card" },
      h("h1", {}, t("You are in.")),
      h("p", {}, t("The teacher will begin soon. Keep this page open.")),
    );
  }
  update() {}
  leave() {}
}

// The frame around a board: the name of the game, what to click, the board, a sentence, buttons.
class SceneFrame {
  constructor() {
    this.heading = h("h1", {});
    this.how = h("p", { class: "how" });
    this.top = h("div", { class: "class-told" });
    this.board = h("div", { class: "place" });
    this.turn = h("div", { class: "turn" });
    this.result = h("div", { class: "result" });
    this.tools = h("div", { class: "tools class-tools" });
    this.element = h(
      "section",
      { class: "stage", "aria-label": t("Board") },
      h("div", { class: "title" }, h("div", { class: "words" }, this.heading, this.how)),
      this.top,
      this.board,
      h("div", { class: "below" }, h("div", { class: "whose" }, this.turn), this.result),
      this.tools,
    );
  }

  /**
   * Shows a match whose position is known.
   * @param {MatchView} matchView
   */
  seat(matchView) {
    const { view } = matchView;
    this.heading.textContent = view.title;
    const how = view.pictures.some(Boolean) ? view.how : [t("Choose a move from the list.")];
    replace(this.how, how.join(" "), " ", view.winning_rule[matchView.match.misere ? "misere" : "normal"]);
    if (matchView.boards.parentNode !== this.board) replace(this.board, matchView.boards);
    if (matchView.message.parentNode !== this.turn) replace(this.turn, matchView.message);
    if (view.pictures.some((picture) => !picture) && matchView.moves.parentNode !== this.board) {
      this.board.append(matchView.moves);
    }
  }
}

/** @template {MatchView} V */
class MatchScene {
  /** @param {V} matchView */
  constructor(matchView) {
    this.full = true;
    this.matchView = matchView;
    this.frame = new SceneFrame();
    this.element = this.frame.element;
    matchView.changed = () => {
      this.frame.seat(matchView);
      this.drawn();
    };
    matchView.refresh();
  }

  drawn() {}

  leave() {
    this.matchView.leave();
  }
}

// -- a game --

/** @extends {MatchScene<Duel>} */
class DuelScene extends MatchScene {
  /** @type {Activity | undefined} */
  activity;
  /** @type {Standing[]} */
  standings = [];

  /** @param {ClassView} view @param {SceneContext} context */
  constructor({ activity, you }, { line, titles, program, again }) {
    super(new Duel(activity.bout, { line, me: you.id, titles, program, again }));
    this.line = line;
    this.program = program;
    program.possible.then((place) => {
      this.codes = Boolean(place);
      this.drawn();
    });
    this.me = you.id;
    this.again = again;
    this.wasOver = Boolean(activity.bout.how);
    say(t("You play {name}.", { name: this.matchView.other }));
  }

  /**
   * The end of a game stays in sight until this pupil goes on, even if the other one has begun the next game.
   * @param {ClassView} view
   */
  holds({ activity, podium: shown }) {
    const stays = !shown && activity.bout && activity.id === this.activity?.id && this.activity?.bout.how;
    this.newer = Boolean(stays);
    return Boolean(stays && !this.dismissed);
  }

  async goOn() {
    this.dismissed = true;
    if (this.newer) {
      this.again();
      return;
    }
    try {
      await this.line.surely("again", { bout: this.activity?.bout.id });
    } catch {
      this.again(); // the other one was quicker
    }
  }

  /** @param {ClassView} view */
  update({ activity, paused, table }) {
    this.activity = activity;
    this.standings = table;
    this.matchView.update(activity.bout);
    this.frame.element.inert = paused;
    this.drawn();
  }

  drawn() {
    if (!this.activity) return;
    const { bout, form } = this.activity;
    const over = Boolean(bout.how);
    const won = over && bout.winner === this.me;
    const giveUp = () => this.line.send("resign", { bout: bout.id }).catch((fault) => this.matchView.complain(fault));
    this.frame.element.classList.toggle("over", over);
    this.frame.element.classList.toggle("won", won);
    replace(this.frame.top, this.versus(bout));
    replace(this.frame.result, over ? this.ending(bout, form, won) : null);
    replace(
      this.frame.tools,
      over ? null : button(t("Give up"), giveUp, { class: "icon", id: "resign" }),
      over || !this.codes ? null : button(t("Your program"), () => this.write(), { class: "icon", id: "program" }),
      h("details", { class: "standings" }, h("summary", {}, t("Table")), ranks(this.standings, this.me, form)),
    );
    if (won && !this.wasOver) celebrate(this.frame.element);
    this.wasOver = over;
    this.programMoves();
  }

  write() {
    this.program.open(() => this.programMoves());
  }

  // The pupil's program moves, if it plays and it is this pupil's turn. A fault gives the turn back to the pupil.
  async programMoves() {
    const { matchView, program } = this;
    if (this.thinking || !program.moves || !matchView.playable || this.frame.element.inert) return;
    this.thinking = true;
    const { position, misere } = matchView.match;
    try {
      const move = await program.move(position, misere);
      if (program.moves && matchView.playable && matchView.match.position === position) await matchView.play(move);
    } catch (fault) {
      program.leave();
      matchView.complain(fault);
    } finally {
      this.thinking = false;
    }
    if (matchView.match.position !== position) this.programMoves(); // the other one was quick
  }

  /** Against whom, and how it stands after the first of two games. @param {BoutView} bout */
  versus({ leg, first, how, winner }) {
    const { other } = this.matchView;
    const wins = [leg === 2 ? first : "", how ? winner : ""].filter(Boolean);
    const mine = wins.filter((id) => id === this.me).length;
    return h(
      "p",
      { class: "versus" },
      h("b", {}, t("You play {name}.", { name: other })),
      leg ? h("span", { class: "dim" }, t("Game {n} of 2", { n: leg })) : null,
      leg ? h("span", { class: "so-far" }, `${mine} : ${wins.length - mine}`) : null,
    );
  }

  /** What is said at the end, and what comes next. @param {BoutView} bout @param {string} form @param {boolean} won */
  ending({ leg, winner }, form, won) {
    const name = this.matchView.other;
    const next = form !== "pairs" ? t("Play Nimatron meanwhile") : leg === 1 ? t("Second game") : t("Next opponent");
    return [
      h(
        "div",
        {},
        h("h2", {}, won ? t("You beat {name}!", { name }) : winner ? t("You lose.") : t("A draw.")),
        form === "pairs" ? null : h("p", {}, t("Wait for the next round.")),
      ),
      button(next, () => this.goOn(), { class: form === "pairs" ? "icon main" : "icon", id: "again" }),
    ];
  }
}

class PodiumScene {
  constructor() {
    this.element = h("div", { class: "card" });
  }

  /** @param {ClassView} view */
  update({ podium: places, you }) {
    const mine = places?.find(({ id }) => id === you.id);
    replace(
      this.element,
      h("h1", {}, mine ? t("Your place: {n}", { n: mine.place }) : t("That was it.")),
      podium(places ?? [], you.id),
    );
    if (mine && mine.place <= 3 && !this.seen) celebrate(this.element);
    this.seen = true;
  }

  leave() {}
}

class Waiting {
  /** @param {ClassView} view */
  constructor({ you }) {
    this.me = you.id;
    this.element = h("div", { class: "card" });
  }

  /** @param {ClassView} view */
  update({ activity: { form, round, rounds }, table }) {
    const number = rounds ? t("Round {n} of {all}", { n: round, all: rounds }) : t("Round {n}", { n: round });
    replace(
      this.element,
      h("h1", {}, number),
      h("p", {}, t("You have no game in this round. Wait for the next one.")),
      ranks(table, this.me, form),
    );
  }

  leave() {}
}

// -- a riddle --

/** @extends {MatchScene<Riddle>} */
class RiddleScene extends MatchScene {
  /** @param {ClassView} view @param {SceneContext} context */
  constructor({ activity }, { line, titles }) {
    /** @param {boolean} right @param {string} move */
    const told = (right, move) => this.told(right, move);
    super(new Riddle(activity, { line, titles, told }));
    this.sentence = h("p", { class: "sentence", role: "status" });
    replace(this.frame.top, h("p", { class: "task" }, t("Find a winning move.")), this.sentence);
    this.none = button(
      t("There is no winning move"),
      () => this.matchView.view && this.matchView.play({ after: "", text: "", changes: [] }),
      {
        class: "icon",
        id: "none",
      },
    );
    replace(this.frame.tools, this.none);
  }

  /** @param {boolean} right */
  told(right, move = "") {
    const text = right
      ? t("Right! Keep it secret.")
      : move
        ? t("{move}: this move does not win. Try another move.", { move: capital(move) })
        : t("There is a winning move. Look again.");
    this.sentence.className = `sentence ${right ? "good" : "bad"}`;
    this.sentence.textContent = text;
    say(text);
  }

  /** @param {ClassView} view */
  update({ activity, paused }) {
    this.frame.element.inert = paused;
    this.none.disabled = activity.found;
    if (activity.found && !this.found) {
      this.found = true;
      this.matchView.finish();
      this.told(true);
    }
  }
}

// -- a quiz --

class QuizScene {
  /** @param {ClassView} view @param {SceneContext} context */
  constructor({ activity }, { line, titles }) {
    this.element = h("div", { class: "card quiz-card" });
    this.question = new QuizQuestion(line, { titles, answer: (text) => this.answer(text) });
    this.line = line;
    this.number = activity.number;
    const number = t("Question {n} of {all}", { n: activity.number + 1, all: activity.count });
    replace(this.element, h("h1", {}, number), this.question.element);
  }

  /** @param {string} text */
  async answer(text) {
    try {
      await this.line.surely("answer", { number: this.number, text });
    } catch (fault) {
      this.question.complain(fault);
    }
  }

  /** @param {ClassView} view */
  update({ activity, paused }) {
    this.element.inert = paused;
    if (activity.answer) this.question.judged(activity.answer);
    if (activity.shown) this.question.reveal();
  }

  leave() {
    this.question.leave();
  }
}

class QuizEnd {
  constructor() {
    this.element = h("div", { class: "card" });
  }

  /** @param {ClassView} view */
  update({ activity }) {
    replace(
      this.element,
      h("h1", {}, t("The quiz is over.")),
      h("p", { class: "points" }, t("{n} of {all} right", { n: activity.points, all: activity.count })),
    );
  }

  leave() {}
}

// -- programs --

class ProgramsScene {
  /** @param {ClassView} _ @param {SceneContext} context */
  constructor(_, { titles }) {
    this.watch = new Watch(titles);
    this.standings = h("div", {});
    this.element = h("div", { class: "card" }, this.watch.element, this.standings);
  }

  /** @param {ClassView} view */
  update({ activity }) {
    this.watch.match(activity);
    replace(this.standings, programsTable(activity));
  }

  leave() {
    this.watch.leave();
  }
}
