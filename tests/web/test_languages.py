"""Every screen in every language: what can be seen or heard there has no English left over."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from leftover import OTHERS, left_over
from test_class import serving_class

from nimatron.teach.course.library import course
from nimatron.web.pages import SCREENS

FIRST = [path.lstrip("/") for path in SCREENS if path != "/index.html"]
"""The screens as they open."""

MORE = [
    *({"p": position} for position in ("nim: 3 4 5", "kayles: 7 3", "nim: 2 + chomp: 2x2", "corners: 3,1 2,3")),
    *({"tab": tab} for tab in ("sequence", "compare", "tree", "graph", "nimber")),
    *({"lesson": lesson.id} for lesson in course().lessons[::5]),
]
"""Further ones, each in one of the languages, in turn."""

# What is seen, said to screen readers or shown by the pointer; notation, programs and what people typed are left out.
TEXTS = """
() => {
  const silent = "code, pre, script, style, noscript, input, textarea, [translate=no]";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: place, textContent: text } = walker.currentNode;
    if (text.trim() && !place.closest(silent)) found.push(text.trim());
  }
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-roledescription"])
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name));
  return found.join("\\n");
}
"""

OWN = re.compile("chocolate|three in a row|break the bar", re.IGNORECASE)
"""The examples of own games that the server of the tests has: their words are their author's."""


def visits() -> list[tuple[str, str]]:
    """Which screens are opened in which languages."""
    first = [(language, f"{screen}?lang={language}") for language in OTHERS for screen in FIRST]
    for i, asked in enumerate(MORE):
        language = OTHERS[i % len(OTHERS)]
        screen = "explore.html" if "tab" in asked else "learn.html" if "lesson" in asked else ""
        first.append((language, f"{screen}?{urlencode({**asked, 'lang': language})}"))
    return first


@pytest.mark.slow
def test_no_english_is_left_on_the_page(open_page: Any) -> None:
    page, found = open_page("learn.html"), []
    for language, screen in visits():
        page.goto(f"/{screen}")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.lang") == language
        page.locator("#settings").click()
        page.locator("dialog.sheet").wait_for()  # its code is loaded when it is first wanted
        seen = page.evaluate(TEXTS)
        if page.locator("#new").count():  # Play, with all the cards
            page.keyboard.press("Escape")
            page.locator("#new").click()
            page.locator(".gallery li").first.wait_for()
            seen += page.evaluate(TEXTS)
        found += [f"{language} {screen}: {line}" for line in left_over(seen, language)]
    assert "\n".join(line for line in found if not OWN.search(line)) == ""


@pytest.mark.slow
def test_no_english_is_left_in_a_class(browser: Any, tmp_path: Path) -> None:
    """The screen of the teacher, and that of a pupil before and after joining."""
    found = []
    with serving_class(tmp_path) as server:
        for language in OTHERS:
            for address in (f"/class?lang={language}#key={server.key}", f"/class?lang={language}"):
                page = browser.new_context(base_url=server.url, locale="en").new_page()
                page.goto(address)
                page.wait_for_load_state("load")
                page.locator("main h1, main h2, main form").first.wait_for()
                found += [f"{language} {address}: {line}" for line in left_over(page.evaluate(TEXTS), language)]
                page.context.close()
    assert "\n".join(found) == ""
