"""Explore in a browser: maps, sequences, comparisons, trees, graphs, nimbers."""

from __future__ import annotations

import shlex
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from xml.etree import ElementTree

import pytest
from playing import api, hold, ready, refused, until
from playwright.sync_api import expect
from screening import complaints
from typer.testing import CliRunner

from nimatron.cli.program import app
from nimatron.show.words import languages

TABS = ["map", "sequence", "compare", "tree", "graph", "discover", "board", "nimber"]


def explore(tab: str, **values: Any) -> str:
    return "explore.html?" + urlencode({"tab": tab, **values})


def settle(page: Any) -> None:
    page.wait_for_load_state("networkidle")


def side(page: Any, columns: int) -> float:
    """How wide a cell of the map is; a margin of 32 pixels holds the numbers."""
    return float((page.locator("canvas.map").bounding_box()["width"] - 32) / columns)


def test_a_cell_of_a_map_is_read_and_leads_to_play(open_page: Any) -> None:
    page = open_page(explore("map", game="wythoff", columns=8, rows=8))
    canvas = page.locator("canvas.map")
    canvas.wait_for()
    cell = side(page, 8)
    at = {"x": 32 + cell * 3.5, "y": cell * (8 - 5.5)}
    canvas.hover(position=at)
    expect(page.locator(".told")).to_contain_text("wythoff: 3 5")
    canvas.click(position=at)
    expect(page.locator(".told .worth")).to_have_text("value 0")
    page.locator(".told").get_by_role("button", name="to the right").click()
    expect(page.locator(".told")).to_contain_text("wythoff: 4 5")
    page.get_by_role("link", name="Open in Play").click()
    page.wait_for_url("**p=wythoff%3A+4+5**")
    ready(page)


def test_a_game_is_invented_discovered_and_played(open_page: Any) -> None:
    page = open_page(explore("discover"), wide=375)
    page.get_by_label("Names of the numbers").fill("n")
    page.get_by_label("Moves, one in each line").fill("")
    page.get_by_role("button", name="1, 2 or 3 coins").click()
    page.get_by_role("button", name="Discover", exact=True).press("Enter")
    answer = page.locator(".answered")
    expect(answer).to_contain_text("Proved for all positions")
    expect(answer).to_contain_text("n is a multiple of 4")
    page.get_by_label("n", exact=True).fill("1000000000000000000")
    expect(answer).to_contain_text("The player to move loses.")
    expect(page.locator(".automaton .now.lost")).to_have_count(1)
    page.get_by_label("n", exact=True).fill("7")
    expect(answer).to_contain_text("The player to move wins.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert not complaints(page)
    page.get_by_role("link", name="Play this game").click()
    page.wait_for_url("**p=rules**")
    ready(page)
    page = open_page(explore("discover", rules="x y; x' < x*y"))
    expect(page.get_by_role("alert")).to_contain_text("a factor must be a constant")
    refused(page, "422")


def test_a_board_game_is_drawn_and_played(open_page: Any) -> None:
    page = open_page(explore("board"), wide=375)
    answer = page.locator(".answered")
    expect(answer).to_contain_text("The player to move wins (N-position, value 3).")
    page.get_by_label("What is placed").select_option("")
    page.get_by_role("group", name="The piece").get_by_role("button", name="column 4, row 3").click()
    page.get_by_role("button", name="column 4, row 3: covered").click()  # covered, then blocked
    expect(answer).to_contain_text("placing{#x}: ")
    page.get_by_label("Turning").select_option("turns")
    page.get_by_label("Columns").fill("3")
    page.get_by_label("Rows").fill("2")
    page.get_by_label("Rows").blur()
    page.get_by_role("group", name="The board").get_by_role("button", name="column 1, row 1").click()
    expect(answer).to_contain_text("placing{#x turns}: #../...")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert not complaints(page)
    page.reload()
    expect(answer).to_contain_text("placing{#x turns}: #../...")
    page.get_by_role("link", name="Play this game").click()
    page.wait_for_url("**p=placing**")
    ready(page)
    page = open_page(explore("board", shape="####/####", squares="3x3"))
    expect(page.get_by_role("alert")).to_contain_text("No shape fits")
    refused(page, "422")


SCRIPTS = """
() => performance.getEntriesByType("resource").map((one) => new URL(one.name).pathname.slice(1))
  .filter((path) => path.endsWith(".js"))
"""


@pytest.mark.parametrize("tab", [*TABS, "nothing"])
def test_the_page_names_the_scripts_of_its_tab_and_no_others(open_page: Any, tab: str) -> None:
    page = open_page(explore(tab))
    page.locator("[role=tabpanel] > *").first.wait_for()
    settle(page)
    named = page.evaluate("() => [...document.querySelectorAll('[rel=modulepreload]')].map((one) => one.href)")
    assert sorted(page.evaluate(SCRIPTS)) == sorted(["js/explore.js", *(urlsplit(url).path[1:] for url in named)])
    assert f"js/explore/{tab if tab in TABS else 'map'}-tab.js" in page.evaluate(SCRIPTS)
    expect(page.locator("[aria-selected=true]")).to_have_id(f"tab-{tab if tab in TABS else 'map'}")


def test_a_tab_whose_scripts_do_not_come_says_so(open_page: Any) -> None:
    page = open_page(explore("map", game="wythoff", columns=8, rows=8))
    page.locator("canvas.map").wait_for()
    page.route("**/explore/nimber-tab.js", lambda route: route.abort())
    page.get_by_role("tab", name="Nimbers").click()
    expect(page.locator("[role=tabpanel] [role=alert]")).to_contain_text("The server is not responding")
    assert "tab=nimber" in page.url  # so that loading the page again tries it again
    page.get_by_role("tab", name="Compare").click()
    expect(page.locator("[role=tabpanel] h2")).to_contain_text("Kayles")
    page.go_back()
    page.go_back()
    page.locator("canvas.map").wait_for()
    refused(page, "ERR_FAILED")


def test_of_two_tabs_the_last_one_is_opened(open_page: Any) -> None:
    """Scripts may come late, and in another order."""
    page = open_page(explore("map", game="wythoff", columns=8, rows=8))
    page.locator("canvas.map").wait_for()
    held: list[Any] = []
    page.route("**/explore/tree-tab.js", lambda route: held.append(route))
    page.get_by_role("tab", name="Trees").click()
    page.get_by_role("tab", name="Nimbers").click()
    until(page, lambda: held)
    page.wait_for_url("**tab=nimber**")
    with page.expect_event("requestfinished", lambda request: "explore/tree-tab.js" in request.url):
        held[0].continue_()
    settle(page)
    expect(page.locator("[role=tabpanel]")).to_contain_text("Calculator")
    assert "tab=nimber" in page.url
    page.go_back()
    page.wait_for_url("**tab=tree**")
    page.go_back()
    page.wait_for_url("**tab=map**")
    page.locator("canvas.map").wait_for()


def test_back_while_a_tab_loads_leads_to_the_tab_before(open_page: Any) -> None:
    page = open_page(explore("map", game="wythoff", columns=8, rows=8))
    page.locator("canvas.map").wait_for()
    held: list[Any] = []
    page.route("**/explore/tree-tab.js", lambda route: held.append(route))
    page.get_by_role("tab", name="Trees").click()
    until(page, lambda: held)
    page.go_back()
    page.wait_for_url("**tab=map**")
    page.locator("canvas.map").wait_for()
    held[0].continue_()


def test_a_finger_reads_a_cell_without_leaving(open_page: Any) -> None:
    page = open_page(explore("map", game="wythoff"), wide=375, high=667, has_touch=True)
    canvas = page.locator("canvas.map")
    canvas.wait_for()
    expect(page.locator(".told")).to_be_hidden()
    canvas.tap(position={"x": 50, "y": 20})
    expect(page.locator(".told")).to_contain_text("wythoff: 0 9")
    expect(page.locator(".told li")).to_have_count(1)
    assert "explore.html" in page.url
    page.locator(".told").get_by_role("button", name="Close").click()
    expect(page.locator(".told")).to_be_hidden()


def cut(page: Any, pieces: str, rows: int) -> None:
    """Let these pieces of a map have so many rows, as if there had been no time for more."""
    page.route(pieces, lambda route: route.continue_(url=f"{route.request.url}&height={rows}"))


def test_a_large_map_fills_in_and_can_be_stopped(open_page: Any) -> None:
    page = open_page("learn.html")
    held: list[Any] = []
    cut(page, "**/table?**&row=0&**", 12)
    page.route("**/table?**&row=12&**", lambda route: held.append(route))
    page.goto(explore("map", game="rook", columns=20, rows=60))
    page.locator(".filling", has_text="12 of 60 rows").wait_for()
    until(page, lambda: held)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".filling")).to_contain_text("Stopped after 12 of 60 rows.")
    page.unroute("**/table?**&row=12&**")
    page.get_by_role("button", name="Rows: one less").click()
    expect(page.locator(".filling")).to_be_empty()
    page.get_by_text("As a table").wait_for()


def test_a_piece_beyond_the_limits_is_asked_for_again_with_fewer_rows(open_page: Any) -> None:
    page = open_page("learn.html")
    heights: list[list[str]] = []

    def limited(route: Any) -> None:
        heights.append(parse_qs(urlsplit(route.request.url).query).get("height", []))
        if len(heights) > 1:
            route.continue_()
        else:
            route.fulfill(status=422, content_type="application/problem+json", body='{"detail": "no", "status": 422}')

    cut(page, "**/table?**&row=0&**", 12)
    page.route("**/table?**&row=12&**", limited)
    page.goto(explore("map", game="rook", columns=20, rows=40))
    until(page, lambda: len(heights) == 2)
    expect(page.locator(".filling")).to_be_empty()
    page.get_by_text("As a table").click()
    expect(page.locator("table.values tbody tr")).to_have_count(40)
    assert heights == [[], ["1"]]
    page.faults.clear()  # the browser tells of the refusal


def test_pieces_that_come_quickly_are_all_drawn(open_page: Any) -> None:
    """Each row comes by itself, and values grow; the map is then the same as one that came as a whole."""
    page = open_page("learn.html")
    pictures = []
    for height in (1, 200):
        cut(page, "**/table?**", height)
        page.goto(explore("map", game="wythoff", columns=60, rows=12))
        expect(page.locator(".filling")).to_be_empty()
        pictures.append(page.evaluate("document.querySelector('canvas.map').toDataURL()"))
        page.unroute("**/table?**")
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("wide", [9, 60])
def test_a_cursor_leaves_no_trace(open_page: Any, wide: int) -> None:
    """Small cells and large ones: where the cursor was, the map looks as before."""
    page = open_page(explore("map", game="wythoff", columns=wide, rows=9))
    expect(page.locator(".filling")).to_be_empty()
    canvas = page.locator("canvas.map")
    drawn = "document.querySelector('canvas.map').toDataURL()"
    before = page.evaluate(drawn)
    canvas.focus()
    for key in ("ArrowRight", "ArrowUp", "ArrowUp", "ArrowRight"):
        canvas.press(key)
    assert page.evaluate(drawn) != before
    for key in ("ArrowLeft", "ArrowDown", "ArrowDown", "ArrowLeft"):
        canvas.press(key)
    assert page.evaluate(drawn) == before


def test_games_are_chosen_by_name(open_page: Any) -> None:
    page = open_page(explore("map", game="wythoff", columns=4, rows=4))
    page.get_by_label("Game", exact=True).select_option(label="Chop")
    expect(page.get_by_role("heading", name="Chop", exact=True)).to_be_visible()
    page.get_by_text("In the notation").click()
    notation = page.get_by_label("The game in the notation")
    expect(notation).to_have_value("chop")
    notation.fill("subtraction{1,3,4")
    page.get_by_role("button", name="Use").click()
    expect(page.get_by_role("alert").first).to_contain_text("bracket")
    page.faults.clear()
    notation.fill("subtraction{1,3,4}")
    page.get_by_role("button", name="Use").click()
    expect(page.get_by_role("heading", name="subtraction{1,3,4}")).to_be_visible()


def test_rules_are_tuned_without_notation(open_page: Any) -> None:
    page = open_page(explore("sequence", game="subtraction", n=12))
    page.locator(".status.proved").wait_for()
    page.get_by_role("button", name="4", exact=True).click()
    expect(page.get_by_role("heading", name="subtraction{1-4}")).to_be_visible()
    cells = page.locator("table.sequence td")
    expect(cells.nth(4)).to_have_text("4")
    expect(page.get_by_role("button", name="4", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Game", exact=True).select_option(label="Kayles")
    expect(page.get_by_role("heading", name="Kayles", exact=True)).to_be_visible()
    expect(page.locator(".tuner-chips")).to_have_count(0)


def test_a_sequence_shows_its_period(open_page: Any) -> None:
    page = open_page(explore("sequence", game="kayles"))
    page.locator(".status.proved").wait_for()
    page.locator(".plot text", has_text="period 12").wait_for()
    page.get_by_text("In the notation").click()
    page.get_by_label("The game in the notation").fill("{1,2,6}")
    page.get_by_role("button", name="Use").click()
    page.locator("h2", has_text="1,2,6").wait_for()
    assert "game=%7B1%2C2%2C6%7D" in page.url


# Boards, values and cards of a tree that leave their canvas, or boards that leave their card.
UNFIT = """
() => {
  const box = (element) => element.getBoundingClientRect();
  const within = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
  const canvas = box(document.querySelector(".tree-body .scroll"));
  const nodes = [...document.querySelectorAll(".tree .node")];
  const out = nodes.filter((node) => {
    const card = box(node.querySelector(".paper"));
    return !within(box(node), canvas) || [...node.querySelectorAll(".still")].some((one) => !within(box(one), card));
  });
  return out.map((node) => node.outerHTML.slice(0, 200));
}
"""


def test_a_tree_grows_from_the_end(open_page: Any) -> None:
    page = open_page(explore("tree", position="nim: 2 2"))
    nodes = page.locator(".tree .node")
    expect(nodes).to_have_count(6)
    expect(page.locator(".tree .node.lost")).to_have_count(3)
    expect(page.locator(".tree .node .still")).to_have_count(6)
    page.get_by_role("button", name="Watch it grow").click()
    page.get_by_role("button", name="Pause").click()
    for known in (1, 2, 4):
        expect(page.locator(".tree .node.known")).to_have_count(known)
        page.get_by_role("button", name="Next").click()
    assert complaints(page) == ""
    assert page.evaluate(UNFIT) == []
    nodes.last.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tree-card h3")).to_have_text("1 2")
    page.get_by_text("As a list").click()
    expect(page.locator(".tree-list")).to_contain_text("nim: 1 2 mex {0, 1, 2} = 3")
    page.get_by_role("link", name="Play from here").click()
    page.wait_for_url("**p=nim%3A+1+2**")


def test_boundary_patterns_are_drawn(open_page: Any) -> None:
    page = open_page(explore("sequence", game="allbut{2,3,5,7}"), wide=375)
    picture = page.locator("svg.patterns")
    picture.wait_for()
    assert "H_5 begins at heap 14" in picture.get_attribute("aria-label")
    assert picture.locator("rect.boundary").count() == 6
    assert picture.locator("rect.boundary.agrees").count() == 2
    assert picture.locator("g").nth(2).locator("rect.below").count() == 4 + 4
    expect(picture).to_contain_text("= H_2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert not complaints(page)


def test_two_games_are_compared(open_page: Any) -> None:
    page = open_page(explore("compare", one="0.161", two="0.36", n=600))
    page.locator("td.first-difference").first.wait_for()
    expect(page.locator("main")).to_contain_text("519")


def test_files_are_saved(open_page: Any, tmp_path: Path) -> None:
    page = open_page(explore("sequence", game="0.07", n=20))
    page.locator(".status.proved").wait_for()
    begins = {"CSV": b"heap,value\n0,0\n", "LaTeX": b"\\begin{tabular}", "SVG": b"<svg", "PNG": b"\x89PNG"}
    for name, begin in begins.items():
        with page.expect_download() as saved:
            page.get_by_role("button", name=name, exact=True).click()
        assert Path(saved.value.path()).read_bytes().startswith(begin)
    assert "nimatron seq" in page.locator(".exports .code").first.text_content()


@pytest.mark.parametrize(
    ("tab", "values", "shown"),
    [
        ("map", {"game": "wythoff", "columns": 4, "rows": 3}, list("012312042015")),
        ("compare", {"one": "0.07", "two": "0.77", "n": 10}, ["heap", "octal{0.07}", "octal{0.77}"]),
        ("nimber", {"operation": "sum", "size": 4}, ["", "0", "1", "2", "3"]),
    ],
)
def test_tables_are_saved_as_pictures(open_page: Any, tab: str, values: dict[str, Any], shown: list[str]) -> None:
    page = open_page(explore(tab, **values))
    settle(page)
    files = {}
    for name in ("SVG", "PNG"):
        with page.expect_download() as saved:
            page.get_by_role("button", name=name, exact=True).click()
        files[name] = Path(saved.value.path()).read_bytes()
    drawn = ElementTree.fromstring(files["SVG"])
    texts = [text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[: len(shown)] == shown
    size = [int(float(drawn.attrib[name])) for name in ("width", "height")]
    assert [int.from_bytes(files["PNG"][i : i + 4], "big") for i in (16, 20)] == [2 * length for length in size]


def test_an_answer_that_comes_late_is_not_shown(open_page: Any) -> None:
    page = open_page(explore("map", game="wythoff", columns=4, rows=4))
    page.get_by_role("heading", name="Wythoff").wait_for()
    held = hold(page, "**/table?game=rook**")
    for game in ("rook", "chop"):
        page.get_by_label("Game", exact=True).select_option(value=game)
    page.get_by_role("heading", name="Chop", exact=True).wait_for()
    assert held
    held[0].continue_()
    settle(page)
    expect(page.get_by_role("heading", name="Chop", exact=True)).to_be_visible()


VIEWS = {
    "map": {"game": "tartan{mock-turtles,ruler}", "columns": 3, "rows": 3},
    "sequence": {"game": "{1,2,6}", "n": 9},
    "compare": {"one": "0.07", "two": "0.77", "n": 9},
    "graph": {"graph": "a>b"},
    "nimber": {"expression": "24*17 + 8/5"},
}


@pytest.mark.parametrize("tab", VIEWS)
def test_the_lines_that_are_shown_can_be_run(open_page: Any, tab: str) -> None:
    page = open_page(explore(tab, **VIEWS[tab]))
    settle(page)
    lines = page.locator("pre.code").all_text_contents()
    for line in lines:
        if line.startswith("nimatron "):
            done = CliRunner().invoke(app, shlex.split(line)[1:])
            assert (done.exit_code, bool(done.stdout)) == (0, True), line
        else:
            *before, last = line.split("\n")
            names: dict[str, Any] = {}
            exec("\n".join(before), names)
            assert eval(last, names) is not None, line
    assert len({line.startswith("nimatron ") for line in lines}) == 2


def test_a_coin_rule_has_a_sequence(open_page: Any) -> None:
    page = open_page(explore("sequence", game="ruler", n=8))
    cells = page.locator("table.sequence td")
    expect(cells).to_have_count(8)
    assert cells.all_inner_texts() == ["1", "2", "1", "4", "1", "2", "1", "8"]


def test_a_graph_is_drawn(open_page: Any) -> None:
    page = open_page(explore("graph", graph="a>b"))
    editor = page.locator(".graph-editor")
    editor.locator("[data-name=a]", has_text="1").wait_for()
    editor.click(position={"x": 40, "y": 60})
    editor.locator("[data-name=c]").click()
    editor.locator("[data-name=a]").click()
    editor.locator("[data-name=c]", has_text="0").wait_for()  # c > a has value mex {1}
    text = page.locator("#graph-text")
    expect(text).to_have_value("a>b c>a")
    page.get_by_role("button", name="Undo").click()
    expect(text).to_have_value("a>b c")
    page.get_by_role("button", name="Redo").click()
    expect(text).to_have_value("a>b c>a")
    page.get_by_role("link", name="Play on this graph").click()
    ready(page)


def test_a_graph_without_directions_is_drawn(open_page: Any) -> None:
    page = open_page(explore("graph", graph="a>b b>a b>c"))
    page.get_by_label("Game").select_option("node-kayles")
    text = page.locator("#graph-text")
    expect(text).to_have_value("a-b b-c")
    assert not page.locator(".graph-editor path.arrow[marker-end]").count()
    expect(page.locator(".answered")).to_contain_text("wins")
    for name in ("c", "b"):  # in the other direction than it was drawn
        page.locator(f".graph-editor [data-name={name}]").click()
    expect(text).to_have_value("a-b c")
    assert "on=node-kayles" in page.url


def test_a_graph_keeps_its_layout(open_page: Any) -> None:
    page = open_page(explore("graph", graph="a>b"))
    first = page.locator(".graph-editor [data-name=a]")
    first.wait_for()
    first.drag_to(page.locator(".graph-editor"), target_position={"x": 100, "y": 120})
    place = first.get_attribute("transform")
    page.locator("#graph-text").fill("a>b>c")  # a path
    page.get_by_role("button", name="Use this text").click()
    page.locator(".graph-editor [data-name=c]").wait_for()
    expect(page.locator("#graph-text")).to_have_value("a>b b>c")
    assert first.get_attribute("transform") == place
    page.reload()
    page.locator(".graph-editor [data-name=c]").wait_for()
    x, y = (float(number) for number in place[10:-1].split())
    expect(first).to_be_visible()
    now = [float(number) for number in first.get_attribute("transform")[10:-1].split()]
    assert [abs(now[0] - x) < 1, abs(now[1] - y) < 1] == [True, True]


def test_a_circle_is_told_in_the_words_of_the_server(open_page: Any, server: str) -> None:
    page = open_page(explore("graph", graph="a>b"))
    editor = page.locator(".graph-editor")
    editor.locator("[data-name=b]").click()
    editor.locator("[data-name=a]").click()
    settle(page)
    expect(page.locator("#graph-text")).to_have_value("a>b b>a")
    told = api(server, "graph", text="a>b b>a")["trouble"] or ""
    expect(page.locator(".graph-message")).to_contain_text(told[1:])


def test_a_value_without_end_is_shown(open_page: Any) -> None:
    page = open_page(explore("graph", graph="a>b b>a"))
    vertex = page.locator(".graph-editor [data-name=a]")
    expect(vertex).to_have_attribute("aria-label", "a, value ∞()")
    expect(vertex.locator(".worth")).to_have_text("∞")


def test_nimbers(open_page: Any) -> None:
    """The result is large; the table fits a phone, and a cell lights up its row and column."""
    page = open_page(explore("nimber", size=16), wide=375)
    table = page.locator("table.nim-table")
    table.wait_for()
    assert table.locator("tbody tr").nth(2).locator("td").all_inner_texts()[:4] == ["0", "2", "3", "1"]
    assert page.evaluate(
        "[...document.querySelectorAll('.nim-table td')].every((one) => one.scrollWidth <= one.clientWidth)"
    )
    assert page.evaluate("document.querySelector('.nim-table').getBoundingClientRect().right <= innerWidth")
    table.locator("tbody tr").nth(6).locator("td").nth(9).click()
    expect(page.locator(".nim-cell")).to_have_text("6 ⊗ 9 = 1")
    page.locator(".nim-frame").press("ArrowLeft")
    expect(page.locator(".nim-cell")).to_have_text("6 ⊗ 8 = 7")
    expect(table.locator("td.lit")).to_have_count(31)
    page.get_by_label("An expression").fill("24*17 + 8/5")
    page.get_by_role("button", name="=", exact=True).click()
    expect(page.locator(".nim-result strong")).to_have_text("134")
    expect(page.locator(".nim-steps")).to_contain_text("⊗")


SMALL = """
() => {
  const targets = document.querySelectorAll("main :is(button, select, input, summary, a.button)");
  const small = ({ width, height }) => width && (width < 43.9 || height < 43.9);
  const found = [...targets].filter((element) => small(element.getBoundingClientRect()));
  return found.map((element) => element.outerHTML.slice(0, 120)).slice(0, 3);
}
"""

OUTSIDE = """
() => {  // nothing is cut off but what can be scrolled, and that shows a sign
  const out = (element) => element.getBoundingClientRect().right > innerWidth + 1;
  const held = (element) => element.closest(".scroll, .tabs, .spoken, .explore-title");
  const lost = [...document.querySelectorAll("main *")].filter((element) => out(element) && !held(element));
  const silent = [...document.querySelectorAll(".scroller > .scroll")].filter(
    (place) => place.scrollWidth > place.clientWidth + 8 && !place.closest(".more-left, .more-right"),
  );
  return [...lost, ...silent].map((element) => element.outerHTML.slice(0, 120)).slice(0, 3);
}
"""


@pytest.mark.parametrize(("tab", "lang"), list(zip(TABS, cycle(languages()), strict=False)))
def test_every_tab_fits_every_screen(open_page: Any, tab: str, lang: str) -> None:
    """Each in one of the languages, in turn."""
    page = open_page(explore(tab, lang=lang), wide=375, high=667, has_touch=True)
    for wide, high in ((375, 667), (768, 1024), (1920, 1080)):
        page.set_viewport_size({"width": wide, "height": high})
        settle(page)
        page.evaluate("document.querySelectorAll('main details').forEach((part) => (part.open = true))")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(OUTSIDE) == [], wide
        assert page.evaluate(SMALL) == [], wide
