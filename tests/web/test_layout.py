"""Boards in a real browser: all of every position is on the screen, large enough to be hit, and nothing overlaps."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

STAGES = {"phone": (351, 380), "wide": (820, 520)}
"""The room for the board on a screen of 375 by 667 and of 1280 by 900 pixels."""

rng = Random(4)
TREE = " ".join(f"v{i}-v{rng.randrange(i)}" for i in range(1, 40))
WEB = " ".join(f"v{i}>v{j}" for i in range(20) for j in rng.sample(range(i + 1, 30), 2))

LARGE = [
    "nim: 12 15 18",
    "nim: 30 30 30",
    "nim: 1000000000000000000000000 5",
    "lasker: 13 9",
    "kayles: 7 20",
    "kayles: 1 0 2 5",
    "ruler: 3 28",
    "nimble: 24 0 3",
    "wythoff: 12 9",
    "chomp: 12x9",
    "cram: 9x12",
    "tartan{ruler,twins}: 8,9",
    f"node-kayles{{{TREE}}}: {' '.join(f'v{i}' for i in range(40))}",
    f"graph{{{' '.join(f'v{i}>v{i + 1}' for i in range(39))}}}: v0",
    f"graph{{{WEB}}}: v0",
    "graph{a>b a>c a>d b>e c>e d>f e>f b>d a>f}: a",
    "nim: 3 5 + kayles: 6",
    "nim: 2 3 + chomp: 2x2 + wythoff: 2 3 + kayles: 3",
    "chocolate: (4, 6)",
    "no-three: '.X..X....'",
]

DRAWN = """
async ([position, width, height]) => {
  const { get } = await import("./js/api.js");
  const { BoardGroup } = await import("./js/board-group.js");
  const view = await get("position", { position });
  const stage = document.createElement("div");
  stage.style.cssText = `position: fixed; inset: 0 auto auto 0; width: ${width}px; height: ${height}px`;
  document.body.append(stage);
  const boards = new BoardGroup(() => {}, () => {});
  stage.append(boards.element);
  const { pictures, summands } = view;
  boards.show({ pictures, texts: summands.map(({ state }) => state), names: summands.map(({ game }) => game) });
  const frame = stage.getBoundingClientRect();
  const faults = [];
  const note = (what, where) => faults.push(`${what} ${where}`);
  const inside = ({ left, top, right, bottom }) =>
    left > frame.left - 1 && top > frame.top - 1 && right < frame.right + 1 && bottom < frame.bottom + 1;
  const apart = (a, b) => a.right < b.left + 1 || b.right < a.left + 1 || a.bottom < b.top + 1 || b.bottom < a.top + 1;
  let least = Infinity;
  for (const svg of stage.querySelectorAll("svg")) {
    const targets = [...svg.querySelectorAll("[data-id] > .target")];
    const boxes = targets.map((target) => [target.parentNode.dataset.id, target.getBoundingClientRect()]);
    boxes.forEach(([id, box], i) => {
      least = Math.min(least, box.width, box.height);
      if (!inside(box)) note("outside", id);
      for (const [other, there] of boxes.slice(0, i)) if (!apart(box, there)) note("overlap", `${id} ${other}`);
    });
    for (const text of svg.querySelectorAll("text")) {
      if (!inside(text.getBoundingClientRect())) note("text outside", text.textContent);
    }
    const radius = boxes.length ? boxes[0][1].width * 0.42 : 0;
    for (const line of svg.querySelectorAll("[data-arrow]")) {
      const ends = line.dataset.arrow.split(" ");
      const matrix = line.getScreenCTM();
      for (let i = 0; i <= 20; i++) {
        const { x, y } = line.getPointAtLength((line.getTotalLength() * i) / 20).matrixTransform(matrix);
        for (const [id, box] of boxes) {
          const away = Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
          if (!ends.includes(id) && away < radius) note(`arrow ${ends} behind`, id);
        }
        if (x < frame.left || y < frame.top || x > frame.right || y > frame.bottom) note("arrow outside", ends);
      }
    }
  }
  if (least < 24 && boards.note.hidden) note("small, and nothing said:", least);
  const captions = [...stage.querySelectorAll("figcaption, .drawing")];
  for (const caption of captions) if (!inside(caption.getBoundingClientRect())) note("outside", caption.textContent);
  stage.remove();
  return { faults: [...new Set(faults)].slice(0, 5), least };
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
def test_all_of_every_position_is_on_the_screen(open_page: Any, stage: str) -> None:
    page = open_page("learn.html", 375 if stage == "phone" else 1280)
    wrong, least = {}, {}
    games = page.evaluate("""async () => (await (await import("./js/api.js")).get("games")).games""")
    for position in [*(game["sample"] for game in games), *LARGE]:
        found = page.evaluate(DRAWN, [position, *STAGES[stage]])
        least[position] = found["least"] if found["least"] is not None else 99
        if found["faults"]:
            wrong[position] = found["faults"]
    assert wrong == {}
    assert {text: size for text, size in least.items() if size < 24} == {}
