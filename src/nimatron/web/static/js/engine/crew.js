// The workers: one that is quick to answer, and another one while the first is busy, if the device has room for it.

import { t } from "../language.js";

const ROOM = 4; // gigabytes of memory from which on there are two workers
const LATE = 20_000; // milliseconds after which a worker that does not answer is ended
const SOON = 4_000; // the same for the computer's move: then it is asked for one without thinking
const GRACE = 400; // so long a worker may go on for somebody who has gone away: a new one takes longer
const SLOW = new Set(["analysis", "explanation", "induction", "sequence", "period", "table", "cell", "comparison"]);

export class Crew {
  /** @type {Question[]} */
  waiting = [];
  started = false;

  /**
   * `open()` gives a new worker, which begins to load; `told(share)` hears how much of the first one is loaded.
   * @param {() => AnyWorker} open @param {(share: number) => void} told
   */
  constructor(open, told, most = (navigator.deviceMemory ?? ROOM) >= ROOM ? 2 : 1) {
    this.open = open;
    this.told = told;
    this.most = most;
    this.workers = [new Hand(this)];
  }

  /** How much of the first worker is loaded; later ones start unseen. @param {number} share */
  loaded(share) {
    if (!this.started) this.told(share);
    this.started ||= share >= 1;
  }

  /** @param {string} url @param {AbortSignal} [signal] */
  ask(url, signal) {
    return new Promise((done, fail) => {
      const question = { url, signal, done, fail, slow: SLOW.has(questionName(url)), hurry: false };
      if (signal?.aborted) return fail(signal.reason);
      signal?.addEventListener("abort", () => this.leave(question), { once: true });
      this.waiting.push(question);
      return this.serve();
    });
  }

  /** Nobody waits for this answer any more. @param {Question} question */
  leave(question) {
    question.fail(question.signal?.reason);
    const place = this.waiting.indexOf(question);
    if (place >= 0) this.waiting.splice(place, 1);
    this.workers.find((worker) => worker.question === question)?.leave();
  }

  // Slow questions leave one worker to the others, if there are two.
  serve() {
    for (const worker of this.workers) {
      if (worker.question) continue;
      const place = this.waiting.findIndex(({ slow }) => !slow || this.spare(worker));
      if (place >= 0) worker.take(this.waiting.splice(place, 1)[0]);
    }
    if (this.waiting.length && this.workers.length < this.most && this.workers.every(({ question }) => question)) {
      this.workers.push(new Hand(this));
      this.serve();
    }
  }

  /** @param {Hand} worker */
  spare(worker) {
    return this.most === 1 || !this.workers.some((other) => other !== worker && other.question?.slow);
  }

  dismiss() {
    for (const { worker } of this.workers) worker.terminate();
  }

  /** A worker that was ended asks again what it had not answered. @param {Question} question */
  again(question) {
    if (!question.signal?.aborted) this.waiting.unshift(question);
  }
}

// One worker, and the question that it works at.
class Hand {
  /** @type {Question | null} */
  question = null;
  /** @type {AnyWorker} */
  worker;
  /** @type {number | undefined} */
  later;
  ready = false;

  /** @param {Crew} crew */
  constructor(crew) {
    this.crew = crew;
    this.start();
  }

  start() {
    this.worker = this.crew.open();
    this.ready = false;
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.fail(event.message));
  }

  /** @param {any} data */
  hear(data) {
    if (data.failed) return this.fail(data.failed);
    if (data.loaded !== undefined) return this.crew.loaded(data.loaded);
    if (data.ready) {
      this.ready = true;
      this.crew.loaded(1);
      if (this.question) this.send();
      return undefined;
    }
    return data.answer === undefined ? undefined : this.answered(data.answer);
  }

  /** @param {Question} question */
  take(question) {
    this.question = question;
    if (this.ready) this.send();
  }

  send() {
    const { url, hurry } = /** @type {Question} */ (this.question);
    this.worker.postMessage({ url, hurry });
    this.later = setTimeout(() => this.late(), questionName(url) === "turn" && !hurry ? SOON : LATE);
  }

  /** @param {string} text */
  answered(text) {
    this.finished()?.done(response(text));
    this.crew.serve();
  }

  finished() {
    clearTimeout(this.later);
    const { question } = this;
    this.question = null;
    return question;
  }

  // Nobody waits for the answer any more: a worker that is nearly done continues.
  leave() {
    clearTimeout(this.later);
    this.later = setTimeout(() => {
      this.finished();
      this.restart();
    }, GRACE);
  }

  late() {
    const question = /** @type {Question} */ (this.finished());
    if (questionName(question.url) === "turn" && !question.hurry) this.crew.again({ ...question, hurry: true });
    else question.done(problem(t("no answer within {seconds} s", { seconds: LATE / 1000 })));
    this.restart();
  }

  restart() {
    this.worker.terminate();
    this.start();
    this.crew.serve();
  }

  /** Python could not be loaded: nothing can be answered. @param {string} reason */
  fail(reason) {
    console.error(reason);
    this.crew.loaded(1);
    const unanswered = [this.finished(), ...this.crew.waiting.splice(0)].filter(Boolean);
    for (const { done } of unanswered) done(helpless());
  }
}

/** @param {string} url */
function questionName(url) {
  return new URL(url, location.href).pathname.split("/").pop() ?? "";
}

/**
 * What the engine says: status, media type and whether it may be kept, in a line; then the body.
 * @param {string} text
 */
function response(text) {
  const end = text.indexOf("\n");
  const [status, media, kept] = text.slice(0, end).split(" ");
  const headers = { "content-type": media, ...(kept === "1" ? { etag: "answered" } : {}) };
  return new Response(text.slice(end + 1), { status: Number(status), headers });
}

/** @param {string} detail @param {object} more */
function problem(detail, more = {}) {
  return new Response(JSON.stringify({ status: 503, detail, ...more }), { status: 503 });
}

export function helpless() {
  return problem(t("Python could not be loaded. Are you connected to the internet?"), { offline: true });
}
