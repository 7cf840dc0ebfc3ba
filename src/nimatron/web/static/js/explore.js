// The Explore screen: values as maps and sequences, comparisons, trees, graphs to draw, nimbers.

import { wait } from "./api.js";
import { h, replace } from "./dom.js";
import { shell } from "./shell.js";
import { lang, t } from "./words.js";
import { loadGames } from "./explore/choice.js";

// The scripts of a tab come when it is opened; `web/screens.py` has the same names, and lets the browser ask early.
const TABS = () => [
  ["map", t("Maps of values"), async () => (await import("./explore/map.js")).mapTab],
  ["sequence", t("Sequences"), async () => (await import("./explore/sequence.js")).sequenceTab],
  ["compare", t("Compare"), async () => (await import("./explore/compare.js")).compareTab],
  ["tree", t("Trees"), async () => (await import("./explore/tree.js")).treeTab],
  ["graph", t("Draw a graph"), async () => (await import("./explore/graph.js")).graphTab],
  ["nimber", t("Nimbers"), async () => (await import("./explore/nimber.js")).nimberTab],
];

// The browser's Back leads to the previous tab; changes within a tab add nothing to the history.
let entry = false;

// The state of a tab is in the address, so that every view can be shared.
function remember(values) {
  const url = new URL(location.href);
  url.search = new URLSearchParams({ ...values, lang });
  if (entry) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
  entry = false;
}

const main = await shell("explore.html", "Explore");
const panel = h("div", { role: "tabpanel", id: "tab-panel", class: "explore" });
const list = h("div", { class: "tabs", role: "tablist", "aria-label": t("What to explore") });
main.classList.add("wide-page");
main.append(h("h1", { class: "explore-title" }, t("Explore")), list, panel);

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
  const tab = document.getElementById(`tab-${id}`);
  list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  panel.leave?.();
  panel.leave = null;
  replace(panel);
  const end = wait();
  const draw = await load().catch(() => null);
  end();
  if (!tab.isConnected) return; // meanwhile another one is open
  if (!draw) {
    remember({ tab: id, ...values });
    return complain(t("The server does not answer. Is it still running?"));
  }
  const drawn = draw(values, (state) => remember({ tab: id, ...state }));
  panel.leave = drawn.leave;
  replace(panel, drawn);
}

function complain(message) {
  replace(panel, h("p", { class: "bad", role: "alert" }, message));
}

function turn(name) {
  entry = true;
  open(name, {});
}

function arrow(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const names = TABS().map(([name]) => name);
  const now = names.indexOf(event.target.id.replace("tab-", ""));
  const next = names[(now + step + names.length) % names.length];
  turn(next);
  document.getElementById(`tab-${next}`).focus();
}

function restore() {
  const { tab, ...values } = Object.fromEntries(new URLSearchParams(location.search));
  entry = false; // a tab that was still loading is not opened
  return open(tab, values);
}

try {
  await loadGames();
  addEventListener("popstate", restore);
  await restore();
} catch (fault) {
  complain(fault.message);
}
