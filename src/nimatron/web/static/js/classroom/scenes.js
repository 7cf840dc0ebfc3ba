// What a pupil sees of each thing that a class can do. A scene is made once, and updated with every state of the class.

import { button, h, replace } from "../dom.js";
import { say } from "../shell.js";
import { capital, t } from "../words.js";
import { Question } from "./question.js";
import { programsTable, ranks } from "./standings.js";
import { Duel, Riddle } from "./tables.js";
import { Watch } from "./watch.js";

export function sceneFor(view, context) {
  const { activity } = view;
  if (activity.kind === "riddle") return new RiddleScene(view, context);
  if (activity.kind === "contest") return activity.bout ? new DuelScene(view, context) : new Waiting(view);
  if (activity.kind === "quiz") return activity.finished ? new QuizEnd(view) : new QuizScene(view, context);
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
class Stage {
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

  // Shows a table, which has asked for its position.
  seat(table, titles) {
    const { view } = table;
    const names = [...new Set(view.summands.map(({ name, game }) => titles.get(name) ?? game))];
    this.heading.textContent = names.join(" + ");
    const how = view.pictures.some(Boolean) ? view.how : [t("Choose a move from the list.")];
    replace(this.how, how.join(" "), " ", view.winning_rule[table.match.misere ? "misere" : "normal"]);
    if (table.boards.parentNode !== this.board) replace(this.board, table.boards);
    if (table.message.parentNode !== this.turn) replace(this.turn, table.message);
    if (view.pictures.some((picture) => !picture) && table.moves.parentNode !== this.board) {
      this.board.append(table.moves);
    }
  }
}

class TableScene {
  constructor(table, titles) {
    this.full = true;
    this.table = table;
    this.stage = new Stage();
    this.element = this.stage.element;
    table.changed = () => {
      this.stage.seat(table, titles);
      this.drawn();
    };
    table.refresh();
  }

  drawn() {}

  leave() {
    this.table.leave();
  }
}

// -- a game --

class DuelScene extends TableScene {
  constructor({ activity, you }, { line, titles, again }) {
    super(new Duel(activity.bout, { line, me: you.id, titles, again }), titles);
    Object.assign(this, { line, me: you.id });
  }

  update({ activity, paused, table }) {
    this.activity = activity;
    this.standings = table;
    this.table.update(activity.bout);
    this.stage.element.inert = paused;
    this.drawn();
  }

  drawn() {
    if (!this.activity) return;
    const { bout, form } = this.activity;
    const over = Boolean(bout.how);
    const asked = bout.again.includes(this.me);
    const act = (path) => () => this.line.send(path, { bout: bout.id }).catch((fault) => this.table.complain(fault));
    const again =
      over && form === "pairs"
        ? button(t("Play again"), act("again"), { class: "icon main", id: "again", disabled: asked })
        : null;
    this.stage.element.classList.toggle("over", over);
    replace(
      this.stage.result,
      over ? h("h2", {}, bout.winner === this.me ? t("You win!") : bout.winner ? t("You lose.") : t("A draw.")) : null,
      over && asked ? h("p", {}, t("Waiting for {name} ...", { name: this.table.other })) : null,
      over && form !== "pairs" ? h("p", {}, t("Wait for the next round.")) : null,
      again,
    );
    replace(
      this.stage.tools,
      over ? null : button(t("Give up"), act("resign"), { class: "icon", id: "resign" }),
      h("details", { class: "standings" }, h("summary", {}, t("Table")), ranks(this.standings, this.me, form)),
    );
  }
}

class Waiting {
  constructor({ you }) {
    this.me = you.id;
    this.element = h("div", { class: "card" });
  }

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

class RiddleScene extends TableScene {
  constructor({ activity }, { line, titles }) {
    const told = (right, move) => this.told(right, move);
    super(new Riddle(activity, { line, titles, told }), titles);
    this.sentence = h("p", { class: "sentence", role: "status" });
    replace(this.stage.top, h("p", { class: "task" }, t("Find a winning move.")), this.sentence);
    this.none = button(
      t("There is no winning move"),
      () => this.table.view && this.table.play({ after: "", text: "" }),
      {
        class: "icon",
        id: "none",
      },
    );
    replace(this.stage.tools, this.none);
  }

  told(right, move) {
    const text = right
      ? t("Right! Do not tell anyone.")
      : move
        ? t("{move}: that does not win. Try another one.", { move: capital(move) })
        : t("There is one. Look again.");
    this.sentence.className = `sentence ${right ? "good" : "bad"}`;
    this.sentence.textContent = text;
    say(text);
  }

  update({ activity, paused }) {
    this.stage.element.inert = paused;
    this.none.disabled = activity.found;
    if (activity.found && !this.found) {
      this.found = true;
      this.table.finish();
      this.told(true);
    }
  }
}

// -- a quiz --

class QuizScene {
  constructor({ activity }, { line, titles }) {
    this.element = h("div", { class: "card quiz-card" });
    this.question = new Question(activity, { titles, answer: (text) => this.answer(text) });
    Object.assign(this, { line, number: activity.number });
    const number = t("Question {n} of {all}", { n: activity.number + 1, all: activity.count });
    replace(this.element, h("h1", {}, number), this.question.element);
  }

  async answer(text) {
    try {
      await this.line.surely("answer", { number: this.number, text });
    } catch (fault) {
      this.question.complain(fault);
    }
  }

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
  constructor(_, { titles }) {
    this.watch = new Watch(titles);
    this.standings = h("div", {});
    this.element = h("div", { class: "card" }, this.watch.element, this.standings);
  }

  update({ activity }) {
    this.watch.match(activity);
    replace(this.standings, programsTable(activity));
  }

  leave() {
    this.watch.leave();
  }
}
