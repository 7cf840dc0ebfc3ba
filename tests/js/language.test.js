import assert from "node:assert/strict";
import { it } from "node:test";
import { markPlace } from "../../src/nimatron/web/static/js/dom.js";
import { judge } from "../../src/nimatron/web/static/js/ribbon.js";
import { name } from "../../src/nimatron/web/static/js/phrases.js";
import { capital, t } from "../../src/nimatron/web/static/js/language.js";

it("names in a text are filled in, unknown ones are left", () => {
  assert.equal(t("{a} and {b}: {c}", { a: 1, b: "{a}" }), "1 and {a}: {c}");
});

it("a sentence begins with a capital", () => {
  assert.equal(capital("élan"), "Élan");
  assert.equal(capital(""), "");
});

it("a text is marked where it cannot be read", () => {
  assert.equal(markPlace("nim: 3 x", 7), "nim: 3 ⟨?⟩x");
  assert.equal(markPlace("nim: 3", 6), "nim: 3⟨?⟩");
  assert.equal(markPlace("0123456789", 5, 2), "…34⟨?⟩56…");
  assert.equal(markPlace("nim: 3", undefined), "");
});

it("players have names", () => {
  assert.deepEqual(
    [0, 1].map((side) => name({ computer: 0 }, side)),
    ["computer", "you"],
  );
  assert.equal(name({ computer: -1 }, 1), "Player 2");
});

it("who was winning follows from the outcomes; a mistake leaves a won position to the other side", () => {
  const outcomes = ["N", "P", "N", "N", null, "N"];
  const found = outcomes.map((_, i) => judge(outcomes, i));
  assert.deepEqual(
    found.map(({ winner }) => winner),
    [0, 0, 0, 1, null, 1],
  );
  assert.deepEqual(
    found.map(({ mistake }) => mistake),
    [false, false, false, true, false, false],
  );
});
