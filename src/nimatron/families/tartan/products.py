"""The moves of a coin of a tartan product to a given value, by nim-division.

A move is a pair of moves of the two games. If they change the values of their rows by a and b, it changes
the value of the board by a ⊗ b. So for each change a in one game exactly one change in the other works, and
moves are counted without being made. In Mock Turtles x Mock Turtles a coin at 1000,1000 has 2.5·10^11 moves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from ...core.game import State
from ...core.limits import Budget
from ...nimbers.field import nim_div, nim_mul
from ...solve.experts import Expert
from ...solve.theorem import Counted, count
from ..coins.rules import CoinGame
from ..coins.turns import CoinExpert, CoinMoves, Coins, check_length, is_row
from .rules import Tartan

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
        turnings: tuple[CoinMoves, CoinMoves],
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
        return self._after_turning(columns[column], rows[row])

    def __iter__(self) -> Iterator[State]:
        columns, rows = self.turnings
        for u, v in self._values:
            for column in columns.to(u):
                for row in rows.to(v):
                    yield self._after_turning(column, row)

    def _after_turning(self, column: Coins, row: Coins) -> State:
        x, y = self.head
        check_length((len(column) + 1) * (len(row) + 1))
        return self.game.turned((self.head,), [(u, v) for v in (*row, y) for u in (*column, x)])


def _quotients(
    near: CoinMoves, far: CoinMoves, grundy: tuple[int, int], change: int, budget: Budget
) -> Iterator[tuple[int, int]]:
    """The pairs of values that moves of the two games lead to if together they make the change."""
    budget.afford(near.breadth)
    for value in near.values():
        budget.spend()
        # A move never keeps the value of its row, so nothing is divided by 0.
        other = grundy[1] ^ _divided(change, grundy[0] ^ value)
        if far.count(other):
            yield value, other


class TartanExpert(Expert):
    """Tartan products: pairs of moves whose changes have the wanted nim-product."""

    game: Tartan

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        pair = self.game.columns, self.game.rows
        if not all(map(is_row, pair)):
            return None
        head = part[0]
        columns, rows = (self._rows(game) for game in pair)
        g, h = columns.head_value(head[0]), rows.head_value(head[1])
        change = nim_mul(g, h) ^ value
        if not change:
            return []
        turnings = columns.turning(head[0]), rows.turning(head[1])
        return Products(self.game, head, (g, h), turnings, change, self.budget)

    def _rows(self, game: CoinGame) -> CoinExpert:
        expert = self.solver.expert(game)
        return expert if isinstance(expert, CoinExpert) else CoinExpert(game, self.solver)
