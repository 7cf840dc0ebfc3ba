// Content that may be wider or higher than its place: it scrolls, and shades at the edges say that there is more.

import { h } from "./dom.js";

const NEAR = 4; // pixels that nobody misses

/** @param {string} label @param {Child[]} children */
export function scroller(label, ...children) {
  const inside = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, children);
  const frame = h("div", { class: "scroller" }, inside);
  const look = () => {
    const { scrollLeft: x, scrollTop: y, clientWidth, clientHeight, scrollWidth, scrollHeight } = inside;
    const more = {
      left: x > NEAR,
      right: x + clientWidth < scrollWidth - NEAR,
      up: y > NEAR,
      down: y + clientHeight < scrollHeight - NEAR,
    };
    for (const [side, there] of Object.entries(more)) frame.classList.toggle(`more-${side}`, there);
  };
  inside.addEventListener("scroll", look, { passive: true });
  const sizes = new ResizeObserver(look);
  sizes.observe(inside);
  for (const child of inside.children) sizes.observe(child);
  return frame;
}
