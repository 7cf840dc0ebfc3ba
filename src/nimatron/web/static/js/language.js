// The reader's language. English is in the code; the others come from the same catalogues as on the command line.

import { inflected } from "./hungarian.js";
import { pageData } from "./page-data.js";

// A row for each language, from the page: its own name, and its letters for the outcomes.
/** @type {Record<string, {name: string, letters: Record<string, string>}>} */
export let LANGUAGES = {};

/** @type {Record<string, string>} */
let words = {};
export let lang = "en";

function readerLanguage() {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("lang") ?? navigator.language;
  const short = (asked ?? "en").slice(0, 2);
  return short in LANGUAGES ? short : "en";
}

export async function loadWords() {
  LANGUAGES = JSON.parse(document.getElementById("languages")?.textContent ?? "{}");
  lang = readerLanguage();
  document.documentElement.lang = lang;
  if (lang === pageData.lang) words = pageData.words;
  else if (lang !== "en") words = await (await fetch(`words/${lang}.json`)).json();
}

/** The words of a reader who is known already. @param {string} chosen @param {Record<string, string>} found */
export function speak(chosen, found) {
  lang = chosen;
  words = found;
}

/** @param {string} chosen */
export function useLanguage(chosen) {
  localStorage.setItem("lang", chosen);
  const url = new URL(location.href);
  url.searchParams.set("lang", chosen);
  history.replaceState(history.state, "", url); // the screen keeps its own state there
  location.reload();
}

// A finger does not click. The words come from the server too, where nobody knows what a reader points with.
/** @type {Record<string, [RegExp, string][]>} */
const TOUCH = {
  en: [
    [/\bClick/g, "Tap"],
    [/\bclick/g, "tap"],
  ],
  pl: [
    [/\bKlikaj/g, "Wybieraj"],
    [/\bKliknij/g, "Wybierz"],
    [/\bkliknij/g, "wybierz"],
  ],
  cs: [
    [/\bKlik(?=n|e)/g, "Ťuk"],
    [/\bklik(?=n|e)/g, "ťuk"],
  ],
  hu: [
    [/\bKattint/g, "Koppint"],
    [/\bkattint/g, "koppint"],
  ],
};

/** A sentence about pointing, for a finger where there is no mouse. @param {string} text */
export function pointing(text) {
  if (!globalThis.matchMedia?.("(hover: none)").matches) return text;
  return (TOUCH[lang] ?? []).reduce((said, [word, instead]) => said.replace(word, instead), text);
}

// A translator may ask for a form of a value, {heap:az} in Hungarian, or for the noun that it counts,
// {n:prvek|prvky|prvků} in Czech.
/** @param {any} value @param {string} form */
function inFormOf(value, form) {
  if (!form.includes("|")) return inflected(value, form);
  const kind = ["one", "few"].indexOf(new Intl.PluralRules(lang).select(Number(String(value).replace(/\D/g, ""))));
  return `${value} ${form.split("|").at(kind)}`; // -1 is the last form: many, or other
}

/** @param {string} text @param {Record<string, any>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name, form) =>
    name in values ? (form ? inFormOf(values[name], form) : values[name]) : whole,
  );
}

/**
 * The text in the reader's language, with its {names} filled in.
 * @param {string} text @param {Record<string, any>} values
 */
export function t(text, values = {}) {
  return fill(pointing(words[text] ?? text), values);
}

/** Moves and complaints begin in lower case, to fit into a sentence; alone they need a capital. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The letter by which the reader's language calls an outcome; anything else stays as it is. @param {any} value */
export function letter(value) {
  return LANGUAGES[lang]?.letters[value] ?? value;
}
