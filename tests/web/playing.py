"""How tests play on the page: which shapes to click for a move, and waiting for the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

PLAN = """
async ([options, i]) => {  // what to click, and what comes of it: play, preview or alike
  const { Chooser } = await import("./js/choosing.js");
  const option = options[i];
  const meant = (found) => (found.play ?? found.preview) === option || found.alike?.includes(option);
  const boards = [...document.querySelectorAll("figure.summand")];
  const ids = (board, k) => [...board.querySelectorAll("[data-id]")].map((cell) => `${k}:${cell.dataset.id}`);
  const drawn = new Set(boards.flatMap(ids));
  const plan = (clicks) => {
    const chooser = new Chooser(options);
    let found = {};
    for (const id of clicks) found = chooser.click(id);
    if (clicks.length && meant(found)) return [clicks, Object.keys(found)[0]];
    if (found.play || clicks.length === 6) return null;
    for (const id of option.changes.filter((other) => drawn.has(other) && !clicks.includes(other))) {
      const longer = plan([...clicks, id]);
      if (longer) return longer;
    }
    return null;
  };
  return plan([]);
}
"""

ANSWERED = """
(before) => {
  const now = new URLSearchParams(location.search).get("p");
  const message = document.querySelector(".message");
  const ended = message?.classList.contains("over");
  return message && now !== before && (ended || /Your move|to move/.test(message.textContent));
}
"""


def play(**settings: Any) -> str:
    return "?" + urlencode({"lang": "en", **settings})


def position(page: Any) -> str:
    return parse_qs(urlsplit(page.url).query)["p"][0]


def ready(page: Any) -> Any:
    page.wait_for_function(ANSWERED, arg="")
    return page


def api(server: str, path: str, **values: Any) -> Any:
    response = httpx.get(f"{server}/api/v1/{path}", params=values, timeout=None)
    response.raise_for_status()
    return response.json()


def shape(page: Any, id: str) -> Any:
    board, _, name = id.partition(":")
    return page.locator("figure.summand").nth(int(board)).locator(f'[data-id="{name}"]')


def click(page: Any, options: list[dict[str, Any]], i: int) -> None:
    """Make a move with the mouse: on the board, where it is drawn."""
    option = options[i]
    plan = page.evaluate(PLAN, [options, i]) if option["changes"] else None
    if plan is None:
        if not page.locator(".stage .moves").count():
            in_words(page)
        if page.locator(".moves details").get_attribute("open") is None:
            page.locator("#moves-summary").click()
        page.locator(".moves").get_by_role("button", name=option["text"], exact=True).click()
        return
    clicks, means = plan
    for id in clicks:
        shape(page, id).click()
    if means == "preview":
        page.locator(".message .confirm").click()
    if means == "alike":
        page.locator(".message").get_by_role("button", name=option["text"], exact=True).click()


def in_words(page: Any) -> Any:
    """The sheet where a move can be typed, and all of them are listed."""
    page.locator("#more").click()
    page.locator("dialog .as-text > summary").click()
    return page.get_by_label("Or type a move")


def plies(page: Any) -> Any:
    """The bars of the match so far, in its panel."""
    if not page.locator(".review").count():
        page.locator("#match").click()
    return page.locator(".review .ply")


def choose(page: Any, game: str) -> None:
    """A game of the gallery."""
    page.locator("#new").click()
    page.locator(f"#game-{game}").click()
    page.locator("dialog").wait_for(state="detached")


def begin(page: Any, text: str) -> None:
    """A position that is typed."""
    page.locator("#new").click()
    page.locator("dialog .as-text > summary").click()
    page.get_by_label("Start position").fill(text)
    page.get_by_role("button", name="Begin", exact=True).click()


def move(page: Any, server: str, i: int) -> None:
    """Make the i-th move (of as many as there are) and wait for the answer."""
    before = position(page)
    options = api(server, "position", position=before)["options"]
    click(page, options, i % len(options))
    page.wait_for_function(ANSWERED, arg=before)


def hold(page: Any, pattern: str) -> list[Any]:
    """The requests that wait from now on, until a test lets them go on."""
    held: list[Any] = []
    page.route(pattern, lambda route: held.append(route))
    return held


FRAMES = 20_000
"""After so many frames of the page, minutes even on a fast machine, nothing more will come."""


def until(page: Any, condition: Callable[[], object]) -> None:
    """Let the page go on until something is true."""
    for _ in range(FRAMES):
        if condition():
            return
        page.evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError("the page has gone on, and what was waited for has not come")


def refused(page: Any, words: str) -> None:
    """A browser names every request that is refused: this, and nothing else, has gone wrong."""
    until(page, lambda: page.faults)  # it may name them a little later
    assert [fault for fault in page.faults if words not in fault] == []
    page.faults.clear()


def over(page: Any) -> bool:
    return bool(page.locator(".message.over").count())
