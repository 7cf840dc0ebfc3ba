// What was right, by kind and difficulty. It stays in this browser.

const KEY = "nimatron.quiz";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

const named = (kind, difficulty) => `${kind} ${difficulty}`;

export function scoreOf(kind, difficulty) {
  const { right = 0, asked = 0 } = kept()[named(kind, difficulty)] ?? {};
  return { right, asked };
}

export function keepScore(kind, difficulty, right) {
  const before = scoreOf(kind, difficulty);
  const score = { right: before.right + (right ? 1 : 0), asked: before.asked + 1 };
  localStorage.setItem(KEY, JSON.stringify({ ...kept(), [named(kind, difficulty)]: score }));
}
