"""The page as impatient, curious and unlucky people use it: nothing is lost, and something is always said."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from playing import ANSWERED, choose, hold, in_words, move, play, plies, position, ready, refused, shape
from playwright.sync_api import expect
from screening import complaints


def answered(page: Any, before: str) -> None:
    page.wait_for_function(ANSWERED, arg=before)


# -- the match is kept --------------------------------------------------------------------------


def test_reload_and_another_language_keep_the_match(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 3 4 5", first="computer", opponent="perfect")))
    move(page, server, 0)
    before, count = position(page), plies(page).count()
    page.reload()
    ready(page)
    expect(plies(page)).to_have_count(count)
    page.locator("#level").click()
    expect(page.get_by_role("radio", name="the computer")).to_be_checked()
    page.keyboard.press("Escape")
    page.locator("#settings").click()
    page.get_by_label("Language").select_option("pl")
    page.wait_for_url("**lang=pl**")
    expect(plies(page)).to_have_count(count)
    assert position(page) == before
    page.get_by_role("button", name="Cofnij").click()
    page.wait_for_function("(old) => new URLSearchParams(location.search).get('p') !== old", arg=before)
    expect(plies(page)).to_have_count(count)


def test_back_leads_to_the_game_before(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    move(page, server, 0)
    before = position(page)
    choose(page, "chomp")
    page.wait_for_url("**p=chomp**")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Nim")
    expect(plies(page)).to_have_count(3)
    assert position(page) == before
    page.go_forward()
    expect(page.locator("h1")).to_have_text("Chomp")


def test_back_leads_to_the_tab_before(open_page: Any) -> None:
    page = open_page("explore.html?" + urlencode({"tab": "sequence", "game": "lasker"}))
    page.get_by_role("tab", name="Nimbers").click()
    page.locator(".nim-result").wait_for()
    page.go_back()
    expect(page.get_by_label("Game", exact=True)).to_have_value("lasker")


def test_settings_hold_at_once(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    page.get_by_text("loses", exact=True).click()
    expect(page.locator(".winning-rule")).to_contain_text("loses")
    page.wait_for_url("**misere=1**")
    move(page, server, 0)
    before = position(page)
    page.get_by_text("wins", exact=True).click()
    expect(page.locator(".winning-rule")).to_contain_text("wins")
    assert position(page) == before, "the match goes on"
    page.locator("#level").click()
    page.get_by_role("radio", name="Another person").check()
    page.keyboard.press("Escape")
    expect(page.locator(".message")).to_contain_text("to move")
    assert position(page) == before


# -- impatience ---------------------------------------------------------------------------------


def test_a_double_click_is_one_move(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    shape(page, "0:3.1").dblclick()
    answered(page, "nim: 3 4 5")
    expect(plies(page)).to_have_count(3)


def test_a_piece_that_slides_leaves_the_keyboard_where_it_is(open_page: Any) -> None:
    page = ready(open_page(play(p="rook: 5 0")))
    shape(page, "0:5,0").focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".message.over")).to_be_visible()
    expect(shape(page, "0:0,0")).to_be_focused()


def test_long_sentences_of_a_match_are_seen_whole_on_a_phone(open_page: Any) -> None:
    page = ready(open_page(play(p="northcott{8}: 0,7 1,5 2,6"), 375, 667))
    shape(page, "0:0,1").click()
    shape(page, "0:4,1").click()
    answered(page, "northcott{8}: 0,7 1,5 2,6")
    page.locator("#undo").click()
    expect(page.locator(".message")).to_contain_text("variation")
    assert page.locator(".message").evaluate("({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight")


def test_what_a_click_would_take_is_shown(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    shape(page, "0:3.2").hover()
    expect(page.locator(".shape.meant")).to_have_count(4)
    page.locator(".message").hover()
    expect(page.locator(".shape.meant")).to_have_count(0)


def test_a_slow_answer_is_told(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    held = hold(page, "**/api/v1/turn**")
    shape(page, "0:3.1").click()
    expect(page.locator(".waiting")).to_have_text("One moment ...")
    expect(page.locator(".waiting")).to_have_attribute("aria-live", "polite")
    held[0].continue_()
    answered(page, "nim: 3 4 5")
    expect(page.locator(".waiting")).to_be_hidden()


def test_a_server_that_comes_back_goes_on(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    page.route("**/api/v1/**", lambda route: route.abort())
    shape(page, "0:3.1").click()
    expect(page.locator(".message.bad")).to_contain_text("is not responding")
    page.unroute("**/api/v1/**")
    page.locator(".message").get_by_role("button", name="Try again").click()
    answered(page, "nim: 3 4 5")
    expect(plies(page)).to_have_count(3)
    refused(page, "net::ERR_FAILED")


def test_what_is_hidden_is_not_asked(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="nim: 3 4 5")))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    move(page, server, 0)
    assert not [url for url in asked if "explanation" in url]
    with page.expect_response("**/explanation**"):
        page.locator("#why").click()


# -- nonsense -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "nim: <script>alert(1)</script> 1" + "0" * 3000])
def test_a_link_to_nothing_shows_a_game(open_page: Any, text: str) -> None:
    page = ready(open_page(play(p=text, opponent="nobody", first="third", misere="7")))
    if text:
        expect(page.locator(".message")).to_contain_text("Here is Nim instead. Your move.")
        assert len(page.get_by_role("alert").inner_text()) < 400
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator("#level")).to_have_text("Level: First steps")
    if text:
        refused(page, "422")


def test_a_large_board_can_be_played(open_page: Any) -> None:
    page = ready(open_page(play(p="cram: 20x20", opponent="person")))
    shape(page, "0:12,12").click()
    shape(page, "0:12,13").click()
    expect(page.locator(".message")).to_contain_text("Player 2")
    page.goto("about:blank")  # who wins is beyond the limits: no answer is waited for
    assert [fault for fault in page.faults if "422" not in fault] == []
    page.faults.clear()


def test_a_domino_is_one_piece(open_page: Any, server: str) -> None:
    page = ready(open_page(play(p="cram: 3x3", opponent="person")))
    move(page, server, 0)
    expect(page.locator(".covering")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".covering")).to_have_count(0)


def test_a_loop_is_drawn(open_page: Any) -> None:
    page = ready(open_page(play(p="graph{a>a}: a", opponent="person")))
    in_words(page)
    expect(page.locator("#moves-summary")).to_contain_text("1")


def test_a_graph_is_edited_with_the_mouse_alone(open_page: Any) -> None:
    page = open_page("explore.html?" + urlencode({"tab": "graph", "graph": "a>b b>c"}))
    editor = page.locator(".graph-editor")
    editor.locator("[data-name=c]", has_text="0").wait_for()
    vertex = editor.locator("[data-name=a]")
    before = vertex.get_attribute("transform")
    vertex.drag_to(editor, target_position={"x": 60, "y": 60})
    assert vertex.get_attribute("transform") != before
    expect(editor.locator("[data-name]")).to_have_count(3)
    editor.locator("[data-name=b]").click()
    page.get_by_role("button", name="Remove b").click()
    expect(editor.locator("[data-name]")).to_have_count(2)
    expect(page.get_by_label("The graph as text")).to_have_value("a c")
    page.locator("#graph-text").fill(" ".join(f"v{i}>v{i + 1}" for i in range(60)))
    page.get_by_role("button", name="Use this text").click()
    expect(page.locator(".graph-message")).to_contain_text("at most 40")
    expect(editor.locator("[data-name]")).to_have_count(2)


def test_a_chain_of_arrows_is_read_whole(open_page: Any) -> None:
    page = open_page("explore.html?" + urlencode({"tab": "graph", "graph": "a>b"}))
    editor, text = page.locator(".graph-editor"), page.get_by_label("The graph as text")
    expect(editor.locator("[data-name]")).to_have_count(2)
    text.fill("a>b>c>d")
    text.press("Enter")
    expect(editor.locator("[data-name]")).to_have_count(4)
    expect(editor.locator("path.arrow")).to_have_count(3)
    expect(text).to_have_value("a>b b>c c>d")
    expect(editor.locator("[data-name=a]")).to_have_attribute("aria-label", "a, value 1")


def test_a_text_that_is_no_graph_leaves_the_drawing_as_it_is(open_page: Any) -> None:
    page = open_page("explore.html?" + urlencode({"tab": "graph", "graph": "a>b"}))
    editor, text = page.locator(".graph-editor"), page.get_by_label("The graph as text")
    expect(editor.locator("[data-name]")).to_have_count(2)
    text.fill("a>>b")
    text.press("Enter")
    expect(page.locator(".graph-message")).to_contain_text("Expected an edge such as a>b")
    expect(editor.locator("[data-name]")).to_have_count(2)
    refused(page, "422")
    text.fill("a>b>a c>a")
    text.press("Enter")
    expect(page.locator(".graph-message")).to_contain_text("repeat")
    expect(editor.locator("path.arrow")).to_have_count(3)


# -- accessible in every state ------------------------------------------------------------------


def test_states_are_accessible(open_page: Any, server: str) -> None:
    page = open_page(play(p="nim: 1 2", lang="pl", opponent="person"), color_scheme="dark")
    shape(page, "0:2.1").wait_for()
    page.locator("#hint").click()
    page.locator(".shape.hinted, .message").first.wait_for()
    page.locator("#why").click()
    page.locator(".why").wait_for()
    assert complaints(page) == ""
    page.locator("#more").click()
    page.get_by_role("button", name="Udostępnij").click()
    page.locator("#share-link").wait_for()
    assert complaints(page) == ""
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    shape(page, "0:2.1").click()
    expect(page.locator(".message")).to_contain_text("gracz 2")
    shape(page, "0:1.1").click()
    page.locator(".message.over").wait_for()
    assert complaints(page) == ""
