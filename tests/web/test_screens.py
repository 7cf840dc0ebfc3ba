"""Explore and Learn in a browser; and what holds for every screen: accessible, narrow, quiet, large targets."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import cycle
from typing import Any
from urllib.parse import urlencode

import pytest
from playing import play, ready
from playwright.sync_api import Error
from screening import SIZES, complaints, keep

from nimatron.show.words import languages

STEPS = ["take-away&step=1", "two-heaps&step=2", "nim-table&step=2", "coins-on-a-table&step=1", "bouton-proved&step=4"]
TABS = ["map", "sequence", "compare", "tree", "graph", "discover", "board", "nimber"]
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
    "quiz.html?kind=winning-moves&seed=3",
    "quiz.html?kind=sequence&difficulty=hard&seed=3",
    "homework.html",
    "sheets.html",
    "own.html",
    "learn.html",
    "learn.html?lesson=program-remainder&step=3",
    "learn.html?lesson=program-recursion&step=4",
    *(f"learn.html?lesson={step}" for step in STEPS),
]

OPENED = [
    (play(p="nim: 9 12 21 30"), "#why"),
    (play(p="notakto: .../.../... .../.../..."), "#why"),
    (play(p="nim: 2 + chomp: 2x2 + wythoff: 4 6"), "#why"),
    (play(p="nim: 3 4 5"), "#new"),
    (play(p="officers: 6 2 4"), "#rules"),
    (play(p="nim: 3 4 5"), "#more"),
    ("quiz.html?kind=who-wins&seed=3", ".two button"),
    ("learn.html?lesson=mex&step=12", ".option"),
]
"""Screens with what a button opens: a panel, a dialog, a verdict."""


def opened(page: Any, screen: str, button: str) -> None:
    """Go there, and press the button if there is one."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/{screen}")
    settle(page)
    if button:
        page.locator(button).first.click()
        settle(page)


def explore(tab: str, **values: Any) -> str:
    return "explore.html?" + urlencode({"tab": tab, **values})


def settle(page: Any) -> None:
    page.wait_for_load_state("networkidle")


# -- every screen -------------------------------------------------------------------------------

# Boards are laid out anew one frame after their room has changed.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

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
    page.evaluate(DRAWN)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no scrolling to the side"
    assert page.evaluate(SMALL) == []
    assert complaints(page, runOnly=["scrollable-region-focusable"]) == ""


STATES = [["hover"], ["hover", "active"], ["focus", "focus-visible"]]
"""What a pointer, a press and a keyboard do to a control."""

CONTROLS = "button, a, select, summary, label, input, .node, td, [role=gridcell]"


def force(page: Any, states: list[str]) -> None:
    """Put all controls of a page into a state, as a browser shows it."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    found = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": CONTROLS})["nodeIds"]
    for node in found[:300]:
        with suppress(Error):  # a board that is drawn anew has other nodes
            session.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": states})


@pytest.mark.parametrize("part", [OPENED, pytest.param([(screen, "") for screen in SCREENS], marks=pytest.mark.long)])
def test_contrast_in_every_state(open_page: Any, part: list[tuple[str, str]]) -> None:
    """Whatever the pointer, a finger or the keyboard touches stays readable, in both themes."""
    page, found = open_page("learn.html"), []
    for screen, button in part:
        opened(page, screen, button)
        for states in STATES:
            force(page, states)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                if told := complaints(page, runOnly=["color-contrast"]):
                    found.append(f"{screen} {states} {theme}: {told}")
    assert "\n".join(found) == ""


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
  const buttons = [...document.querySelectorAll(".tools button, .title label")];
  return {
    crowded: buttons.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    stacked: parts.every((part, i) => !i || part.top >= parts[i - 1].bottom - 1),
    out: out.map((element) => element.outerHTML.slice(0, 100)).slice(0, 3),
    share: (width * height) / (innerWidth * innerHeight),
  };
}
"""

FILLED = ["nim: 3 4 5", "nim: 12 15 18", "wythoff: 7 9", "cram: 5x6", "kayles: 7 3", "graph{a>b a>c b>c}: a a"]


@pytest.mark.parametrize(("start", "lang"), list(zip(FILLED, cycle(languages()), strict=False)))
def test_the_board_is_the_hero(open_page: Any, start: str, lang: str) -> None:
    """Nothing overlaps or sticks out, and the board has most of the screen; each in one of the languages, in turn."""
    page = open_page(play(p=start, lang=lang))
    settle(page)
    for wide, high in SIZES:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate(DRAWN)
        found = page.evaluate(PLACES)
        assert (found["stacked"], found["out"], found["crowded"]) == (True, [], []), (wide, high)
        # On a phone four lines of words are reserved, lest the board move.
        assert found["share"] >= (0.58 if wide < 500 else 0.6), (wide, high)


def test_a_sheet_closes(open_page: Any) -> None:
    page = ready(open_page(play(p="nim: 3 4 5"), 375, 667, has_touch=True))
    sheet = page.locator("dialog.sheet")
    ways: list[Callable[[], None]] = [
        lambda: swipe(page, sheet.locator("h2"), 200),
        lambda: page.keyboard.press("Escape"),
        lambda: page.get_by_role("button", name="Close").click(),
        lambda: page.mouse.click(180, 20),  # beside it
    ]
    for close in ways:
        page.locator("#more").click()
        sheet.wait_for()
        for _ in range(12):  # the focus stays inside
            page.keyboard.press("Tab")
            focus = "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
            assert page.evaluate(focus)
        close()
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


def test_every_sheet(open_page: Any) -> None:
    """Accessible in both themes, and within the screen of a phone."""
    page = ready(open_page(play(p="nim: 3 4 5"), 1920, 1080))
    for button in SHEETS:
        page.locator(button).click()
        settle(page)
        assert complaints(page) == "", button
        page.set_viewport_size({"width": 375, "height": 667})
        page.emulate_media(color_scheme="dark")
        assert complaints(page, runOnly=["color-contrast"]) == "", button
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), button
        assert page.evaluate(SMALL) == [], button
        keep(page, f"sheet {button}")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.reload()  # without the sheet
        ready(page)


@pytest.mark.parametrize(
    "screen", [play(p="nim: 3 4 5"), "learn.html?lesson=take-away&step=5", "explore.html?tab=sequence"]
)
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
