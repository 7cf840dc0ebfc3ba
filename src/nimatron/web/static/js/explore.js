// The Explore screen: values as maps and sequences, comparisons, trees, graphs to draw, nimbers.

import { wait } from "./api.js";
import { h, replace } from "./dom.js";
import { shell } from "./shell.js";
import { lang, t } from "./language.js";
import { loadGames } from "./explore/game-choice.js";

/**
 * The scripts of a tab come when it is opened; `web/pages.py` has the same names, and lets the browser load them early.
 * @returns {[string, string, () => Promise<Tab>][]}
 */
const TABS = () => [
  ["map", t("Maps of values"), async () => (await import("./explore/map-tab.js")).mapTab],
  ["sequence", t("Sequences"), async () => (await import("./explore/sequence-tab.js")).sequenceTab],
  ["compare", t("Compare"), async () => (await import("./explore/compare-tab.js")).compareTab],
  ["tree", t("Trees"), async () => (await import("./explore/tree-tab.js")).treeTab],
  ["graph", t("Draw a graph"), async () => (await import("./explore/graph-tab.js")).graphTab],
  ["discover", t("Discover"), async () => (await import("./explore/discover-tab.js")).discoverTab],
  ["board", t("Board games"), async () => (await import("./explore/board-tab.js")).boardTab],
  ["nimber", t("Nimbers"), async () => (await import("./explore/nimber-tab.js")).nimberTab],
];

let leave = () => {}; // ends what the open tab is waiting for

/**
 * The state of a tab is in the address, so that every view can be shared. The browser's Back leads to the previous tab;
 * changes within a tab add nothing to the history.
 * @param {Record<string, unknown>} values @param {boolean} [isNew]
 */
function remember(values, isNew = false) {
  const url = new URL(location.href);
  const texts = Object.entries({ ...values, lang }).map(([name, value]) => [name, String(value)]);
  url.search = String(new URLSearchParams(texts));
  if (isNew) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}

const main = await shell("explore.html", "Explore");
const panel = h("div", { role: "tabpanel", id: "tab-panel", class: "explore" });
const list = h("div", { class: "tabs", role: "tablist", "aria-label": t("What to explore") });
main.classList.add("wide-page");
main.append(h("h1", { class: "explore-title" }, t("Explore")), list, panel);

/** @param {string | undefined} chosen @param {Record<string, string>} values */
async function open(chosen, values) {
  const tabs = TABS();
  const [id, , load] = tabs.find(([name]) => name === chosen) ?? tabs[0];
  replace(
    list,
    tabs.map(([name, text]) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": "tab-panel",
          "aria-selected": name === id,
          tabindex: name === id ? 0 : -1,
          onclick: () => turn(name),
          onkeydown: arrow,
        },
        text,
      ),
    ),
  );
  panel.setAttribute("aria-labelledby", `tab-${id}`);
  // On a phone the tabs scroll to the side; the chosen one must be seen.
  const tab = /** @type {HTMLElement} */ (document.getElementById(`tab-${id}`));
  list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  leave();
  leave = () => {};
  replace(panel);
  const end = wait();
  const draw = await load().catch(() => null);
  end();
  if (!tab.isConnected) return; // meanwhile another one is open
  if (!draw) {
    remember({ tab: id, ...values });
    return complain(t("The server is not responding. Is it still running?"));
  }
  const drawn = draw(values, (state) => remember({ tab: id, ...state }));
  leave = drawn.leave ?? leave;
  replace(panel, drawn);
}

/** @param {string} message */
function complain(message) {
  replace(panel, h("p", { class: "bad", role: "alert" }, message));
}

/** @param {string} name */
function turn(name) {
  remember({ tab: name }, true); // before its scripts come: Back may be pressed while they load
  open(name, {});
}

/** @param {On<KeyboardEvent>} event */
function arrow(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const names = TABS().map(([name]) => name);
  const now = names.indexOf(event.target.id.replace("tab-", ""));
  const next = names[(now + step + names.length) % names.length];
  turn(next);
  document.getElementById(`tab-${next}`)?.focus();
}

function restore() {
  const { tab, ...values } = Object.fromEntries(new URLSearchParams(location.search));
  return open(tab, values);
}

try {
  await loadGames();
  addEventListener("popstate", restore);
  await restore();
} catch (fault) {
  complain(fault.message);
}
