"""Positions by numbers: the dials of a position, set on sliders and steppers, so that nobody needs the notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.errors import UsageError
from ..core.game import Game, Position
from ..families.catalog import is_ours
from .faces import face_of
from .setup import Dial, Panel, Values


def _panel_of(game: Game) -> Panel | None:
    """The panel of a game, or None. A user's own game has none, because its numbers may mean something else."""
    return face_of(game).dials(game) if is_ours(game) else None


def dials_of(position: Position) -> list[tuple[Dial, Sequence[Any]]]:
    """The dials of a position with their values; none if numbers do not determine it."""
    panel = _panel_of(position.game)
    values = panel.read(position.game, position.state) if panel else None
    if panel is None or values is None or not _plain(values):
        return []
    # A game may have the face of another class, whose panel would make a game with other rules.
    if type(panel.make(position.game, values)[0]) is not type(position.game):
        return []
    return [(dial, values[dial.name]) for dial in panel.dials]


def _plain(values: Values) -> bool:
    """Are they all small numbers or texts? Ordinals and numbers beyond 2^53 are not for sliders."""
    every = [value for several in values.values() for value in several]
    # type() instead of isinstance(): a bool is an int as well, but it is not a number on a slider.
    return len(every) <= 100 and all(
        isinstance(value, str) or (type(value) is int and value < 1 << 53) for value in every
    )


def set_dials(position: Position, settings: Sequence[str]) -> Position:
    """The position after dials were set, each as `name:values`; the others keep their values.

    >>> from nimatron import parse
    >>> print(set_dials(parse("subtraction{1,2,3}: 13"), ["set:1,2,4", "heaps:13,7"]))
    subtraction{1,2,4}: 13 7
    """
    values: dict[str, Sequence[Any]] = {dial.name: values for dial, values in dials_of(position)}
    dials = {dial.name: dial for dial, _ in dials_of(position)}
    for setting in settings:
        name, _, text = setting.partition(":")
        if name not in dials:
            raise UsageError("there is no dial {name!r} for {position}", name=name[:40], position=str(position)[:80])
        values[name] = dials[name].accept(text.strip())
    panel = _panel_of(position.game)
    if panel is None or not settings:
        return position
    game, state = panel.make(position.game, values)
    # Dials are set one by one, so their values together may be an illegal position.
    return Position(game, game.accept(state))
