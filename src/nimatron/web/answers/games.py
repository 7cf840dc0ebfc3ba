"""Answers about the games themselves: the gallery."""

from __future__ import annotations

from typing import Any

from ...errors import NimatronError
from ...game import Game
from ...games.catalog import Entry
from ...play.levels import DESCRIBED, LADDER
from ...present.cards import GROUPS, card_of
from ...present.data import entry_data
from ...present.pictures import pictures
from ...present.shapes import picture_data
from ...present.talk import rules_of
from ...present.words import tr, word
from .asked import Asked
from .building import dials_data


def games(asked: Asked) -> Any:
    """All games that can be played, their groups, and the levels of the computer."""
    return {
        "schema": "nimatron.games/1",
        "groups": [{"id": group, "title": word(title)} for group, title in GROUPS.items()],
        "levels": [
            {"id": level, "title": word(DESCRIBED[level].title), "about": word(DESCRIBED[level].about)}
            for level in LADDER
        ],
        "games": [_game(asked, entry) for entry in asked.catalog],
    }


def _game(asked: Asked, entry: Entry) -> dict[str, Any]:
    game, card = _usual(asked, entry), card_of(_usual(asked, entry))
    easy = entry.easy or ((entry.sample,) if entry.sample else ())
    return entry_data(entry) | {
        "title": tr(entry.title),
        "rules": tr(entry.rules) if entry.rules else "",
        "group": card.group,
        "brief": rules_of(game),
        "how": word(card.how),
        "easy": list(easy),
        "dials": _dials(asked, entry),
    }


def _dials(asked: Asked, entry: Entry) -> list[Any]:
    return dials_data(asked.position(entry.sample)) if card_of(_usual(asked, entry)).group != "own" else []


def _usual(asked: Asked, entry: Entry) -> Game:
    """The game of the sample, with the usual parameters."""
    if isinstance(entry.game, Game):
        return entry.game
    return asked.position(entry.sample).game


def gallery(asked: Asked) -> Any:
    """The board of every sample, as it is drawn for play but without the words for a screen reader."""
    return {"schema": "nimatron.gallery/1", "pictures": {entry.id: _drawn(asked, entry) for entry in asked.catalog}}


def _drawn(asked: Asked, entry: Entry) -> list[Any]:
    try:
        here = asked.position(entry.sample) if entry.sample else None
        return [_unnamed(picture_data(picture)) for picture in pictures(here)] if here else [None]
    except NimatronError:  # the start of a game of one's own may be no position
        return [None]


def _unnamed(data: dict[str, Any] | None) -> dict[str, Any] | None:
    if data is not None:
        data["shapes"] = [shape | {"label": ""} for shape in data["shapes"]]
    return data
