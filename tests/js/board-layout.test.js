// Where everything goes. That it holds for every game, in a browser, is tested in tests/web/test_layout.py.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { distance, route } from "../../src/nimatron/web/static/js/arrows.js";
import { arrange } from "../../src/nimatron/web/static/js/board-layout.js";

const PHONE = { width: 340, height: 380 };
const WIDE = { width: 800, height: 460 };

function heaps(...sizes) {
  const coin = (row) => (_, i) => ({ id: `${row + 1}.${i + 1}`, kind: "counter", row, column: 2 * i, x: 0, y: 0 });
  return {
    name: "heaps",
    shapes: sizes.flatMap((size, row) => Array.from({ length: size }, coin(row))),
    words: [],
    arrows: [],
    lines: sizes.map((length, i) => ({ length, name: `heap ${i + 1}` })),
  };
}

function grid(columns, rows) {
  const shapes = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) shapes.push({ id: `${x},${y}`, kind: "free", x: x + 0.5, y: y + 0.5, row: y });
  }
  return { name: "dominoes", width: columns, height: rows, shapes, words: [], arrows: [], lines: [] };
}

function inside(layout, room) {
  assert.ok(layout.width <= room.width + 0.1 && layout.height <= room.height + 0.1, "the board fits");
  for (const { x, y } of layout.places.values()) {
    assert.ok(x >= layout.cell / 2 - 0.1 && x <= layout.width - layout.cell / 2 + 0.1, `x ${x}`);
    assert.ok(y >= layout.cell / 2 - 0.1 && y <= layout.height - layout.cell / 2 + 0.1, `y ${y}`);
  }
  const places = [...layout.places.values()];
  places.forEach((a, i) => {
    for (const b of places.slice(0, i)) {
      const apart = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
      assert.ok(apart > layout.cell - 0.1, "no two shapes overlap");
    }
  });
}

describe("heaps", () => {
  for (const sizes of [[3, 4, 5], [13], [12, 15, 18], [30, 30, 30], [1], [0, 0], [7, 0, 22, 1, 9]]) {
    for (const room of [PHONE, WIDE]) {
      it(`${sizes} are all in ${room.width} pixels`, () => {
        const { boards, cell } = arrange([heaps(...sizes)], room);
        assert.ok(cell >= 24);
        assert.equal(
          boards[0].places.size,
          sizes.reduce((a, b) => a + b),
        );
        inside(boards[0], room);
      });
    }
  }

  it("are not broken where there is room", () => {
    const [layout] = arrange([heaps(3, 4, 5)], PHONE).boards;
    assert.equal(new Set([...layout.places.values()].map(({ y }) => y)).size, 3);
  });

  it("are broken after five where there is none", () => {
    const [layout] = arrange([heaps(13)], PHONE).boards;
    const lines = [...layout.places.values()].map(({ line }) => line);
    assert.deepEqual(
      [0, 1, 2].map((line) => lines.filter((other) => other === line).length),
      [5, 5, 3],
    );
  });

  it("keep the room that they had, and the places of their coins", () => {
    const [before] = arrange([heaps(3, 4, 5)], WIDE).boards;
    const later = { ...heaps(3, 1, 5), lines: heaps(3, 4, 5).lines };
    const [after] = arrange([later], WIDE).boards;
    assert.equal(after.cell, before.cell);
    for (const [id, place] of after.places) assert.deepEqual(place, before.places.get(id));
  });

  it("show what was taken where it was", () => {
    const before = heaps(3, 4, 5);
    const after = { ...heaps(3, 4, 3), lines: before.lines };
    const ghosts = before.shapes.filter(({ id }) => ["3.4", "3.5"].includes(id));
    const [old, now] = [before, { ...after, ghosts }].map((picture) => arrange([picture], WIDE).boards[0]);
    for (const { id } of ghosts) assert.deepEqual(now.places.get(id), old.places.get(id));
    assert.deepEqual(
      now.words.filter(({ look }) => look === "count").map(({ text }) => text),
      ["3", "4", "3"],
    );
  });
});

describe("boards", () => {
  it("are scaled to the room", () => {
    for (const room of [PHONE, WIDE]) inside(arrange([grid(8, 8)], room).boards[0], room);
  });

  it("of a sum share the room", () => {
    const pictures = [heaps(2, 3), grid(2, 2), grid(4, 4), heaps(9)];
    for (const room of [PHONE, WIDE]) {
      const { boards, cell } = arrange(pictures, room, { heading: 26 });
      assert.ok(cell >= 24);
      for (const layout of boards) inside(layout, room);
    }
  });

  it("are as large as is asked where they do not fit", () => {
    const { boards, cell } = arrange([grid(40, 30)], PHONE, { least: 40 });
    assert.equal(cell, 40);
    assert.ok(boards[0].width > PHONE.width);
  });
});

describe("an arrow", () => {
  const cell = 40;
  const [a, b, c] = [0, 100, 200].map((y) => ({ x: 100, y }));

  it("is straight where nothing is in its way", () => {
    const [from, middle, to] = route(a, b, [], cell);
    assert.ok(Math.abs(middle.x - 100) < 0.1);
    assert.ok(from.y > a.y && to.y < b.y);
  });

  it("keeps clear of a vertex that it does not touch", () => {
    assert.ok(distance(route(a, c, [b], cell), b) > 0.5 * cell);
  });

  it("stays on the board", () => {
    const room = { width: 300, height: 300 };
    const curve = route({ x: 30, y: 20 }, { x: 30, y: 280 }, [{ x: 30, y: 150 }], cell, { room });
    assert.ok(curve.every(({ x }) => x > 0));
  });

  it("does not lie on the arrow back", () => {
    const [there, back] = [route(a, b, [], cell, { both: true }), route(b, a, [], cell, { both: true })];
    assert.ok(Math.abs(there[1].x - back[1].x) > 10);
  });
});
