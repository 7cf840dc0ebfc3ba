// Setting up a position on the board itself: every click asks the server what comes of it. On a graph a drag joins two
// vertices, or parts them.

import { get } from "./api.js";

export class Editing {
  // `area` are the boards, `show(view)` draws them, `changed(position)` hears every new position, `fault(problem)` what
  // cannot be done.
  constructor({ area, show, changed, fault }) {
    Object.assign(this, { area, show, changed, fault });
    this.asked = new AbortController();
  }

  async begin(position) {
    this.position = position;
    await this.ask([]);
  }

  end() {
    this.asked.abort();
  }

  click(id) {
    return this.ask([id]);
  }

  // Only vertices are joined; elsewhere the place where a drag ends is clicked.
  drag(from, to) {
    const joined = [from, to].every((id) => this.area.shape(id)?.kind === "vertex");
    return this.ask(joined ? [from, to] : [to]);
  }

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
