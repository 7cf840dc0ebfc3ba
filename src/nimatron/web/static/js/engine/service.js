// The service worker keeps the whole site, so that it works without a network after the first visit. Where Python is
// not part of the site, it also fetches Python from elsewhere and checks that it is what it should be.

// Resolves to the address of the site once Python can be loaded from there.
export async function service() {
  const folder = new URL("./", document.baseURI).href;
  const elsewhere = document.querySelector('meta[name="nimatron-engine"]').content === "elsewhere";
  if (!("serviceWorker" in navigator)) {
    if (elsewhere) console.warn("without https, this site has to be written with --pyodide");
    return folder;
  }
  const registered = navigator.serviceWorker.register("service.js").catch((fault) => console.warn(fault));
  if (elsewhere) {
    await registered;
    await navigator.serviceWorker.ready;
    await claimed();
  }
  return folder;
}

function claimed() {
  if (navigator.serviceWorker.controller) return null;
  return new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
}
