"""The rook is Nim with two heaps; the queen's lost squares are two complementary Beatty sequences."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import isqrt

from ...core.game import Game, Outcome, State
from ...core.limits import Budget
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.experts import Expert, Experts
from ...solve.theorem import SEARCH, TAME, ReasonedValue, Solve, Theorem, Theorems, Traits, TraitsOf
from ..sources import SUMS, Source
from .rules import RookGame, WythoffGame


def _rook_value(game: Game, state: State, solve: Solve) -> Value:
    x, y = state
    return x ^ y  # type: ignore[no-any-return]


def rook_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    """The options along the row and along the column, if they exist: at most one each."""
    x, y = state
    # For the nim-sum v, a coordinate must become v xor the other one.
    options = [(v ^ y, y)] if v ^ y < x else []
    return options + ([(x, v ^ x)] if v ^ x < y else [])


def _rook_heaps(state: State) -> tuple[int, ...]:
    return state  # type: ignore[no-any-return]


# -- Wythoff's game and Fraenkel's generalisation --------------------------------------------------


def smaller(n: int, r: int) -> int:
    """floor(n * alpha), alpha = (2 - r + sqrt(r^2 + 4)) / 2, exactly: in floating point it fails for large n.

    >>> [(smaller(n, 1), smaller(n, 1) + n) for n in range(5)]
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    """
    return (n * (2 - r) + isqrt(n * n * (r * r + 4))) // 2


def partner(m: int, r: int) -> int:
    """The only number that makes a lost pair with m.

    >>> [partner(m, 1) for m in range(8)]
    [0, 2, 1, 5, 7, 3, 10, 4]
    """
    # m is floor(n * alpha), or r * n more than that; 1 / alpha is (s + r - 2) / 2r, and 1 / (alpha + r) the rest to 1.
    root = isqrt(m * m * (r * r + 4))
    for n in _neighbours((m * (r - 2) + root) // (2 * r)):
        if smaller(n, r) == m:
            return m + r * n
    for n in _neighbours((m * (r + 2) - root) // (2 * r)):
        if smaller(n, r) + r * n == m:
            return m - r * n
    raise AssertionError(m)  # the two sequences together have every number


def _neighbours(n: int) -> range:
    # The root was rounded down, so the true n may be a neighbour.
    return range(max(0, n - 1), n + 3)


def _outcome(game: WythoffGame, state: State) -> Outcome:
    low, high = sorted(state)
    n, rest = divmod(high - low, game.width)
    return "P" if not rest and low == smaller(n, game.width) else "N"


def _reach(game: WythoffGame, state: State, v: Value) -> Iterable[State] | None:
    """One lost position in the row, one in the column, and at most two aslant."""
    if v != 0:
        return None
    x, y = state
    r = game.width
    found = [(partner(y, r), y), (x, partner(x, r))]
    # Differences of lost pairs are multiples of r, in both orders; a move aslant changes y - x by less than r.
    for difference in {(y - x) // r * r, -((x - y) // r * r)}:
        low = smaller(abs(difference) // r, r)
        found.append((low, low + difference) if difference >= 0 else (low - difference, low))
    return [(a, b) for a, b in dict.fromkeys(found) if game.allows(state, a, b)]


def _method(game: WythoffGame, state: State) -> Message | None:
    low, high = sorted(state)
    r = game.width
    n = (high - low) // r
    pair = smaller(n, r), smaller(n, r) + r * n
    params = {"n": n, "low": pair[0], "high": pair[1]}
    if _outcome(game, state) == "P":
        return Message("This is pair {n} of the lost pairs: {low} and {high}.", params=params)
    if r == 1:
        return Message(
            "The numbers differ by {n}; the lost pair with this difference is {low} and {high}.", params=params
        )
    return Message(
        "The difference of the numbers has {r} in it {n} times; the lost pair number {n} is {low} and {high}.",
        params={**params, "r": r},
    )


THEOREMS: Theorems = {
    RookGame: (Theorem("rook to the corner is Nim with two heaps", SUMS, _rook_value, reach=rook_reach),),
    WythoffGame: (
        Theorem(
            "Wythoff: the golden ratio", Source("Wythoff 1907", "Wythoff1907"),
            None, _outcome, _reach, applies=lambda game: game.width == 1, method=_method,
            formal="Wythoff.wythoff_pairs",
        ),
        Theorem(
            "generalised Wythoff: the pairs of two Beatty sequences", Source("Fraenkel 1982", "Fraenkel1982"),
            None, _outcome, _reach, applies=lambda game: game.width > 1, method=_method,
        ),
    ),
}  # fmt: skip

TRAITS: TraitsOf = {RookGame: Traits(tame=TAME, heaps=_rook_heaps, of_heaps=_rook_heaps)}


# -- values of whole boards ----------------------------------------------------------------------
#
# Wythoff's queen: the values of all squares near the corner at once.
#
# What a queen reaches lies on her row, her column and her diagonal. So for each line a set of the values on it is
# kept, as the bits of an int, and the value of the next square is the least one in none of its three sets: a square
# takes the same time however far the queen can go. The board is its own mirror image, so only the squares from the
# diagonal on are computed: what is left of it in a row is what is below it in a column.

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

    def value_of(self, part: State) -> ReasonedValue | None:
        if self.game.width > 1:  # then a move may leave the diagonal
            return None
        return ReasonedValue(self.squares.value(part, self.budget), SEARCH)

    def many(self, parts: Sequence[State]) -> Sequence[Value] | None:
        if self.game.width > 1:
            return None
        return self.squares.values(parts, self.budget)

    @property
    def squares(self) -> Squares:
        found: Squares = self.share("squares", Squares)
        return found


EXPERTS: Experts = {WythoffGame: QueenExpert}
