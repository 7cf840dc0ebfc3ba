// The Sheets screen: choose a game, look at its sheets, print them or take them as PDF. The address has the choice.

import { get } from "./api.js";
import { button, download, field, h, replace, select } from "./dom.js";
import { tabs } from "./learn/tabs.js";
import { papers } from "./sheets/paper.js";
import { say, shell } from "./shell.js";
import { lang, t } from "./language.js";

/** @type {Record<string, number[]>} */
const LIMITS = { exercises: [0, 20], seed: [0, 999999], count: [1, 40] };

const main = await shell("learn.html", "Sheets");
const address = new URLSearchParams(location.search);
const place = h("div", { class: "papers" });
const status = h("p", { class: "dim", role: "status" });
/** @type {Record<string, any>} */
const chosen = { game: address.get("game") ?? "kayles", exercises: 8, seed: 1, count: 1 };
let paper = "a4";
for (const [name, [least, most]] of Object.entries(LIMITS)) {
  const given = Number(address.get(name) ?? chosen[name]);
  if (Number.isInteger(given) && given >= least && given <= most) chosen[name] = given;
}
let latest = 0;

const pdf = button(t("Download PDF"), () => save(), { hidden: true });

async function save() {
  replace(status, t("One moment ..."));
  try {
    const made = await get("sheet-pdf", { ...chosen, paper });
    const bytes = Uint8Array.from(atob(made.pdf), (letter) => letter.charCodeAt(0));
    download(`${chosen.game.split("{")[0]}.pdf`, new Blob([bytes], { type: "application/pdf" }));
    replace(status);
  } catch (fault) {
    replace(status, fault.message);
  }
}

async function show() {
  const mine = ++latest;
  history.replaceState(null, "", `sheets.html?${new URLSearchParams({ ...chosen, lang })}`);
  try {
    const found = await get("sheet", chosen);
    if (mine !== latest) return;
    replace(place, papers(found.sheets));
    pdf.hidden = !found.pdf;
    replace(status);
    say(t("The sheet is ready."));
  } catch (fault) {
    if (mine === latest) replace(status, fault.message);
  }
}

/** @param {string} name @param {string} label */
function number(name, label) {
  const [min, max] = LIMITS[name];
  /** @param {On<Event>} event */
  const change = ({ target }) => {
    const value = Number(target.value);
    if (!Number.isInteger(value) || value < min || value > max) return;
    chosen[name] = value;
    show();
  };
  return field(label, h("input", { type: "number", min, max, value: chosen[name], onchange: change }));
}

/** @param {Api.Game[]} games */
function settings(games) {
  /** @param {string} name */
  const change = (name) => (/** @type {string} */ value) => {
    chosen[name] = value;
    show();
  };
  const titles = games.filter(({ group }) => group !== "own").map(({ id, title }) => [id, title]);
  titles.sort(([, a], [, b]) => a.localeCompare(b, lang));
  return h(
    "div",
    { class: "row sheet-settings" },
    field(t("Game"), select(titles, chosen.game.split("{")[0], change("game"))),
    number("exercises", t("Exercises")),
    number("count", t("Different sheets")),
    number("seed", t("Seed")),
    field(
      t("Paper"),
      select(
        [
          ["a4", "A4"],
          ["letter", "Letter"],
        ],
        paper,
        (value) => (paper = value),
      ),
    ),
    button(t("Print"), () => print(), { class: "primary" }),
    pdf,
  );
}

try {
  const { games } = await get("games");
  main.append(
    tabs("sheets.html"),
    h(
      "div",
      { class: "sheets-page" },
      h("h1", {}, t("Sheets")),
      h(
        "p",
        { class: "lead" },
        t("A sheet for each pupil, and the key on separate pages. The same seed gives the same sheets."),
      ),
      settings(games),
      status,
      place,
    ),
  );
  await show();
} catch (fault) {
  main.append(h("p", { class: "bad", role: "alert" }, fault.message));
}
