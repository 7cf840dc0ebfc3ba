// The parts that all screens share: the mark, links to the others, settings, and the sentence for screen readers.

import { button, h } from "./dom.js";
import { icon, mark } from "./icons.js";
import { live, say } from "./screen-reader.js";
import { useTheme } from "./theme.js";
import { lang, loadWords, t } from "./language.js";

export const HELP = "help/index.html";

export { say };

// Says that an answer takes a while.
function waiting() {
  const place = h("p", { class: "waiting", role: "status", "aria-live": "polite" });
  addEventListener("waiting", (event) => {
    place.textContent = /** @type {CustomEvent} */ (event).detail ? t("One moment ...") : "";
  });
  return place;
}

// -- the frame --

/** @param {string} page @param {string} text @param {string} current */
function link(page, text, current) {
  const address = `${page}?lang=${lang}`;
  return h("a", { href: address, "aria-current": current === page ? "page" : null }, text);
}

/**
 * Loads the words, draws the frame, and returns the place for the screen itself; `help()` has lines about its keys.
 * @param {string} page @param {string} title @param {() => string[]} help
 */
export async function shell(page, title, help = () => []) {
  await loadWords();
  document.title = `${t(title)} · Nimatron`;
  const main = h("main", { id: "main", tabindex: -1 });
  const settings = async () => (await import("./settings.js")).settings(help());
  const open = button(icon("settings"), settings, {
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
        document.documentElement.dataset.class ? link("class", t("Class"), page) : null,
        h("a", { class: "wide", href: HELP, hreflang: "en" }, t("Help")),
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
