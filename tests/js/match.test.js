import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Match } from "../../src/nimatron/web/static/js/match.js";

// The positions 5, 4, 3, ... of a heap from which one is taken.
function played(moves, settings) {
  const match = new Match("5", settings);
  for (let left = 4; left > 4 - moves; left--) match.move(String(left), "take 1", [`0:${left}`]);
  return match;
}

const positions = (match, ids) => ids.map((id) => match.nodes[id].position).join(" ");

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
  it("goes back over a move of the person and the answer to it", () => {
    const match = played(2);
    assert.equal(match.undo(), true);
    assert.equal(match.position, "5");
    assert.equal(match.canUndo, false);
    assert.equal(match.canRedo, true);
  });

  it("goes back over a move that the computer has not answered", () => {
    const match = played(3);
    match.undo();
    assert.equal(match.position, "3");
  });

  it("goes back over one move among two people", () => {
    const match = played(2, { computer: -1 });
    match.undo();
    assert.equal(match.position, "4");
  });

  it("leaves the computer's first move where it is", () => {
    const match = played(1, { computer: 0 });
    assert.equal(match.canUndo, false);
    assert.equal(match.undo(), false);
    assert.equal(match.position, "4");
  });

  it("does nothing at the start", () => {
    const match = played(0);
    assert.equal(match.undo(), false);
    assert.equal(match.position, match.start);
  });
});

describe("redo", () => {
  it("leads again to what was left, with its words", () => {
    const match = played(4);
    const before = structuredClone(match.history.map(({ position, text }) => [position, text]));
    match.undo();
    match.undo();
    assert.equal(match.position, "5");
    assert.equal(match.redo(), true);
    assert.equal(match.position, "3");
    assert.equal(match.redo(), true);
    assert.deepEqual(
      match.history.map(({ position, text }) => [position, text]),
      before,
    );
    assert.equal(match.redo(), false);
  });

  it("stops where the line ends before the computer has answered", () => {
    const match = played(3);
    match.undo();
    assert.equal(match.redo(), true);
    assert.equal(match.position, "2");
    assert.equal(match.computersTurn, true);
  });
});

describe("looking back", () => {
  it("changes nothing, wherever one looks", () => {
    const match = played(5);
    const line = [...match.line];
    for (const id of line) {
      match.go(id);
      assert.deepEqual(match.line, line);
      assert.deepEqual(match.main, line);
      assert.equal(match.computersTurn, id === line.at(-1)); // the last move has no answer yet
    }
  });

  it("goes step by step, and stops at both ends", () => {
    const match = played(3);
    assert.equal(match.step(1), false);
    assert.deepEqual([match.step(-1), match.position, match.looking], [true, "3", true]);
    match.step(-1);
    match.step(-1);
    assert.deepEqual([match.step(-1), match.position], [false, "5"]);
    while (match.step(1));
    assert.deepEqual([match.position, match.looking], ["2", false]);
  });
});

describe("another move, tried where one looks back", () => {
  const varied = () => {
    const match = played(4, { computer: -1 });
    match.go(match.main[1]);
    match.move("1", "take 3");
    match.move("0", "take 1");
    return match;
  };

  it("begins a variation, and the main line stays", () => {
    const match = varied();
    assert.equal(positions(match, match.main), "5 4 3 2 1");
    assert.equal(positions(match, match.line), "5 4 1 0");
    assert.ok(!match.main.includes(match.at));
    assert.deepEqual(
      match.variations.map(({ from, ids }) => [match.nodes[from].position, positions(match, ids)]),
      [["4", "1 0"]],
    );
  });

  it("is what redo leads to, until one looks at the main line again", () => {
    const match = varied();
    match.undo();
    match.undo();
    match.redo();
    assert.equal(match.position, "1");
    match.go(match.main.at(-1));
    match.undo();
    match.redo();
    assert.equal(match.position, "1");
    assert.ok(match.main.includes(match.at));
    assert.equal(positions(match, match.line), "5 4 3 2 1");
  });

  it("is not tried twice", () => {
    const match = varied();
    const size = match.nodes.length;
    match.go(match.main[1]);
    match.move("1", "take 3");
    assert.equal(match.nodes.length, size);
    assert.ok(!match.main.includes(match.at));
    match.go(match.main[1]);
    match.move("3", "take 1");
    assert.ok(match.main.includes(match.at));
  });

  it("may be one of the computer", () => {
    const match = played(4);
    match.go(match.main[1]);
    assert.equal(match.computersTurn, false);
    match.move("2", "take 2");
    assert.equal(match.computersTurn, false);
    match.move("1", "take 1");
    assert.equal(match.computersTurn, true);
  });
});

describe("a move that the rules refuse", () => {
  it("leaves no trace", () => {
    const match = played(2);
    const before = structuredClone({ ...match });
    match.move("9", "add 6");
    match.retract();
    assert.deepEqual({ ...match }, before);
  });

  it("is not an earlier one", () => {
    const match = played(2);
    match.go(1);
    match.retract();
    assert.equal(match.nodes.length, 3);
    match.go(0);
    match.retract();
    assert.equal(match.nodes.length, 3);
  });
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

  it("keeps what comes after the position that is looked at", () => {
    const match = played(4);
    match.undo();
    const again = Match.restored(structuredClone({ ...match }), settings);
    assert.equal(positions(again, again.line), "5 4 3 2 1");
  });

  it("is a copy", () => {
    const state = kept(2);
    Match.restored(state, settings).move("0", "take 3");
    assert.equal(state.nodes.length, 3);
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

  it("may be none, or one of an earlier form", () => {
    for (const nothing of [undefined, null, {}, { nodes: [] }, { history: [{ position: "3" }] }]) {
      assert.equal(Match.restored(nothing, settings), null);
    }
  });
});

describe("a draw", () => {
  // A token goes round and round; `rounds` times it has come back to where it began.
  function round(rounds, settings) {
    const match = new Match("a", settings);
    for (let i = 0; i < 2 * rounds; i++) match.move(i % 2 ? "a" : "b", "go on");
    return match;
  }

  it("may be agreed on where a position has come back to the same player", () => {
    assert.equal(round(0).met, 1);
    assert.equal(round(1).met, 2);
    const match = round(1);
    assert.equal(match.drawn, false);
    match.agree();
    assert.deepEqual([match.drawn, match.winner, match.computersTurn], [true, null, false]);
  });

  it("comes by itself at the fifth meeting", () => {
    assert.equal(round(3).drawn, false);
    assert.deepEqual([round(4).drawn, round(4, { computer: 0 }).computersTurn], [true, false]);
  });

  it("is not there for the other player, nor after a step back", () => {
    const match = new Match("a");
    match.move("a", "pass");
    assert.equal(match.met, 1);
    const agreed = round(1);
    agreed.agree();
    agreed.undo();
    assert.equal(agreed.drawn, false);
  });
});
