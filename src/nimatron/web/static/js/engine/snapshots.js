// Snapshots of a start of Python in the browser: the next start only restores its memory and its files.

const STORE = "snapshots";

function openStore() {
  return new Promise((done, fail) => {
    const request = indexedDB.open("nimatron", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} work */
async function within(mode, work) {
  const base = await openStore();
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

/**
 * Browsers may refuse to keep anything, and may throw away what they kept: then Python starts as at first.
 * @param {string} build
 */
export async function loadSnapshot(build) {
  try {
    return (await within("readonly", (store) => store.get(build))) ?? null;
  } catch {
    return null;
  }
}

/** Those of other builds are of no use any more. @param {string} build @param {Snapshot} start */
export async function storeSnapshot(build, start) {
  try {
    await within("readwrite", (store) => {
      store.clear();
      return store.put(start, build);
    });
  } catch (fault) {
    console.info("no memory of this start is kept:", fault);
  }
}
