"""The widget. It needs the extra `notebook`."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from ..game import Position, is_misere
from ..games.catalog import KNOWN
from ..games.notation import parse
from ..present.words import spoken
from ..site.engine import Engine
from .bundle import esm, page_words

SECONDS = 5.0
"""How long one answer may take: the notebook waits for it."""


class PlayWidget(anywidget.AnyWidget):
    """A match on a board: `position` is where it is, `moves` how it came there, in words."""

    _esm = esm()
    start = traitlets.Unicode().tag(sync=True)
    position = traitlets.Unicode().tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    settings = traitlets.Dict().tag(sync=True)
    lang = traitlets.Unicode("en").tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, position: Position, *, computer: int, level: str, misere: bool | None, seed: int) -> None:
        games = [game for game, _ in position.summands()]
        own = [game for game in games if not _is_known(game)]
        self._catalog = KNOWN.with_games(*own) if own else KNOWN
        self._engine = Engine(self._catalog, seconds=SECONDS)
        text, lang = str(position), spoken().code
        rule = is_misere(position.game, misere)
        settings = {"computer": computer, "level": level, "misere": rule, "seed": seed}
        super().__init__(start=text, position=text, settings=settings, lang=lang, words=page_words(lang))
        self.on_msg(_answered)

    def current(self) -> Position:
        """Where the match is now, as a position."""
        return parse(self.position, self._catalog)

    def answer(self, url: str) -> dict[str, Any]:
        """What a server would answer."""
        status, media, kept, body = self._engine.answer(url)
        return {"status": status, "media": media, "kept": kept, "body": body}


def _answered(widget: PlayWidget, content: Any, _: Any) -> None:
    if isinstance(content, dict) and isinstance(content.get("url"), str):
        widget.send({"id": content.get("id"), **widget.answer(content["url"])})


def _is_known(game: Any) -> bool:
    """Can the catalog read what this game writes?"""
    try:
        return bool(KNOWN.game(str(game)) == game)
    except (LookupError, ValueError):
        return False
