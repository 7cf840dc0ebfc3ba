"""The Play screen in a browser: whole matches by mouse and keyboard, hints, undo, links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from playing import (
    ANSWERED,
    api,
    begin,
    choose,
    click,
    hold,
    in_words,
    move,
    over,
    play,
    plies,
    position,
    ready,
    refused,
    shape,
    until,
)
from playwright.sync_api import expect

from nimatron import parse
from nimatron.families.catalog import CATALOG
from nimatron.show.faces import face_of

OWN = ["chocolate: (4, 6)", "no-three: '.........'"]
STARTS = [
    *(entry.sample for entry in CATALOG if entry.id not in ("sprouts", "brussels-sprouts")),
    *OWN,
    "nim: 2 3 + chomp: 2x2 + wythoff: 2 3 + kayles: 3",
]


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
    page = ready(open_page(play(p=start, opponent="perfect")))
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
    page = open_page(play(p="nim: 3 4 5", first="computer", opponent="perfect"))
    page.wait_for_function("() => document.querySelector('[aria-live=polite]').textContent.includes('Your move')")
    expect(page.locator(".message")).to_contain_text("2")
    assert position(page) == "nim: 1 4 5"


def test_a_link_restores_position_and_settings(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 3 4 5", misere=1, opponent="half")))
    move(page, server, 3)
    page.locator("#more").click()
    page.get_by_role("button", name="Share this position").click()
    link = page.locator("#share-link").input_value()
    code = httpx.get(f"{server}/api/v1/qr", params={"text": link})  # shown only where another device can follow it
    assert code.headers["content-type"] == "image/svg+xml"
    other = ready(open_page(link.removeprefix(f"{server}/")))
    assert position(other) == position(page)
    expect(other.locator(".winning-rule")).to_contain_text("loses")
    expect(other.locator("#level")).to_have_text("Level: Hard")


def test_undo_and_redo_take_the_pair(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 3 4 5", opponent="perfect")))
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
    field = in_words(page)
    field.fill("2 from heap 1")
    field.press("Enter")
    page.wait_for_url("**p=nim%3A+1+4+5&**")
    page.locator("dialog").wait_for(state="detached")


def test_a_move_that_is_typed_twice_is_made_once(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5", opponent="person")))
    held = hold(page, "**/api/v1/turn**")
    field = in_words(page)
    field.fill("2 from heap 1")
    for _ in range(2):
        field.press("Enter")
    until(page, lambda: len(held) == 2)
    for route in held:
        route.continue_()
    page.wait_for_url("**p=nim%3A+1+4+5&**")
    expect(page.locator(".message")).to_contain_text("Player 2 to move.")
    expect(plies(page)).to_have_count(2)


def test_a_new_match_does_not_hear_the_answers_of_the_old_one(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    held = hold(page, "**/api/v1/turn**")
    ended: list[str] = []
    for end in ("requestfailed", "requestfinished"):
        page.on(end, lambda request: ended.append(request.url))
    shape(page, "0:3.1").click()
    expect(plies(page)).to_have_count(2)
    page.locator("#more").click()
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".message")).to_contain_text("Your move.")
    held[0].continue_()
    until(page, lambda: any("/api/v1/turn" in url for url in ended))  # given up or answered
    page.evaluate("() => new Promise((read) => setTimeout(read))")
    expect(page.locator(".message")).to_contain_text("Your move.")
    expect(page.locator("p.spoken")).to_contain_text("Your move.")


def test_a_typed_move_that_is_none_is_told(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    in_words(page).fill("9 from heap 1")
    page.get_by_role("button", name="Move", exact=True).click()
    page.wait_for_selector(".message.bad")
    expect(page.locator("dialog .bad")).to_have_text(page.locator(".message").inner_text())
    refused(page, "422")


# -- looking back ---------------------------------------------------------------------------------


def at(page: Any) -> int:
    """How many moves were made where one looks."""
    return int(page.evaluate("[...document.querySelectorAll('.ply')].findIndex((ply) => ply.ariaCurrent)"))


def test_who_was_winning_is_told_when_it_is_asked(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 3 4 5", opponent="perfect")))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    shape(page, "0:3.1").click()
    page.wait_for_function(ANSWERED, arg="nim: 3 4 5")
    expect(plies(page)).to_have_count(3)
    expect(page.locator(".ply.up, .ply.down")).to_have_count(0)
    assert not [url for url in asked if "analysis" in url]
    page.locator("#who-was-winning").click()
    page.wait_for_selector(".ply.mistake")
    expect(plies(page).first).to_have_attribute("aria-label", "start, you are winning")
    expect(plies(page).nth(1)).to_have_attribute("aria-label", re.compile("the computer is winning, a mistake$"))
    expect(page.locator(".mistakes li")).to_contain_text("Move 1 was a mistake. Here you could have won: take 2")
    page.locator(".mistakes").get_by_role("button", name="Try it").click()
    page.wait_for_function("() => document.querySelector('.message').textContent.includes('Your move')")
    expect(page.locator(".variations li")).to_have_count(2)


def test_looking_back_never_changes_the_match(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 5 6 7", opponent="perfect")))
    for _ in range(3):
        move(page, server, 0)
    expect(plies(page)).to_have_count(7)
    told = [ply.get_attribute("aria-label") for ply in plies(page).all()]
    for ply in (3, 1, 0, 2, 5, 6, 1):  # after an odd number of moves the computer was to move
        plies(page).nth(ply).click()
        until(page, lambda ply=ply: at(page) == ply)
        page.wait_for_load_state("networkidle")
        assert [ply.get_attribute("aria-label") for ply in plies(page).all()] == told
    page.locator("#redo").click()
    until(page, lambda: at(page) == 2)
    page.reload()
    expect(page.locator(".message")).to_contain_text("earlier position")
    expect(plies(page)).to_have_count(7)


def test_another_move_opens_a_variation(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 5 6 7", opponent="person")))
    for _ in range(4):
        move(page, server, 0)
    end = position(page)
    plies(page).nth(1).click()
    until(page, lambda: at(page) == 1)
    move(page, server, 3)
    expect(plies(page)).to_have_count(3)
    page.locator("#undo").click()
    until(page, lambda: at(page) == 1)
    page.get_by_role("button", name="The match as it was played").click()
    expect(plies(page)).to_have_count(5)
    assert position(page) == end


def test_the_arrows_step_through_a_match(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 2 3", opponent="person")))
    for _ in range(3):
        move(page, server, 0)
    page.locator("h1").click()
    plies(page).last.focus()
    for key, ply in [("ArrowLeft", 2), ("ArrowLeft", 1), ("ArrowRight", 2)]:
        page.keyboard.press(key)
        until(page, lambda ply=ply: at(page) == ply)


def test_a_review_after_the_match(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 1 2", opponent="perfect")))
    shape(page, "0:2.1").click()
    page.locator(".message.over").wait_for()
    expect(page.locator(".ply")).to_have_count(0)
    page.locator("#review").click()
    page.wait_for_selector(".ply.mistake")
    expect(page.locator(".mistakes li")).to_contain_text("Here you could have won: take 1 from heap 2")
    for name, begin_of_file in (("As text", "Start: nim: 1 2\n"), ("Board as SVG", "<svg")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=name, exact=True).click()
        assert Path(saved.value.path()).read_text("utf-8").startswith(begin_of_file)


def test_a_long_match_stays_in_its_strip(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="subtraction{1}: 40", opponent="person"), 380, 800))
    for _ in range(40):
        move(page, server, 0)
    page.locator("#review").click()
    expect(page.locator(".ply")).to_have_count(41)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(".ply").last).to_be_in_viewport()


def test_moves_that_look_alike_are_offered(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 100", opponent="person")))
    shape(page, "0:1").click()
    page.locator(".message").get_by_role("button", name="take 7", exact=False).first.click()
    page.wait_for_url("**p=nim%3A+93&**")


# -- beginning ------------------------------------------------------------------------------------


def test_the_first_ten_seconds(open_page: Any) -> None:
    """A board, one line that says what to do, an opponent that can be beaten; no notation."""
    page = ready(open_page("", 375, 667))
    expect(page.locator("h1")).to_have_text("Nim")
    expect(page.locator(".how")).to_contain_text("Whoever makes the last move wins.")
    expect(page.locator("#level")).to_have_text("Level: First steps")
    assert "nim:" not in page.locator("body").inner_text()


def test_levels_rise_with_each_win(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 2")))
    for level, after in (("First steps", "Fair"), ("Fair", "Hard"), ("Hard", "Perfect"), ("Perfect", "")):
        expect(page.locator("#level")).to_have_text(f"Level: {level}")
        shape(page, "0:1.1").click()
        expect(page.locator(".message.over")).to_contain_text("you win")
        expect(page.locator("#again")).to_have_text("Next level" if after else "A larger board")
        page.goto(play(p="nim: 2"))
        ready(page)
    choose(page, "chomp")
    expect(page.locator("#level")).to_have_text("Level: First steps")  # each game apart
    page.goto("./")
    expect(page.locator("#level")).to_have_text("Level: Perfect")


def test_a_position_that_came_back_may_be_a_draw(open_page: Any) -> None:
    page = ready(open_page(play(p="graph{a>b b>a}: a", opponent="person")))
    for vertex in ("b", "a"):
        expect(page.locator("#draw")).to_have_count(0)
        shape(page, f"0:{vertex}").click()
        ready(page)
    page.locator("#draw").click()
    expect(page.locator(".result h2")).to_have_text("A draw.")
    expect(page.locator(".message.over")).to_contain_text("a draw")
    page.locator("#undo").click()
    expect(page.locator(".result h2")).to_have_count(0)  # one may look back, and go on from there


def test_coins_rain_for_a_win(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 2"), reduced_motion="no-preference"))
    shape(page, "0:1.1").click()
    expect(page.locator(".moment i").last).to_have_css("animation-name", "drop")


def test_the_gallery(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    page.locator("#new").click()
    cards = page.locator(".game")
    cards.nth(30).wait_for()
    search = page.get_by_role("searchbox", name="Search")
    search.fill("wyth")
    expect(cards).to_have_count(1)
    search.fill("nothing like this")
    expect(page.locator("dialog")).to_contain_text("No matching game.")
    search.fill("chomp")
    cards.first.click()
    page.wait_for_url("**p=chomp**")
    page.locator("dialog").wait_for(state="detached")
    expect(page.locator(".board").first).to_be_in_viewport()


def test_a_sum_is_put_together(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    page.locator("#new").click()
    page.get_by_role("button", name="a sum", exact=True).click()
    for game in ("kayles", "nim", "chomp"):
        page.locator(f"#game-{game}").click()
    page.get_by_role("button", name="Take Nim away").click()
    page.get_by_label("Joined by").select_option("::")
    page.get_by_role("button", name="Play the sum").click()
    expect(page.locator("h1")).to_have_text("Kayles :: Chomp")
    expect(page.locator("figure.summand")).to_have_count(2)
    assert " :: chomp" in position(page)


def test_a_position_is_typed(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    begin(page, "subtraction{2,3}: 9 + kayles: 15")
    page.locator("figure.summand").nth(1).wait_for()
    assert position(page) == "subtraction{2,3}: 9 + kayles: 15"


def test_a_start_is_changed_by_clicks_and_steppers(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5", opponent="person")))
    page.locator("#more").click()
    page.get_by_role("button", name="Change the position").click()
    page.locator("#dial-0-heaps-0-add").click()
    expect(page.locator("#dial-0-heaps-0-add")).to_be_focused()
    expect(page.locator(".dial output").first).to_have_text("4")
    shape(page, "0:3.2").click()
    expect(page.locator(".dial output").nth(2)).to_have_text("2")
    page.locator("#play-this").click()
    page.wait_for_url("**p=nim%3A+4+4+2&**")
    expect(page.locator(".message")).to_contain_text("Player 1 to move.")


def test_a_wrong_link_is_told(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 x")))
    expect(page.get_by_role("alert")).to_contain_text("⟨?⟩")
    refused(page, "422")


def test_the_language_is_in_the_address(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    page.locator("#settings").click()
    page.get_by_label("Language").select_option("pl")
    page.wait_for_url("**lang=pl**")
    page.wait_for_selector("figure.summand")
    assert page.evaluate("document.documentElement.lang") == "pl"
    page.goto("./?lang=pl")
    expect(page.locator(".winning-rule")).to_contain_text("wygrywa")


def test_a_refused_position_says_where(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    begin(page, "nim: 3 4 + nimm: 4")
    expect(page.locator("dialog [role=alert]")).to_contain_text("Did you mean nim")
    assert position(page) == "nim: 3 4 5"
    refused(page, "404")
