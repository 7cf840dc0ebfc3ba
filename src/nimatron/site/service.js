// Keeps the whole site, so that it works without a network after the first visit. A new version of the site has a new
// list of files, is fetched whole beside the old one, and takes its place once no page of the old one is open.

const SITE = {}; // the writer of the site puts its list of files here

const MEDIA = { wasm: "application/wasm", mjs: "text/javascript", zip: "application/zip" };
const coming = new Map();

self.addEventListener("install", (event) => {
  // The help is kept as it is read: most visitors come to play.
  const first = Object.keys(SITE.files).filter((path) => !path.startsWith("help/"));
  event.waitUntil(Promise.all(first.map(found)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgotten(), self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const path = named(event.request);
  if (path !== null && path in SITE.files) event.respondWith(found(path));
});

// The file of the site that is asked for; the arguments of a page are for its script.
function named({ method, url }) {
  const scope = new URL("./", self.location.href);
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  return pathname.slice(scope.pathname.length) || "index.html";
}

async function found(path) {
  const cache = await caches.open(SITE.build);
  const kept = await cache.match(path);
  if (kept) return kept;
  if (!coming.has(path)) coming.set(path, fetched(cache, path).finally(() => coming.delete(path)));
  return (await coming.get(path)).clone();
}

// A file is taken only if it is the one that was written: an old one may come from a cache on the way.
async function fetched(cache, path) {
  const { from, integrity } = SITE.files[path];
  const url = from ?? path;
  const settings = { integrity, credentials: from ? "omit" : "same-origin" };
  const response = await fetch(url, settings).catch(() => fetch(url, { ...settings, cache: "reload" }));
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const media = from ? MEDIA[path.split(".").pop()] : response.headers.get("content-type");
  const whole = new Response(await response.arrayBuffer(), { headers: { "content-type": media } });
  await cache.put(path, whole.clone());
  return whole;
}

// Other sites may live at the same origin: only caches of this folder are ours.
async function forgotten() {
  const names = await caches.keys();
  const ours = (name) => name.startsWith(SITE.place) && name !== SITE.build;
  await Promise.all(names.filter(ours).map((name) => caches.delete(name)));
}
