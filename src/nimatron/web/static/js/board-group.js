// All boards of a position in one room: the group lays them out again whenever the room changes, and reports boards
// that do not fit.

import { Board } from "./board.js";
import { button, h, replace } from "./dom.js";
import { LEAST, arrange } from "./board-layout.js";
import { showMove, settle } from "./motion.js";
import { t } from "./language.js";

const ZOOMED = 40; // pixels: cells of a board that is looked at in parts
const HEADING = 26; // pixels: the title of one of several boards
const SHEETS = 200; // pixels: the room for other boards beside a sheet
const DEFAULT = { width: 640, height: 420 };

// Something is taken from these kinds of shapes, and what was taken is still seen for a while.
const GHOSTLY = ["counter", "chocolate", "poison"];

export class BoardGroup {
  /** @type {(Picture | null)[]} */
  pictures;
  /** @type {string[]} */
  texts;
  /** @type {string[]} */
  names;
  /** @type {string[][]} */
  moves;
  /** @type {(Board | null)[]} */
  drawn = [];
  /** @type {Map<string, Set<string>>} */
  marks = new Map();
  /** @type {Room | undefined} */
  fitted;
  zoomed = false;
  small = false;
  /** @type {Map<number, HTMLElement>} boards that are drawn on a sheet instead */
  papers = new Map();

  /**
   * `pick(id)` and `hover(id)` as for a board.
   * @param {(id: string) => void} pick @param {(id: string) => void} hover
   */
  constructor(pick, hover) {
    this.pick = pick;
    this.hover = hover;
    this.inner = h("div", { class: "room" });
    this.note = h("div", { class: "zoom", hidden: true });
    this.choices = h("div", { class: "choices", hidden: true });
    this.element = h("div", { class: "boards" }, this.inner, this.note, this.choices);
    this.watch = new ResizeObserver(() => this.fit());
    this.watch.observe(this.element);
    this.inner.addEventListener("scroll", () => this.tell(), { passive: true });
  }

  get found() {
    return this.drawn.filter(Boolean);
  }

  /**
   * `names` are the titles of the boards; `moves` lists what each move so far has changed, `last` is the last of them.
   * `choices` are the moves that no picture shows.
   * @param {Position} position
   */
  show({ pictures, texts, names, moves = [], last = [], choices = null }) {
    replace(this.choices, choices);
    this.choices.hidden = !choices;
    const before = this.drawn.map((board) => board && { picture: board.picture, layout: board.layout });
    const same =
      this.names && pictures.length === this.names.length && names.every((name, i) => name === this.names[i]);
    const ghostly = pictures.map(
      (picture, i) => picture && { ...picture, ghosts: ghosts(picture, before[i], i, last) },
    );
    this.pictures = ghostly;
    this.texts = texts;
    this.names = names;
    this.moves = moves;
    if (!same || pictures.some((picture, i) => !picture !== !this.drawn[i])) this.frame();
    this.layOut();
    this.drawn.forEach((board, i) => {
      const earlier = before[i];
      if (board && earlier?.picture) settle(board, earlier, last);
    });
  }

  /** Some boards are drawn on sheets from now on. @param {Map<number, HTMLElement>} papers */
  seat(papers) {
    const same = papers.size === this.papers.size && [...papers].every(([i, paper]) => this.papers.get(i) === paper);
    for (const [i, paper] of this.papers) if (papers.get(i) !== paper) paper.remove();
    this.papers = papers;
    if (!same || [...papers].some(([i, paper]) => paper.parentElement !== this.inner.children[i])) this.layOut();
  }

  // One figure for each board.
  frame() {
    this.marks.clear();
    this.drawn = this.pictures.map((picture, i) => picture && new Board(i, this.names[i], this.pick, this.hover));
    const several = this.pictures.length > 1;
    const figures = this.drawn.map((board, i) => {
      board?.svg.setAttribute("data-board", i);
      const shown = board ? board.svg : h("output", { class: "drawing", "aria-label": t("the position") });
      const title = several ? h("figcaption", {}, `${i + 1}. ${this.names[i]}`) : null;
      return h("figure", { class: "summand" }, title, shown);
    });
    this.element.classList.toggle("several", several);
    replace(this.inner, figures);
  }

  // The room: in a place with a height of its own all of it, else a part of the window.
  /** @returns {Room & {most?: number}} */
  get room() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width) return DEFAULT;
    if (this.element.parentElement?.classList.contains("table")) {
      return { width, height: Math.max(220, Math.min(innerHeight * 0.6, 460)), most: 76 };
    }
    if (this.papers.size) return { width, height: SHEETS, most: 76 };
    const part = this.choices.hidden ? 1 : this.found.length ? 0.6 : 0.35;
    return { width, height: Math.max(height * part, 120) };
  }

  fit() {
    if (matchMedia("print").matches) return; // on paper boards are as large as they were on the screen
    const { width, height } = this.room;
    if (!this.pictures || (width === this.fitted?.width && height === this.fitted?.height)) return;
    this.layOut();
  }

  layOut() {
    const room = (this.fitted = this.room);
    const most = room.most ?? 44 + 0.18 * Math.min(room.width, room.height * 1.2);
    const heading = this.pictures.length > 1 ? HEADING : 0;
    const pictures = this.pictures.filter((_, i) => !this.papers.has(i));
    let found = arrange(pictures, room, { most, heading });
    this.small = pictures.some(Boolean) && found.cell < LEAST;
    if (!this.small) this.zoomed = false;
    if (this.small) {
      const less = { ...room, height: room.height - 40 };
      found = arrange(pictures, less, { most, heading, least: this.zoomed ? ZOOMED : 0 });
    }
    this.element.classList.toggle("zoomed", this.zoomed);
    const layouts = found.boards.values();
    this.element.classList.toggle("on-sheets", this.papers.size > 0);
    this.drawn.forEach((board, i) => {
      const figure = /** @type {HTMLElement} */ (this.inner.children[i]);
      const paper = this.papers.get(i);
      figure.classList.toggle("sketch", Boolean(paper));
      if (paper) {
        figure.style.width = "";
        if (paper.parentElement !== figure) figure.append(paper);
        return;
      }
      const [picture, layout] = [this.pictures[i], layouts.next().value];
      figure.style.width = layout ? `${layout.width}px` : "100%";
      if (board && picture && layout) board.draw(picture, layout, this.moves);
      else figure.querySelector(".drawing").textContent = this.texts[i];
    });
    for (const [name, ids] of this.marks) this.drawn.forEach((board) => board?.mark(name, ids));
    this.tell();
  }

  // How much of the boards is seen, where they are too large for the room.
  tell() {
    this.note.hidden = !this.small;
    if (!this.small) return;
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = this.inner;
    const percent = Math.round((100 * clientWidth * clientHeight) / (scrollWidth * scrollHeight));
    const words = this.zoomed
      ? t("You see {part} of the board: scroll to see the rest.", { part: `${percent} %` })
      : t("You see the whole board, but small.");
    const zoom = () => {
      this.zoomed = !this.zoomed;
      this.layOut();
    };
    replace(
      this.note,
      h("span", {}, words),
      button(this.zoomed ? t("Show all of it") : t("Enlarge"), zoom, { id: "zoom-board" }),
    );
    if (this.zoomed) this.inner.tabIndex = 0;
    else this.inner.removeAttribute("tabindex");
  }

  /** Sets a class on exactly the shapes with these ids. @param {string} name @param {Set<string>} ids */
  mark(name, ids) {
    this.marks.set(name, ids);
    this.drawn.forEach((board) => board?.mark(name, ids));
  }

  /** @param {string} id */
  board(id) {
    return this.drawn[Number(id.split(":")[0])] ?? null;
  }

  /** @param {string} id */
  shape(id) {
    const board = this.board(id);
    return board?.picture.shapes.find((shape) => `${board.index}:${shape.id}` === id);
  }

  /** Shows a move before it is drawn. @param {string[]} ids */
  async make(ids) {
    await Promise.all(this.found.filter((board) => board.own(ids).length).map((board) => showMove(board, ids)));
  }
}

/**
 * What the last move took and is no longer there.
 * @param {Picture} picture @param {{picture: Picture} | null} before @param {number} index @param {string[]} last
 */
function ghosts(picture, before, index, last) {
  if (!before?.picture || picture.together) return [];
  const there = new Set(picture.shapes.map((shape) => shape.id));
  return before.picture.shapes.filter(
    (shape) => GHOSTLY.includes(shape.kind) && !there.has(shape.id) && last.includes(`${index}:${shape.id}`),
  );
}
