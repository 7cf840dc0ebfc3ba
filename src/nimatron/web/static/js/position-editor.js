// An editor of positions on the board itself: every click asks the server for the next position. On a graph, a drag
// joins two vertices or parts them.

import { get } from "./api.js";

export class PositionEditor {
  position = "";

  /**
   * `area` are the boards, `show(view)` draws them, `changed(position)` hears every new position, `fault(problem)` what
   * cannot be done.
   * @param {{area: BoardGroup, show: (found: Api.Edit) => void, changed: (position: string) => void,
   *   fault: (problem: Fault) => void}} settings
   */
  constructor({ area, show, changed, fault }) {
    this.area = area;
    this.show = show;
    this.changed = changed;
    this.fault = fault;
    this.asked = new AbortController();
  }

  /** @param {string} position */
  async begin(position) {
    this.position = position;
    await this.ask([]);
  }

  end() {
    this.asked.abort();
  }

  /** @param {string} id */
  click(id) {
    return this.ask([id]);
  }

  /**
   * Only vertices are joined; elsewhere the place where a drag ends is clicked.
   * @param {string} from @param {string} to
   */
  drag(from, to) {
    const joined = [from, to].every((id) => this.area.shape(id)?.kind === "vertex");
    return this.ask(joined ? [from, to] : [to]);
  }

  /** @param {string[]} shape */
  async ask(shape) {
    const { signal } = this.asked;
    const before = this.position;
    try {
      const found = await get("edit", { position: before, shape }, signal);
      if (signal.aborted || this.position !== before) return; // a second click came first
      this.position = found.position;
      this.show(found);
      if (shape.length) this.changed(found.position);
    } catch (problem) {
      if (problem.name !== "AbortError") this.fault(problem);
    }
  }
}
