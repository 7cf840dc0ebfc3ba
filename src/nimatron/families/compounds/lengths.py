"""How long a game lasts if the winner hurries and the loser delays (remoteness), or the other way round (suspense)."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from itertools import islice

from ...core.game import Game, State

MOST, MOST_MOVES = 50_000, 100_000
"""The most positions of a part that are explored, and their moves: a heap may have any number of them."""

LARGEST = 10**6
"""The largest size of a part that is explored, by the estimate of its game."""

LEAST_MOVES = 3_000
"""The most moves after some positions of the same game were too large, because their options may be as large."""

TOO_LARGE = -1
"""Stands for the number of a position that is too large, or from which play can return."""

ROOM = object()
"""The key of the number of moves that the next position may take."""


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
    start = game.canonical(state)
    if start not in known and game.size(state) <= LARGEST:
        moves = known.get(ROOM, MOST_MOVES)
        known[start], known[ROOM] = TOO_LARGE, max(moves // 2, LEAST_MOVES)  # until the exploration has ended
        known[start] = _explore(game, start, state, known, suspense, moves)
        known[ROOM] = moves
    if known.get(start, TOO_LARGE) == TOO_LARGE:
        raise Unknown
    return known[start]


def _explore(game: Game, start: Hashable, state: State, known: dict[Hashable, int], suspense: bool, moves: int) -> int:
    """The number of `state` from the numbers of all positions below it, which become known too."""
    path: dict[Hashable, list[Hashable]] = {}
    todo = [(start, state)]
    while todo:
        key, here = todo[-1]
        if key in known and key != start:
            todo.pop()
        elif key not in path:
            options = {game.canonical(option): option for option in islice(game.options(here), moves + 1)}
            path[key] = list(options)
            moves -= len(options)
            if moves < 0 or len(path) + len(known) > MOST:
                raise Unknown
            todo += options.items()
        else:
            numbers = [known.get(option, TOO_LARGE) for option in path.pop(key)]
            if TOO_LARGE in numbers:
                raise Unknown  # an option is still open below itself: play can come back
            known[key] = _number(numbers, suspense)
            todo.pop()
    return known[start]


def _number(options: list[int], suspense: bool) -> int:
    """Even numbers are lost: one more than the shortest won or the longest lost way; for suspense the other way."""
    if not options:
        return 0
    won = [n for n in options if n % 2 == 0]
    return 1 + ((max if suspense else min)(won) if won else (min if suspense else max)(options))
