"""Answers for whoever sets up a position by clicking on the board."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import Any

from ...errors import UsageError
from ...game import Game, Position, State
from ...present.families import face_of
from ...present.families.picture import Picture
from ...present.shapes import picture_data
from .asked import Asked
from .positions import summand_data


def edit(asked: Asked, position: str, shapes: list[str]) -> Any:
    """The position after a click on one shape or on two that are joined, and its boards as they are set up."""
    here = asked.position(position)
    after = _edited(here, shapes) if shapes else here
    summands = list(after.summands())
    return {
        "schema": "nimatron.edit/1",
        "position": str(after),
        "summands": [summand_data(game, state) for game, state in summands],
        "pictures": [picture_data(_drawn(game, state)) for game, state in summands],
        "editable": [face_of(game).setting is not None for game, _ in summands],
    }


def _drawn(game: Game, state: State) -> Picture | None:
    face = face_of(game)
    return face.setting.picture(game, state) if face.setting else face.picture(game, state, state)


def _edited(here: Position, shapes: list[str]) -> Position:
    parts = [Position(game, state) for game, state in here.summands()]
    numbers, ids = zip(*(shape.partition(":")[::2] for shape in shapes), strict=True)
    k = int(numbers[0]) if numbers[0].isdecimal() and len(set(numbers)) == 1 else len(parts)
    if k >= len(parts):
        raise UsageError("expected shapes of one board, such as 0:1.2, not {shapes}", shapes=" ".join(shapes)[:60])
    game, state = parts[k].game, parts[k].state
    setting = face_of(game).setting
    found = setting.edited(game, state, ids) if setting else None
    if found is None:
        raise UsageError("nothing can be set up at this place")
    rules, changed = found
    parts[k] = Position(rules, rules.accept(changed))
    return reduce(add, parts)
