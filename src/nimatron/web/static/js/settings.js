// The dialog with the settings: language, theme, sounds, and the keys of the screen.

import { hasServer } from "./api.js";
import { field, h, segments, select } from "./dom.js";
import { HELP } from "./shell.js";
import { Dialog } from "./dialog.js";
import { sounds } from "./sound.js";
import { useTheme } from "./theme.js";
import { LANGUAGES, lang, t, useLanguage } from "./language.js";

/** @param {string[]} help */
export function settings(help) {
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
  new Dialog(t("Settings")).open(
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
    h(
      "p",
      { class: "small links" },
      h("a", { href: HELP, hreflang: "en" }, t("Help")),
      hasServer ? h("a", { href: "docs" }, t("API for programs")) : null,
    ),
  );
}
