// A page without a server: questions go to workers in which Python runs, and come back as a server's answers would.

import { Crew, helpless } from "./crew.js";
import { known } from "./first.js";
import { progress } from "./progress.js";
import { service } from "./service.js";

let crew = null;

async function hired() {
  try {
    const folder = await service();
    return new Crew(() => newWorker(folder), progress);
  } catch (fault) {
    console.error(fault);
    return { ask: async () => helpless() };
  }
}

function newWorker(folder) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ start: folder });
  return worker;
}

// A Response to an address such as api/v1/position?position=...; if the signal ends it, so does the work.
export async function ask(url, signal) {
  crew ??= hired(); // already at the first question, although the first answers were written with the site
  return (await known(url)) ?? (await crew).ask(url, signal);
}
