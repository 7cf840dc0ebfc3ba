"""The course in a browser: every kind of step, done as a reader does it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playing import PLAN, api, refused
from playwright.sync_api import expect
from screening import complaints

from nimatron.teach.course.library import course
from nimatron.teach.questions.question import Teacher

WALK = (Path(__file__).parent / "walk.js").read_text("utf-8")


def step(page: Any, lesson: str, number: int, lang: str = "en") -> Any:
    page.goto(f"/learn.html?lesson={lesson}&step={number}&lang={lang}")
    page.locator(".step-body").wait_for()
    return page.locator(".step-body")


def make(page: Any, options: list[dict[str, Any]], text: str) -> None:
    """Make a move on the board of a lesson."""
    i = [option["text"] for option in options].index(text)
    clicks, means = page.evaluate(PLAN, [options, i])
    for id in clicks:
        board, _, name = id.partition(":")
        page.locator("figure.summand").nth(int(board)).locator(f'[data-id="{name}"]').click()
    if means == "preview":
        page.locator(".message .confirm").click()


def check(page: Any) -> None:
    page.get_by_role("button", name="Check").click()


def right(page: Any) -> None:
    expect(page.locator(".answer.right")).to_contain_text("Right!")


def done(page: Any, count: int) -> None:
    expect(page.locator(".tick.done")).to_have_count(count)


@pytest.mark.slow
def test_every_step_of_every_lesson(open_page: Any) -> None:
    """Wrong and right answers, and on to the next step; a word on the console fails it too."""
    teacher = Teacher()
    answers = {
        lesson.id: {number: (asked.mistake(), asked.solution()) for number, asked in lesson.questions(teacher)}
        for lesson in course().lessons
    }
    open_page("learn.html").evaluate(WALK, answers)


def test_a_reader_can_leave_an_open_proof(open_page: Any) -> None:
    page = open_page("learn.html?lesson=chomp&step=3")
    page.locator(".proof .option").first.wait_for()  # its first part asks a question
    page.locator("#step-next").click()
    expect(page.locator("[aria-current=step]")).to_have_text("4")


def test_questions_of_every_kind(open_page: Any, server: str) -> None:
    page = open_page("learn.html?lesson=take-away&step=4", wide=375, high=667)
    page.get_by_role("button", name="3 is lost", exact=True).click()
    check(page)
    expect(page.locator(".answer.wrong")).to_contain_text("Look at 3 again")
    expect(page.locator(".because")).to_contain_text("?")
    expect(page.locator(".cell.bad-cell")).to_have_count(1)
    for name in (3, 0, 4, 8, 12):
        page.get_by_role("button", name=f"{name} is lost", exact=True).click()
    check(page)
    right(page)
    done(page, 1)
    page.locator("#step-next").click()  # a rule is done when it is seen
    done(page, 2)

    step(page, "take-away", 6)
    page.get_by_role("button", name="the player to move").click()
    expect(page.locator(".answer.wrong")).to_be_visible()
    page.get_by_role("button", name="the other player").click()
    right(page)

    step(page, "take-away", 7)
    options = api(server, "position", position="subtraction{1,2,3}: 15")["options"]
    page.locator("figure.summand [data-id]").first.wait_for()
    make(page, options, "take 1")
    expect(page.locator(".answer.wrong")).to_contain_text("take 1")
    make(page, options, "take 2")
    page.get_by_role("button", name="Show me the answer").wait_for()
    page.locator(".typed summary").click()
    page.get_by_label("Or type the move").fill("take 3")
    page.get_by_label("Or type the move").press("Enter")
    right(page)

    step(page, "take-away", 8)
    check(page)
    expect(page.locator(".answer.wrong")).to_contain_text("Answer first")
    page.get_by_label("Your number").fill("many")
    check(page)
    expect(page.locator(".answer.wrong")).to_contain_text("Expected a number")
    refused(page, "422")
    page.get_by_label("Your number").fill("20")
    check(page)
    right(page)

    step(page, "nim-at-school", 4)
    for weight in (8, 4, 1):
        page.get_by_role("button", name=f"Digit of {weight}", exact=True).click()
    check(page)
    right(page)
    assert complaints(page) == ""

    step(page, "kayles-at-school", 5)
    for name, value in enumerate("0123143", start=0):
        if name >= 3:
            page.get_by_label(f"Value of {name}", exact=True).fill(value)
    check(page)
    expect(page.locator(".answer.wrong")).to_contain_text("Everything is right so far")
    page.get_by_label("Value of 7", exact=True).fill("2")
    check(page)
    right(page)

    step(page, "bouton", 6)
    options = api(server, "position", position="nim: 16 27 32")["options"]
    page.locator("figure.summand [data-id]").first.wait_for()
    page.locator(".typed summary").click()
    page.get_by_label("Or type the move").fill("21 from heap 3")
    page.get_by_label("Or type the move").press("Enter")
    check(page)
    right(page)
    assert any(option["after"] == "nim: 16 27 11" for option in options)

    step(page, "five-conditions", 5)
    page.get_by_label("13 coins").check()
    check(page)
    expect(page.locator(".because")).to_contain_text("?")
    page.get_by_label("A rook moves").check()
    check(page)
    right(page)


def test_steps_of_every_kind(open_page: Any, server: str) -> None:
    page = open_page("learn.html?lesson=take-away&step=2")
    page.locator("#cell-3").click()
    options = api(server, "position", position="subtraction{1,2,3}: 3")["options"]
    page.locator("figure.summand [data-id]").first.wait_for()
    make(page, options, "take 3")
    expect(page.locator("#cell-3")).to_have_class("cell won chosen")
    page.locator("#cell-0").click()  # nothing can be moved there
    expect(page.locator("#cell-0")).to_have_class("cell lost chosen")

    step(page, "take-away", 9)
    expect(page.locator(".idea-card")).to_contain_text("Completes to four")
    options = api(server, "position", position="subtraction{1,2,3}: 13")["options"]
    page.locator("figure.summand [data-id]").first.wait_for()
    make(page, options, "take 1")
    expect(page.locator(".idea-card.found")).to_contain_text("Leave a multiple of 4 yourself.")

    step(page, "take-away", 3)
    page.get_by_label("Your guess").fill("multiples of four")
    page.get_by_role("button", name="Keep it").click()
    done(page, 1)
    page.reload()
    assert page.get_by_label("Your guess").input_value() == "multiples of four"

    panel = step(page, "won-and-lost", 3)
    panel.get_by_role("button", name="All steps").click()
    expect(panel.locator(".pn.P")).to_have_count(4)  # 0, 4, 8 and 12 coins
    done(page, 1)

    step(page, "bouton-proved", 3)
    page.get_by_role("button", name="a ⊕ a = 0").click()
    page.get_by_role("button", name="never").click()
    expect(page.locator(".because").last).to_contain_text("?")
    page.get_by_role("button", name="only if a = b").click()
    done(page, 1)
    assert complaints(page) == ""

    step(page, "invent-your-own", 1)
    page.get_by_label("How many coins?").fill("1")
    page.locator("form.card").get_by_role("button", name="Play").click()
    expect(page.locator(".score")).to_contain_text("Well done")
    done(page, 1)

    page.goto("/learn.html")
    expect(page.locator(".lesson-card .ticks", has_text="of")).to_have_count(4)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save it as a file").click()
    kept = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert kept["course"]["take-away"]["answers"]["3"] == "multiples of four"
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Clear it").click()
    expect(page.locator(".kept")).to_have_count(0)


def test_coins_on_a_table(open_page: Any) -> None:
    """Where the page says that there is room, a click puts a coin, though a pointer is not exact."""
    page = open_page("learn.html?lesson=coins-on-a-table&step=1", wide=375, high=667)
    table = page.locator(".coin-table")
    table.locator(".coin").wait_for()
    coins = 1
    while "I win" not in page.locator(".message").first.inner_text():
        page.get_by_role("button", name="Is there room?").click()
        ghost = table.locator(".ghost").bounding_box()
        page.mouse.click(round(ghost["x"] + ghost["width"] / 2), round(ghost["y"] + ghost["height"] / 2))
        coins += 2
        expect(table.locator(".coin")).to_have_count(coins)
    assert coins < 40
    done(page, 1)
