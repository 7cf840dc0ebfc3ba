// The editor of the start position: steppers for its numbers, and clicks on the board itself.

import { get } from "./api.js";
import { button, h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./language.js";

export class Setup {
  position = "";
  /** @type {Api.Dialled[]} */
  summands = [];

  /**
   * `show(position)` draws another position on the board; `done(position)` begins with it, `cancel()` goes back.
   * @param {HTMLElement} place
   * @param {Record<"show" | "done" | "cancel", (position: string) => void>} settings
   */
  constructor(place, { show, done, cancel }) {
    this.place = place;
    this.show = show;
    this.done = done;
    this.cancel = cancel;
    this.dials = h("div", { class: "dials" });
    this.told = h("p", { class: "bad small", role: "alert" });
  }

  /** @param {string} position */
  async open(position) {
    replace(
      this.place,
      h("p", { class: "small" }, t("Click the board to change it, or use the buttons.")),
      this.dials,
      this.told,
      h(
        "div",
        { class: "row" },
        button([icon("dice"), h("span", {}, t("Random start"))], () => this.random(), { class: "icon", id: "random" }),
        button(t("Cancel"), () => this.leave(this.cancel), { class: "icon" }),
        button([icon("check"), t("Play this")], () => this.leave(this.done), { class: "icon main", id: "play-this" }),
      ),
    );
    await this.take(position);
  }

  /** @param {(position: string) => void} how */
  leave(how) {
    replace(this.place);
    how(this.position);
  }

  /** The board was changed by clicks, or another start was asked for. @param {string} position */
  async take(position) {
    this.position = position;
    try {
      const built = await get("build", { position });
      replace(this.told);
      this.position = built.position;
      this.summands = built.summands;
      this.draw();
    } catch (fault) {
      replace(this.told, fault.message);
    }
  }

  async random() {
    const { position } = await get("start", { game: this.position, seed: Math.floor(Math.random() * 1e9) });
    await this.take(position);
    this.show(this.position);
  }

  /**
   * One number has changed: its part is built anew.
   * @param {number} i @param {Api.Dial} dial @param {(number | string)[]} values
   */
  async turn(i, dial, values) {
    const dials = this.summands[i].dials.map((one) => `${one.name}:${(one === dial ? values : one.values).join(",")}`);
    try {
      const { position } = await get("build", { position: this.position, part: i, dial: dials });
      await this.take(position);
      this.show(this.position);
    } catch (fault) {
      replace(this.told, fault.message);
    }
  }

  draw() {
    const many = this.summands.length > 1;
    replace(
      this.dials,
      this.summands.map(({ title, dials }, i) => [
        many && dials.length ? h("h3", {}, `${i + 1}. ${title}`) : null,
        dials.map((dial) => this.dial(dial, `dial-${i}-${dial.name}`, (values) => this.turn(i, dial, values))),
      ]),
    );
  }

  /** @param {Api.Dial} dial @param {string} id @param {Turn} turn */
  dial(dial, id, turn) {
    const { kind, label } = dial;
    const inside = kind === "set" ? set(dial, id, turn) : steppers(dial, id, turn);
    return h(
      "div",
      { class: "dial", role: "group", "aria-label": label },
      h("span", { class: "label" }, label),
      inside,
    );
  }
}

/** @param {Api.Dial} dial @param {string} id @param {Turn} turn */
function steppers({ kind, label, values, min, max, least, most }, id, turn) {
  const list = kind === "list";
  /** @param {number} i @param {number} value */
  const put = (i, value) => turn(values.map((one, k) => (k === i ? value : one)));
  return [
    values.map((value, i) =>
      stepper(`${id}-${i}`, list ? `${label} ${i + 1}` : label, Number(value), { min, max }, (changed) =>
        put(i, changed),
      ),
    ),
    list
      ? [
          button(icon("add"), () => turn([...values, Math.max(min, 1)]), {
            class: "icon plain",
            id: `${id}-add`,
            disabled: values.length >= most,
            "aria-label": t("one more"),
          }),
          button(icon("close"), () => turn(values.slice(0, -1)), {
            class: "icon plain",
            id: `${id}-drop`,
            disabled: values.length <= least,
            "aria-label": t("one fewer"),
          }),
        ]
      : null,
  ];
}

/**
 * @param {string} id @param {string} label @param {number} value @param {{min: number, max: number}} range
 * @param {(value: number) => void} turn
 */
function stepper(id, label, value, { min, max }, turn) {
  /** @param {number} by @param {string} picture @param {string} text */
  const step = (by, picture, text) =>
    button(icon(picture), () => turn(value + by), {
      class: "icon plain",
      id: `${id}-${picture}`,
      disabled: by < 0 ? value <= min : value >= max,
      "aria-label": `${label}: ${text}`,
    });
  return h(
    "span",
    { class: "stepper" },
    step(-1, "less", t("less")),
    h("output", { "aria-label": label }, value),
    step(1, "add", t("more")),
  );
}

/** @param {Api.Dial} dial @param {string} id @param {Turn} turn */
function set({ values, min, max }, id, turn) {
  const all = [...Array(max - min + 1).keys()].map((i) => i + min);
  /** @param {number} one */
  const toggled = (one) => (values.includes(one) ? values.filter((value) => value !== one) : [...values, one]);
  /** @param {number[]} list */
  const sorted = (list) => [...list].sort((a, b) => a - b);
  return all.map((one) =>
    button(one, () => turn(sorted(toggled(one).map(Number))), {
      class: "chip number",
      id: `${id}-${one}`,
      "aria-pressed": String(values.includes(one)),
    }),
  );
}
