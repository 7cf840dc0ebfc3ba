// The moment after a win: coins fall over an element.

import { h } from "./dom.js";

const COINS = 14;

/** @param {HTMLElement} place */
export function celebrate(place) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const coins = [...Array(COINS).keys()].map((i) => {
    const coin = h("i", {});
    const turn = (i % 2 ? 1 : -1) * (90 + 13 * i);
    const looks = { "--x": `${(i * 61) % 100}%`, "--late": `${(i * 37) % 300}ms`, "--turn": `${turn}deg` };
    // Not as an attribute, which the policy for what a page may contain forbids.
    for (const [name, value] of Object.entries(looks)) coin.style.setProperty(name, value);
    return coin;
  });
  const moment = h("div", { class: "moment", "aria-hidden": "true" }, coins);
  place.append(moment);
  setTimeout(() => moment.remove(), 1800);
}
