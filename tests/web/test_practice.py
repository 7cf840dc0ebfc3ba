"""Practice and sheets in a browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect
from screening import complaints

from nimatron.teach.quiz.exercise import exercise


def asked(kind: str, seed: int, difficulty: str = "easy") -> str:
    return f"quiz.html?kind={kind}&difficulty={difficulty}&seed={seed}"


def seed_with(kind: str, few: int, many: int) -> int:
    """The first easy exercise that has so many right answers."""
    return next(s for s in range(200) if few <= len(exercise(kind, "easy", s).question.facts()) <= many)


def test_answers_are_met_with_hints_and_reasons(open_page: Any) -> None:
    page = open_page(asked("nim-sum", 1))
    box, check, verdict = page.get_by_role("textbox"), page.get_by_role("button", name="Check"), page.locator(".answer")
    box.fill("what")
    check.click()
    expect(verdict).to_contain_text("Expected a number")
    page.faults.clear()  # the console tells of every refusal
    box.fill("63")
    check.click()
    expect(page.locator(".because")).to_contain_text("written in binary")
    assert page.locator(".reason").count() == 0
    (right,) = exercise("nim-sum", "easy", 1).question.facts()
    box.fill(str(right))
    check.click()
    expect(verdict).to_contain_text("Right!")
    expect(page.locator(".reason")).to_contain_text("binary")
    assert page.evaluate("JSON.parse(localStorage['nimatron.quiz'])['nim-sum easy']") == {"right": 1, "asked": 1}
    page.get_by_role("button", name="Next exercise").click()
    expect(page.locator(".reason")).to_have_count(0)
    assert "kind=nim-sum" in page.url


def test_two_wrong_answers_tell_the_right_one(open_page: Any) -> None:
    page = open_page(asked("who-wins", 2))
    (right,) = exercise("who-wins", "easy", 2).question.facts()
    wrong = page.locator(f"[data-choice={'P' if right == 'N' else 'N'}]")
    wrong.click()
    expect(page.locator(".because")).to_contain_text("?")
    wrong.click()
    expect(page.locator(".answer.wrong")).to_contain_text("The answer:")
    expect(page.locator(".reason .why .say")).to_be_visible()


def test_moves_are_chosen_on_the_board(open_page: Any) -> None:
    """A move is clicked and taken out again; what is typed is chosen as well."""
    seed = seed_with("winning-moves", 1, 2)
    page = open_page(asked("winning-moves", seed), 375, 800)
    chosen = page.locator(".chosen-moves li")
    page.locator("[data-id].live").last.click()
    if not chosen.count():
        page.get_by_role("button", name="Choose this move").click()
    expect(chosen).to_have_count(1)
    chosen.get_by_role("button").click()
    expect(chosen).to_have_count(0)
    moves = exercise("winning-moves", "easy", seed).question.facts()
    for i, move in enumerate(moves, 1):
        page.get_by_role("textbox").fill(str(move))
        page.get_by_role("button", name="Add").click()
        expect(chosen).to_have_count(i)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".answer.right")).to_be_visible()
    assert complaints(page) == ""


def test_sheets_are_shown_and_saved(open_page: Any) -> None:
    page = open_page("sheets.html?game=kayles&exercises=2&count=2&seed=3")
    expect(page.locator(".paper")).to_have_count(4)
    expect(page.locator(".paper.key").first).to_contain_text("Key: Kayles, sheet 1 of 2")
    assert page.locator(".paper.front .paper-board").count() == 6
    page.get_by_label("Different sheets").fill("1")
    page.get_by_label("Different sheets").blur()
    expect(page.locator(".paper")).to_have_count(2)
    page.emulate_media(media="print")
    expect(page.locator(".sheet-settings")).to_be_hidden()
    page.emulate_media(media="screen")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download PDF").click()
    assert download.value.suggested_filename == "kayles.pdf"
    with open(download.value.path(), "rb") as file:
        assert file.read(4) == b"%PDF"
