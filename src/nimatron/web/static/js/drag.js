// Drags on the boards: press a place, release over another. The chooser decides which move the two places mean.

const FAR = 6; // pixels: less is a click

// `allowed(id)` is asked at the start, `over(from, to)` called on the way (`to` is "" outside), `dragged(from, to)` at
// the end.
export class Drag {
  /** @type {{id: string, x: number, y: number, piece: any}} */
  from;
  moving = false;
  ended = false;

  /** @param {HTMLElement} element @param {Dragging} dragging */
  constructor(element, { allowed, over, dragged }) {
    this.element = element;
    this.allowed = allowed;
    this.over = over;
    this.dragged = dragged;
    element.addEventListener("pointerdown", (event) => this.begin(event));
    // A click follows the end of a drag if both places have a common ancestor that listens: it means nothing.
    element.addEventListener("click", (event) => this.ended && event.stopPropagation(), true);
  }

  /** @param {On<PointerEvent>} event */
  begin(event) {
    this.ended = false;
    const id = this.at(event);
    if (event.button || !id || !this.allowed(id)) return;
    this.from = { id, x: event.clientX, y: event.clientY, piece: this.piece(event.target) };
    event.target.releasePointerCapture?.(event.pointerId);
    const listening = new AbortController();
    /** @param {"pointermove" | "pointerup" | "pointercancel" | "blur"} kind @param {(event: any) => void} what */
    const on = (kind, what) => addEventListener(kind, what, { signal: listening.signal });
    on("pointermove", (move) => this.move(move));
    on("pointerup", (up) => this.end(up, listening));
    on("pointercancel", () => this.cancel(listening));
    on("blur", () => this.cancel(listening));
  }

  /** @param {On<PointerEvent>} event */
  at(event) {
    const page = /** @type {Document} */ (this.element.getRootNode()); // in a notebook a part of it alone
    const cell = page.elementFromPoint(event.clientX, event.clientY)?.closest("[data-id]");
    const svg = cell?.closest("[data-board]");
    return svg && this.element.contains(svg) ? `${svg.dataset.board}:${cell.dataset.id}` : "";
  }

  /** What follows the pointer: the piece of a square, or the topmost of several coins. @param {Element} target */
  piece(target) {
    const cell = target.closest(".grab");
    const coins = cell?.querySelectorAll(".chip-piece") ?? [];
    if (coins.length > 1) return coins[coins.length - 1];
    return cell?.querySelector(".piece") ?? null;
  }

  /** @param {On<PointerEvent>} event */
  move(event) {
    const { from } = this;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!this.moving && Math.hypot(x, y) < FAR) return;
    if (!this.moving) this.lift();
    if (from.piece) {
      const { a, b, c, d } = from.piece.parentNode.getScreenCTM();
      const scale = Math.sqrt(Math.abs(a * d - b * c));
      from.piece.style.transform = `translate(${x / scale}px, ${y / scale}px)`;
    }
    this.over(from.id, this.at(event));
  }

  lift() {
    this.moving = true;
    this.element.classList.add("dragging");
    const cell = this.from.piece?.closest("[data-id]");
    // Above its neighbours; the order of cells is that of the keyboard, and is restored by the next drawing.
    cell?.parentNode.parentNode.append(cell.parentNode);
    cell?.parentNode.append(cell);
  }

  /** @param {On<PointerEvent>} event @param {AbortController} listening */
  end(event, listening) {
    const { from, moving } = this;
    const to = this.at(event);
    this.cancel(listening, moving && Boolean(to) && to !== from.id);
    if (!moving) return;
    this.ended = to !== from.id;
    if (to && to !== from.id) this.dragged(from.id, to);
    else this.over(from.id, "");
    if (from.piece && !from.piece.getAnimations().length) from.piece.style.transform = "";
  }

  /** @param {AbortController} listening */
  cancel(listening, keep = false) {
    listening.abort();
    this.moving = false;
    this.element.classList.remove("dragging");
    if (this.from?.piece && !keep) this.from.piece.style.transform = "";
  }
}
