// What every screen has: the mark, links to the others, settings, and the sentence for screen readers.

import { button, field, h, segments, select } from "./dom.js";
import { icon, mark } from "./icons.js";
import { Sheet } from "./sheet.js";
import { sounds } from "./sound.js";
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

// -- settings --

function useTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
  dispatchEvent(new Event("theme"));
}

function settings(help) {
  const languages = Object.entries(LANGUAGES).map(([code, { name }]) => [code, name]);
  const themes = [
    ["auto", t("as the system")],
    ["light", t("light")],
    ["dark", t("dark")],
  ];
  const onOff = [
    ["off", t("off")],
    ["on", t("on")],
  ];
  new Sheet(t("Settings")).open(
    field(t("Language"), select(languages, lang, useLanguage)),
    h("h3", {}, t("Theme")),
    segments(t("Theme"), themes, localStorage.getItem("theme") ?? "auto", useTheme),
    h("h3", {}, t("Sounds")),
    segments(t("Sounds"), onOff, sounds.on ? "on" : "off", (value) => (sounds.on = value === "on")),
    help.length
      ? [
          h("h3", {}, t("Keyboard")),
          h(
            "ul",
            {},
            help.map((line) => h("li", {}, line)),
          ),
        ]
      : null,
    h("p", { class: "dim small" }, t("Nimatron runs on this machine; nothing leaves it.")),
    h("p", { class: "small" }, h("a", { href: "docs" }, t("API for programs"))),
  );
}

// -- the frame --

function link(page, text, current) {
  const address = `${page}?lang=${lang}`;
  return h("a", { href: address, "aria-current": current === page ? "page" : null }, text);
}

// Loads the words, draws the frame, and returns the place for the screen itself; `help()` has lines about its keys.
export async function shell(page, title, help = () => []) {
  await loadWords();
  document.title = `${t(title)} · Nimatron`;
  const main = h("main", { id: "main", tabindex: -1 });
  const open = button(icon("settings"), () => settings(help()), {
    class: "icon plain",
    id: "settings",
    "aria-label": t("Settings"),
    title: t("Settings"),
  });
  document.body.replaceChildren(
    h("a", { class: "skip", href: "#main" }, t("Skip to content")),
    h(
      "header",
      {},
      h("a", { class: "logo", href: `./?lang=${lang}`, "aria-label": "Nimatron" }, mark(), h("span", {}, "Nimatron")),
      h(
        "nav",
        { "aria-label": t("Screens") },
        link("./", t("Play"), page),
        link("explore.html", t("Explore"), page),
        link("learn.html", t("Learn"), page),
      ),
      open,
    ),
    main,
    live,
    waiting(),
  );
  return main;
}

useTheme(localStorage.getItem("theme") ?? "auto");
