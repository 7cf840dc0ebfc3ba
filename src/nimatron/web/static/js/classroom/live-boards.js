// All games of the class as small boards, which follow each move.

import { get } from "../api.js";
import { still } from "../board.js";
import { h, replace } from "../dom.js";
import { t } from "../language.js";

const SIZE = { width: 190, height: 100 };

export class LiveBoards {
  /** @type {Map<string, LiveBoard>} */
  boards = new Map();

  /** @param {((bout: BoutView) => void) | null} choose what a click on a board does */
  constructor(choose = null) {
    this.choose = choose;
    this.element = h("ul", { class: "live-boards", "aria-label": t("Games in progress") });
  }

  /** @param {BoutView[]} bouts */
  update(bouts) {
    const there = new Set(bouts.map(({ id }) => id));
    for (const id of this.boards.keys()) if (!there.has(id)) this.boards.delete(id);
    for (const bout of bouts) {
      let board = this.boards.get(bout.id);
      if (!board) this.boards.set(bout.id, (board = new LiveBoard(this.choose)));
      board.update(bout);
    }
    const elements = bouts.map(({ id }) => /** @type {LiveBoard} */ (this.boards.get(id)).element);
    if (elements.some((element, i) => this.element.children[i] !== element) || this.element.children[bouts.length]) {
      replace(this.element, elements);
    }
  }
}

class LiveBoard {
  position = "";

  /** @param {((bout: BoutView) => void) | null} choose */
  constructor(choose) {
    this.names = h("span", { class: "live-names" });
    this.picture = h("span", { class: "live-picture" });
    const inside = [this.names, this.picture];
    this.card = choose
      ? h("button", { type: "button", class: "live-board", onclick: () => this.bout && choose(this.bout) }, inside)
      : h("div", { class: "live-board" }, inside);
    this.element = h("li", {}, this.card);
  }

  /** @param {BoutView} bout */
  update(bout) {
    this.bout = bout;
    this.card.classList.toggle("over", Boolean(bout.how));
    replace(
      this.names,
      bout.players.map((/** @type {string} */ id, /** @type {number} */ i) => {
        const look = bout.winner === id ? "winner" : !bout.how && bout.turn === id ? "to-move" : "";
        const spoken = look === "winner" ? t("won") : look ? t("to move") : "";
        return h(
          "span",
          { class: look },
          bout.names[i],
          spoken ? h("span", { class: "spoken" }, ` (${spoken})`) : null,
        );
      }),
    );
    if (bout.position !== this.position) this.draw(bout);
  }

  /** @param {BoutView} bout */
  async draw({ position, start }) {
    this.position = position;
    try {
      const { pictures } = await get("position", { position, frame: start }, undefined, true);
      // Meanwhile there may have been another move.
      if (position !== this.position) return;
      const drawn = pictures.filter((picture) => picture !== null);
      const size = { ...SIZE, width: SIZE.width / Math.max(1, drawn.length) };
      replace(this.picture, drawn.length ? drawn.map((one) => still(one, size)) : h("code", {}, position));
    } catch {
      replace(this.picture, h("code", {}, position));
    }
  }
}
