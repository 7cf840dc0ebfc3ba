// Starts Python with Nimatron in it, from the memory of an earlier start if there is one: that takes a tenth of the
// time.
// It imports nothing, because it also runs where nothing can be loaded, for games that visitors write.

const UNPACK = "import lzma, shutil; shutil.copyfileobj(lzma.open('/packed'), open('/wheel', 'wb'))";
const HEAD = 4096; // the memory of a start has a few bytes about itself in front
const START = "from nimatron.site.browser import start; start()";

/**
 * `python`: what loadPyodide needs; `packed`: the package; `own`: games and lessons of the site, as JSON; `kept`: what
 * an earlier start gave as `keep`, or null. Gives `ask(url, hurry)`, and `keep` if this start was not from there.
 * @param {Boot} settings
 */
export async function boot({ python, packed, own, kept, loaded = () => {} }) {
  const { loadPyodide, create, ...settings } = python;
  if (kept) {
    try {
      const pyodide = await loadPyodide({
        ...settings,
        createPyodideModule: roomy(create, kept.memory.length),
        _loadSnapshot: kept.memory,
      });
      loaded(0.9);
      unpack(pyodide, kept.wheel);
      return { pyodide, ask: asker(pyodide) };
    } catch (fault) {
      console.warn("the memory of an earlier start does not fit:", fault);
    }
  }
  const pyodide = await loadPyodide({ ...settings, createPyodideModule: create, _makeSnapshot: true });
  loaded(0.6);
  const wheel = unpackWheel(pyodide, packed);
  unpack(pyodide, wheel);
  pyodide.FS.writeFile("/own.json", own);
  pyodide.runPython(START);
  loaded(0.95);
  const memory = takeSnapshot(pyodide);
  return { pyodide, ask: asker(pyodide), keep: memory && { memory, wheel } };
}

/**
 * The wheel is packed by xz, which Python knows and browsers do not.
 * @param {Pyodide} pyodide @param {Uint8Array} packed
 */
function unpackWheel({ FS, runPython }, packed) {
  FS.writeFile("/packed", packed);
  runPython(UNPACK);
  const wheel = FS.readFile("/wheel");
  for (const path of ["/packed", "/wheel"]) FS.unlink(path);
  return wheel;
}

/**
 * Puts the files of a wheel, which are stored as they are, where Python looks for them.
 * @param {Pyodide} pyodide @param {Uint8Array} wheel
 */
function unpack({ FS, runPython }, wheel) {
  const place = runPython("import site; site.getsitepackages()[0]");
  const view = new DataView(wheel.buffer, wheel.byteOffset, wheel.byteLength);
  const text = new TextDecoder();
  const made = new Set();
  for (let at = 0; view.getUint32(at, true) === 0x04034b50;) {
    const [size, name, extra] = [
      view.getUint32(at + 18, true),
      view.getUint16(at + 26, true),
      view.getUint16(at + 28, true),
    ];
    const data = at + 30 + name + extra;
    const path = `${place}/${text.decode(wheel.subarray(at + 30, at + 30 + name))}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, wheel.subarray(data, data + size));
    at = data + size;
  }
  runPython("import importlib; importlib.invalidate_caches()");
}

/**
 * A memory is put back into one that is as large, but Python starts with a small one: asking for memory lets it grow.
 * @param {(settings: object) => Promise<any>} create @param {number} size
 */
function roomy(create, size) {
  return async (/** @type {object} */ settings) => {
    const module = await create(settings);
    if (module.HEAP8.length + HEAD < size) module._malloc(size);
    return module;
  };
}

/** @param {Pyodide} pyodide */
function takeSnapshot(pyodide) {
  try {
    return pyodide.makeMemorySnapshot();
  } catch (fault) {
    console.warn("no memory of this start is kept:", fault);
    return null;
  }
}

/** @param {Pyodide} pyodide */
function asker({ runPython }) {
  const answer = runPython("from nimatron.site.browser import answer; answer");
  return (/** @type {string} */ url, hurry = false) => answer(url, hurry);
}
