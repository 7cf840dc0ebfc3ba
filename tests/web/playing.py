"""How tests play on the page: which shapes to click for a move, and waiting for the answer."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

PLAN = """
async ([options, i]) => {
  const { Chooser } = await import("./js/choosing.js");
  const option = options[i];
  const meant = (found) => (found.play ?? found.preview) === option || found.alike?.includes(option);
  const plan = (clicks) => {
    const chooser = new Chooser(options);
    let found = {};
    for (const id of clicks) found = chooser.click(id);
    if (clicks.length && meant(found)) return clicks;
    if (found.play || clicks.length === 6) return null;
    for (const id of option.changes.filter((other) => !clicks.includes(other))) {
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
  return now !== before && (message.classList.contains("over") || /Your move|to move/.test(message.textContent));
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
    response = httpx.get(f"{server}/api/v1/{path}", params=values, timeout=60)
    response.raise_for_status()
    return response.json()


def shape(page: Any, id: str) -> Any:
    board, _, name = id.partition(":")
    return page.locator("figure.summand").nth(int(board)).locator(f'[data-id="{name}"]')


def click(page: Any, options: list[dict[str, Any]], i: int) -> None:
    """Make a move with the mouse: on the board, where it is drawn."""
    option = options[i]
    clicks = page.evaluate(PLAN, [options, i]) if option["changes"] else None
    if clicks is None:
        page.locator(".moves").get_by_role("button", name=option["text"], exact=True).click()
        return
    for id in clicks:
        shape(page, id).click()
    choice = page.locator(".message").get_by_role("button", name=option["text"], exact=True)
    confirm = page.locator(".message .confirm")
    if confirm.count():
        confirm.click()
    elif choice.count():
        choice.click()


def move(page: Any, server: str, i: int) -> None:
    """Make the i-th move (of as many as there are) and wait for the answer."""
    before = position(page)
    options = api(server, "position", position=before)["options"]
    click(page, options, i % len(options))
    page.wait_for_function(ANSWERED, arg=before)


def over(page: Any) -> bool:
    return bool(page.locator(".message.over").count())
