// The service worker keeps the whole site, so that it works without a network after the first visit. Where Python is
// not part of the site, it also fetches Python from elsewhere and checks that it is what it should be.

// Resolves to the address of the site once Python can be loaded from there.
export async function registerService() {
  const folder = new URL("./", document.baseURI).href;
  /** @type {HTMLMetaElement | null} */
  const engine = document.querySelector('meta[name="nimatron-engine"]');
  if (!engine) return folder; // a server is behind the page, and has the files
  const elsewhere = engine.content === "elsewhere";
  if (!("serviceWorker" in navigator)) {
    if (elsewhere) console.warn("without https, this site has to be written with --pyodide");
    return folder;
  }
  const registered = navigator.serviceWorker.register("service.js");
  if (elsewhere) {
    await Promise.race([waitForClaim(), rejectRefusal(await registered)]);
  } else {
    registered.catch((fault) => console.warn(fault)); // then the site needs a network, as others do
  }
  return folder;
}

/**
 * Rejects if the files could not be fetched, or were not those that they should be.
 * @param {ServiceWorkerRegistration} registration
 */
function rejectRefusal({ installing }) {
  return new Promise((_, fail) => {
    installing?.addEventListener("statechange", () => {
      if (installing.state === "redundant") fail(new Error("the files of Python were refused"));
    });
  });
}

function waitForClaim() {
  if (navigator.serviceWorker.controller) return null;
  return new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
}
