"""Why? in a browser: the picture, the sentence, moves to press, and the whole reasoning."""

from __future__ import annotations

from typing import Any

from playing import play, ready
from playwright.sync_api import expect
from screening import complaints


def opened(open_page: Any, start: str, **settings: Any) -> Any:
    page = ready(open_page(play(p=start, **settings)))
    why(page)
    return page


def why(page: Any) -> Any:
    page.locator("#why").or_(page.locator(".why").get_by_role("button", name="Show why")).click()
    page.locator(".why .say").wait_for()


def look(page: Any, start: str) -> Any:
    page.goto(play(p=start))
    why(ready(page))
    return page.locator(".why")


def test_columns_of_heaps(open_page: Any) -> None:
    page = opened(open_page, "nim: 3 4 4")
    panel = page.locator(".why")
    rows = panel.locator(".bits tbody tr")
    assert [row.inner_text().split() for row in rows.all()] == [
        ["heap", "1", "0", "1", "1", "3", "→", "0"],
        ["heap", "2", "1", "0", "0", "4"],
        ["heap", "3", "1", "0", "0", "4"],
    ]
    assert panel.locator("tfoot .bit").all_inner_texts() == ["even", "odd", "odd"]
    expect(panel.locator(".say")).to_have_text("Make every column even: change heap 1 from 3 to 0.")
    expect(panel.locator(".winning .move")).to_have_count(1)
    assert complaints(page) == ""


PICTURES = {
    "subtraction{1,2,3}: 13": (".heap-line .here", "One move leads to 0"),
    "wythoff: 5 7": (".why-map .here", "Moves to 0 win"),
    "kayles: 5": (".slots .missing", "The value is 4"),
    "moore{2}: 3 4 5": (".bits .odd", "not a multiple of 3"),
    "nim2d: 1,2 0,1": (".part-values .aim", "Make the nim-sum 0"),
    "nim: 5 4 + chomp: 2x2": (".bits .aim", "the value of Chomp from 2 to 1"),
    "turtles: 2 4 6": (".bits .even", "Every column has an even number of ones"),
    f"nim: {2**40 + 1} {2**40}": (".bits.many .odd", "Make every column even"),
}


DIFFERENT = ("subtraction{1,2,3}: 13", "wythoff: 5 7", "kayles: 5", "nim2d: 1,2 0,1")
"""One of each kind: the others are drawn in the same way."""


def test_the_picture_that_fits(open_page: Any) -> None:
    page = open_page("learn.html")
    for start, (picture, words) in PICTURES.items():
        panel = look(page, start)
        panel.locator(picture).first.wait_for()
        expect(panel.locator(".say")).to_contain_text(words)
        if start in DIFFERENT:
            assert complaints(page, runOnly=["wcag2a", "wcag2aa"]) == ""


def test_a_lost_position_has_an_answer_to_each_move(open_page: Any) -> None:
    page = opened(open_page, "nim: 1 1")
    answers = page.locator(".why .replies dd")
    assert answers.all_inner_texts() == ["is answered by take 1 from heap 2", "is answered by take 1 from heap 1"]


def test_the_whole_reasoning_and_the_definition(open_page: Any) -> None:
    page = opened(open_page, "chomp: 2 1")
    panel = page.locator(".why")
    panel.get_by_text("The whole reasoning").click()
    told = panel.locator(".explanation").inner_text()
    assert "is answered by" in told
    assert "->" not in told  # a narrow page would break it in two
    panel.get_by_role("button", name="Values from the definition").click()
    root = panel.locator("details.mex").first
    expect(root.locator(":scope > summary")).to_have_text("chomp: 2 1 = mex {1} = 0")
    root.locator("details summary").first.click()
    expect(root.locator("details p").first).to_be_visible()


def test_moves_by_value_can_be_looked_at(open_page: Any) -> None:
    page = opened(open_page, "kayles: 5")
    slots = page.locator(".slots button")
    assert slots.all_inner_texts() == ["0\n1 move", "1\n2 moves", "2\n2 moves", "3\n4 moves"]
    slots.nth(1).click()
    expect(page.locator(".mex-row .move")).to_have_count(2)


def test_the_picture_and_the_board_point_at_each_other(open_page: Any) -> None:
    page = open_page("learn.html?lesson=nim-at-school&step=12")
    page.get_by_role("button", name="Show why").click()
    board, panel = page.locator(".explained .boards"), page.locator(".why")
    panel.get_by_role("button", name="heap 2", exact=True).hover()
    expect(board.locator(".shape.lit")).to_have_count(3)
    board.locator('[data-id="3.1"]').hover()
    expect(panel.locator("tr.lit")).to_have_count(1)
    expect(panel.locator("tr.lit")).to_contain_text("heap 3")
    panel.locator(".winning .move").first.click()
    expect(board.locator(".shape.hinted")).to_have_count(1)
    panel.get_by_role("button", name="Play it").click()
    expect(board.locator('[data-id="1.2"]')).to_have_count(0)


def test_the_tree_opens_over_the_board(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 1 2"), wide=375, high=667, has_touch=True))
    why(page)
    page.get_by_role("button", name="Show the tree of the game").click()
    dialog = page.locator("dialog.tree-dialog")
    expect(dialog.locator(".node")).to_have_count(5)
    assert complaints(page) == ""
    assert page.evaluate("document.querySelector('.tree-dialog').scrollWidth <= innerWidth")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
