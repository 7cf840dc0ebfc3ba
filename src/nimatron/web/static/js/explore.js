// The Explore screen: values as maps and sequences, comparisons, trees, graphs to draw, nimbers.

import { h, replace } from "./dom.js";
import { shell } from "./shell.js";
import { lang, t } from "./words.js";
import { loadGames } from "./explore/choice.js";
import { compareTab } from "./explore/compare.js";
import { graphTab } from "./explore/graph.js";
import { mapTab } from "./explore/map.js";
import { nimberTab } from "./explore/nimber.js";
import { sequenceTab } from "./explore/sequence.js";
import { treeTab } from "./explore/tree.js";

const TABS = () => [
  ["map", t("Maps of values"), mapTab],
  ["sequence", t("Sequences"), sequenceTab],
  ["compare", t("Compare"), compareTab],
  ["tree", t("Trees"), treeTab],
  ["graph", t("Draw a graph"), graphTab],
  ["nimber", t("Nimbers"), nimberTab],
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

function open(chosen, values) {
  const tabs = TABS();
  const [id, , draw] = tabs.find(([name]) => name === chosen) ?? tabs[0];
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
  panel.leave?.();
  const drawn = draw(values, (state) => remember({ tab: id, ...state }));
  panel.leave = drawn.leave;
  replace(panel, drawn);
  // On a phone the tabs scroll to the side; the chosen one must be seen.
  const tab = document.getElementById(`tab-${id}`);
  list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
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
  open(tab, values);
}

try {
  await loadGames();
  addEventListener("popstate", restore);
  restore();
} catch (fault) {
  replace(panel, h("p", { class: "bad", role: "alert" }, fault.message));
}
