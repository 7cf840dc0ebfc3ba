"""The widget of a board, and its script. It needs the extra `notebook`.

A notebook loads nothing from any host, not even from its own, so the page's modules are carried as text. In the browser
each becomes a module of its own with an address that only this script knows (a blob), and the names in its imports are
replaced by these addresses.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from ..core.game import Position, is_misere
from ..families.catalog import KNOWN
from ..notation.reader import parse
from ..show.words import spoken
from ..site.engine import Engine

_IMPORT = re.compile(r'\bfrom "\./([\w-]+\.js)"')

ROOTS = ("api.js", "dom.js", "language.js", "match-view.js", "match.js", "screen-reader.js")
"""The modules that the widget itself imports."""

INSTEAD = {"page-data.js": 'export const pageData = { lang: "", words: {}, answers: [] };\n'}
"""Replacements of modules: a notebook has no first answers, but perhaps an element of that name."""

SHEETS = ("style.css", "board.css")


def static(name: str) -> str:
    """The text of one of the page's files."""
    return files("nimatron.web").joinpath("static", *name.split("/")).read_text("utf-8")


@cache
def modules() -> dict[str, str]:
    """The sources of the widget's modules, each after the modules that it imports."""
    sources: dict[str, str] = {}
    # A blob can import only what already has an address, so modules come after those they need.
    for root in ROOTS:
        for name, source in _before(root, sources):
            sources[name] = source
    return sources


def _before(name: str, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    if name in known:
        return
    source = INSTEAD.get(name) or static(f"js/{name}")
    for other in _IMPORT.findall(source):
        yield from ((n, text) for n, text in _before(other, known) if n not in known)
    yield name, source


def page_words(lang: str) -> dict[str, str]:
    """The words of the page in a language; English is in the code."""
    words: dict[str, str] = {} if lang == "en" else json.loads(static(f"words/{lang}.json"))
    return words


def style() -> str:
    """The page's colours and boards, for the inside of the widget alone."""
    sheets = "\n".join(map(static, SHEETS))
    # The widget has a shadow root, where :host stands for the page's :root.
    return sheets.replace(":root", ":host") + _OWN


_OWN = """
:host { display: block; color: var(--ink); background: var(--card); font: 400 15px/1.4 system-ui, sans-serif;
  border: 1px solid var(--line); border-radius: 12px; padding: 8px; max-width: 46rem; }
.table > .boards { height: 21rem; }
.bar { display: flex; flex-wrap: wrap; gap: 8px; }
"""


def widget_script() -> str:
    """The whole script of the widget."""
    content = json.dumps({"modules": modules(), "style": style()}, ensure_ascii=False)
    return f"const CARRIED = {content};\n{files(__package__).joinpath('widget.js').read_text('utf-8')}"


SECONDS = 5.0
"""The most seconds for one answer: the notebook waits for it."""


class PlayWidget(anywidget.AnyWidget):
    """A match on a board: `position` is where it is, `moves` how it came there, in words."""

    _esm = widget_script()
    start = traitlets.Unicode().tag(sync=True)
    position = traitlets.Unicode().tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    settings = traitlets.Dict().tag(sync=True)
    lang = traitlets.Unicode("en").tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, position: Position, *, computer: int, level: str, misere: bool | None, seed: int) -> None:
        games = [game for game, _ in position.boards()]
        # A game from a cell of the notebook is in no catalog, but the page asks for it by name.
        own = [game for game in games if not _is_known(game)]
        self._catalog = KNOWN.with_games(*own) if own else KNOWN
        self._engine = Engine(self._catalog, seconds=SECONDS)
        text, lang = str(position), spoken().code
        rule = is_misere(position.game, misere)
        settings = {"computer": computer, "level": level, "misere": rule, "seed": seed}
        super().__init__(start=text, position=text, settings=settings, lang=lang, words=page_words(lang))
        self.on_msg(_answer)

    def current(self) -> Position:
        """Where the match is now, as a position."""
        return parse(self.position, self._catalog)

    def answer(self, url: str) -> dict[str, Any]:
        """The answer that a server would give."""
        status, media, storable, body = self._engine.answer(url)
        return {"status": status, "media": media, "kept": storable, "body": body}


def _answer(widget: PlayWidget, content: Any, _: Any) -> None:
    if isinstance(content, dict) and isinstance(content.get("url"), str):
        widget.send({"id": content.get("id"), **widget.answer(content["url"])})


def _is_known(game: Any) -> bool:
    """Can the catalog read what this game writes?"""
    try:
        return bool(KNOWN.game(str(game)) == game)
    except (LookupError, ValueError):
        return False
