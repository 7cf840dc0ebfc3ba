"""The value of a coin on a grid is the nim-product of the values of its column and its row.

A move is a pair of moves of the two games. If they change the values of their rows by a and b, it changes
the value of the board by a ⊗ b. So for each change a in one game exactly one change in the other works, and
moves are counted without being made. In Mock Turtles x Mock Turtles a coin at 1000,1000 has 2.5·10^11 moves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from ...core.game import Part, State
from ...core.limits import Budget
from ...nimbers.field import nim_div, nim_mul
from ...nimbers.loopy import Value
from ...solve.experts import Expert, Experts
from ...solve.theorem import CountedSequence, Solve, Theorem, Theorems, count
from ..coins.rules import CoinGame
from ..coins.turns import CoinExpert, CoinMoves, Coins, check_length, is_row
from ..sources import WINNING_WAYS
from .rules import Tartan


def _tartan_rows(game: Tartan, state: State) -> tuple[Part, Part]:
    """The column and the row of a single head, as positions of their own."""
    ((x, y),) = state
    return (game.columns, (x,)), (game.rows, (y,))


def _tartan_value(game: Tartan, state: State, solve: Solve) -> Value | None:
    if not (is_row(game.columns) and is_row(game.rows)):
        return None
    a, b = (solve(*row) for row in _tartan_rows(game, state))
    assert isinstance(a, int)
    assert isinstance(b, int)
    return nim_mul(a, b)


THEOREMS: Theorems = {
    Tartan: (
        Theorem("tartan theorem: the nim-product of the two values", WINNING_WAYS, _tartan_value, factors=_tartan_rows),
    ),
}  # fmt: skip


# -- moves to a value, by nim-division -------------------------------------------------------------


# Worth caching: all heads of a board must make the same change, and neighbours have nearly the same moves.
_divided = lru_cache(1 << 16)(nim_div)


class Products(CountedSequence):
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
        return self.game.turn((self.head,), [(u, v) for v in (*row, y) for u in (*column, x)])


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


EXPERTS: Experts = {Tartan: TartanExpert}
