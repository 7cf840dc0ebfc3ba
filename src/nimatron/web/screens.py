"""The screens of the page: the script, the style sheets and the first answers of each.

A screen carries its first answers inside, so that the board is drawn without waiting for another one: the JSON of
`first_data` in `<script type="application/json" id="first">`. `js/first.js` reads it, and `js/api.js` looks there
before it asks the server. Whoever writes the page into files gives `pages.page_html` the answers to `first_questions`
in the same way; with no data at all the page works as well, a little later.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from .limits import LONGEST_TEXT

STATIC = Path(__file__).parent / "static"

FIRST_POSITION = "nim: 3 4 5"
"""What is played where the address names no position; `js/play.js` begins with the same one."""

PACE = 500
"""In how many milliseconds a map wants some rows; `js/explore/map.js` asks with the same."""

MAPPED = ("game", "columns", "rows")
"""What an address says of a map; without one of these the script chooses by the width of the window."""

Question = tuple[str, dict[str, Any]]
"""What is asked, and with which arguments."""


@dataclass(frozen=True)
class Screen:
    """One screen: `js/{script}.js`, the style sheets besides style.css, and what it asks first.

    An address may name one of its `tabs`, whose script is `js/{script}/{tab}.js`; otherwise the first one is open.
    """

    script: str
    styles: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    board: bool = False  # does it begin with the position in the address?
    tabs: tuple[str, ...] = ()

    def scripts(self, tab: str) -> list[str]:
        """Where its scripts are, with that of a tab."""
        opened = [tab] if tab in self.tabs else self.tabs[:1]
        return [f"js/{self.script}.js", *(f"js/{self.script}/{name}.js" for name in opened)]


TABS = ("map", "sequence", "compare", "tree", "graph", "nimber")
"""What there is to explore; `js/explore.js` has the same names."""

PLAY = Screen("play", ("board",), ("games",), board=True)

SCREENS = {
    "/": PLAY,
    "/index.html": PLAY,
    "/explore.html": Screen("explore", ("board", "why", "explore"), ("games", "explorable"), tabs=TABS),
    "/learn.html": Screen("learn", ("board", "why", "learn"), ("games", "lessons")),
    "/quiz.html": Screen("quiz", ("board", "learn", "quiz"), ("quizzes",)),
    "/sheets.html": Screen("sheets", ("learn", "sheets"), ("games",)),
}

CLASS = Screen("class", ("board", "class"), ("games",))

CLASS_SCREENS = {"/class": CLASS, "/class.html": CLASS}
"""Of a server with a class. The first one is short enough to be typed on a phone."""


def first_questions(screen: Screen, address: Mapping[str, str]) -> list[Question]:
    """What a screen asks first, if the query of its address is this."""
    asked: list[Question] = [(ask, {}) for ask in screen.first]
    position = address.get("p", "").strip() or FIRST_POSITION
    if screen.board and len(position) <= LONGEST_TEXT:
        asked.append(("position", {"position": position}))
    return asked


def early_link(screen: Screen, address: Mapping[str, str], lang: str, explorable: bytes | None = None) -> bytes:
    """A link by which a browser asks for the first rows of a map while it still loads the scripts.

    The server computes them meanwhile. If the scripts ask for something else, nobody uses the answer. They know the
    rules of a game that is named without any from the answer to `explorable`.
    """
    if screen.script != "explore" or address.get("tab") != "map" or not all(address.get(name) for name in MAPPED):
        return b""
    if not all(re.fullmatch("[1-9][0-9]*", address[name]) for name in MAPPED if name != "game"):
        return b""  # the scripts will ask for what is meant, or say what is wrong
    asked = {name: address[name] for name in MAPPED}
    asked["game"] = _rules(asked["game"], json.loads(explorable)["games"] if explorable else [])
    asked |= {"misere": str(address.get("misere") == "1").lower(), "row": "0", "pace": str(PACE), "lang": lang}
    # It must be the very address that the scripts ask for, and they leave the star of a code such as 0.7* as it is.
    href = escape(f"api/v1/table?{urlencode(asked, safe='*')}")
    return f'    <link rel="preload" as="fetch" crossorigin="anonymous" href="{href}" />\n'.encode()


def _rules(game: str, explorable: Iterable[Mapping[str, Any]]) -> str:
    """The rules of a game that an address names, as `gameOf` in `js/explore/choice.js` finds them."""
    return next((str(one["rules"]) for one in explorable if game in (one["rules"], one["id"])), game)


def first_data(lang: str, answers: Iterable[tuple[Question, bytes]]) -> bytes:
    """The words of a language and answers in it, as they stand in a page."""
    parts = [
        b'{"ask":%b,"values":%b,"answer":%b}' % (_json(ask), _json(values), answer) for (ask, values), answer in answers
    ]
    data = b'{"lang":%b,"words":%b,"answers":[%b]}' % (_json(lang), _words(lang), b",".join(parts))
    # Nothing in it may end the element; in JSON this character occurs in texts only.
    return b'<script type="application/json" id="first">%b</script>' % data.replace(b"<", rb"\u003c")


@cache
def _words(lang: str) -> bytes:
    path = STATIC / "words" / f"{lang}.json"
    return path.read_bytes() if path.exists() else b"{}"  # English is in the code


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()
