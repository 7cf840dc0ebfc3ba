// The gallery: every game as a picture with its rule in one line; several cards together are a sum. You can also
// write a position in the notation.

import { get } from "./api.js";
import { centre, still } from "./board.js";
import { button, field, h, markPlace, replace, segments, select } from "./dom.js";
import { icon } from "./icons.js";
import { Dialog } from "./dialog.js";
import { lang, t } from "./language.js";

// What a newcomer sees first: one of each kind that is quickly understood.
const FIRST = ["nim", "subtraction", "kayles", "chomp", "cram"];

const SIZE = { width: 208, height: 130 };

/** Words without accents and capitals, so that a search finds what is meant. @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").toLowerCase();
}

export class Gallery {
  /** @type {Api.Game[] | null} */
  sum = null; // the games that are put together, if any
  /** @type {Api.Gallery | null} */
  drawn = null;
  /** @type {Dialog} */
  dialog;
  /** @type {HTMLElement} */
  grid;
  /** @type {HTMLElement} */
  none;
  /** @type {HTMLElement} */
  tray;
  /** @type {HTMLInputElement} */
  search;
  /** @type {HTMLElement} */
  adding;

  /**
   * `choose(game)` plays one game, `begin(position)` any position; both return a fault of the position.
   * @param {Api.Games} catalog
   * @param {{choose: (game: Api.Game) => Begun, begin: (position: string) => Begun}} doing
   */
  constructor({ games, groups, joins }, { choose, begin }) {
    this.groups = groups;
    this.joins = joins;
    this.sign = joins[0].sign;
    this.choose = choose;
    this.begin = begin;
    /** @param {Api.Game} game */
    const rank = ({ id }) => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length);
    this.games = [...games].sort((a, b) => rank(a) - rank(b));
    this.group = "";
  }

  open(position = "") {
    this.sum = null;
    this.dialog = new Dialog(t("Choose a game"), { look: "large" });
    this.grid = h("ul", { class: "gallery" });
    this.none = h("p", { class: "dim", role: "status" });
    this.tray = h("div", { class: "tray" });
    this.dialog.open(
      h("p", { class: "sub" }, t("or play several games together: in each turn you move in one of them.")),
      this.filters(),
      this.grid,
      this.none,
      this.asText(position),
      h("p", {}, h("a", { href: `own.html?lang=${lang}` }, t("A game of your own in the browser"))),
      this.tray,
    );
    this.draw();
    this.drawTray();
    this.pictures();
  }

  filters() {
    this.search = h("input", {
      type: "search",
      placeholder: t("Search"),
      "aria-label": t("Search"),
      oninput: () => this.draw(),
    });
    const some = this.groups.filter(({ id }) => this.games.some((game) => game.group === id));
    const groups = [["", t("All")], ...some.map(({ id, title }) => [id, title])];
    const filter = segments(
      t("Kind of game"),
      groups,
      this.group,
      (id) => {
        this.group = id;
        this.draw();
      },
      "chips",
    );
    this.adding = button([icon("add"), t("a sum")], () => this.toggleSum(), { class: "chip", "aria-pressed": "false" });
    return h("div", { class: "filters" }, this.search, this.adding, groups.length > 1 ? filter : null);
  }

  // The games of the chosen group in which every searched word occurs.
  get shown() {
    const words = plain(this.search.value).split(/\s+/).filter(Boolean);
    return this.games.filter((game) => {
      const text = plain([game.title, game.id, game.brief ?? game.rules, ...(game.aliases ?? [])].join(" "));
      return (!this.group || game.group === this.group) && words.every((word) => text.includes(word));
    });
  }

  draw() {
    const { shown } = this;
    const all = !this.group && !this.search.value.trim();
    replace(this.grid, all ? this.sections() : shown.map((game) => this.card(game)));
    replace(this.none, shown.length ? null : t("No matching game."));
    this.fill();
  }

  // A row to start with, then the groups, each with a line about it.
  sections() {
    /** @param {string} title @param {string} about @param {Api.Game[]} games */
    const section = (title, about, games) =>
      games.length
        ? [h("li", { class: "group" }, h("h3", {}, title), h("p", {}, about)), games.map((game) => this.card(game))]
        : null;
    const first = this.games.filter(({ id }) => FIRST.includes(id));
    return [
      section(t("Start here"), t("Five games you can learn in a minute."), first),
      this.groups.map(({ id, title, about }) =>
        section(
          title,
          about,
          this.games.filter((game) => game.group === id && !first.includes(game)),
        ),
      ),
    ];
  }

  /** @param {Api.Game} game */
  card(game) {
    const pressed = () => (this.sum ? this.add(game) : this.leave(this.choose(game)));
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "game", id: `game-${game.id}`, "data-game": game.id, onclick: pressed },
        h("span", { class: "picture" }),
        h("span", { class: "name" }, game.title),
        h("span", { class: "brief" }, game.brief ?? game.rules),
      ),
    );
  }

  // Pictures come apart from the words, and only once.
  async pictures() {
    try {
      this.drawn ??= await get("gallery", {}, undefined, true);
      this.fill();
    } catch {
      this.drawn = null; // the gallery can be read without them, and they are asked for again next time
    }
  }

  fill() {
    for (const card of this.grid.querySelectorAll("[data-game]")) {
      const place = card.firstElementChild;
      const [picture] = this.drawn?.pictures[card.dataset.game]?.filter(Boolean) ?? [];
      if (!picture || place.firstChild) continue;
      const drawing = still(picture, { ...SIZE, marked: this.drawn?.moves[card.dataset.game] });
      place.append(drawing);
      centre(drawing);
    }
  }

  // -- sums --

  toggleSum() {
    this.sum = this.sum ? null : [];
    this.adding.setAttribute("aria-pressed", String(Boolean(this.sum)));
    this.drawTray();
  }

  /** @param {Api.Game} game */
  add(game) {
    this.sum?.push(game);
    this.drawTray();
  }

  drawTray() {
    this.tray.hidden = !this.sum;
    if (!this.sum) return;
    const cards = this.sum.map((game, i) =>
      button([game.title, icon("close")], () => this.drop(i), {
        class: "chip",
        "aria-label": t("Take {game} away", { game: game.title }),
      }),
    );
    replace(
      this.tray,
      this.sum.length
        ? h("span", { class: "cards-of-sum" }, cards)
        : h("p", { class: "dim" }, t("Choose the games to put together.")),
      field(
        t("Joined by"),
        select(
          this.joins.map(({ sign, about }) => [sign, `${sign}  ${about}`]),
          this.sign,
          (sign) => (this.sign = sign),
        ),
      ),
      button(t("Play the sum"), () => this.playSum(), { class: "icon main", disabled: this.sum.length < 2 }),
    );
  }

  /** @param {number} i */
  drop(i) {
    this.sum?.splice(i, 1);
    this.drawTray();
  }

  async playSum() {
    try {
      const { position } = await get("sum", {
        summand: this.sum?.map((game) => game.sample),
        sign: this.sign,
      });
      await this.leave(this.begin(position));
    } catch (fault) {
      replace(this.none, fault.message);
    }
  }

  // -- positions as text --

  /** @param {string} position */
  asText(position) {
    const input = h("input", {
      type: "text",
      value: position,
      autocomplete: "off",
      spellcheck: "false",
      autocapitalize: "off",
      "aria-describedby": "notation-help",
    });
    const told = h("div", { role: "alert" });
    /** @param {On<Event>} event */
    const submit = async (event) => {
      event.preventDefault();
      const fault = await this.begin(input.value);
      input.toggleAttribute("aria-invalid", Boolean(fault));
      if (!fault) return this.dialog.close();
      return replace(told, faultText(fault, input.value));
    };
    return h(
      "details",
      { class: "as-text" },
      h("summary", {}, t("Position as text")),
      h(
        "form",
        { onsubmit: submit },
        field(t("Start position"), input),
        h(
          "p",
          { class: "dim small", id: "notation-help" },
          t("Type any position, such as nim: 3 4 5; games joined by + are played together."),
        ),
        told,
        h("button", { type: "submit", class: "icon" }, t("Begin")),
      ),
    );
  }

  /** @param {Begun} begun */
  async leave(begun) {
    const fault = await begun;
    if (fault) replace(this.none, fault.message);
    else this.dialog.close();
  }
}

/** What is wrong with a text, and where. @param {Fault} fault @param {string} text */
export function faultText(fault, text) {
  const pointed = markPlace(text, fault.place);
  return [h("p", { class: "bad" }, fault.message), pointed ? h("code", { class: "pointed" }, pointed) : null];
}
