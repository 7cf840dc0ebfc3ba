// The connection to the class: this device sends requests, and receives the state of the class after every change. A
// connection that is lost or silent for too long is opened again, and then receives the whole state.

import { Problem, address } from "../api.js";
import { t } from "../language.js";

const SILENT = 25000; // milliseconds: the server gives a sign of life more often
const AGAIN = [300, 1000, 2000, 4000]; // milliseconds until the next try

/** @param {number} time */
const pause = (time) => new Promise((done) => setTimeout(done, time));

export class Connection {
  /** @type {AbortController | undefined} */
  reading;
  /** @type {Standing[]} */
  table = [];
  /** @type {ClassView | undefined} */
  state;
  heard = 0;

  /**
   * `seen(view)` for each state, `gone(status)` when the class does not know this device, `lost(yes)` when the
   * connection is lost or back.
   * @param {Record<string, string>} headers who this is
   * @param {{seen: (view: ClassView) => void, gone: (status: number) => void, lost?: (yes: boolean) => void}} hear
   */
  constructor(headers, { seen, gone, lost = () => {} }) {
    this.headers = headers;
    this.seen = seen;
    this.gone = gone;
    this.lost = lost;
    this.version = -1;
    this.closed = false;
    const wake = () => document.visibilityState === "visible" && this.stale && this.reading?.abort();
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", wake);
  }

  get stale() {
    return performance.now() - this.heard > SILENT / 2;
  }

  async follow() {
    for (let tries = 0; !this.closed;) {
      this.reading = new AbortController();
      try {
        const response = await fetch(address("class/stream"), {
          headers: this.headers,
          signal: this.reading.signal,
          cache: "no-store",
        });
        if ([401, 403].includes(response.status)) {
          this.end(response.status);
          return;
        }
        if (response.ok) {
          tries = 0;
          await this.read(/** @type {ReadableStream<Uint8Array>} */ (response.body).getReader());
        }
      } catch {
        // it is tried again below
      }
      if (this.closed) return;
      if (tries) this.lost(true);
      await pause(AGAIN[Math.min(tries, AGAIN.length - 1)] * (1 + Math.random()));
      tries += 1;
    }
  }

  /** @param {ReadableStreamDefaultReader<Uint8Array>} reader */
  async read(reader) {
    const decoder = new TextDecoder();
    let text = "";
    let silence;
    this.heard = performance.now();
    try {
      for (;;) {
        silence = setTimeout(() => this.reading?.abort(), SILENT);
        const { done, value } = await reader.read();
        clearTimeout(silence);
        if (done || this.closed) return;
        this.heard = performance.now();
        this.lost(false);
        text += decoder.decode(value, { stream: true });
        const events = text.split("\n\n");
        text = events.pop() ?? "";
        for (const event of events) this.take(event);
      }
    } finally {
      clearTimeout(silence);
    }
  }

  /** One event: its lines are `name: value`. @param {string} text */
  take(text) {
    const said = Object.fromEntries(text.split("\n").map((row) => row.split(/: (.*)/s)));
    const version = Number(said.id);
    if (said.event === "gone") this.end(401);
    if (version < this.version) return;
    this.version = Math.max(version || 0, this.version);
    if (said.event === "table") this.table = JSON.parse(said.data);
    if (said.event === "state") this.state = JSON.parse(said.data);
    if (said.data && this.state) this.seen({ ...this.state, table: this.table });
  }

  /** @param {number} status */
  end(status) {
    this.closed = true;
    this.reading?.abort();
    this.gone(status);
  }

  close() {
    this.closed = true;
    this.reading?.abort();
  }

  /** @param {string} path @param {object} body */
  send(path, body = {}) {
    return send(path, body, this.headers);
  }

  /**
   * Sends until the server has answered: what is sent twice happens once.
   * @param {string} path @param {object} body @param {AbortSignal} [signal]
   */
  async surely(path, body, signal) {
    for (;;) {
      try {
        return await this.send(path, body);
      } catch (fault) {
        if (signal?.aborted || !(fault.offline || [429, 503].includes(fault.status))) throw fault;
        await pause(AGAIN[1]);
      }
    }
  }
}

/**
 * Sends something to the class: its answer, or a Problem in the server's own words.
 * @param {string} path @param {object} body @param {Record<string, string>} headers
 */
export async function send(path, body = {}, headers = {}) {
  let response;
  try {
    response = await fetch(address(`class/${path}`), {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Problem({ detail: t("The server is not responding. Is it still running?"), offline: true });
  }
  const data = await response.json();
  if (!response.ok) throw new Problem(data);
  return data;
}

/** @param {string} key */
export const asTeacher = (key) => ({ "nimatron-teacher": key });
/** @param {string} token */
export const asPupil = (token) => ({ "nimatron-class": token });
