"""Homework in a browser: a teacher sets it, two pupils hand it in, the teacher opens the codes."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect
from screening import complaints

RIGHT, WRONG = "nim: 1 4 5", "nim: 3 3 5"


def set_homework(page: Any) -> str:
    """The link to homework about one position and one random exercise."""
    page.get_by_role("button", name="Choose a position").click()
    page.get_by_text("Position as text").click()
    page.get_by_label("Start position").fill("nim: 3 4 5")
    page.get_by_label("Start position").press("Enter")
    expect(page.locator(".tasks li")).to_have_count(1)
    page.get_by_label("Question").select_option("who-wins")
    page.get_by_role("button", name="Add a random one").click()
    expect(page.locator(".tasks li")).to_have_count(2)
    assert complaints(page) == ""
    return str(page.get_by_label("link").input_value())


def hand_in(page: Any, name: str, moves: list[str]) -> str:
    """The code of a pupil who gives these moves, one after the other, and asks for the other answer."""
    for move in moves:
        for chosen in page.locator(".chosen-moves button").all():
            chosen.click()
        page.get_by_role("textbox", name="Or type a move").fill(move)
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".answer")).to_be_visible()
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_visible()
    page.reload()  # what is answered stays
    expect(page.locator(".task-coins .right, .task-coins .wrong")).to_have_count(1)
    page.get_by_role("button", name="Show the answer").click()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_label("Your name").fill(name)
    assert complaints(page) == ""
    return str(page.get_by_label("Your code").input_value())


def test_homework(open_page: Any) -> None:
    link = set_homework(open_page("homework.html"))
    path = link[link.index("homework.html") :]
    ada = hand_in(open_page(path, 375, 667, has_touch=True), "Ada", [RIGHT])
    bob = hand_in(open_page(path, 375, 667, has_touch=True, color_scheme="dark"), "Bob", [WRONG, WRONG])
    assert max(len(ada), len(bob)) < 200
    teacher = open_page(f"{path}&answers=1", 375, 667, has_touch=True)
    damaged = bob[:-3] + ("A" if bob[-3] != "A" else "B") + bob[-2:]
    teacher.get_by_label("Codes of your pupils").fill(f"Ada {ada}\nBob {bob}\n{damaged}\nnim.nothing")
    teacher.get_by_role("button", name="Add", exact=True).click()
    rows = teacher.locator(".answers tbody tr")
    expect(rows).to_have_count(2)
    assert [row.locator("td").all_inner_texts() for row in rows.all()] == [["✔", "–"], ["✖", "–"]]
    expect(teacher.locator(".bad")).to_have_count(2)
    expect(teacher.locator(".wrong-answers")).to_have_text("Take 1 from heap 2 Bob")
    assert complaints(teacher) == ""
    assert teacher.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_damaged_homework_is_refused(open_page: Any) -> None:
    page = open_page("homework.html#set=nim.abc")
    expect(page.locator(".bad")).to_contain_text("damaged")
    page.goto("/homework.html?again#set=")
    expect(page.locator(".bad")).to_be_visible()
