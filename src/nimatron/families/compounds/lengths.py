"""How long a game lasts if the winner hurries and the loser delays (remoteness), or the other way round (suspense)."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from ...core.game import Game, State

MOST = 50_000
"""The most positions of a part that are explored."""


class Unknown(Exception):
    """The part has too many positions, or one of them can come back."""


@lru_cache(maxsize=64)
def _table(game: Game, suspense: bool) -> dict[Hashable, int]:
    """The numbers that are known already; shared, because the options of a position ask for the same parts."""
    return {}


def length(game: Game, state: State, suspense: bool = False) -> int:
    """The remoteness or the suspense of a part, by the definition; Unknown if it is not a small game that ends.

    >>> from nimatron import Kayles, Nim
    >>> length(Nim, (5,)), length(Nim, (2, 2)), length(Nim, (2, 2), suspense=True), length(Kayles, (4,))
    (1, 4, 2, 3)
    """
    known = _table(game, suspense)
    path: dict[Hashable, list[State]] = {}
    todo = [state]
    while todo:
        here = todo[-1]
        key = game.canonical(here)
        if key in known:
            todo.pop()
        elif key not in path:
            if len(path) + len(known) > MOST:
                raise Unknown
            path[key] = list(game.options(here))
            todo += path[key]
        else:
            numbers = [known.get(game.canonical(option), -1) for option in path.pop(key)]
            if -1 in numbers:
                raise Unknown  # an option is still open below itself: play can come back
            known[key] = _number(numbers, suspense)
            todo.pop()
    return known[game.canonical(state)]


def _number(options: list[int], suspense: bool) -> int:
    """Even numbers are lost: one more than the shortest won or the longest lost way; for suspense the other way."""
    if not options:
        return 0
    won = [n for n in options if n % 2 == 0]
    return 1 + ((max if suspense else min)(won) if won else (min if suspense else max)(options))
