// From clicks to moves. That every legal move of every game can be clicked is tested in tests/web/test_choosing.py.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Chooser } from "../../src/nimatron/web/static/js/choosing.js";

// A heap of n coins: whoever takes k takes the last k.
function heap(n) {
  return Array.from({ length: n }, (_, i) => ({
    text: `take ${i + 1}`,
    changes: Array.from({ length: i + 1 }, (_coin, j) => `0:1.${n - j}`),
  }));
}

// Squares in a row, of which two neighbours are covered.
function dominoes(n) {
  return Array.from({ length: n - 1 }, (_, i) => ({ text: `cover ${i}`, changes: [`0:${i}`, `0:${i + 1}`] }));
}

// Coin 3 turns alone, or any two of three coins turn together.
const TURNING = [["0:3"], ["0:3", "0:1"], ["0:3", "0:2"], ["0:1", "0:2"]].map((changes) => ({ changes }));

describe("one click", () => {
  it("takes this coin and all behind it", () => {
    const options = heap(3);
    assert.deepEqual(new Chooser(options).click("0:1.2"), { play: options[1] });
    assert.deepEqual(new Chooser(options).click("0:1.3"), { play: options[0] });
  });

  it("on a place that no move changes clears what is chosen", () => {
    const chooser = new Chooser(dominoes(4));
    chooser.click("0:1");
    assert.deepEqual(chooser.click("0:99"), {});
    assert.deepEqual(chooser.clicked, []);
  });

  it("that can be several moves leaves them open", () => {
    const options = dominoes(4);
    const found = new Chooser(options).click("0:1");
    assert.deepEqual(found.ties, [options[0], options[1]]);
    assert.deepEqual(found.possible, new Set(["0:0", "0:1", "0:2"]));
  });

  it("makes the only move of a place at once", () => {
    const options = dominoes(4);
    assert.deepEqual(new Chooser(options).click("0:0"), { play: options[0] });
  });

  it("previews the smallest move where more clicks may mean another", () => {
    const found = new Chooser(TURNING).click("0:3");
    assert.equal(found.preview, TURNING[0]);
    assert.deepEqual(found.possible, new Set(["0:1", "0:2", "0:3"]));
  });
});

describe("a second click", () => {
  it("tells which of several moves is meant", () => {
    const options = dominoes(4);
    const chooser = new Chooser(options);
    chooser.click("0:1");
    assert.deepEqual(chooser.click("0:2"), { play: options[1] });
    assert.deepEqual(chooser.clicked, []);
  });

  it("on the same place makes the move that is previewed", () => {
    const chooser = new Chooser(TURNING);
    chooser.click("0:3");
    assert.deepEqual(chooser.click("0:3"), { play: TURNING[0] });
  });

  it("on the same place of several moves takes the first one back", () => {
    const chooser = new Chooser(dominoes(4));
    chooser.click("0:1");
    assert.deepEqual(chooser.click("0:1"), {});
  });

  it("that fits no move with the first begins anew", () => {
    const chooser = new Chooser(dominoes(6));
    chooser.click("0:1");
    chooser.click("0:4");
    assert.deepEqual(chooser.clicked, ["0:4"]);
  });
});

it("moves that change the same places are alike, whatever their order", () => {
  const options = [{ changes: ["0:1", "0:2"] }, { changes: ["0:2", "0:1"] }, { changes: ["0:1", "0:2", "0:3"] }];
  const found = new Chooser(options).click("0:1");
  assert.deepEqual(found.alike, options.slice(0, 2));
});

it("moves that change nothing to be seen are not clicked", () => {
  const chooser = new Chooser([{ changes: [] }]);
  assert.equal(chooser.live.size, 0);
  assert.deepEqual(chooser.click("0:1"), {});
});

describe("Enter", () => {
  it("makes the move that is previewed", () => {
    const chooser = new Chooser(TURNING);
    chooser.click("0:3");
    assert.deepEqual(chooser.confirm(), { play: TURNING[0] });
  });

  it("makes none of several", () => {
    const options = dominoes(4);
    const chooser = new Chooser(options);
    chooser.click("0:1");
    assert.deepEqual(chooser.confirm().ties, [options[0], options[1]]);
  });

  it("makes none where nothing is chosen", () => {
    assert.deepEqual(new Chooser(TURNING).confirm(), {});
  });
});

describe("a pointer over a place", () => {
  it("shows what a click would change, and chooses nothing", () => {
    const chooser = new Chooser(heap(3));
    assert.deepEqual(chooser.peek("0:1.2"), ["0:1.3", "0:1.2"]);
    assert.deepEqual(chooser.clicked, []);
  });

  it("shows the place alone where several moves begin, and nothing where none does", () => {
    const chooser = new Chooser(dominoes(4));
    assert.deepEqual(chooser.peek("0:1"), ["0:1"]);
    assert.deepEqual(chooser.peek("0:99"), []);
  });

  it("counts what is chosen already, as long as both fit a move", () => {
    const chooser = new Chooser(dominoes(6));
    chooser.click("0:1");
    assert.deepEqual(chooser.peek("0:2"), ["0:1", "0:2"]);
    assert.deepEqual(chooser.peek("0:5"), ["0:4", "0:5"]);
  });
});

describe("dragging from one place to another", () => {
  it("means what clicks on both mean", () => {
    const options = dominoes(6);
    assert.deepEqual(new Chooser(options).drag("0:1", "0:2"), { play: options[1] });
    assert.equal(new Chooser(TURNING).drag("0:3", "0:1").play, TURNING[1]);
  });

  it("is not decided by its first place alone", () => {
    const options = heap(3);
    assert.deepEqual(new Chooser(options).drag("0:1.3", "0:1.2"), { play: options[1] });
  });

  it("that fits no move means nothing", () => {
    const chooser = new Chooser(dominoes(6));
    assert.deepEqual(chooser.drag("0:1", "0:4"), {});
    assert.deepEqual(chooser.clicked, []);
    assert.deepEqual(chooser.pull("0:1", "0:4"), []);
  });

  it("shows on the way what it would change, and where it may end", () => {
    const chooser = new Chooser(dominoes(6));
    assert.deepEqual(chooser.pull("0:1", "0:2"), ["0:1", "0:2"]);
    assert.deepEqual(chooser.reach("0:1"), new Set(["0:0", "0:1", "0:2"]));
  });
});

it("what all moves on a board change is known", () => {
  const queen = ["0:1", "0:2", "0:3"].map((id) => ({ changes: ["0:0", id] }));
  const chooser = new Chooser([
    ...queen,
    ...dominoes(3).map(({ changes }) => ({ changes: changes.map((id) => `1${id.slice(1)}`) })),
  ]);
  assert.deepEqual(chooser.common(0), ["0:0"]);
  assert.deepEqual(chooser.common(1), ["1:1"]);
  assert.deepEqual(chooser.common(2), []);
});
