"""Explore and Learn in a browser; and what holds for every screen: accessible, narrow, quiet, large targets."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from playing import api, hold, play, ready, until
from playwright.sync_api import expect
from screening import SIZES, complaints, keep
from typer.testing import CliRunner

from nimatron.cli.app import app

LESSONS = ["take-away", "positions", "two-heaps", "coins", "nim", "mex", "sums", "kayles", "wythoff", "own"]
TABS = ["map", "sequence", "compare", "tree", "graph", "nimber"]
PLAYS = [
    "nim: 3 4 5",
    "lasker: 4 6",
    "kayles: 7 3",
    "cram: 3x4",
    "corners: 3,1 2,3",
    "chocolate: (4, 6)",
    "kayles: 1000",
    "graph{a>b a>c b>c}: a a",
    "nim: 2 + chomp: 2x2 + wythoff: 4 6 + nimble: 0 3",
    "nim: 1000000000000000000000000 5",
]

SCREENS = [
    *(play(p=start) for start in PLAYS),
    *(f"explore.html?{urlencode({'tab': tab})}" for tab in TABS),
    "learn.html",
    *(f"learn.html?lesson={lesson}" for lesson in LESSONS),
]


def explore(tab: str, **values: Any) -> str:
    return "explore.html?" + urlencode({"tab": tab, **values})


def settle(page: Any) -> None:
    page.wait_for_load_state("networkidle")


# -- explore ------------------------------------------------------------------------------------


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


def test_a_large_map_fills_in_and_can_be_stopped(open_page: Any) -> None:
    page = open_page("learn.html")
    held: list[Any] = []
    page.route("**/table?**&row=24&**", lambda route: held.append(route))
    page.goto(explore("map", game="rook", columns=20, rows=60))
    page.locator(".filling", has_text="24 of 60 rows").wait_for()
    until(page, lambda: held)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".filling")).to_contain_text("Stopped after 24 of 60 rows.")
    page.unroute("**/table?**&row=24&**")
    page.get_by_role("button", name="Rows: one less").click()
    expect(page.locator(".filling")).to_be_empty()
    page.get_by_text("As a table").wait_for()


def test_games_are_chosen_by_name(open_page: Any) -> None:
    page = open_page(explore("map", game="wythoff", columns=4, rows=4))
    page.get_by_label("Game", exact=True).select_option(label="Chop")
    expect(page.get_by_role("heading", name="Chop", exact=True)).to_be_visible()
    page.get_by_text("In the notation").click()
    notation = page.get_by_label("The game in the notation")
    expect(notation).to_have_value("chop")
    notation.fill("subtraction{1,3,4")
    page.get_by_role("button", name="Use").click()
    expect(page.get_by_role("alert").first).to_contain_text("brace")
    page.faults.clear()
    notation.fill("subtraction{1,3,4}")
    page.get_by_role("button", name="Use").click()
    expect(page.get_by_role("heading", name="subtraction{1,3,4}")).to_be_visible()


def test_a_sequence_shows_its_period(open_page: Any) -> None:
    page = open_page(explore("sequence", game="kayles"))
    page.locator(".status.proved").wait_for()
    page.locator(".plot text", has_text="period 12").wait_for()
    page.get_by_text("In the notation").click()
    page.get_by_label("The game in the notation").fill("{1,2,6}")
    page.get_by_role("button", name="Use").click()
    page.locator("h2", has_text="1,2,6").wait_for()
    assert "game=%7B1%2C2%2C6%7D" in page.url


def test_a_tree_grows_from_the_end(open_page: Any) -> None:
    page = open_page(explore("tree", position="nim: 2 2"))
    nodes = page.locator(".tree .node")
    expect(nodes).to_have_count(6)
    expect(page.locator(".tree .node.lost")).to_have_count(3)
    page.get_by_role("button", name="From the beginning").click()
    expect(page.locator(".tree .node.known")).to_have_count(0)
    for known in (1, 2, 4):
        page.get_by_role("button", name="Next step").click()
        expect(page.locator(".tree .node.known")).to_have_count(known)
    assert complaints(page) == ""
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
    page.locator("td.exception").first.wait_for()
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


def test_nimbers(open_page: Any) -> None:
    page = open_page(explore("nimber", size=4))
    page.locator("table.values").wait_for()
    cells = page.locator("table.values tbody tr").nth(2).locator("td").all_inner_texts()
    assert cells == ["0", "2", "3", "1"]
    page.get_by_label("An expression").fill("24*17 + 8/5")
    page.get_by_role("button", name="=", exact=True).click()
    page.locator(".verdict", has_text="= 134").wait_for()
    expect(page.locator(".explanation")).to_contain_text("⊗")


# -- learn --------------------------------------------------------------------------------------


def test_a_lesson_checks_its_questions(open_page: Any) -> None:
    page = open_page("learn.html?lesson=take-away")
    form = page.locator("form.question").first
    form.get_by_role("textbox").fill("5")
    form.get_by_role("button", name="Check").click()
    form.locator(".answer.wrong").wait_for()
    form.get_by_role("textbox").fill("8")
    form.get_by_role("button", name="Check").click()
    form.locator(".answer.right").wait_for()
    who = page.locator("section.question").first
    who.get_by_role("button", name="the player to move").click()
    who.locator(".answer.wrong").wait_for()
    who.get_by_role("button", name="the other player").click()
    who.locator(".answer.right").wait_for()
    move = page.locator("form.question").nth(1)
    move.get_by_role("textbox").fill("take 3")
    move.get_by_role("button", name="Check").click()
    move.locator(".answer.right").wait_for()


def test_backward_induction_step_by_step(open_page: Any) -> None:
    page = open_page("learn.html?lesson=positions")
    panel = page.locator("section.card").first
    panel.get_by_role("button", name="Next step").click()
    expect(panel.locator(".pn.P")).to_have_count(1)
    panel.get_by_role("button", name="All steps").click()
    expect(panel.locator(".pn.P")).to_have_count(4)  # 0, 4, 8 and 12 coins
    page.locator("section.card").nth(2).get_by_role("button", name="All steps").click()
    expect(page.locator("section.card").nth(2).locator(".marked")).to_have_count(7)


def test_coins_on_a_table(open_page: Any) -> None:
    """Where the page says that there is room, a click puts a coin, though a pointer is not exact."""
    page = open_page("learn.html?lesson=coins", wide=375, high=667)
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


# -- every screen -------------------------------------------------------------------------------

SMALL = """
() => {
  const fields = "button, select, input:not(.spoken), .seg label, summary, nav a";
  const targets = document.querySelectorAll(`${fields}, [role=gridcell] > .target`);
  const small = ({ width, height }) => width && (width < 23.9 || height < 23.9);
  const found = [...targets].filter((element) => small(element.getBoundingClientRect()));
  return found.map((element) => element.outerHTML.slice(0, 120)).slice(0, 3);
}
"""


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen(open_page: Any, screen: str) -> None:
    """Accessible to all, in both themes and on a narrow device too."""
    page = open_page(screen)
    settle(page)
    keep(page, screen)
    assert complaints(page) == ""
    page.emulate_media(color_scheme="dark")
    assert complaints(page, runOnly=["color-contrast"]) == ""
    page.set_viewport_size({"width": 380, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no scrolling to the side"
    assert page.evaluate(SMALL) == []
    assert complaints(page, runOnly=["scrollable-region-focusable"]) == ""


# -- the stage ----------------------------------------------------------------------------------

# Parts of the stage from top to bottom, as rectangles; and what sticks out of the screen.
PLACES = """
() => {
  const box = (element) => element.getBoundingClientRect();
  const parts = ["header", ".title", ".place", ".below", ".tools"].map((name) => box(document.querySelector(name)));
  const out = [...document.querySelectorAll("header *, .stage *")].filter((element) => {
    const { left, right, top, bottom, width, height } = box(element);
    const spoken = element.closest(".spoken");
    return !spoken && width && height && (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1);
  });
  const { width, height } = parts[2];
  return {
    stacked: parts.every((part, i) => !i || part.top >= parts[i - 1].bottom - 1),
    out: out.map((element) => element.outerHTML.slice(0, 100)).slice(0, 3),
    share: (width * height) / (innerWidth * innerHeight),
  };
}
"""

FILLED = ["nim: 3 4 5", "nim: 12 15 18", "wythoff: 7 9", "cram: 5x6", "kayles: 7 3", "graph{a>b a>c b>c}: a a"]


@pytest.mark.parametrize("lang", ["en", "pl"])
@pytest.mark.parametrize("start", FILLED)
def test_the_board_is_the_hero(open_page: Any, start: str, lang: str) -> None:
    """Nothing overlaps or sticks out, and the board has most of the screen."""
    page = open_page(play(p=start, lang=lang))
    settle(page)
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found = page.evaluate(PLACES)
        assert (found["stacked"], found["out"]) == (True, []), (wide, high)
        assert found["share"] >= 0.6, (wide, high)


@pytest.mark.parametrize("by", ["swipe", "escape", "button", "beside"])
def test_a_sheet_closes(open_page: Any, by: str) -> None:
    page = ready(open_page(play(p="nim: 3 4 5"), 375, 667, has_touch=True))
    page.locator("#more").click()
    sheet = page.locator("dialog.sheet")
    sheet.wait_for()
    for _ in range(12):  # the focus stays inside
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    if by == "swipe":
        swipe(page, sheet.locator("h2"), 200)
    elif by == "escape":
        page.keyboard.press("Escape")
    elif by == "button":
        page.get_by_role("button", name="Close").click()
    else:
        page.mouse.click(180, 20)
    sheet.wait_for(state="detached")
    assert page.evaluate("document.activeElement.id") == "more"


def swipe(page: Any, element: Any, far: int) -> None:
    """A finger goes down the screen."""
    box = element.bounding_box()
    session = page.context.new_cdp_session(page)
    x, y = box["x"] + 20, box["y"] + 10
    for step in range(6):
        kind = "touchStart" if step == 0 else "touchMove"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y + far * step / 5}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


SHEETS = ["#new", "#more", "#settings", "#level", "#share", "#why", "#match"]


@pytest.mark.parametrize("button", SHEETS)
def test_every_sheet(open_page: Any, button: str) -> None:
    """Accessible in both themes, and within the screen of a phone."""
    page = ready(open_page(play(p="nim: 3 4 5"), 1920, 1080))
    page.locator(button).click()
    settle(page)
    assert complaints(page) == ""
    page.set_viewport_size({"width": 375, "height": 667})
    page.emulate_media(color_scheme="dark")
    assert complaints(page, runOnly=["color-contrast"]) == ""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(SMALL) == []
    keep(page, f"sheet {button}")


@pytest.mark.parametrize("screen", [play(p="nim: 3 4 5"), "learn.html?lesson=nim", "explore.html?tab=sequence"])
def test_paper(open_page: Any, screen: str) -> None:
    """What is printed is light, has no controls, and shows the content."""
    page = open_page(screen, color_scheme="dark")
    settle(page)
    page.emulate_media(media="print", color_scheme="dark")
    controls = "header, .tools, nav a, button"
    assert page.evaluate(f"[...document.querySelectorAll('{controls}')].every((one) => !one.checkVisibility())")
    ink = page.evaluate("getComputedStyle(document.documentElement).color")
    assert ink == "rgb(31, 36, 48)"
    assert page.locator("h1, h2").first.is_visible()
