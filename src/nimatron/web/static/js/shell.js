// What every screen has: heading, links to the others, language, theme, and the sentence for screen readers.

import { button, h, select } from "./dom.js";
import { LANGUAGES, lang, loadWords, t, useLanguage } from "./words.js";

const live = h("p", { class: "spoken", role: "status", "aria-live": "polite" });

// Spoken by screen readers; a sentence that is said twice is also spoken twice.
export function say(sentence) {
  live.textContent = "";
  setTimeout(() => (live.textContent = sentence), 30);
}

// Says that an answer takes a while.
function waiting() {
  const place = h("p", { class: "waiting", role: "status", "aria-live": "polite" });
  addEventListener("waiting", ({ detail }) => {
    place.textContent = detail ? t("One moment ...") : "";
  });
  return place;
}

const THEMES = ["auto", "light", "dark"];

function useTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
  dispatchEvent(new Event("theme"));
}

function themeButton() {
  const names = { auto: t("Theme: system"), light: t("Theme: light"), dark: t("Theme: dark") };
  const now = () => localStorage.getItem("theme") ?? "auto";
  const change = (event) => {
    useTheme(THEMES[(THEMES.indexOf(now()) + 1) % THEMES.length]);
    event.target.textContent = names[now()];
  };
  return button(names[now()], change, { class: "quiet" });
}

function link(page, text, current) {
  const address = `${page}?lang=${lang}`;
  return h("a", { href: address, "aria-current": current === page ? "page" : null }, text);
}

function languageChoice() {
  const choice = select(Object.entries(LANGUAGES), lang, useLanguage);
  choice.setAttribute("aria-label", t("Language"));
  return choice;
}

// Loads the words, draws the frame, and returns the place for the screen itself.
export async function shell(page, title) {
  await loadWords();
  document.title = `${t(title)} · Nimatron`;
  const main = h("main", { id: "main", tabindex: -1 });
  document.body.replaceChildren(
    h("a", { class: "skip", href: "#main" }, t("Skip to content")),
    h(
      "header",
      {},
      h("a", { class: "logo", href: `./?lang=${lang}` }, "Nimatron"),
      h(
        "nav",
        { "aria-label": t("Screens") },
        link("./", t("Play"), page),
        link("explore.html", t("Explore"), page),
        link("learn.html", t("Learn"), page),
      ),
      h("div", { class: "settings" }, languageChoice(), themeButton()),
    ),
    main,
    live,
    waiting(),
    h(
      "footer",
      {},
      h("a", { href: "docs" }, t("API for programs")),
      " · ",
      t("Nimatron runs on this machine; nothing leaves it."),
    ),
  );
  return main;
}

useTheme(localStorage.getItem("theme") ?? "auto");
