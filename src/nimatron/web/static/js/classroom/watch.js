// A board to look at: it follows a game from move to move.

import { get } from "../api.js";
import { BoardGroup } from "../board-group.js";
import { h, replace } from "../dom.js";
import { t } from "../language.js";

export class Watch {
  shown = "";

  /** @param {Map<string, string>} titles */
  constructor(titles) {
    this.titles = titles;
    this.boards = new BoardGroup(
      () => {},
      () => {},
    );
    this.caption = h("p", { class: "watch-caption", role: "status" });
    this.element = h("div", { class: "watch" }, this.caption, h("div", { class: "place" }, this.boards.element));
    this.asked = new AbortController();
  }

  leave() {
    this.asked.abort();
  }

  /**
   * Shows a position, and what the move from `before` has changed.
   * @param {string} position @param {{before?: string, start?: string, misere?: boolean}} settings
   */
  async show(position, { before = "", start = position, misere = false } = {}) {
    if (position === this.shown) return;
    this.shown = position;
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    try {
      const moved = before
        ? await get(
            "turn",
            { position: before, move: position, frame: start, level: "none", seed: 0, misere },
            signal,
            true,
          )
        : null;
      const board = moved?.board ?? (await get("position", { position, frame: start }, signal, true));
      if (signal.aborted) return;
      const last = moved?.you?.changes ?? [];
      this.view = board;
      this.boards.show({
        pictures: board.pictures,
        texts: board.summands.map((summand) => summand.state),
        names: board.summands.map((summand) => this.titles.get(summand.name) ?? summand.game),
        last,
      });
      this.boards.mark("changed", new Set(last));
    } catch (fault) {
      if (fault.name !== "AbortError") this.caption.textContent = fault.message;
    }
  }

  /** The match that programs play now. @param {any} state */
  match({ now, position, misere, running }) {
    if (!now) {
      this.caption.textContent = running ? t("The programs are starting.") : "";
      return this.show(position);
    }
    const [a, b] = now.players;
    replace(this.caption, t("Match {n}: {a} begins against {b}.", { n: now.number, a, b }));
    const line = [now.start, ...now.line];
    const at = line.at(-1);
    return this.show(at, { before: line.length > 1 ? line.at(-2) : "", start: now.start, misere });
  }
}
