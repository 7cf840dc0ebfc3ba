// Your score by kind and difficulty. It stays in this browser.

const KEY = "nimatron.quiz";

function readScores() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} kind @param {string} difficulty */
const scoreKey = (kind, difficulty) => `${kind} ${difficulty}`;

/** @param {string} kind @param {string} difficulty */
export function scoreOf(kind, difficulty) {
  const { right = 0, asked = 0 } = readScores()[scoreKey(kind, difficulty)] ?? {};
  return { right, asked };
}

/** @param {string} kind @param {string} difficulty @param {boolean} right */
export function keepScore(kind, difficulty, right) {
  const before = scoreOf(kind, difficulty);
  const score = { right: before.right + (right ? 1 : 0), asked: before.asked + 1 };
  localStorage.setItem(KEY, JSON.stringify({ ...readScores(), [scoreKey(kind, difficulty)]: score }));
}
