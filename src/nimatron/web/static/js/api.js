// All questions: get("analysis", {position}) -> data, or a Problem in the words of whoever answers. That is a server,
// or on a page without one the engine in this browser.

import { first } from "./first.js";
import { capital, lang, t } from "./words.js";

export class Problem extends Error {
  constructor(data) {
    super(capital(data.detail ?? data.title ?? ""));
    Object.assign(this, data);
  }
}

// The page says that it waits only after this many milliseconds: a quick answer must not make it flicker.
const SOON = 200;
const waits = new Set();

export function wait() {
  const entry = {};
  entry.later = setTimeout(() => {
    waits.add(entry);
    told();
  }, SOON);
  return () => {
    clearTimeout(entry.later);
    if (waits.delete(entry)) told();
  };
}

function told() {
  dispatchEvent(new CustomEvent("waiting", { detail: waits.size > 0 }));
}

const kept = new Map();
const MOST_KEPT = 300;

// A value may be a list: then its name is repeated for each entry.
export function address(path, values = {}) {
  const pairs = Object.entries({ ...values, lang });
  const query = new URLSearchParams(pairs.flatMap(([name, value]) => [value].flat().map((entry) => [name, entry])));
  return `api/v1/${path}?${query}`;
}

// `quiet`: the reader is not waiting for this answer.
export async function get(path, values = {}, signal = undefined, quiet = false) {
  carried();
  const url = address(path, values);
  if (kept.has(url)) return kept.get(url);
  const done = quiet ? () => {} : wait();
  try {
    return await answer(url, signal);
  } finally {
    done();
  }
}

// A server with too many questions says when to ask again. After so many tries the reader hears about it.
const TRIES = 5;

async function answer(url, signal) {
  for (let tries = 1; ; tries++) {
    const [response, data] = await asked(url, signal);
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

let engine = globalThis.document?.querySelector('meta[name="nimatron-engine"]') ? import("./engine/engine.js") : null;

// Is there a server behind the page? Without one, nobody knows its address, and there are no classes.
export const served = !engine;

// From now on another engine answers: one that knows a game which the reader has written.
export function askInstead(other) {
  kept.clear();
  engine = Promise.resolve(other);
}

async function reply(url, signal) {
  return engine ? (await engine).ask(url, signal) : fetch(url, { signal });
}

// The address of a picture.
export async function pictured(path, values) {
  const url = address(path, values);
  return engine ? URL.createObjectURL(await (await reply(url)).blob()) : url;
}

async function asked(url, signal) {
  try {
    const response = await reply(url, signal);
    return [response, await response.json()];
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw new Problem({ detail: t("The server does not answer. Is it still running?"), offline: true });
  }
}

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
function carried() {
  const found = lang === first.lang ? first.answers.splice(0) : [];
  for (const carry of found) keep(address(carry.ask, carry.values), carry.answer);
}

function keep(url, data) {
  kept.set(url, data);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
}
