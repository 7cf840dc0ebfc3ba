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
from nimatron.families.sprouts.paper import SproutsPaper, read_regions
from nimatron.web.answers.game_answers import PAPERS

AGAINST = MOUNTED.replace("{ computer: -1 }", "{ computer: 1, level: 'perfect' }")

YOUR_TURN = """() => {
  const { match } = table;
  const paper = table.papers.get(0);
  const there = paper?.way.split(" > ").at(-1) === match.position;
  return table.view && !table.busy && there && (table.over || paper.playable);
}"""

# The points of a line that may be drawn, on the screen.
STROKE = """
async ([lone]) => {
  const { joined, lives, read, walk } = await import("./js/sprouts/reading.js");
  const { draw } = await import("./js/sprouts/routing.js");
  const { sheet } = table.papers.get(0);
  const [map, left] = [read(sheet), lives(sheet)];
  for (const [region, all] of map.regions.entries()) {
    const corners = all.flatMap((b, k) => walk(map, b).map((spot, i) => ({ k, i, spot })))
      .filter(({ spot }) => left[spot]);
    for (const [x, one] of corners.entries()) {
      for (const two of corners.slice(x)) {
        if (one.spot === two.spot ? left[one.spot] < 2 || one !== two || !lone : lone) continue;
        const line = { region, boundary: one.k, place: one.i, boundary2: two.k, place2: two.i, left: [] };
        const { lines } = draw(sheet, joined(map, line).line);
        const [a, b] = lines.slice(sheet.lines.length).map(({ points }) => points);
        const box = table.papers.get(0).svg.getBoundingClientRect();
        const path = [...a, ...[...b].reverse().slice(1)];
        return path.map(([x, y]) => [box.left + (x * box.width) / sheet.size, box.top + (y * box.width) / sheet.size]);
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
              if (crossings(table.papers.get(0).sheet)) throw new Error("lines cross");
              return written(read(table.papers.get(0).sheet));
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
    return SproutsPaper(*read_regions(drawn(page))).state()


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
    phone.wait_for_function("() => table.papers.get(0).sheet.lines.length === 0")
    assert drawn(phone) == empty
    phone.evaluate("() => { table.match.at = 2; return table.refresh(); }")
    phone.wait_for_function("() => table.papers.get(0).sheet.lines.length === 4")
    assert drawn(phone) == two


@pytest.mark.slow
def test_a_stroke_that_is_no_line_says_why(phone: Any) -> None:
    begin(phone, "sprouts: 2")
    path = phone.evaluate(STROKE, [False])
    touch(phone, [*path[:-1], [path[0][0] + 60, path[0][1] + 60]])
    assert "ends at a spot" in phone.locator(".paper-note.bad").inner_text()
    box = phone.locator("svg.paper").bounding_box()
    touch(phone, [[box["x"] + 9, box["y"] + 9], path[0]])
    assert "begins at a spot" in phone.locator(".paper-note.bad").inner_text()
    assert phone.evaluate("table.match.position") == "sprouts: 2"


@pytest.mark.slow
def test_the_new_spot_slides(phone: Any) -> None:
    begin(phone, "sprouts: 2")
    paper = phone.locator("svg.paper").bounding_box()
    path = phone.evaluate(STROKE, [False])
    touch(phone, path)
    assert phone.locator("svg.paper").bounding_box() == paper, "the board never moves"
    box = phone.locator(".new-spot").bounding_box()
    centre = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    quarter = path[len(path) // 4] if len(path) > 4 else [(path[0][k] + centre[k]) / 2 for k in (0, 1)]
    touch(phone, [centre, quarter])
    phone.wait_for_function("() => table.papers.get(0).pending.share < 0.5")
    assert not complaints(phone, include=[[".drawing-paper"]])


@pytest.mark.slow
def test_lines_in_words(phone: Any) -> None:
    """Two spots and what is inside, from a list and with the keyboard alone."""
    begin(phone, "sprouts: 4")
    phone.locator(".paper-list summary").press("Enter")
    phone.select_option("#paper-from", "1")
    phone.select_option("#paper-to", "1")
    phone.locator(".paper-inside input[value='2']").press(" ")
    phone.locator(".paper-inside input[value='3']").press(" ")
    line = phone.locator(".paper-list li button")
    assert line.all_inner_texts() == ["draw from spot 2 to spot 2, leaving 3, 4 inside"]
    assert not complaints(phone, include=[[".drawing-paper"]])
    line.press("Enter")
    phone.wait_for_function("() => table.match.history.length > 1")
    assert phone.evaluate("table.match.history[1].position") == "sprouts: (0,0,AB)(0,AB)"
    phone.wait_for_function(YOUR_TURN)
    assert phone.evaluate("document.activeElement.id") == "paper-from"  # the next line from the list, too


NUMBERS = """() => {
  const { lines } = table.papers.get(0).sheet;
  return lines.slice(-2).map(({ a }) => a + 1);
}"""


@pytest.mark.slow
def test_words_in_the_numbers_of_the_drawing(phone: Any) -> None:
    begin(phone, "sprouts: 4")
    for _ in range(3):
        touch(phone, phone.evaluate(STROKE, [True]) or phone.evaluate(STROKE, [False]))
        phone.locator("#paper-confirm").click()
        phone.wait_for_function("() => table.match.history.at(-1).position && table.busy === false")
        phone.wait_for_function(YOUR_TURN)
        if phone.evaluate("table.over"):
            return
        first, last = phone.evaluate(NUMBERS)
        said = phone.evaluate("table.message.textContent")
        assert f"from spot {first} to spot {last}" in said or f"from spot {last} to spot {first}" in said
        told = phone.evaluate(
            """async () => {
              const { after } = await (await fetch(`api/v1/hint?${new URLSearchParams({
                position: table.match.position, step: 3 })}`)).json();
              return await table.inDrawing({ text: "", after, changes: ["0:1"] });
            }"""
        )
        assert told["lines"]
        assert told["changes"] == [f"0:{n}" for n in told["lines"][0]["ends"]]


@pytest.mark.slow
@pytest.mark.parametrize("position", ["sprouts: (0,0,AB)(AB)", "sprouts: 2 + nim: 2 3", "brussels-sprouts: 2,1;3"])
def test_any_position_is_drawn(phone: Any, position: str) -> None:
    """Positions given as text, parts of sums, and crosses: what is drawn is the position, and one plays on."""
    begin(phone, position)
    here = nt.parse(position).boards()[0]
    for _ in range(2):
        game, state = nt.parse(phone.evaluate("table.match.position")).boards()[0]
        paper = PAPERS[game.name](*read_regions(drawn(phone)))
        assert paper.canonical(paper.state()) == paper.canonical(state)
        if phone.evaluate("table.over"):
            break
        path = phone.evaluate(STROKE, [False]) or phone.evaluate(STROKE, [True])
        if path is None:
            break
        touch(phone, path)
        phone.locator("#paper-confirm").click()
        phone.wait_for_function("(here) => table.match.history[1]?.position !== here", arg=str(here))
        phone.wait_for_function(YOUR_TURN)
    assert phone.evaluate("table.match.history.length") > 2


@pytest.mark.slow
def test_lands_are_tinted(phone: Any) -> None:
    begin(phone, "sprouts: (0,2)(0,0)")
    phone.evaluate("table.tint(true)")
    phone.wait_for_selector(".land-value")
    values = {str(nt.grundy("sprouts: (0,2)")), str(nt.grundy("sprouts: (0,0)"))}
    assert {text.lstrip("*") for text in phone.locator(".land-value").all_text_contents()} == values
    phone.evaluate("table.tint(false)")
    assert phone.locator(".land").count() == 0


@pytest.mark.slow
def test_too_many_spots_for_a_phone(phone: Any) -> None:
    phone.evaluate(AGAINST, ["sprouts: 8", 351, 640])
    phone.wait_for_function("() => table.view && !table.busy")
    phone.evaluate("table.sheet")
    assert phone.locator(".drawing-paper").count() == 0
    assert phone.locator("figure.summand .board").first.is_visible()


def test_answers(server: str) -> None:
    def ask(**values: str) -> Any:
        return api(server, "drawing", **values)

    assert ask(position="sprouts: 3", drawn="0-3,1;0-3,2")["position"] == "sprouts: (0,AB)(0,AB)"
    both = ask(position="sprouts: 2 + sprouts: 2", part="1", drawn="0-2,1;0-2")
    assert both["position"] == "sprouts: 2 + sprouts: (0,AB)(AB)"
    (line,) = ask(position="sprouts: 3", drawn="0,1,2", after="sprouts: (0,1A1A)")["lines"]
    assert (line["boundary"], line["boundary2"], line["ends"]) == (0, 1, [1, 2])
    values = ask(position="sprouts: 2", drawn="0-2,1;0-2", values="true")["values"]
    assert values == [str(nt.grundy("sprouts: (0,AB)(AB)"))] * 2


@pytest.mark.slow
def test_a_page_that_is_loaded_again_shows_the_same_drawing(open_page: Any, server: str) -> None:
    page = open_page("?p=sprouts%3A+3&opponent=person")
    page.wait_for_selector("svg.paper.playable")
    page.locator(".paper-list summary").click()
    page.select_option("#paper-to", "2")
    page.locator(".paper-list li button").first.click()
    page.wait_for_selector(".paper .spot:nth-of-type(4)")
    page.wait_for_function("() => Object.keys(history.state.match.sketches).length")
    page.wait_for_selector("svg.paper.playable")
    paths = "() => [...document.querySelectorAll('.drawn path')].map((path) => path.getAttribute('d'))"
    page.wait_for_function("() => JSON.stringify(history.state.match.sketches).includes(' > ')")
    drawn = page.evaluate(paths)
    assert len(drawn) == 2
    page.reload()
    page.wait_for_selector("svg.paper.playable")
    assert page.evaluate(paths) == drawn
