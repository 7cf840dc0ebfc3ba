// One worker of the page: Python with Nimatron. It is told where the site is, and then asked addresses.

import { boot } from "./boot.js";
import { storeSnapshot, loadSnapshot } from "./snapshots.js";

/** @type {(url: string, hurry: boolean) => string} */
let ask;

addEventListener("message", async ({ data }) => {
  if (data.start) return start(data.start);
  return postMessage({ answer: ask(data.url, data.hurry) });
});

/** @param {string} folder */
async function start(folder) {
  try {
    /** @param {number} share */
    const loaded = (share) => postMessage({ loaded: share });
    const site = await (await fetch(new URL("engine.json", folder))).json();
    const [packed, own, found] = await Promise.all([
      bytes(new URL(site.wheel, folder)),
      text(new URL(site.own, folder)),
      loadSnapshot(site.build),
    ]);
    loaded(0.2);
    const home = new URL("pyodide/", folder).href;
    const [{ loadPyodide }, { default: create }] = await Promise.all(
      ["pyodide.mjs", "pyodide.asm.mjs"].map((file) => import(home + file)),
    );
    const python = { loadPyodide, create, indexURL: home, lockFileContents: site.lock };
    const started = await boot({ python, packed, own, kept: found, loaded });
    ask = started.ask;
    postMessage({ ready: true });
    if (started.keep) storeSnapshot(site.build, started.keep);
  } catch (fault) {
    postMessage({ failed: String(fault?.stack ?? fault) });
  }
}

/** @param {URL} url */
async function bytes(url) {
  return new Uint8Array(await (await good(url)).arrayBuffer());
}

/** @param {URL} url */
async function text(url) {
  return (await good(url)).text();
}

/** @param {URL} url */
async function good(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}
