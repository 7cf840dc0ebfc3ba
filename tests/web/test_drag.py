"""A move means the same whether it is clicked, dragged, touched or typed; and it is seen at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from playing import until
from screening import complaints

MOUNTED = """
async ([position, width, height]) => {
  const { MatchView } = await import("./js/match-view.js");
  const { Match } = await import("./js/match.js");
  window.stage?.remove();
  window.stage = document.createElement("div");
  stage.style.cssText = `position: fixed; inset: 0 auto auto 0; z-index: 99; background: var(--paper);
    width: ${width}px; height: ${height}px`;
  document.querySelector("main").append(stage);
  window.pieces = [];
  stage.addEventListener("piece", ({ detail }) => pieces.push(detail.kind));
  window.table = new MatchView(new Match(position, { computer: -1 }));
  stage.append(table.boards);
  document.querySelector("main").append(table.message);
  await table.refresh();
}
"""

MADE = "(before) => table.match.position !== before && !table.busy && table.match.position"


class Board:
    """A board alone on a page, played by two people."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def begin(self, position: str) -> None:
        self.page.evaluate(MOUNTED, [position, 351, 400])
        self.before = self.page.evaluate("table.match.position")

    def centre(self, id: str) -> tuple[float, float]:
        box = self.page.locator(f'[data-id="{id}"] > .target').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, start: str, end: str) -> None:
        mouse = self.page.mouse
        mouse.move(*self.centre(start))
        mouse.down()
        mouse.move(*self.centre(end), steps=4)
        mouse.up()

    def touch(self, *ids: str) -> None:
        for id in ids:
            self.page.touchscreen.tap(*self.centre(id))

    def click(self, *ids: str) -> None:
        for id in ids:
            self.page.mouse.click(*self.centre(id))

    def press(self, *ids: str) -> None:
        for id in ids:
            self.page.locator(f'[data-id="{id}"]').focus()
            self.page.keyboard.press("Enter")

    def type(self, words: str) -> None:
        self.page.evaluate("(words) => table.type(words)", words)

    def made(self) -> str:
        return str(self.page.wait_for_function(MADE, arg=self.before).json_value())


MOVES = [
    ("wythoff: 3 3", ["3,3", "1,1"], "wythoff: 1 1", "slide"),
    ("cram: 3x3", ["2,2", "2,3"], ".../.#./.#.", "place"),
    ("nimble: 0 3 7", ["7", "2"], "nimble: 0 3 2", "slide"),
    ("graph{a>b b>c}: a b", ["a", "b"], "b b", "slide"),
    ("silver-dollar: 2 5 9", ["9", "6"], "silver-dollar: 2 5 6", "slide"),
    ("kayles: 7", ["1.3", "1.4"], "kayles: 2 3", "fall"),
]


@pytest.fixture(scope="module")
def touching(browser: Any, server: str) -> Any:
    """A page on a device with a touch screen."""
    context = browser.new_context(base_url=server, has_touch=True, viewport={"width": 375, "height": 667})
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")
    page.goto("/learn.html")
    yield page
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize(("position", "ids", "after", "kind"), MOVES)
def test_all_ways_to_move_mean_the_same(touching: Any, position: str, ids: list[str], after: str, kind: str) -> None:
    board = Board(touching)
    ways: list[Callable[..., None]] = [board.drag, board.touch, board.click, board.press]
    for way in ways:
        board.begin(position)
        way(*ids)
        assert after in board.made(), way
        assert touching.evaluate("pieces") == [kind], way
    board.begin(position)
    board.type(next(option["text"] for option in touching.evaluate("table.view.options") if after in option["after"]))
    assert after in board.made()


@pytest.mark.slow
def test_a_move_is_seen_before_the_server_answers(touching: Any) -> None:
    board = Board(touching)
    board.begin("nim: 3 4 5")
    held: list[Any] = []
    touching.route("**/api/v1/turn**", lambda route: held.append(route))
    board.click("3.3")
    touching.wait_for_function("() => document.querySelectorAll('.is-counter .piece').length === 9")
    assert touching.evaluate("table.match.position") == "nim: 3 4 2"
    touching.wait_for_function("() => table.busy")
    until(touching, lambda: held)
    held.pop().fulfill(status=422, content_type="application/problem+json", body='{"detail": "no", "status": 422}')
    touching.wait_for_function("() => !table.busy")  # refused: all is as before
    assert touching.evaluate("table.match.position") == "nim: 3 4 5"
    assert touching.locator(".is-counter .piece").count() == 12
    touching.unroute("**/api/v1/turn**")


@pytest.mark.slow
def test_a_click_that_means_nothing_says_what_can_be_done(touching: Any) -> None:
    board = Board(touching)
    board.begin("subtraction{1,2,3}: 13")
    board.click("1.2")
    assert "Possible moves: take 1, take 2" in touching.locator(".message").last.inner_text()
    assert touching.locator(".shape.possible").count() == 3
    assert touching.evaluate("pieces") == ["refused"]


@pytest.mark.slow
def test_what_was_taken_is_still_seen(touching: Any) -> None:
    board = Board(touching)
    board.begin("nim: 3 4 5")
    board.click("2.3")
    board.made()
    assert touching.locator(".afterimage").count() == 2


@pytest.mark.slow
def test_the_boards_are_exported_as_a_picture_that_stands_alone(touching: Any) -> None:
    board = Board(touching)
    made = []
    for scheme in ("light", "dark"):
        touching.emulate_media(color_scheme=scheme)
        board.begin("nim: 2 + cram: 2x2 + graph{a>b}: a")
        made.append(touching.evaluate("async () => (await import('./js/board-picture.js')).boardPicture(table)"))
    light, dark = (re.sub(r"head-\d+", "head", text) for text in made)
    assert light == dark  # it is printed on paper
    drawn = ElementTree.fromstring(light)
    names = {element.get("data-id") for element in drawn.iter()} - {None}
    assert names == {"1.1", "1.2", "1,1", "2,1", "1,2", "2,2", "a", "b"}
    assert "var(" not in light
    assert "class=" not in light


@pytest.mark.slow
def test_boards_are_accessible(touching: Any) -> None:
    touching.emulate_media(color_scheme="light")
    board = Board(touching)
    for position in ("lasker: 2 7 + mock-turtles: 1 4 + graph{a>b}: a", "cram: 20x20"):
        board.begin(position)
        assert complaints(touching) == "", position
        touching.emulate_media(color_scheme="dark")
        assert complaints(touching, runOnly=["color-contrast"]) == "", position
