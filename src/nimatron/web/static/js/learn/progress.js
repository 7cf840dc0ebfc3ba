// What a reader has done in the course: ticks and answers. It is kept in this browser and goes nowhere else.

import { download } from "../dom.js";

const KEY = "nimatron.course";
const LEVELS = "levels"; // the best level of each game, which Play keeps

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function change(id, part, step, value) {
  const all = read(KEY);
  const lesson = { done: {}, answers: {}, ...all[id] };
  lesson[part] = { ...lesson[part], [step]: value };
  localStorage.setItem(KEY, JSON.stringify({ ...all, [id]: lesson }));
  dispatchEvent(new Event("progress"));
}

export const progress = {
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
