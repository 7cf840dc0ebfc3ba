"""What the page's worker calls in its Python: `start` once, then `answer` for each address.

The memory of the started engine is kept by the browser, so `start` does as much as it can: it loads what answers need
and asks the first questions itself.
"""

from __future__ import annotations

import gc
import json
from pathlib import Path

from ..games.catalog import CATALOG
from ..present.words import languages
from .cell import taken
from .engine import Engine
from .own import load_given

GIVEN = Path("/own.json")
"""Where the worker puts the games and lessons of the site."""

FIRST = ("games", "position?position=nim:+3+4+5", "turn?position=nim:+3+4+5&move=nim:+3+4+4&level=fair")
"""Questions that load most of what answers need."""

_engine: list[Engine] = []


def start() -> None:
    """Make the engine, with the games of the site, and let it answer a few questions."""
    given = json.loads(GIVEN.read_text("utf-8"))
    lessons = tuple((name, text) for name, text in given["lessons"])
    _engine[:] = [Engine(CATALOG.with_games(*load_given(given)), lessons)]
    for lang in languages():
        for question in FIRST:
            mark = "&" if "?" in question else "?"
            answer(f"api/v1/{question}{mark}lang={lang}")
    gc.collect()
    gc.freeze()


def take(code: str, lang: str) -> str:
    """From now on answer about the game in a text, which a visitor has written; what is told about it, as JSON."""
    engine, told = taken(code, lang)
    _engine[:] = [engine] if engine else _engine
    return told


def answer(address: str, hurry: bool = False) -> str:
    """The answer to an address: status, media type and whether it may be kept in a line, then the body."""
    return _engine[0].answer(address, hurry).text()
