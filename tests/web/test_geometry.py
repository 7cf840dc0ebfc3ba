"""No text is cut, hidden or broken inside a word, from small phones to projectors: found by geometry."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from screening import complaints
from test_class import serving_class
from test_class_page import ClassState, begin
from test_screens import OPENED, SCREENS, opened, settle
from visiting import visitor

from nimatron.show.words import languages

WIDTHS = (320, 375, 768, 1024, 1280, 1440, 1920)

EDGES = (320, 768, 1024, 1920)
"""The narrowest and the widest screen, and the first width of each layout between them."""

# Words that are broken inside, and letters outside of the screen or of a box that hides what leaves it.
FAULTS = r"""
async (widths) => {
  const silent = "script, style, noscript, code, pre, textarea, option, svg, .spoken, .skip, [translate=no], canvas";
  const frame = () => new Promise(requestAnimationFrame);
  const hides = (style) => ["hidden", "clip"].includes(style.overflowX);
  const scrolls = (style) => ["auto", "scroll"].includes(style.overflowX);
  const range = document.createRange();
  const pen = document.createElement("canvas").getContext("2d");
  const found = new Set();
  const boxes = (node, from, to) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter((box) => box.width > 0.5);
  };
  // How far to the left and right letters may be: not beyond the screen, nor a box that hides the rest.
  const room = (element) => {
    let [left, right] = [-Infinity, Infinity];
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.clipPath !== "none") return null; // for screen readers only
      if (scrolls(style)) return [left, right];
      if (!hides(style)) continue;
      const box = one.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    }
    return [Math.max(left, 0), Math.min(right, innerWidth)];
  };
  const words = (node) => [...node.data.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
  const look = (width) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const place = node.parentElement;
      if (!node.data.trim() || place.closest(silent) || !place.checkVisibility({ visibilityProperty: true })) continue;
      const edges = room(place);
      if (!edges) continue;
      for (const { 0: word, index } of words(node)) {
        const parts = boxes(node, index, index + word.length);
        if (!parts.length) continue;
        if (new Set(parts.map(({ top }) => Math.round(top))).size > 1) found.add(`${width}: broken: ${word}`);
        const [left, right] = [Math.min(...parts.map((p) => p.left)), Math.max(...parts.map((p) => p.right))];
        if (left < edges[0] - 1 || right > edges[1] + 1) found.add(`${width}: cut: ${word} in ${node.data.trim()}`);
      }
    }
    for (const select of document.querySelectorAll("select")) {
      const style = getComputedStyle(select);
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const text = select.selectedOptions[0]?.text ?? "";
      const free = select.clientWidth - parseFloat(style.paddingLeft) - 16;
      if (select.clientWidth && pen.measureText(text).width > free) found.add(`${width}: cut: ${text}`);
    }
  };
  for (const width of widths) {
    await resize(width);
    for (let i = 0; i < 3; i++) await frame();
    look(width);
  }
  return [...found];
}
"""


def faults(page: Any, widths: Sequence[int] = WIDTHS) -> list[str]:
    """What is wrong on the screen that is open, at any of these widths."""
    found = page.evaluate(FAULTS, list(widths))
    return [str(fault) for fault in found]


def resizable(page: Any) -> Any:
    """A page whose script can change the width of the screen."""

    def resize(width: int) -> None:
        page.set_viewport_size({"width": width, "height": 667 if width < 500 else 800})

    page.expose_function("resize", resize)
    return page


def spoken(screen: str, lang: str) -> str:
    """The address of a screen in a language."""
    path, _, query = screen.partition("?")
    return f"{path}?{urlencode({**dict(parse_qsl(query)), 'lang': lang})}"


def visits(every: bool) -> list[tuple[str, str, str]]:
    """Each screen in one of the languages, in turn, or in every language; and what a button opens on it."""
    screens = [*((screen, "") for screen in SCREENS), *OPENED]
    langs = [languages()] * len(screens) if every else [[lang] for lang, _ in zip(cycle(languages()), screens)]
    return [(*screen, lang) for screen, some in zip(screens, langs, strict=True) for lang in some]


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_no_text_is_cut_or_broken(open_page: Any, every: bool) -> None:
    page, found = resizable(open_page("learn.html")), []
    for screen, button, lang in visits(every):
        opened(page, spoken(screen, lang), button)
        found += [f"{lang} {screen} {button} {fault}" for fault in faults(page, WIDTHS if every else EDGES)]
    assert "\n".join(found) == ""


def test_a_page_that_is_not_there(open_page: Any) -> None:
    page = resizable(open_page("learn.html"))
    page.goto("/nowhere")
    assert faults(page) == []
    assert complaints(page) == ""
    page.emulate_media(color_scheme="dark")
    assert complaints(page) == ""
    assert [fault for fault in page.faults if "404" not in fault] == []
    page.faults.clear()


BAD = """
(style) => {
  const bad = document.createElement("p");
  bad.id = "bad";
  bad.style.cssText = style;
  bad.textContent = "Understanding";
  document.querySelector("main").append(bad);
}
"""


def test_what_is_cut_or_broken_is_found(open_page: Any) -> None:
    """The same geometry on words that have no room, so that an empty list means something."""
    page = resizable(open_page("learn.html"))
    settle(page)
    for style, fault in (
        ("width: 4em; overflow: hidden; white-space: nowrap", "cut: Understanding"),
        ("width: 4em; overflow-wrap: anywhere", "broken: Understanding"),
        ("position: absolute; left: calc(100vw - 2em)", "cut: Understanding"),
        ("position: absolute; left: -2em", "cut: Understanding"),
    ):
        page.evaluate(BAD, style)
        assert {found.partition(": ")[2].partition(" in ")[0] for found in faults(page)} == {fault}
        page.evaluate("document.querySelector('#bad').remove()")


def test_no_text_of_a_class_is_cut_or_broken(browser: Any, tmp_path: Path) -> None:
    found = []
    with serving_class(tmp_path) as server:
        for lang, key in zip(languages(), cycle(("", f"#key={server.key}")), strict=False):  # pupil and teacher in turn
            page = resizable(visitor(browser, server.url).new_page())
            page.goto(f"/class?lang={lang}{key}")
            page.locator("main h1, main h2, main form").first.wait_for()
            found += [f"{lang} {key and 'teacher'} {fault}" for fault in faults(page)]
            page.context.close()
    assert "\n".join(found) == ""


def test_no_text_of_what_a_class_does_is_cut_or_broken(browser: Any, tmp_path: Path) -> None:
    """Games in pairs and a quiz: for the teacher, on the projector, and for a pupil whose phone is turned."""
    with serving_class(tmp_path) as server:
        room, found = ClassState(browser, server), []
        teacher = room.open(f"#key={server.key}", 1280, 800)
        pages = {"teacher": teacher, "projector": room.open(f"#key={server.key}&project", 1920, 1080)}
        pages |= {name: room.join(name) for name in ("Anna", "Bartholomew")}
        for page in pages.values():
            resizable(page)
        for what, drawn in (("Play in pairs", "figure.summand .live"), ("Quiz", ".question-text .task")):
            begin(teacher, what)
            pages["Anna"].locator(drawn).first.wait_for()
            pages["projector"].locator(".projected-board svg").first.wait_for()
            found += [f"{what} {name} {fault}" for name, page in pages.items() for fault in faults(page)]
        for page in pages.values():
            page.context.close()
    assert "\n".join(found) == ""
    assert room.faults == []
