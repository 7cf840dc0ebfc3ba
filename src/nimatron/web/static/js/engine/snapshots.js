// A start of Python, kept in the browser: the next one only puts back its memory and its files.

const STORE = "snapshots";

function opened() {
  return new Promise((done, fail) => {
    const request = indexedDB.open("nimatron", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

async function within(mode, work) {
  const base = await opened();
  try {
    return await new Promise((done, fail) => {
      const transaction = base.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request?.result);
      transaction.onerror = transaction.onabort = () => fail(transaction.error);
    });
  } finally {
    base.close();
  }
}

// Browsers may refuse to keep anything, and may throw away what they kept: then Python starts as at first.
export async function kept(build) {
  try {
    return (await within("readonly", (store) => store.get(build))) ?? null;
  } catch {
    return null;
  }
}

// Those of other builds are of no use any more.
export async function keep(build, start) {
  try {
    await within("readwrite", (store) => {
      store.clear();
      return store.put(start, build);
    });
  } catch (fault) {
    console.info("no memory of this start is kept:", fault);
  }
}
