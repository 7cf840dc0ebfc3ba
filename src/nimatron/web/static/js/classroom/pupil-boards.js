// The matches of pupils: against another pupil, alone with a riddle, or to answer a question.

import { get } from "../api.js";
import { Match } from "../match.js";
import { MatchView } from "../match-view.js";
import { capital, t } from "../language.js";

// A match of which only the last position is known, after `ply` moves.
class Bout extends Match {
  /** @param {BoutView} bout @param {number} seat */
  constructor({ start, position, ply, misere }, seat) {
    super(position, { misere, usual: misere, computer: 1 - seat });
    this.begun = { start, ply };
  }

  get start() {
    return this.begun.start;
  }

  get ply() {
    return this.begun.ply + this.depth(this.at);
  }

  get turn() {
    return this.ply % 2;
  }
}

// A game against another pupil, who sits where the computer sits otherwise.
export class Duel extends MatchView {
  /**
   * @param {BoutView} bout
   * @param {SceneContext & {me: string}} settings `me`: the id of this pupil; `again()` when only a fresh start helps
   */
  constructor(bout, { line, me, titles, again }) {
    const match = new Bout(bout, bout.players.indexOf(me));
    super(match, { titles, list: false });
    this.match = match;
    this.bout = bout;
    this.line = line;
    this.me = me;
    this.again = again;
  }

  get other() {
    return this.bout.names[1 - this.bout.players.indexOf(this.me)];
  }

  get over() {
    return super.over || Boolean(this.bout.how);
  }

  get lost() {
    return this.bout.how ? this.bout.winner !== this.me : super.lost;
  }

  status() {
    const { how, winner } = this.bout;
    if (how && !winner) return t("The game is over: a draw.");
    if (how) {
      /** @type {Record<string, string>} */
      const reasons = {
        resigned: winner === this.me ? t("{name} gives up.", { name: this.other }) : t("You have given up."),
        left: t("{name} has left.", { name: this.other }),
        settled: t("The teacher has ended this game."),
      };
      const told = winner === this.me ? t("You win!") : t("{name} wins.", { name: this.other });
      return [reasons[how], told].filter(Boolean).join(" ");
    }
    if (this.view?.ended) return "";
    return this.match.computersTurn ? t("{name} is to move.", { name: this.other }) : t("Your move.");
  }

  offerDraw() {
    // the class ends a game that goes round by itself
  }

  // The other one thinks: the move comes by the line.
  async answer() {
    this.busy = true;
    this.unmark();
  }

  /**
   * Sends a move of this pupil; it waits for a lost connection.
   * @param {string} position @param {string} move @param {AbortSignal} [signal] @returns {Promise<Api.Turn>}
   */
  ask(position, move, signal) {
    const { id, ply } = this.bout;
    return this.line.surely("move", { bout: id, ply, move }, signal);
  }

  /** @param {Fault} fault @param {string} sentence @param {Api.Board} view */
  failed(fault, sentence, view) {
    if (fault.status === 422) super.failed(fault, sentence, view);
    else this.again();
  }

  /** What the class says of this game now. @param {BoutView} bout */
  async update(bout) {
    const before = this.bout;
    this.bout = bout;
    if (bout.ply === this.match.ply + 1 && bout.turn === this.me) await this.replied(bout);
    else if (bout.ply > this.match.ply) this.again();
    else if (bout.how && !before.how) this.end();
  }

  /** @param {BoutView} bout */
  async replied({ before, position, start, misere, ply }) {
    const { signal } = this.asked;
    const asked = { position: before, move: position, frame: start, level: "none", seed: 0, misere };
    try {
      const { you, board } = await get("turn", asked, signal, true);
      if (!you || signal.aborted || this.match.ply !== ply - 1) return;
      const told = { ...you.told, computer: capital(you.told.player.replace("{player}", this.other)) };
      await this.reply({ computer: { ...you, told, remark: "" }, board }, signal);
    } catch (fault) {
      if (fault.name !== "AbortError") this.again();
    }
  }

  // It ended without a move.
  end() {
    this.busy = false;
    if (this.view) this.draw("");
    this.changed();
  }
}

// One position, in which a winning move is looked for.
export class Riddle extends MatchView {
  /**
   * @param {Activity} activity
   * @param {{line: Connection, titles: Map<string, string>, told: (right: boolean, move: string) => void}} settings
   */
  constructor({ position, misere }, { line, titles, told }) {
    super(new Match(position, { misere, computer: -1 }), { titles, list: false });
    this.line = line;
    this.told = told;
    this.done = false;
    this.stopped = false;
  }

  get playable() {
    return super.playable && !this.done && !this.stopped;
  }

  status() {
    return "";
  }

  /** A move is tried, and taken back; an empty one says that none wins. @param {Move} move */
  async play({ after, text }) {
    this.busy = true;
    this.chooser.clear();
    this.unmark();
    try {
      const { right } = await this.line.send("try", { position: this.match.position, move: after });
      this.done = right;
      this.busy = false;
      this.unmark();
      this.tell("");
      this.told(right, after ? text : "");
    } catch (fault) {
      this.busy = false;
      this.unmark();
      this.complain(fault);
    }
  }

  finish() {
    this.done = true;
    if (this.view) this.unmark();
  }
}

// One position, in which several moves are chosen.
export class AnswerBoard extends MatchView {
  /**
   * @param {{position: string, misere: boolean}} asked
   * @param {{titles: Map<string, string>, picked: (move: Move) => void}} settings
   */
  constructor({ position, misere }, { titles, picked }) {
    super(new Match(position, { misere, computer: -1 }), { titles, list: false });
    this.picked = picked;
    this.stopped = false;
  }

  get playable() {
    return super.playable && !this.stopped;
  }

  status() {
    return "";
  }

  /** @param {Move} option */
  async play(option) {
    this.chooser.clear();
    this.unmark();
    this.tell("");
    this.picked(option);
  }

  stop() {
    this.stopped = true;
    if (this.view) this.unmark();
  }
}
