// Digits of numbers in several numerations, and the way of an automaton through them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Digits, walk } from "../../src/nimatron/web/static/js/explore/automaton.js";

const title = "";

test("digits add up to their number in every numeration", () => {
  for (const [c, s] of [
    [2, 0],
    [3, 0],
    [1, 1],
    [2, 1],
  ]) {
    const digits = new Digits({ c, s, title, step: [], accept: [] });
    for (const number of [0n, 1n, 4n, 100n, 10n ** 18n]) {
      const [row] = digits.rows([number]);
      const sum = row.reduce((total, digit, i) => total + BigInt(digit) * digits.unit(row.length - 1 - i), 0n);
      assert.equal(sum, number);
    }
  }
});

test("two numbers are equal if the automaton of equal digits stays in its first state", () => {
  const equal = {
    c: 2,
    s: 0,
    title,
    step: [
      [0, 1, 1, 0],
      [1, 1, 1, 1],
    ],
    accept: [0],
  };
  const digits = new Digits(equal);
  assert.deepEqual(walk(equal, digits.rows([5n, 5n])), [0, 0, 0, 0]);
  assert.deepEqual(walk(equal, digits.rows([4n, 7n])), [0, 0, 1, 1]);
});
