// Where the code of a reader runs: a worker inside a frame that belongs to no site, so it has no storage, and whose
// policy forbids every connection. Python itself is handed in, because nothing can be loaded there.

import { kept } from "./snapshots.js";

const FILES = { bytes: ["pyodide.asm.wasm", "python_stdlib.zip"], texts: ["pyodide.mjs", "pyodide.asm.mjs"] };

// All that Python needs, as data: once for all frames of the page.
let loading = null;

export function supplies(folder) {
  loading ??= supplied(folder);
  return loading;
}

async function supplied(folder) {
  const site = await (await fetch(new URL("engine.json", folder))).json();
  const of = (path, how) => fetch(new URL(path, folder)).then((response) => response[how]());
  const [packed, own, boot, worker, bytes, texts, start] = await Promise.all([
    of(site.wheel, "arrayBuffer"),
    of(site.own, "text"),
    of("js/engine/boot.js", "text"),
    of("js/engine/cell.js", "text"),
    Promise.all(FILES.bytes.map((name) => of(`pyodide/${name}`, "arrayBuffer"))),
    Promise.all(FILES.texts.map((name) => of(`pyodide/${name}`, "text"))),
    kept(site.build),
  ]);
  const named = (names, found) => Object.fromEntries(names.map((name, i) => [name, found[i]]));
  return {
    lock: site.lock,
    packed,
    own,
    boot,
    worker,
    bytes: named(FILES.bytes, bytes),
    texts: named(FILES.texts, texts),
    kept: start,
  };
}

// A worker like any other, for the code of a reader in a language.
export class Sandbox extends EventTarget {
  constructor(given, code, lang) {
    super();
    this.frame = document.createElement("iframe");
    this.frame.setAttribute("sandbox", "allow-scripts");
    this.frame.hidden = true;
    this.frame.src = "sandbox.html";
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.port.onmessage = ({ data }) => this.dispatchEvent(new MessageEvent("message", { data }));
    this.frame.addEventListener("load", () => {
      this.frame.contentWindow.postMessage({ ...given, code, lang }, "*", [port2]);
    });
    document.body.append(this.frame);
  }

  postMessage(data) {
    this.port.postMessage(data);
  }

  // The frame takes its worker along.
  terminate() {
    this.port.close();
    this.frame.remove();
  }
}
