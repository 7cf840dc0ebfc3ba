// A bar below the header while Python is loading.

import { h } from "../dom.js";
import { t } from "../language.js";

/** @type {HTMLProgressElement | null} */
let bar = null;

/** The share that is loaded, from 0 to 1. @param {number} share */
export function loadingBar(share) {
  if (share >= 1) {
    bar?.remove();
    bar = null;
    return;
  }
  if (!bar) {
    bar = h("progress", { class: "loading", max: 1, "aria-label": t("Python is loading") });
    document.body.append(bar);
  }
  bar.value = Math.max(bar.value, share);
}
