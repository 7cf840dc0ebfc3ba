// The record of a reader in the course: ticks and answers. It stays in this browser.

import { download } from "../dom.js";

const KEY = "nimatron.course";
const LEVELS = "levels"; // the best level of each game, which Play keeps

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} id @param {"done" | "answers"} part @param {number} step @param {any} value */
function change(id, part, step, value) {
  const all = read(KEY);
  const lesson = { done: {}, answers: {}, ...all[id] };
  lesson[part] = { ...lesson[part], [step]: value };
  localStorage.setItem(KEY, JSON.stringify({ ...all, [id]: lesson }));
  dispatchEvent(new Event("progress"));
}

/**
 * @type {{isDone: (id: string, step: number) => boolean, count: (id: string) => number,
 *   answer: (id: string, step: number) => any, finish: (id: string, step: number) => void,
 *   keep: (id: string, step: number, answer: any) => void, readonly any: boolean, save(): void, clear(): void}}
 */
export const record = {
  isDone: (id, step) => Boolean(read(KEY)[id]?.done?.[step]),
  count: (id) => Object.keys(read(KEY)[id]?.done ?? {}).length,
  answer: (id, step) => read(KEY)[id]?.answers?.[step],
  finish: (id, step) => change(id, "done", step, true),
  keep: (id, step, answer) => change(id, "answers", step, answer),
  get any() {
    return Object.keys(read(KEY)).length > 0;
  },
  save() {
    const data = { schema: "nimatron.progress/1", course: read(KEY), levels: read(LEVELS) };
    download("nimatron-progress.json", JSON.stringify(data, null, 1), "application/json");
  },
  clear() {
    localStorage.removeItem(KEY);
    dispatchEvent(new Event("progress"));
  },
};
