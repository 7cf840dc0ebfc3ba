"""What a move changes on a board: the difference between two pictures."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..game import Game, Position, State, Sum
from .families import face_of
from .families.picture import Picture


def changes(before: Position, after: State) -> list[str]:
    """The ids of the shapes that a move changes; those of summand k begin with `k:`, counted from 0.

    >>> from nimatron import parse
    >>> changes(parse("nim: 3 2"), (1, 2))
    ['0:1.2', '0:1.3']
    >>> changes(parse("kayles: 5"), (1, 2))
    ['0:1.2', '0:1.3']
    """
    states = after if isinstance(before.game, Sum) else (after,)
    summands = zip(before.summands(), states, strict=True)
    return [f"{k}:{id}" for k, ((game, a), b) in enumerate(summands) if a != b for id in _changed(game, a, b)]


def _changed(game: Game, before: State, after: State) -> Iterable[str]:
    quick = face_of(game).changes or difference
    # A board that is too large to be drawn has no shapes, even where the family could name those that change.
    return quick(game, before, after) if _looks_of(game, before) else ()


def difference(game: Game, before: State, after: State) -> list[str]:
    """The ids of the shapes in which two pictures differ: the definition, which holds for every game."""
    face = face_of(game)
    # Both pictures have the frame of `before`: otherwise a board that shrinks would change everywhere.
    old, new = _looks_of(game, before), _looks((face.moved or face.picture)(game, after, before))
    return [id for id in {**old, **new} if old.get(id, face.unseen) != new.get(id, face.unseen)]


@lru_cache(maxsize=4)
def _looks_of(game: Game, state: State) -> dict[str, str]:
    """How the shapes of a position look; cached, because every move of it is compared with the same picture."""
    return _looks(face_of(game).picture(game, state, state))


def _looks(picture: Picture | None) -> dict[str, str]:
    return {shape.id: shape.look for shape in picture.shapes} if picture else {}
