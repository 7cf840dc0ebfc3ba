// The theme that was chosen on the page, a button to change it, and the way to the search.

const THEMES = ["auto", "light", "dark"];
const NAMES = { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };

function theme() {
  const kept = localStorage.getItem("theme");
  return THEMES.includes(kept) ? kept : "auto";
}

function use(chosen) {
  if (chosen === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  localStorage.setItem("theme", chosen);
}

function addTheme(button) {
  const name = () => {
    button.title = NAMES[theme()];
    button.setAttribute("aria-label", button.title);
  };
  button.addEventListener("click", () => {
    use(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
    name();
  });
  name();
  button.hidden = false;
}

// The policy of the server forbids forms that are sent, so the address is made here.
function addSearch(form) {
  const words = form.elements.namedItem("q");
  words.value = new URLSearchParams(location.search).get("q") ?? "";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.assign(`${form.action}?q=${encodeURIComponent(words.value)}`);
  });
}

// Beside the text there is room for the contents; above it they wait to be opened.
function addContents(contents) {
  const wide = matchMedia("(min-width: 60rem)");
  const fit = () => (contents.open = wide.matches);
  wide.addEventListener("change", fit);
  fit();
}

// Code that is wider than its place can be scrolled with the keyboard.
function addFocus(blocks) {
  for (const block of blocks) if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
}

use(theme());
addEventListener("DOMContentLoaded", () => {
  addTheme(document.getElementById("theme"));
  addSearch(document.querySelector("form.search"));
  addContents(document.getElementById("contents"));
  addFocus(document.querySelectorAll("pre"));
});
