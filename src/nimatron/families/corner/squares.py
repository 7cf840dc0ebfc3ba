"""Wythoff's queen: the values of all squares near the corner at once.

What a queen reaches lies on her row, her column and her diagonal. So for each line a set of the values on it is stored,
as the bits of an int, and the value of the next square is the least one in none of its three sets: a square takes the
same time however far the queen can go. The board is its own mirror image, so only the squares from the diagonal on are
computed: what is left of it in a row is what is below it in a column.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence

from ...core.game import State
from ...core.limits import Budget
from ...nimbers.loopy import Value
from ...solve.experts import Expert
from ...solve.theorem import SEARCH, Reasoned
from .rules import WythoffGame

AHEAD = 8
"""Rows grow by an eighth more than is asked for: whoever asks for a square often asks for its neighbour next."""


class Squares:
    """Values by row and how far they are from the diagonal, as far as they were asked for.

    >>> Squares().value((3, 3), Budget())
    6
    """

    def __init__(self) -> None:
        self._rows: list[array[int]] = []
        self._on_row: list[int] = []
        self._on_column: defaultdict[int, int] = defaultdict(int)
        self._on_diagonal: defaultdict[int, int] = defaultdict(int)

    def value(self, square: tuple[int, int], budget: Budget) -> int:
        """The value of a square, which is that of its mirror image."""
        near, far = sorted(square)
        if near >= len(self._rows) or far - near >= len(self._rows[near]):
            self._grow(near, far + far // AHEAD, budget)
        return self._rows[near][far - near]

    def values(self, squares: Sequence[tuple[int, int]], budget: Budget) -> list[int]:
        """The values of many squares.

        >>> Squares().values([(0, 3), (1, 3), (3, 1)], Budget())
        [3, 4, 4]
        """
        corner = max(map(min, squares), default=0), max(map(max, squares), default=0)
        self.value(corner, budget)  # knows all squares below it, on both sides of the diagonal
        rows = self._rows
        return [rows[y][x - y] if y < x else rows[x][y - x] for x, y in squares]

    def _grow(self, near: int, far: int, budget: Budget) -> None:
        """Know rows 0 to `near` up to column `far`. Lower rows are never shorter: a square needs those below it."""
        new = far + 1
        missing = [max(0, new - y - len(row)) for y, row in enumerate(self._rows[: near + 1])]
        missing += [new - y for y in range(len(missing), near + 1)]
        budget.afford(sum(missing))
        for y, count in enumerate(missing):
            if y == len(self._rows):
                self._rows.append(array("L"))
                # By symmetry, row y has left of the diagonal what column y has below it.
                self._on_row.append(self._on_column[y])
            if count:
                budget.spend(count)
                self._extend(y, new)

    def _extend(self, y: int, width: int) -> None:
        row, columns, diagonals = self._rows[y], self._on_column, self._on_diagonal
        on_row = self._on_row[y]
        for far in range(len(row), width - y):
            reached = on_row | columns[y + far] | diagonals[far]
            mex = ~reached & (reached + 1)  # the lowest bit that is not set
            on_row |= mex
            columns[y + far] |= mex
            diagonals[far] |= mex
            row.append(mex.bit_length() - 1)
        self._on_row[y] = on_row


class QueenExpert(Expert):
    """Wythoff's queen: line by line from the corner."""

    game: WythoffGame

    def known(self, part: State) -> Reasoned | None:
        if self.game.width > 1:  # then a move may leave the diagonal
            return None
        return Reasoned(self.squares.value(part, self.budget), SEARCH)

    def many(self, parts: Sequence[State]) -> Sequence[Value] | None:
        if self.game.width > 1:
            return None
        return self.squares.values(parts, self.budget)

    @property
    def squares(self) -> Squares:
        found: Squares = self.shared("squares", Squares)
        return found
