// Homework and answers as codes: JSON, packed with a checksum, in letters that links and messages may contain.
// Codes come from other people: nothing in one is believed before it is checked, and everything has a limit.

import { encode, unpack } from "../own/code-link.js";
import { t } from "../language.js";

const MARK = "nim.";
const LONGEST_CODE = 20_000;
export const MOST_TASKS = 30;
export const LONGEST_TITLE = 80;
export const LONGEST_NAME = 40;
const LONGEST_POSITION = 400;
const LONGEST_TRY = 4000;
const MOST_TRIES = 3; // two answers, and the wish to see the right one
const MOST_SEED = 2 ** 53;
const ID = /^[a-z-]{1,40}$/;

/** @param {unknown} value @param {number} most */
const isText = (value, most) => typeof value === "string" && value.length <= most;

/** @param {any} task */
function isTask(task) {
  if (!ID.test(task?.kind)) return false;
  if ("position" in task) return isText(task.position, LONGEST_POSITION) && task.position;
  return ID.test(task.difficulty) && Number.isInteger(task.seed) && task.seed >= 0 && task.seed <= MOST_SEED;
}

/** @param {unknown} list @param {number} most @param {(one: any) => unknown} fits */
const isList = (list, most, fits) => Array.isArray(list) && list.length <= most && list.every(fits);

/** @param {unknown} tries */
const isTries = (tries) => isList(tries, MOST_TRIES, (text) => isText(text, LONGEST_TRY));

/** @param {HomeworkSet} set @returns {Promise<string>} */
export async function writeSet({ title, tasks }) {
  return MARK + (await encode(JSON.stringify({ title, tasks }), "deflate"));
}

/** `tries` has a list of answers for each task. @param {Answers} answers @returns {Promise<string>} */
export async function writeAnswers({ set, name, tries }) {
  return MARK + (await encode(JSON.stringify({ set, name, tries }), "deflate"));
}

/** The homework in a code, or an error for the reader. @param {string} code @returns {Promise<HomeworkSet>} */
export async function readSet(code) {
  const found = await read(code);
  if (!found.tasks?.length || !isText(found.title, LONGEST_TITLE) || !isList(found.tasks, MOST_TASKS, isTask)) {
    throw new Error(t("This link does not contain homework. Ask for a new link."));
  }
  return found;
}

/**
 * The answers in a code to the homework with this print and number of tasks.
 * @param {string} code @param {string} print @param {number} count @returns {Promise<Answers>}
 */
export async function readAnswers(code, print, count) {
  const found = await read(code);
  const named = isText(found.name, LONGEST_NAME) && found.name.trim();
  if (!named || !isList(found.tries, count, isTries)) {
    throw new Error(t("This code does not contain any answers: {code}", { code: shortened(code) }));
  }
  if (found.set !== print) throw new Error(t("{name} handed in answers to different homework.", { name: found.name }));
  return found;
}

/** @param {string} code @returns {Promise<any>} */
async function read(code) {
  const text =
    code.length <= LONGEST_CODE && code.startsWith(MARK) && (await unpack(code.slice(MARK.length), "deflate"));
  try {
    const found = JSON.parse(text || "");
    if (typeof found === "object" && found) return found;
  } catch {
    // It is damaged, as below.
  }
  throw new Error(t("This code is damaged or not complete: {code}", { code: shortened(code) }));
}

/** @param {string} code */
const shortened = (code) => (code.length > 24 ? `${code.slice(0, 12)}…${code.slice(-8)}` : code);

/** All codes in a text, whatever stands between them. @param {string} text @returns {string[]} */
export function codesIn(text) {
  return text.match(/nim\.[\w-]+/g) ?? [];
}

/** A short name for homework, from its code: answers say which homework they belong to. @param {string} code */
export function printOf(code) {
  let hash = 0x811c9dc5; // FNV-1a
  for (const letter of code) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}
