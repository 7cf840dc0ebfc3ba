"""Answers for those who make positions by numbers, without the notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...errors import UsageError
from ...game import Game, Position
from ...games.catalog import name_of
from ...present.dials import Dial, dialled, turned
from ...present.words import tr, word
from .asked import Asked
from .positions import board_data


def build(asked: Asked, game: str = "", position: str = "", dials: Sequence[str] = ()) -> Any:
    """A position from a game and numbers, or the numbers of a position."""
    if bool(game) == bool(position):
        raise UsageError("expected a game or a position")
    here = asked.position(position) if position else _usual(asked, game)
    return _built(asked, turned(here, dials) if dials else here)


def _usual(asked: Asked, name: str) -> Position:
    entry = asked.catalog.find(name)
    if not entry.sample:
        raise UsageError("{game} has no usual position: expected one", game=entry.id)
    return asked.position(entry.sample)


def _built(asked: Asked, here: Position) -> dict[str, Any]:
    return {
        "schema": "nimatron.built/1",
        "position": str(here),
        "summands": [_summand(game, Position(game, state)) for game, state in here.summands()],
        "board": board_data(asked, here, ""),
    }


def _summand(game: Game, here: Position) -> dict[str, Any]:
    return {
        "position": str(here),
        "game": game.name,
        "title": tr(name_of(game)),
        "rules": str(game),
        "dials": dials_data(here),
    }


def dials_data(here: Position) -> list[dict[str, Any]]:
    """What can be set, with its values; nothing if numbers do not tell the position."""
    return [_dial(dial, values) for dial, values in dialled(here)]


def _dial(dial: Dial, values: Sequence[Any]) -> dict[str, Any]:
    return {
        "name": dial.name,
        "label": word(dial.label),
        "kind": dial.kind,
        "of": dial.of,
        "min": dial.low,
        "max": dial.high,
        "least": dial.least,
        "most": dial.most,
        "values": list(values),
    }
