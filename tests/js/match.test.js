import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Match } from "../../src/nimatron/web/static/js/match.js";

// The positions 5, 4, 3, ... of a heap from which one is taken.
function played(moves, settings) {
  const match = new Match("5", settings);
  for (let left = 4; left > 4 - moves; left--) match.move(String(left), "take 1", [`0:${left}`]);
  return match;
}

describe("turns", () => {
  it("alternate, beginning with side 0", () => {
    assert.deepEqual(
      [0, 1, 2, 3].map((moves) => played(moves).turn),
      [0, 1, 0, 1],
    );
  });

  it("are the computer's on its side only", () => {
    assert.equal(played(0, { computer: 0 }).computersTurn, true);
    assert.equal(played(1, { computer: 0 }).computersTurn, false);
    assert.equal(played(1, { computer: 1 }).computersTurn, true);
  });

  it("are never the computer's among two people", () => {
    assert.deepEqual(
      [0, 1, 2].map((moves) => played(moves, { computer: -1 }).computersTurn),
      [false, false, false],
    );
  });
});

describe("the winner where no move is left", () => {
  it("is who moved last, in normal play", () => assert.equal(played(3).winner, 0));
  it("is who should move, in misère play", () => assert.equal(played(3, { misere: true }).winner, 1));
});

describe("undo", () => {
  it("takes back a move of the person and the answer to it", () => {
    const match = played(2);
    assert.equal(match.undo(), true);
    assert.equal(match.position, "5");
    assert.equal(match.canUndo, false);
    assert.equal(match.canRedo, true);
  });

  it("takes back a move that the computer has not answered", () => {
    const match = played(3);
    match.undo();
    assert.equal(match.position, "3");
  });

  it("takes back one move among two people", () => {
    const match = played(2, { computer: -1 });
    match.undo();
    assert.equal(match.position, "4");
  });

  it("leaves the computer's first move where it is", () => {
    const match = played(1, { computer: 0 });
    assert.equal(match.canUndo, false);
    assert.equal(match.undo(), false);
    assert.equal(match.position, "4");
    assert.deepEqual(match.undone, []);
  });

  it("does nothing at the start", () => {
    const match = played(0);
    assert.equal(match.undo(), false);
    assert.equal(match.position, match.start);
  });
});

describe("redo", () => {
  it("makes again what was undone, with its words", () => {
    const match = played(4);
    const before = structuredClone(match.history);
    match.undo();
    match.undo();
    assert.equal(match.position, "5");
    assert.equal(match.redo(), true);
    assert.equal(match.position, "3");
    assert.equal(match.redo(), true);
    assert.deepEqual(match.history, before);
    assert.equal(match.redo(), false);
  });

  it("is gone after another move", () => {
    const match = played(2);
    match.undo();
    match.move("1", "take 4");
    assert.equal(match.canRedo, false);
    assert.equal(match.redo(), false);
  });
});

it("an earlier position can be returned to, and what came after stays in reach", () => {
  const match = played(4, { computer: -1 });
  match.returnTo(1);
  assert.equal(match.position, "4");
  assert.equal(match.turn, 1);
  while (match.redo());
  assert.equal(match.position, "1");
});

describe("a match that was kept", () => {
  const settings = { position: "3", misere: false, opponent: "perfect", first: "you" };
  const kept = (moves, given) => structuredClone({ ...played(moves, given) });

  it("goes on where the address speaks of it", () => {
    const match = Match.restored(kept(2), settings);
    assert.equal(match.history.length, 3);
    assert.equal(match.start, "5");
  });

  it("goes on on the computer's side", () => {
    const match = Match.restored(kept(2, { computer: 0 }), { ...settings, first: "computer" });
    assert.equal(match.computersTurn, true);
  });

  for (const [name, other] of Object.entries({
    "another position": { position: "4" },
    "another rule": { misere: true },
    "another level": { opponent: "random" },
    "two people": { opponent: "person" },
    "another turn": { first: "computer" },
  })) {
    it(`is not the one of an address with ${name}`, () => {
      assert.equal(Match.restored(kept(2), { ...settings, ...other }), null);
    });
  }

  it("may be none", () => {
    for (const nothing of [undefined, null, {}, { history: [] }]) assert.equal(Match.restored(nothing, settings), null);
  });
});
