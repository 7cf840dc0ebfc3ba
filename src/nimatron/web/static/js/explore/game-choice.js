// The choice of a game: by its name with sliders for its parameters, or in the notation.

import { get } from "../api.js";
import { field, h, markPlace, replace, select } from "../dom.js";
import { t } from "../language.js";
import { dialControls } from "./dials.js";

/** @type {Explorable[]} */
let games = [];
/** @type {Api.Named[]} */
let groups = [];

// What the catalog has, once for all tabs.
export async function loadGames() {
  const [explorable, gallery] = await Promise.all([get("explorable"), get("games")]);
  const about = new Map(gallery.games.map((game) => [game.id, game]));
  games = explorable.games.map((game) => ({ ...about.get(game.id), ...game }));
  groups = gallery.groups;
}

/** @param {string} rules */
export function gameOf(rules) {
  return games.find((game) => game.rules === rules || game.id === rules);
}

/**
 * Who wins: whoever makes the last move, or the other one. `chosen` is told whether it is the other one.
 * @param {boolean} misere @param {(misere: boolean) => void} chosen
 */
export function ruleChoice(misere, chosen) {
  const rules = [
    ["", t("the last move wins")],
    ["1", t("the last move loses")],
  ];
  return select(rules, misere ? "1" : "", (value) => chosen(value === "1"));
}

export class GameChoice {
  /** @type {{rules: string, entry: Explorable | undefined} | undefined} */
  built;

  /**
   * @param {{label: string, rules: string, fits: (game: Explorable) => unknown, changed: () => void}} choice
   *   `rules`: the game at first, `fits`: which games are offered, `changed`: called when another one is chosen
   */
  constructor({ label, rules, fits, changed }) {
    this.rules = gameOf(rules)?.rules ?? rules;
    this.changed = changed;
    this.offered = games.filter(fits);
    /** @type {HTMLSelectElement} */
    this.select = h("select", { onchange: () => this.name(this.select.value) }, this.options());
    this.input = h("input", { type: "text", value: this.rules, spellcheck: "false", autocomplete: "off" });
    this.trouble = h("div", {});
    this.places = h("div", { class: "tuners" });
    this.element = h("div", { class: "game-choice" }, field(label, this.select), this.places);
    this.notation = h(
      "details",
      { class: "notation", open: !this.entry },
      h("summary", {}, t("In the notation")),
      h(
        "form",
        { class: "inline", onsubmit: (event) => this.typed(event) },
        this.input,
        h("button", { type: "submit" }, t("Use")),
      ),
      this.trouble,
    );
    this.input.setAttribute("aria-label", t("The game in the notation"));
    this.show();
  }

  // The game by its name, also when its dials were turned.
  get entry() {
    const turned = this.built?.rules === this.rules ? this.built.entry : undefined;
    return this.offered.find((game) => game.rules === this.rules) ?? turned;
  }

  get title() {
    if (!this.entry) return this.rules;
    return this.entry.rules === this.rules ? this.entry.title : `${this.entry.title} · ${this.rules}`;
  }

  // By groups, where the catalog has them.
  options() {
    /** @param {Explorable} game */
    const option = (game) => h("option", { value: game.rules }, game.title);
    const grouped = groups
      .map(({ id, title }) => ({ title, some: this.offered.filter((game) => game.group === id) }))
      .filter(({ some }) => some.length);
    const rest = this.offered.filter((game) => !groups.some(({ id }) => id === game.group));
    return [
      grouped.map(({ title, some }) => h("optgroup", { label: title }, some.map(option))),
      rest.map(option),
      h("option", { value: "" }, t("as written below")),
    ];
  }

  /** @param {string} rules */
  name(rules) {
    if (!rules) {
      this.openNotation();
      this.input.focus();
      return;
    }
    this.use(rules);
  }

  openNotation() {
    this.notation.open = true;
    const folded = this.notation.parentElement?.closest("details");
    if (folded) folded.open = true;
  }

  /** @param {On<Event>} event */
  typed(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text) this.use(text);
  }

  /** @param {string} rules */
  use(rules) {
    this.rules = rules;
    this.show();
    this.changed();
  }

  show() {
    this.select.value = this.entry?.rules ?? "";
    this.select.options[this.select.length - 1].text = this.entry ? t("as written below") : this.rules;
    this.input.value = this.rules;
    replace(this.trouble);
    if (this.built?.rules === this.rules) return; // the dials stay as they were turned
    if (this.entry) this.showDials();
    else replace(this.places);
  }

  // Dials of the rules alone: a map shows all positions anyway.
  showDials() {
    const { id = "", dials = [] } = this.entry ?? {};
    const some = dials.filter((dial) => dial.of === "rules");
    replace(
      this.places,
      dialControls(some, (values) => this.build(id, values)),
    );
  }

  /** @param {string} game @param {Record<string, any[]>} values */
  async build(game, values) {
    const dial = Object.entries(values).map(([name, numbers]) => `${name}:${numbers.join(",")}`);
    try {
      const entry = this.offered.find(({ id }) => id === game);
      const { summands } = await get("build", { game, dial });
      this.built = { rules: summands[0].rules, entry };
      this.use(this.built.rules);
    } catch (fault) {
      this.complain(fault);
    }
  }

  /** The server points at what it cannot read. @param {Fault} fault */
  complain(fault) {
    this.openNotation();
    const pointed =
      fault.place === undefined ? null : h("code", { class: "pointed" }, markPlace(this.rules, fault.place));
    replace(this.trouble, h("p", { class: "bad", role: "alert" }, fault.message, pointed));
  }
}
