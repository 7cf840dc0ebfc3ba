import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { markPlace } from "../../src/nimatron/web/static/js/dom.js";
import { judge } from "../../src/nimatron/web/static/js/ribbon.js";
import { name } from "../../src/nimatron/web/static/js/phrases.js";
import { inflected } from "../../src/nimatron/web/static/js/hungarian.js";
import { capital, speak, t } from "../../src/nimatron/web/static/js/language.js";

it("names in a text are filled in, unknown ones are left", () => {
  assert.equal(t("{a} and {b}: {c}", { a: 1, b: "{a}" }), "1 and {a}: {c}");
});

it("Hungarian numbers and names have articles and endings", () => {
  const table = JSON.parse(readFileSync(new URL("../data/hungarian.json", import.meta.url), "utf-8"));
  for (const [form, expected] of table) {
    for (const text of expected.split(", ")) {
      const bare = text.replace(/^[aA]z? (?=.)|(?<=[\p{L}\d}])-\p{L}+$/gu, "");
      assert.equal(inflected(bare, form), text);
    }
  }
  assert.equal(t("{n:az tól} {n}", { n: 5 }), "az 5-től 5");
});

it("a number has its noun in the plural form of the language", () => {
  speak("cs", { "{n} elements": "{n:prvek|prvky|prvků}" });
  assert.deepEqual(
    [1, 3, 5, "2 500"].map((n) => t("{n} elements", { n })),
    ["1 prvek", "3 prvky", "5 prvků", "2 500 prvků"],
  );
  speak("en", {});
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
