// The worker for the code of a reader. It runs in a frame without network and storage, and is given all that it needs.

/** @type {(url: string, hurry: boolean) => string} */
let answer;

addEventListener("message", async ({ data }) => {
  if (data.code === undefined) return postMessage({ answer: answer(data.url, data.hurry) });
  try {
    return await start(data);
  } catch (fault) {
    return postMessage({ failed: String(fault?.stack ?? fault) });
  }
});

/** @param {Supplies} supplies */
async function start({ lock, packed, own, boot, bytes, texts, kept, code, lang, task, plays }) {
  const indexURL = "https://python.invalid/"; // nothing is there: what is asked of it comes from `bytes`
  const outside = self.fetch;
  self.fetch = async (url) => fileResponse(bytes, String(url).slice(indexURL.length));
  const [{ loadPyodide }, { default: create }] = await Promise.all(Object.values(texts).map(script));
  const { boot: started } = await script(boot);
  const python = { loadPyodide, create, indexURL, lockFileContents: lock };
  /** @param {number} share */
  const loaded = (share) => postMessage({ loaded: share });
  const { pyodide, ask, keep } = await started({ python, packed: new Uint8Array(packed), own, kept, loaded });
  if (keep) postMessage({ keep });
  self.fetch = outside;
  answer = ask;
  postMessage({ runs: true });
  const { take, judge_code: judge, seat_code: seat } = pyodide.pyimport("nimatron.site.browser");
  const taken = plays ? seat(code, lang) : task ? judge(code, task, lang) : take(code, lang);
  postMessage({ taken: JSON.parse(taken) });
  postMessage({ ready: true });
}

/** @param {string} text */
function script(text) {
  return import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
}

/** @param {Record<string, ArrayBuffer>} bytes @param {string} name */
function fileResponse(bytes, name) {
  const media = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(bytes[name], { headers: { "content-type": media } });
}
