// Where the code of a reader runs: a worker inside a frame that belongs to no site, so it has no storage, and whose
// policy forbids every connection. Python itself is handed in, because nothing can be loaded there.

import { loadSnapshot, storeSnapshot } from "./snapshots.js";

const FILES = { bytes: ["pyodide.asm.wasm", "python_stdlib.zip"], texts: ["pyodide.mjs", "pyodide.asm.mjs"] };

// All that Python needs, as data: once for all frames of the page.
let loading = null;

/** @param {string} folder */
export function supplies(folder) {
  loading ??= loadSupplies(folder).catch((fault) => {
    loading = null; // a network may come back
    throw fault;
  });
  return loading;
}

/** @type {Promise<any> | null} */
let described = null;

/**
 * Where Python comes from: `here`; the name of another host; or "" if it is nowhere.
 * @param {string} folder
 */
export async function pythonPlace(folder) {
  try {
    const site = await describe(folder);
    if (site.python === false) return "";
    const [file] = Object.values(site.elsewhere ?? {});
    return file ? new URL(file.from).host : "here";
  } catch {
    return "";
  }
}

/** @param {string} folder */
function describe(folder) {
  described ??= fetch(new URL("engine.json", folder)).then((response) => response.json());
  return described;
}

/** @param {string} folder */
async function loadSupplies(folder) {
  const site = await describe(folder);
  /** @param {string} path @param {"text" | "arrayBuffer"} how */
  const of = async (path, how) => (await fetch(new URL(path, folder)))[how]();
  // A file of another host is taken only if it is the one that was named.
  /** @param {string} name @param {"text" | "arrayBuffer"} how */
  const ofPython = async (name, how) => {
    const { from, integrity } = site.elsewhere?.[name] ?? {};
    return from ? (await fetch(from, { integrity, credentials: "omit" }))[how]() : of(`pyodide/${name}`, how);
  };
  const [packed, own, boot, worker, bytes, texts, start] = await Promise.all([
    of(site.wheel, "arrayBuffer"),
    of(site.own, "text"),
    of("js/engine/boot.js", "text"),
    of("js/engine/cell.js", "text"),
    Promise.all(FILES.bytes.map((name) => ofPython(name, "arrayBuffer"))),
    Promise.all(FILES.texts.map((name) => ofPython(name, "text"))),
    loadSnapshot(site.build),
  ]);
  /** @param {string[]} names @param {any[]} found */
  const named = (names, found) => Object.fromEntries(names.map((name, i) => [name, found[i]]));
  return {
    build: site.build,
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

// A worker like any other, for the code of a reader in a language: a game; with a `task`, a program that is to be
// judged; if it `plays`, a program that plays instead of the computer.
export class Sandbox extends EventTarget {
  /**
   * @param {Supplies} given @param {string} code @param {string} lang
   * @param {{task?: string, plays?: boolean}} [purpose]
   */
  constructor(given, code, lang, purpose = {}) {
    super();
    let trusted = true; // until the reader's code runs, which could say anything
    this.frame = document.createElement("iframe");
    this.frame.setAttribute("sandbox", "allow-scripts");
    this.frame.hidden = true;
    this.frame.src = "sandbox.html";
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.port.onmessage = ({ data }) => {
      if (data.runs) trusted = false;
      if (data.keep && trusted) {
        given.kept = data.keep;
        storeSnapshot(given.build, data.keep);
      }
      this.dispatchEvent(new MessageEvent("message", { data }));
    };
    this.frame.addEventListener("load", () => {
      this.frame.contentWindow?.postMessage({ ...given, ...purpose, code, lang }, "*", [port2]);
    });
    document.body.append(this.frame);
  }

  /** @param {any} data */
  postMessage(data) {
    this.port.postMessage(data);
  }

  // The frame takes its worker along.
  terminate() {
    this.port.close();
    this.frame.remove();
  }
}
