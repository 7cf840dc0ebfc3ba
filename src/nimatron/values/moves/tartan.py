"""The moves of a coin of a tartan product to a given value, by nim-division.

A move is a pair of moves of the two games. If they change the values of their rows by a and b, it changes
the value of the board by a ⊗ b. So for each change a in one game exactly one change in the other works, and
moves are counted without being made. In Mock Turtles x Mock Turtles a coin at 1000,1000 has 2.5·10^11 moves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from ...game import State
from ...games.coins import Tartan
from ...nimbers import nim_div
from ..search.budget import Budget
from .counted import Counted, count
from .turning import Coins, Turning, check_length

# Worth caching: all heads of a board must make the same change, and neighbours have nearly the same moves.
_divided = lru_cache(1 << 16)(nim_div)


class Products(Counted):
    """The options of a single head of `game` whose value differs from its own by `change`, which is not 0.

    Moves that turn few coins come first, so one that turns millions is made only if someone reads that far.
    """

    def __init__(
        self,
        game: Tartan,
        head: tuple[int, int],
        grundy: tuple[int, int],
        turnings: tuple[Turning, Turning],
        change: int,
        budget: Budget,
    ) -> None:
        self.game, self.head, self.turnings = game, head, turnings
        columns, rows = turnings
        # Go through the values of the game that has fewer, and compute those of the other by division.
        if columns.breadth <= rows.breadth:
            self._values = list(_quotients(columns, rows, grundy, change, budget))
        else:
            swapped = _quotients(rows, columns, grundy[::-1], change, budget)
            self._values = [(column, row) for row, column in swapped]
        self._values.sort(key=lambda pair: columns.widest(pair[0]) * rows.widest(pair[1]))
        self._ends = list(accumulate(columns.count(u) * rows.count(v) for u, v in self._values))
        self.total = self._ends[-1] if self._ends else 0

    def at(self, i: int) -> State:
        group = bisect_right(self._ends, i)
        columns, rows = (turning.to(v) for turning, v in zip(self.turnings, self._values[group], strict=True))
        column, row = divmod(i - (self._ends[group - 1] if group else 0), count(rows))
        return self._turned(columns[column], rows[row])

    def __iter__(self) -> Iterator[State]:
        columns, rows = self.turnings
        for u, v in self._values:
            for column in columns.to(u):
                for row in rows.to(v):
                    yield self._turned(column, row)

    def _turned(self, column: Coins, row: Coins) -> State:
        x, y = self.head
        check_length((len(column) + 1) * (len(row) + 1))
        return self.game.turned((self.head,), [(u, v) for v in (*row, y) for u in (*column, x)])


def _quotients(
    near: Turning, far: Turning, grundy: tuple[int, int], change: int, budget: Budget
) -> Iterator[tuple[int, int]]:
    """The pairs of values that moves of the two games lead to if together they make the change."""
    budget.afford(near.breadth)
    for value in near.values():
        budget.spend()
        # A move never keeps the value of its row, so nothing is divided by 0.
        other = grundy[1] ^ _divided(change, grundy[0] ^ value)
        if far.count(other):
            yield value, other
