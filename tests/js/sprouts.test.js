// Sprouts on paper: whatever is drawn has the regions that it should have, before and after it is relaxed.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dist } from "../../src/nimatron/web/static/js/sprouts/mesh.js";
import {
  joined,
  lives,
  placed,
  read,
  sidesOf,
  signature,
  walk,
} from "../../src/nimatron/web/static/js/sprouts/reading.js";
import { relax } from "../../src/nimatron/web/static/js/sprouts/relaxing.js";
import { draw, withLine } from "../../src/nimatron/web/static/js/sprouts/routing.js";
import { crossings, lineOf } from "../../src/nimatron/web/static/js/sprouts/strokes.js";

function random(seed) {
  let state = seed;
  return (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % n;
  };
}

function blank(n, size = 375) {
  const at = (i) => {
    const turn = (2 * Math.PI * i) / n + 0.3;
    return [size / 2 + 110 * Math.cos(turn), size / 2 + 110 * Math.sin(turn)];
  };
  return { size, spots: Array.from({ length: n }, (_, i) => at(i)), lines: [], bars: false };
}

// Crosses with four free ends, which come first.
function crosses(n) {
  const { size, spots: hubs } = blank(n);
  const spots = hubs.flatMap(([x, y]) => [0.2, 1.8, 3.3, 4.9].map((a) => [x + 25 * Math.cos(a), y + 25 * Math.sin(a)]));
  const lines = spots.map((tip, i) => {
    const hub = Math.floor(i / 4);
    return { a: i, b: 4 * n + hub, points: [tip, hubs[hub]] };
  });
  return { size, spots: [...spots, ...hubs], lines, bars: true };
}

// All pairs of corners that a line may join.
function pairs(map, left) {
  return map.regions.flatMap((region, r) => {
    const corners = region.flatMap((b, k) => walk(map, b).map((spot, i) => ({ k, i, spot })));
    return corners.flatMap((one, x) =>
      corners
        .slice(x)
        .filter((two) => {
          const same = one.spot === two.spot;
          return left[one.spot] > same && left[two.spot] > same && (!same || one === two || left[one.spot] > 1);
        })
        .map((two) => ({ region: r, boundary: one.k, place: one.i, boundary2: two.k, place2: two.i })),
    );
  });
}

function game(start, seed, visit) {
  const rnd = random(seed);
  let sheet = start;
  for (let moves = 0; ; moves++) {
    const map = read(sheet);
    const list = pairs(map, lives(sheet));
    if (!list.length) return moves;
    const chosen = list[rnd(list.length)];
    const left = map.regions[chosen.region].map((_, k) => k).filter(() => rnd(2));
    const place = { ...chosen, left: chosen.boundary === chosen.boundary2 ? left : [] };
    const inside = sidesOf(sheet, map, place)[rnd(2)];
    const line = placed(sheet, map, place, inside);
    sheet = visit(sheet, line, joined(map, place).after, { rnd, inside, sides: sidesOf(sheet, map, place) });
  }
}

// How near the lines come to live spots that are not on them.
function room({ spots, lines, ...rest }) {
  const left = lives({ spots, lines, ...rest });
  const gaps = spots.flatMap((p, i) =>
    lines.flatMap(({ a, b, points }) => (left[i] && a !== i && b !== i ? points.map((q) => dist(p, q)) : [])),
  );
  return Math.min(...gaps);
}

// Random games of each kind; a long test asks for more of them.
const GAMES = Number(process.env.SPROUTS_GAMES ?? 0);

describe("drawings of Sprouts", () => {
  for (const [n, games] of [
    [2, 6],
    [5, 5],
    [8, 1],
  ]) {
    it(`have the regions that the lines make, with ${n} spots`, () => {
      for (let seed = 1; seed <= Math.max(GAMES, games); seed++) {
        const moves = game(blank(n), seed, (sheet, line, after) => {
          const drawn = draw(sheet, line);
          assert.equal(crossings(drawn), 0);
          assert.equal(signature(read(drawn)), signature(after));
          const calm = relax(drawn);
          assert.equal(crossings(calm), 0);
          assert.equal(signature(read(calm)), signature(after));
          assert.ok(
            [...calm.spots, ...calm.lines.flatMap(({ points }) => points)].flat().every((x) => x >= 0 && x <= 375),
          );
          if (n < 6) assert.ok(room(calm) > 6, `seed ${seed}: ${room(calm)}`);
          return calm;
        });
        assert.ok(moves >= 2 * n && moves <= 3 * n - 1);
      }
    });
  }

  it("have a bar on each line in Brussels Sprouts, and last 5n - 2 moves", () => {
    for (let seed = 1; seed <= Math.max(GAMES / 4, 2); seed++) {
      const moves = game(crosses(2), seed, (sheet, line, after, { sides }) => {
        const calm = relax(draw(sheet, line));
        assert.equal(crossings(calm), 0);
        const fresh = sheet.spots.length;
        assert.equal(calm.spots.length, fresh + 3);
        assert.deepEqual(around(calm, fresh), line.same ? sides.map(String).sort() : around(calm, fresh));
        assert.equal(read(calm).regions.length, after.regions.length);
        return calm;
      });
      assert.equal(moves, 8);
    }
  });

  it("have inside what is to be inside", () => {
    for (let seed = 1; seed <= 3; seed++) {
      game(blank(4), seed, (sheet, line, _, { inside }) => {
        const drawn = draw(sheet, line);
        const map = read(drawn);
        if (line.same && [...line.left, ...line.right].some(({ frame }) => frame)) {
          const outside = map.regions[0].flatMap((boundary) => walk(map, boundary));
          const arcs = new Set([...line.arcs.left, ...line.arcs.right].map((d) => read(sheet).spot[d]));
          assert.ok(inside.every((spot) => arcs.has(spot) || !outside.includes(spot)));
        }
        return relax(drawn);
      });
    }
  });
});

// The live spots beside a new one, region by region, without the last three.
function around(sheet, fresh) {
  const map = read(sheet);
  const met = map.regions.map((region) => [...new Set(region.flatMap((boundary) => walk(map, boundary)))]);
  const left = lives(sheet);
  return met
    .filter((spots) => spots.includes(fresh))
    .map((spots) => String(spots.filter((spot) => left[spot] && spot < fresh).sort((x, y) => x - y)))
    .sort();
}

describe("strokes", () => {
  it("are read as they are meant, or refused", () => {
    let refused = 0;
    let all = 0;
    game(blank(5), 3, (sheet, line, after, { rnd }) => {
      const shake = () => (rnd(1000) / 1000 - 0.5) * 2;
      const drawn = draw(sheet, line);
      const [one, two] = drawn.lines.slice(-2).map(({ points }) => points);
      const stroke = [...one, ...[...two].reverse().slice(1)].map(([x, y]) => [x + shake(), y + shake()]);
      const found = lineOf(sheet, stroke);
      all++;
      if (found.fault) refused++;
      else {
        assert.deepEqual([found.a, found.b], [line.u, line.v]);
        assert.equal(signature(read(withLine(sheet, found.a, found.b, found.points))), signature(after));
      }
      return relax(drawn);
    });
    assert.ok(refused < all / 2, `${refused} of ${all}`);
  });

  it("are refused with a reason", () => {
    const sheet = blank(3);
    const [p, q, r] = sheet.spots;
    const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    const fault = (stroke, on = sheet) => lineOf(on, stroke).fault;
    assert.equal(fault([[5, 5], q]), "start");
    assert.equal(fault([p, [5, 5]]), "end");
    assert.equal(fault([p, [p[0] + 1, p[1]], p]), "short");
    assert.equal(fault([p, [-40, 100], q]), "outside");
    assert.equal(fault([p, [10, 300], [300, 300], [100, 20], [90, 340], q]), "itself");
    const line = lineOf(sheet, [p, middle, q]);
    const one = withLine(sheet, 0, 1, line.points);
    const beyond = [0, 1].map((i) => middle[i] + 0.2 * (middle[i] - r[i]));
    assert.equal(fault([r, beyond, [beyond[0] + 15, beyond[1]], r], one), "crosses");
    assert.ok(dist(one.spots[3], middle) < 1);
    const two = withLine(one, 0, 0, [p, [p[0] + 60, p[1] - 40], [p[0] + 60, p[1] + 40], p]);
    assert.equal(fault([p, [200, 200], r], two), "full");
    assert.equal(fault([one.spots[3], [200, 200], [260, 240], one.spots[3]], one), "full");
  });
});
