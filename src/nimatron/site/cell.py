"""A game that a visitor writes on the page: loaded from its text, checked, and from then on asked about like any other.

It runs in a worker of its own, which has no network and no storage; here it is only kept from taking for ever.
"""

from __future__ import annotations

import json
import re
from typing import Any

from ..check import check
from ..errors import NimatronError, UnknownGame, UsageError
from ..game import NOTHING, Game, Position
from ..games.catalog import CATALOG
from ..games.loading import load
from ..games.sources import hand_over
from ..present.report import checked
from ..present.words import speaking
from ..values.search.limits import Limits
from ..web.answers.asked import lines_data
from ..web.faults import fault_data
from .engine import Engine

FILE = "/own/game.py"
"""Where the text seems to be."""

PLACE = re.compile(re.escape(FILE) + r":(\d+)(?:: )?")

LONGEST = 50_000
"""The longest text of a game, in characters."""

CHECKING = Limits(positions=2000, seconds=2.0)


def taken(code: str, lang: str) -> tuple[Engine | None, str]:
    """An engine that knows the game in a text, and what is told about it as JSON; None and the fault if it has one."""
    with speaking(lang):
        try:
            game = _loaded(code)
            start = _start(game)
            report = check(game, [start], CHECKING)
            told = {"start": str(start), "passed": report.passed, "lines": lines_data(checked(report))}
            return Engine(CATALOG.with_games(game)), json.dumps(told)
        except NimatronError as fault:
            return None, json.dumps(_told(fault_data(fault)["detail"]))


def _loaded(code: str) -> Game:
    if len(code) > LONGEST:
        raise UsageError("expected at most {max_length} characters", max_length=LONGEST)
    hand_over({FILE: code.encode(errors="replace")})
    try:
        return load(FILE)
    except UnknownGame:
        raise UsageError("expected one class made from Game, with the rules in its method options") from None


def _start(game: Game) -> Position:
    if game.start is NOTHING:
        raise UsageError("expected a position to begin with: start = ..., in the class")
    return Position(game, game.accept(game.start))


def _told(detail: str) -> dict[str, Any]:
    """A fault, and the line of the text in which it is."""
    line = PLACE.search(detail)
    return {"fault": PLACE.sub("", detail).replace(FILE, "game.py"), "line": int(line[1]) if line else None}
