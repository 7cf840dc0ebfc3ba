// A map of values: a game, its size, the rule; the cells fill in piece by piece, and each can be looked at.

import { get } from "../api.js";
import { button, field, h, replace } from "../dom.js";
import { capital, t } from "../language.js";
import { questions, complaint } from "./latest-answer.js";
import { GameChoice, ruleChoice } from "./game-choice.js";
import { slider } from "./dials.js";
import { HeatMap } from "./heat-map.js";

// Milliseconds: rows that take longer come in several pieces; a busy server makes smaller ones.
const PACE = 500;
const LARGEST = 200;

/** @param {Record<string, string>} values @param {Remember} remember */
export function mapTab(values, remember) {
  const narrow = innerWidth < 600;
  const size = {
    columns: Number(values.columns ?? (narrow ? 10 : 16)),
    rows: Number(values.rows ?? (narrow ? 10 : 16)),
  };
  let misere = values.misere === "1";
  const place = h("div", { class: "answered" });
  const sizes = h("div", { class: "tuners" });
  const choice = new GameChoice({
    label: t("Game"),
    rules: values.game ?? "wythoff",
    fits: (game) => game.table,
    changed: () => {
      drawSizes();
      show();
    },
  });
  /** @type {Filling} */
  let filling;
  const show = () => {
    remember({ game: choice.rules, ...size, ...(misere ? { misere: "1" } : {}) });
    filling?.stop();
    filling = new Filling({ game: choice.rules, ...size, misere }, choice, place);
  };
  const drawSizes = () => {
    const { flat = false, names = false } = choice.entry ?? {};
    /** @param {"columns" | "rows"} name */
    const turn = (name) => (/** @type {number} */ number) => {
      size[name] = number;
      show();
    };
    replace(
      sizes,
      names
        ? null
        : slider(flat ? t("How many") : t("Columns"), { min: 2, max: LARGEST, value: size.columns }, turn("columns")),
      flat ? null : slider(t("Rows"), { min: 2, max: LARGEST, value: size.rows }, turn("rows")),
    );
  };
  const rule = ruleChoice(misere, (chosen) => {
    misere = chosen;
    show();
  });
  drawSizes();
  show();
  const tab = h(
    "div",
    { class: "ask-answer" },
    questions(choice.element, sizes, field(t("Rule"), rule), choice.notation),
    place,
  );
  return Object.assign(tab, { leave: () => filling.stop() });
}

// Asks for one piece after another; what is there is drawn at once.
class Filling {
  /** @type {HeatMap | undefined} */
  map;

  /** @param {MapQuestion} asked @param {GameChoice} choice @param {HTMLElement} place */
  constructor(asked, choice, place) {
    this.asked = asked;
    this.choice = choice;
    this.place = place;
    this.control = new AbortController();
    this.bar = h("div", { class: "filling" });
    this.begin();
  }

  stop() {
    this.control.abort();
  }

  async begin() {
    const { signal } = this.control;
    this.late = setTimeout(() => replace(this.place, h("p", { class: "dim" }, t("Computing ..."))), 150);
    try {
      await this.goOn(this.piece(0));
    } catch (fault) {
      clearTimeout(this.late);
      if (signal.aborted) return;
      replace(this.place, complaint(fault));
      if (fault.place !== undefined || fault.status === 404) this.choice.complain(fault);
    }
  }

  /** The rows from this one on, as many as are computed in time. @param {number} row */
  async piece(row) {
    const { signal } = this.control;
    const asked = { ...this.asked, row, pace: PACE };
    try {
      return await get("table", asked, signal);
    } catch (fault) {
      if (!row || signal.aborted) throw fault;
      return get("table", { ...asked, height: 1 }, signal); // a single row may be within the limits
    }
  }

  /** @param {Promise<Api.Table>} asked */
  async goOn(asked) {
    /** @type {Promise<Api.Table> | null} */
    let asking = asked;
    while (asking) {
      /** @type {Api.Table} */
      const piece = await asking;
      if (this.control.signal.aborted) return;
      const row = piece.row + piece.cells.length;
      const rows = piece.size[1];
      const over = row >= rows || !piece.cells.length;
      asking = piece.trouble || over ? null : this.piece(row); // the server works while this piece is drawn
      this.show(piece, !asking);
      if (piece.trouble) this.limited(piece, row);
      else this.progress(over ? rows : row, rows);
    }
  }

  /** @param {Api.Table} piece @param {boolean} isLast */
  show(piece, isLast) {
    if (this.map) return this.map.add(piece, isLast);
    clearTimeout(this.late);
    this.map = new HeatMap(piece, this.asked, this.choice.title);
    replace(this.place, this.bar, this.map.element);
    this.map.shown();
  }

  /** @param {number} row @param {number} rows */
  progress(row, rows) {
    if (row >= rows) return replace(this.bar);
    const stopped = () => {
      this.stop();
      replace(this.bar, h("p", { class: "dim" }, t("Stopped after {row} of {rows} rows.", { row, rows })));
    };
    replace(
      this.bar,
      h("progress", { max: rows, value: row, "aria-label": t("rows that are computed") }),
      h("span", {}, t("{row} of {rows} rows", { row, rows })),
      button(t("Stop"), stopped),
    );
  }

  /**
   * A limit ends a piece; the reader decides whether the next ones are worth trying.
   * @param {Api.Table} piece @param {number} row
   */
  limited({ trouble }, row) {
    const more = row < (this.map?.high ?? 0);
    const on = () => this.goOn(this.piece(row)).catch(() => {});
    replace(
      this.bar,
      h("p", { class: "bad" }, `${capital(trouble ?? "")}.`),
      more ? button(t("Try the next rows"), on) : null,
    );
  }
}
