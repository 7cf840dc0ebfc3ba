// All questions: get("analysis", {position}) -> data, or a Problem in the words of the server. On a page without a
// server, the engine in this browser answers.

import { pageData } from "./page-data.js";
import { capital, lang, t } from "./language.js";

export class Problem extends Error {
  /** @param {{detail?: string, title?: string, status?: number, offline?: boolean, place?: number}} data */
  constructor(data) {
    super(capital(data.detail ?? data.title ?? ""));
    this.status = data.status;
    this.offline = data.offline;
    this.place = data.place; // in the text that was asked about
  }
}

// The page says that it waits only after this many milliseconds: a quick answer must not make it flicker.
const SOON = 200;
const waits = new Set();

export function wait() {
  const entry = {};
  const later = setTimeout(() => {
    waits.add(entry);
    announceWait();
  }, SOON);
  return () => {
    clearTimeout(later);
    if (waits.delete(entry)) announceWait();
  };
}

function announceWait() {
  dispatchEvent(new CustomEvent("waiting", { detail: waits.size > 0 }));
}

const answers = new Map();
const MOST_KEPT = 300;

/** A value may be a list: then its name is repeated for each entry. @param {string} path @param {object} values */
export function address(path, values = {}) {
  const pairs = Object.entries({ ...values, lang });
  const query = new URLSearchParams(pairs.flatMap(([name, value]) => [value].flat().map((entry) => [name, entry])));
  return `api/v1/${path}?${query}`;
}

/**
 * Asks a question. `quiet`: the reader is not waiting for this answer.
 * @template {keyof Api.Answers} K
 * @param {K} path @param {object} values @param {AbortSignal} [signal] @param {boolean} quiet
 * @returns {Promise<Api.Answers[K]>}
 */
export async function get(path, values = {}, signal = undefined, quiet = false) {
  takePageData();
  const url = address(path, values);
  if (answers.has(url)) return answers.get(url);
  const done = quiet ? () => {} : wait();
  try {
    return await answer(url, signal);
  } finally {
    done();
  }
}

// A server with too many questions says when to ask again. After this many tries the reader hears about it.
const TRIES = 5;

/** @param {string} url @param {AbortSignal} [signal] */
async function answer(url, signal) {
  for (let tries = 1; ; tries++) {
    const [response, data] = await ask(url, signal);
    const after = Number(response.headers.get("retry-after"));
    if (after && tries < TRIES) {
      await pause(after * (1 + Math.random()), signal); // not all readers at the same moment
      continue;
    }
    if (!response.ok) throw new Problem(data);
    if (response.headers.has("etag")) keep(url, data);
    return data;
  }
}

/** @type {Promise<Engine> | null} */
let engine = globalThis.document?.querySelector('meta[name="nimatron-engine"]')
  ? import("./engine/browser-engine.js")
  : null;

// Is there a server behind the page? Without one, nobody knows its address, and there are no classes.
export const hasServer = !engine;
const usual = engine;

/** Another engine answers from now on, with the reader's code; null: the usual one. @param {Engine | null} other */
export function askInstead(other) {
  answers.clear();
  engine = other ? Promise.resolve(other) : usual;
}

/** @param {string} url @param {AbortSignal} [signal] */
async function reply(url, signal) {
  return engine ? (await engine).ask(url, signal) : fetch(url, { signal });
}

/** The address of a picture. @param {string} path @param {object} values */
export async function pictureUrl(path, values) {
  const url = address(path, values);
  return engine ? URL.createObjectURL(await (await reply(url)).blob()) : url;
}

/** @param {string} url @param {AbortSignal} [signal] @returns {Promise<[Response, any]>} */
async function ask(url, signal) {
  try {
    const response = await reply(url, signal);
    return [response, await response.json()];
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw new Problem({ detail: t("The server is not responding. Is it still running?"), offline: true });
  }
}

/** @param {number} seconds @param {AbortSignal} [signal] @returns {Promise<void>} */
function pause(seconds, signal) {
  return new Promise((done, fail) => {
    const later = setTimeout(done, 1000 * seconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(later);
      fail(signal.reason);
    });
  });
}

// What the page carries counts as answered, if it is in the reader's language.
function takePageData() {
  const found = lang === pageData.lang ? pageData.answers.splice(0) : [];
  for (const carry of found) keep(address(carry.ask, carry.values), carry.answer);
}

/** @param {string} url @param {any} data */
function keep(url, data) {
  answers.set(url, data);
  if (answers.size > MOST_KEPT) answers.delete(answers.keys().next().value);
}
