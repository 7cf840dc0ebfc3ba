// The reader's language. English is in the code; the others come from the same catalogues as on the command line.

import { first } from "./first.js";

// A row for each language, from the page: its own name, and its letters for the outcomes.
export let LANGUAGES = {};

let words = {};
export let lang = "en";

function wanted() {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("lang") ?? navigator.language;
  const short = (asked ?? "en").slice(0, 2);
  return short in LANGUAGES ? short : "en";
}

export async function loadWords() {
  LANGUAGES = JSON.parse(document.getElementById("languages").textContent);
  lang = wanted();
  document.documentElement.lang = lang;
  if (lang === first.lang) words = first.words;
  else if (lang !== "en") words = await (await fetch(`words/${lang}.json`)).json();
}

// The words of a reader who is known already.
export function speak(chosen, found) {
  lang = chosen;
  words = found;
}

export function useLanguage(chosen) {
  localStorage.setItem("lang", chosen);
  const url = new URL(location.href);
  url.searchParams.set("lang", chosen);
  history.replaceState(history.state, "", url); // the screen keeps its own state there
  location.reload();
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// The text in the reader's language, with its {names} filled in.
export function t(text, values = {}) {
  return filled(words[text] ?? text, values);
}

// Moves and complaints begin in lower case, to fit into a sentence; alone they need a capital.
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// The letter by which the reader's language calls an outcome; anything else stays as it is.
export function letter(value) {
  return LANGUAGES[lang]?.letters[value] ?? value;
}
