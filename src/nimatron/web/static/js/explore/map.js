// A map of values: a game, its size, the rule; the cells fill in piece by piece, and each can be looked at.

import { get } from "../api.js";
import { button, field, h, replace, select } from "../dom.js";
import { capital, t } from "../words.js";
import { questions, complaint } from "./answering.js";
import { Choice } from "./choice.js";
import { slider } from "./dials.js";
import { HeatMap } from "./heat.js";

const CELLS = 240; // about as many in the first piece: a fraction of a second for most games
const PACE = 500; // milliseconds: about as long should a piece take,
const LEAP = 8; // and none is this many times larger than the one before
const LARGEST = 200;

export function mapTab(values, remember) {
  const narrow = innerWidth < 600;
  const size = {
    columns: Number(values.columns ?? (narrow ? 10 : 16)),
    rows: Number(values.rows ?? (narrow ? 10 : 16)),
  };
  let misere = values.misere === "1";
  const place = h("div", { class: "answered" });
  const sizes = h("div", { class: "tuners" });
  const choice = new Choice({
    label: t("Game"),
    rules: values.game ?? "wythoff",
    fits: (game) => game.table,
    changed: () => {
      drawSizes();
      show();
    },
  });
  let filling;
  const show = () => {
    remember({ game: choice.rules, ...size, ...(misere ? { misere: "1" } : {}) });
    filling?.stop();
    filling = new Filling({ game: choice.rules, ...size, misere }, choice, place);
  };
  const drawSizes = () => {
    const { flat = false, names = false } = choice.entry ?? {};
    const turn = (name) => (number) => {
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
  const rule = select(
    [
      ["", t("the last move wins")],
      ["1", t("the last move loses")],
    ],
    misere ? "1" : "",
    (value) => {
      misere = value === "1";
      show();
    },
  );
  drawSizes();
  show();
  const tab = h(
    "div",
    { class: "ask-answer" },
    questions(choice.element, sizes, field(t("Rule"), rule), choice.notation),
    place,
  );
  tab.leave = () => filling.stop();
  return tab;
}

// Asks for one piece after another; what is there is drawn at once.
class Filling {
  constructor(asked, choice, place) {
    Object.assign(this, { asked, choice, place });
    this.control = new AbortController();
    this.bar = h("div", { class: "filling" });
    this.least = Math.max(1, Math.floor(CELLS / asked.columns));
    this.height = this.least;
    this.begin();
  }

  stop() {
    this.control.abort();
  }

  async begin() {
    const { signal } = this.control;
    const late = setTimeout(() => replace(this.place, h("p", { class: "dim" }, t("Computing ..."))), 150);
    try {
      const first = await this.piece(0);
      clearTimeout(late);
      if (signal.aborted) return;
      this.map = new HeatMap(first, this.asked, this.choice.title);
      replace(this.place, this.bar, this.map.element);
      this.map.shown();
      await this.goOn(first);
    } catch (fault) {
      clearTimeout(late);
      if (signal.aborted) return;
      replace(this.place, complaint(fault));
      if (fault.place !== undefined || fault.status === 404) this.choice.complain(fault);
    }
  }

  async piece(row) {
    const { height, least } = this;
    const began = performance.now();
    const asked = get("table", { ...this.asked, row, height }, this.control.signal);
    const found = await (height > least ? asked.catch(() => null) : asked);
    if (height > least && (found?.trouble ?? !found)) {
      this.height = least; // fewer rows may be within the limits
      return this.piece(row);
    }
    const took = performance.now() - began;
    this.height = Math.ceil(Math.min(LARGEST, height * Math.min(LEAP, Math.max(0.5, PACE / took))));
    return found;
  }

  async goOn(last) {
    let piece = last;
    const rows = last.size[1];
    for (;;) {
      const row = piece.row + piece.cells.length;
      if (piece.trouble) return this.limited(piece, row);
      this.progress(row, rows);
      if (row >= rows || !piece.cells.length) return;
      piece = await this.piece(row);
      if (this.control.signal.aborted) return;
      this.map.add(piece);
    }
  }

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

  // A limit ends a piece; the reader decides whether the next ones are worth trying.
  limited({ trouble }, row) {
    const more = row < this.map.high;
    const on = () =>
      this.piece(row).then(
        (next) => (this.map.add(next), this.goOn(next)),
        () => {},
      );
    replace(
      this.bar,
      h("p", { class: "bad" }, `${capital(trouble)}.`),
      more ? button(t("Try the next rows"), on) : null,
    );
  }
}
