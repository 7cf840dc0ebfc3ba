"""The Play screen in a browser: whole matches by mouse and keyboard, hints, undo, links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest
from playing import ANSWERED, api, click, hold, move, over, play, position, ready, refused, shape, until
from playwright.sync_api import expect

from nimatron import parse
from nimatron.games.catalog import CATALOG
from nimatron.present.families import face_of

OWN = ["chocolate: (4, 6)", "notakto: '.........'"]
STARTS = [*(entry.sample for entry in CATALOG), *OWN, "nim: 2 3 + chomp: 2x2 + wythoff: 2 3 + kayles: 3"]


def first_of_each_picture() -> Iterator[Any]:
    """The others are long; every move of them is clicked in `test_choosing.py`."""
    seen = set()
    for start in STARTS:
        picture = start if start in OWN else face_of(parse(start).game).picture
        yield pytest.param(start, marks=pytest.mark.long) if picture in seen else start
        seen.add(picture)


@pytest.mark.parametrize("start", [*first_of_each_picture()])
def test_a_whole_match_by_mouse(open_page: Any, server: str, start: str) -> None:
    """The perfect computer wins whenever it is to move in a won position."""
    page = ready(open_page(play(p=start)))
    rng, won = Random(start), False
    while not over(page):
        before = position(page)
        options = api(server, "position", position=before)["options"]
        i = rng.randrange(min(len(options), 60))  # more are not listed beside the board
        won = won or api(server, "analysis", position=options[i]["after"])["outcome"] == "N"
        click(page, options, i)
        page.wait_for_function(ANSWERED, arg=before)
    if won:
        expect(page.locator(".message")).to_contain_text("I win")


def test_a_whole_match_by_keyboard(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 2 3", opponent="random")))
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.role ?? document.activeElement.getAttribute('role')") == "gridcell":
            break
    while not over(page):
        before = position(page)
        for _ in range(6):
            page.keyboard.press("Control+End")
            page.keyboard.press("Enter")
        page.wait_for_function(ANSWERED, arg=before)
        assert over(page) or page.evaluate("document.activeElement.dataset.id"), "the focus stays on the board"
    assert page.locator(".message").inner_text().endswith(("I win.", "you win!"))


def test_two_people(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 1 1", opponent="person", misere=1)))
    expect(page.locator(".winning-rule")).to_contain_text("loses")
    move(page, server, 0)
    expect(page.locator(".message")).to_contain_text("Player 2 to move")
    move(page, server, 0)
    expect(page.locator(".message")).to_contain_text("Player 1 wins")


def test_the_computer_begins_and_the_sentence_is_spoken(open_page: Any) -> None:
    page = open_page(play(p="nim: 3 4 5", first="computer"))
    page.wait_for_function("() => document.querySelector('[aria-live=polite]').textContent.includes('Your move')")
    expect(page.locator(".message")).to_contain_text("2")
    assert position(page) == "nim: 1 4 5"


def test_a_link_restores_position_and_settings(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 3 4 5", misere=1, opponent="half")))
    move(page, server, 3)
    page.get_by_role("button", name="Share").click()
    link = page.locator("#share-link").input_value()
    image = page.locator("img.qr")
    page.wait_for_function("() => document.querySelector('img.qr').naturalWidth > 0")
    assert httpx.get(f"{server}/{image.get_attribute('src')}").headers["content-type"] == "image/svg+xml"
    other = ready(open_page(link.removeprefix(f"{server}/")))
    assert position(other) == position(page)
    expect(other.locator(".winning-rule")).to_contain_text("loses")
    assert other.get_by_label("Opponent").input_value() == "half"


def test_undo_and_redo_take_the_pair(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    move(page, server, 5)
    after = position(page)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url("**p=nim%3A+3+4+5&**")
    assert page.get_by_role("button", name="Undo").is_disabled()
    page.get_by_role("button", name="Redo").click()
    page.wait_for_function(ANSWERED, arg="nim: 3 4 5")
    assert position(page) == after
    page.keyboard.press("u")
    page.wait_for_url("**p=nim%3A+3+4+5&**")


def test_hints_grow_stronger(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    told = []
    for _ in range(3):
        with page.expect_response("**/hint**"):
            page.get_by_role("button", name="Hint").click()
        page.wait_for_function("(old) => document.querySelector('.message').textContent !== old", arg=(["", *told])[-1])
        told.append(page.locator(".message").inner_text())
    assert len(set(told)) == 3
    expect(page.locator(".shape.hinted")).to_have_count(2)


def test_moves_can_be_typed(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5", opponent="person")))
    field = page.get_by_label("Or type a move")
    field.fill("2 from heap 1")
    field.press("Enter")
    page.wait_for_url("**p=nim%3A+1+4+5&**")


def test_a_move_that_is_typed_twice_is_made_once(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5", opponent="person")))
    held = hold(page, "**/api/v1/turn**")
    field = page.get_by_label("Or type a move")
    field.fill("2 from heap 1")
    for _ in range(2):
        field.press("Enter")
    until(page, lambda: len(held) == 2)
    for route in held:
        route.continue_()
    page.wait_for_url("**p=nim%3A+1+4+5&**")
    expect(page.locator(".message")).to_contain_text("Player 2 to move.")
    expect(page.locator(".chip")).to_have_count(2)


def test_a_new_match_does_not_hear_the_answers_of_the_old_one(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    held = hold(page, "**/api/v1/turn**")
    ended: list[str] = []
    for end in ("requestfailed", "requestfinished"):
        page.on(end, lambda request: ended.append(request.url))
    shape(page, "0:3.1").click()
    expect(page.locator(".chip")).to_have_count(2)
    page.locator("#again").click()
    expect(page.locator(".message")).to_have_text("Your move.")
    held[0].continue_()
    until(page, lambda: any("/api/v1/turn" in url for url in ended))  # given up or answered
    page.evaluate("() => new Promise((read) => setTimeout(read))")
    expect(page.locator(".message")).to_have_text("Your move.")
    expect(page.locator("p.spoken")).to_have_text("Your move.")


def test_a_typed_move_that_is_none_is_told(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    page.get_by_label("Or type a move").fill("9 from heap 1")
    page.get_by_role("button", name="Move", exact=True).click()
    page.wait_for_selector(".message.bad")
    refused(page, "422")


def test_the_ribbon_marks_a_mistake(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    shape(page, "0:3.1").click()
    page.wait_for_function(ANSWERED, arg="nim: 3 4 5")
    page.wait_for_selector(".chip.mistake")
    expect(page.locator(".chip").nth(1)).to_have_attribute("aria-label", re.compile("a mistake$"))
    page.locator(".chip").first.click()
    page.wait_for_url("**p=nim%3A+3+4+5&**")


def test_a_long_match_stays_in_its_ribbon(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="subtraction{1}: 40", opponent="person"), 380, 800))
    for _ in range(40):
        move(page, server, 0)
    expect(page.locator(".chip")).to_have_count(41)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".chip").last.is_visible()


def test_moves_that_look_alike_are_offered(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 100", opponent="person")))
    shape(page, "0:1").click()
    page.locator(".message").get_by_role("button", name="take 7", exact=False).first.click()
    page.wait_for_url("**p=nim%3A+93&**")


def test_a_new_game(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    page.get_by_label("Game", exact=True).select_option("chomp")
    page.wait_for_url("**p=chomp**")
    page.get_by_label("Start position").fill("subtraction{2,3}: 9 + kayles: 15")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator("figure.summand").nth(1).wait_for()
    with page.expect_response("**/start**"):
        page.get_by_role("button", name="Random start").click()
    page.wait_for_function("() => !location.search.includes('kayles%3A+15')")  # none is drawn with rows so long
    assert "subtraction{2,3}: " in page.get_by_label("Start position").input_value()


def test_a_random_start_keeps_the_rules(open_page: Any) -> None:
    page = ready(open_page(play(p="subtraction{2,3,7,8}: 10 + nim: 3 4")))
    start = page.get_by_label("Start position")
    for _ in range(2):
        before = start.input_value()
        page.get_by_role("button", name="Random start").click()
        page.wait_for_function("(old) => document.querySelector('.setup input').value !== old", arg=before)
        expect(start).to_have_value(re.compile(r"^subtraction\{2,3,7,8\}: \d+ \+ nim: [\d ]+$"))


def test_a_game_is_added_to_the_sum(open_page: Any) -> None:
    page = ready(open_page(play(p="subtraction{2,3}: 10")))
    expect(page.get_by_label("Game", exact=True)).to_have_value("subtraction")
    page.get_by_label("Add another game to the sum").select_option("kayles")
    expect(page.get_by_label("Start position")).to_have_value("subtraction{2,3}: 10 + kayles: 1 11")
    expect(page.locator("figure.summand")).to_have_count(2)
    expect(page.get_by_label("Game", exact=True)).to_have_value("")


def test_a_wrong_link_is_told(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 x")))
    expect(page.get_by_role("alert")).to_contain_text("⟨?⟩")
    refused(page, "422")


def test_the_language_is_in_the_address(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    page.get_by_label("Language").select_option("pl")
    page.wait_for_url("**lang=pl**")
    page.wait_for_selector("figure.summand")
    assert page.evaluate("document.documentElement.lang") == "pl"
    page.goto("./?lang=pl")
    expect(page.locator(".winning-rule")).to_contain_text("wygrywa")


def test_a_refused_position_says_where(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    page.get_by_label("Start position").fill("nim: 3 4 + nimm: 4")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector("[role=alert]")
    assert position(page) == "nim: 3 4 5"
    refused(page, "404")
