"""A second, slow opinion: values and outcomes of whole states, straight from the definition.

It asks a game for nothing but `options`: no parts, no canonical form, no theorem, no shared memory.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache
from operator import itemgetter
from typing import Any

from nimatron import Game, Position
from nimatron.nimbers.ordinals import Value, ordinal


class Reference:
    """Plain recursion over the options of one game, remembered by state."""

    def __init__(self, game: Game) -> None:
        self.options = cache(lambda state: tuple(dict.fromkeys(game.options(state))))
        self.value = cache(self._value)
        self.is_p = cache(self._is_p)

    def _value(self, state: Hashable) -> int:
        return mex(self.value(option) for option in self.options(state))

    def _is_p(self, state: Hashable, misere: bool = False) -> bool:
        """No option is P; at the end of a misere game the player to move has won."""
        if misere and not self.options(state):
            return False
        return not any(self.is_p(option, misere) for option in self.options(state))

    def winning(self, state: Hashable, misere: bool = False) -> list[Any]:
        return [option for option in self.options(state) if self.is_p(option, misere)]


def mex(values: Iterable[int]) -> int:
    seen = set(values)
    return next(n for n in range(len(seen) + 1) if n not in seen)


def reference(position: Position) -> Reference:
    return _of_game(position.game)


@cache
def _of_game(game: Game) -> Reference:
    return Reference(game)


def take_away(amounts: Iterable[int], size: int) -> list[int]:
    """G(0), ..., G(size - 1) where an amount of `amounts` may be taken."""
    amounts = sorted(amounts)
    values: list[int] = []
    for n in range(size):
        values.append(mex(values[n - a] for a in amounts if a <= n))
    return values


def all_but(excluded: Iterable[int], size: int) -> list[int]:
    return take_away(set(range(1, size)) - set(excluded), size)


def mex_of_intervals(intervals: Iterable[tuple[Value, Value]]) -> Value:
    """The least ordinal in none of the half-open intervals [low, high)."""
    ends = [(ordinal(low), ordinal(high)) for low, high in intervals]
    least: Value = 0
    for low, high in sorted(ends, key=itemgetter(0)):
        if low > least:
            break
        least = max(least, high)
    return least
