"""Sprouts on paper: drawn by a finger, by a mouse and from a list in words, against the computer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playing import api
from screening import complaints
from test_drag import MOUNTED

import nimatron as nt

AGAINST = MOUNTED.replace("{ computer: -1 }", "{ computer: 1, level: 'perfect' }")

YOUR_TURN = """() => {
  const { paper, match } = table;
  const there = paper?.way.split(" > ").at(-1) === match.position;
  return table.view && !table.busy && there && (table.over || paper.playable);
}"""

# The points of a line that may be drawn, on the screen.
STROKE = """
async ([lone]) => {
  const { ends, joined, read, walk } = await import("./js/sprouts/reading.js");
  const { draw } = await import("./js/sprouts/routing.js");
  const { sheet } = table.paper;
  const [map, count] = [read(sheet), ends(sheet)];
  for (const [region, all] of map.regions.entries()) {
    const corners = all.flatMap((b, k) => walk(map, b).map((spot, i) => ({ k, i, spot })))
      .filter(({ spot }) => count[spot] < 3);
    for (const [x, one] of corners.entries()) {
      for (const two of corners.slice(x)) {
        if (one.spot === two.spot ? count[one.spot] > 1 || one !== two || !lone : lone) continue;
        const line = { region, boundary: one.k, place: one.i, boundary2: two.k, place2: two.i, left: [] };
        const [a, b] = draw(sheet, joined(map, line).line).lines.slice(-2).map(({ points }) => points);
        const { left, top, width } = table.paper.svg.getBoundingClientRect();
        const path = [...a, ...[...b].reverse().slice(1)];
        return path.map(([x, y]) => [left + (x * width) / sheet.size, top + (y * width) / sheet.size]);
      }
    }
  }
  return null;
}
"""


@pytest.fixture(scope="module")
def phone(browser: Any, server: str) -> Iterator[Any]:
    context = browser.new_context(base_url=server, has_touch=True, viewport={"width": 375, "height": 740})
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")
    page.goto("/learn.html")
    yield page
    context.close()


def begin(page: Any, position: str) -> None:
    page.evaluate(AGAINST, [position, 351, 640])
    page.wait_for_function(YOUR_TURN)


def touch(page: Any, path: list[list[float]]) -> None:
    """A finger along these points."""
    session = page.context.new_cdp_session(page)
    for i, (x, y) in enumerate(path):
        kind = "touchMove" if i else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def drawn(page: Any) -> str:
    """The drawing on the sheet as the server reads it."""
    return str(
        page.evaluate(
            """async () => {
              const { read, written } = await import("./js/sprouts/reading.js");
              const { crossings } = await import("./js/sprouts/strokes.js");
              if (crossings(table.paper.sheet)) throw new Error("lines cross");
              return written(read(table.paper.sheet));
            }"""
        )
    )


@pytest.mark.slow
def test_a_match_by_touch(phone: Any) -> None:
    begin(phone, "sprouts: 3")
    moves = 0
    while not phone.evaluate("table.over"):
        before = phone.evaluate("table.match.position")
        path = phone.evaluate(STROKE, [moves == 0]) or phone.evaluate(STROKE, [True])
        touch(phone, path)
        box = phone.locator("#paper-confirm").bounding_box()
        touch(phone, [[box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]])
        phone.wait_for_function("(before) => table.match.position !== before", arg=before)
        phone.wait_for_function(YOUR_TURN)
        moves += 1
        history = phone.evaluate("table.match.history.map((entry) => entry.position)")
        for one, two in pairwise(history):
            assert nt.parse(two) in set(nt.parse(one))
        assert nt.Sprouts.canonical(nt.parse(history[-1]).state) == nt.Sprouts.canonical(read_position(phone))
    assert 6 <= len(phone.evaluate("table.match.history")) - 1 <= 8


def read_position(page: Any) -> Any:
    from nimatron.families.sprouts.paper import read_paper

    return read_paper(drawn(page)).lands()


@pytest.mark.slow
def test_undo_restores_the_drawing(phone: Any) -> None:
    begin(phone, "sprouts: 4")
    empty = drawn(phone)
    touch(phone, phone.evaluate(STROKE, [False]))
    phone.locator("#paper-confirm").click()
    phone.wait_for_function("() => table.match.history.length > 2")
    phone.wait_for_function(YOUR_TURN)
    two = drawn(phone)
    phone.evaluate("() => { table.match.at = 0; return table.refresh(); }")
    phone.wait_for_function("() => table.paper.sheet.lines.length === 0")
    assert drawn(phone) == empty
    phone.evaluate("() => { table.match.at = 2; return table.refresh(); }")
    phone.wait_for_function("() => table.paper.sheet.lines.length === 4")
    assert drawn(phone) == two


@pytest.mark.slow
def test_a_stroke_that_is_no_line_says_why(phone: Any) -> None:
    begin(phone, "sprouts: 2")
    path = phone.evaluate(STROKE, [False])
    touch(phone, [*path[:-1], [path[0][0] + 60, path[0][1] + 60]])
    assert "ends at a spot" in phone.locator(".paper-note.bad").inner_text()
    touch(phone, [[path[0][0] + 90, path[0][1] + 90], path[0]])
    assert "begins at a spot" in phone.locator(".paper-note.bad").inner_text()
    assert phone.evaluate("table.match.position") == "sprouts: 2"


@pytest.mark.slow
def test_the_new_spot_slides(phone: Any) -> None:
    begin(phone, "sprouts: 2")
    path = phone.evaluate(STROKE, [False])
    touch(phone, path)
    box = phone.locator(".new-spot").bounding_box()
    centre = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    quarter = path[len(path) // 4] if len(path) > 4 else [(path[0][k] + centre[k]) / 2 for k in (0, 1)]
    touch(phone, [centre, quarter])
    phone.wait_for_function("() => table.paper.pending.share < 0.5")
    assert not complaints(phone, include=[[".drawing-paper"]])


@pytest.mark.slow
def test_lines_in_words(phone: Any) -> None:
    begin(phone, "sprouts: 3")
    phone.locator(".paper-list summary").click()
    phone.select_option("#paper-to", "0")
    words = phone.locator(".paper-list li").all_inner_texts()
    assert len(words) == 4
    assert "from spot 1 to spot 1, leaving 2, 3 on the left" in [word.lower() for word in words]
    phone.locator(".paper-list li button").last.press("Enter")
    phone.wait_for_function("() => table.match.history.length > 2")
    phone.wait_for_function(YOUR_TURN)


@pytest.mark.slow
def test_positions_that_are_not_drawn(phone: Any) -> None:
    """Eight spots are too many for a phone, and a position does not say how it was drawn: their regions are shown."""
    for position in ("sprouts: 8", "sprouts: (0,AB)(0,AB)", "sprouts: 2 + nim: 3"):
        phone.evaluate(AGAINST, [position, 351, 640])
        phone.wait_for_function("() => table.view && !table.busy")
        phone.wait_for_timeout(300)
        assert phone.locator(".drawing-paper").count() == 0, position
        assert phone.locator("figure.summand").first.is_visible()


def test_answers(server: str) -> None:
    def ask(**values: str) -> Any:
        return api(server, "drawing", **values)

    assert ask(position="sprouts: 3")["drawn"] == "0,1,2"
    assert ask(position="sprouts: (0,2)")["drawn"] is None
    assert ask(position="sprouts: 3", drawn="0-3,1;0-3,2")["position"] == "sprouts: (0,AB)(0,AB)"
    line = ask(position="sprouts: 3", drawn="0,1,2", after="sprouts: (0,1A1A)")["line"]
    assert (line["boundary"], line["boundary2"]) == (0, 1)
