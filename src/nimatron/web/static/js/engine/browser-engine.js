// A page without a server: questions go to workers in which Python runs, and come back as a server's answers would.

import { Crew, helpless } from "./crew.js";
import { siteAnswer } from "./site-answers.js";
import { loadingBar } from "./loading-bar.js";
import { registerService } from "./register-service.js";

let crew = null;

async function hire() {
  try {
    const folder = await registerService();
    return new Crew(() => newWorker(folder), loadingBar);
  } catch (fault) {
    console.error(fault);
    return { ask: async () => helpless() };
  }
}

/** @param {string} folder */
function newWorker(folder) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ start: folder });
  return worker;
}

/**
 * A Response to an address such as api/v1/position?position=...; if the signal ends it, so does the work.
 * @param {string} url @param {AbortSignal} [signal]
 */
export async function ask(url, signal) {
  crew ??= hire(); // already at the first question, although the first answers were written with the site
  return (await siteAnswer(url)) ?? (await crew).ask(url, signal);
}
