"""Take-and-break games by code: Kayles is 0.77, Lasker's Nim 4.[3], Grundy's game 4!"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from ...core.errors import UsageError
from ...core.game import Game, State
from ...core.message import Message
from ..heaps.rules import HeapGame, changed_heap
from .digits import HEX, Code, Digit, splits

__all__ = ["HEX", "Code", "Octal"]


class Octal(HeapGame):
    """Take t from a heap and leave as many heaps as digit t of the code allows.

    With `rows` the heaps are rows of pins: a split keeps left and right in order (`octal{0.77 rows}`).

    >>> [p.state for p in Octal("0.77")(3).options()]
    [(2,), (1, 1), (1,)]
    >>> [p.state for p in Octal("0.77", rows=True)(3).options()]
    [(0, 2), (1, 1), (2, 0), (0, 1), (1, 0)]
    """

    name = "octal"
    start = (13,)

    def __init__(self, code: str | Code, *, name: str = "", rules: str = "", rows: bool = False) -> None:
        self.code = code if isinstance(code, Code) else Code(code)
        self.rows = rows
        if rows and (self.code.parts > 2 or self.code.added):
            raise UsageError("a gap in a row leaves at most two rows, but {code} would leave three", code=self.code)
        if name:
            self.name, self.__doc__ = name, rules

    def heap_options(self, n: int) -> Iterator[tuple[int, ...]]:
        left = self._row_remainders if self.rows else self._remainders
        for t, digit in self.code.moves(n):
            yield from left(n - t, digit, t)

    def _remainders(self, m: int, digit: Digit, t: int) -> Iterator[tuple[int, ...]]:
        """What may remain of the `m` that are left, smaller heaps first."""
        if m == 0:
            # With t = 0 nothing is taken, so only a split is a move.
            if t and digit.condition(0) is not None:
                yield (0,)
            return
        for heaps, condition in digit.numbers(m):
            if heaps == 2 and condition != "=":  # nearly all splits are of this kind
                # A condition here means different heaps, which excludes two halves.
                for a in range(1, (m - bool(condition)) // 2 + 1):
                    yield a, m - a
            elif heaps:
                yield from splits(m, heaps, condition)

    def _row_remainders(self, m: int, digit: Digit, t: int) -> Iterator[tuple[int, ...]]:
        """What remains to the left and to the right of the gap; an empty side is 0."""
        conditions = [digit.condition(rows) for rows in range(3)]
        # Without a row on each side only the two ends are left to look at.
        for a in range(m + 1) if conditions[2] is not None else range(0, m + 1, m or 1):
            condition = conditions[(a > 0) + (a < m)]
            if condition is None or (condition == "!" and 2 * a == m) or (condition == "=" and 2 * a != m):
                continue
            yield a, m - a

    def size(self, state: State) -> int:
        return prod(heap + 1 for heap in state)

    def describe(self, before: State, after: State) -> Message | str:
        if not self.rows or sum(before) == sum(after):
            return super().describe(before, after)
        i, (left, right) = changed_heap(before, after)
        taken = before[i] - left - right
        params = {"row": i + 1, "first": left + 1, "last": left + taken}
        if taken == 1:
            return Message("knock down pin {first} of row {row}", params=params)
        return Message("knock down pins {first} to {last} of row {row}", params=params)

    @property
    def parameters(self) -> str:
        if self.name != "octal":
            return ""
        return f"{self.code} rows" if self.rows else str(self.code)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        code = text.rstrip().removesuffix(" rows")
        return cls(code, rows=code != text.rstrip())


Kayles = Octal(
    "0.77",
    name="kayles",
    rows=True,
    rules="""Knock down one pin or two neighbouring pins of a row.

    Code 0.77: take 1 or 2 and leave at most two heaps. From Dudeney's puzzles of 1908; Guy and Smith found in 1956 that
    the values repeat with period 12 from heap 71 on. See also `DawsonKayles` and `DoubleKayles`.

    >>> from nimatron import Kayles, sequence
    >>> sequence(Kayles, 9).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1]
    """,
)
DawsonKayles = Octal(
    "0.07",
    name="dawson-kayles",
    rows=True,
    rules="""Knock down two neighbouring pins of a row.

    Code 0.07: take 2 and leave at most two heaps. Period 34 from heap 53 on. See also `DawsonChess`, which is the same
    game with one pin fewer, and `Kayles`.

    >>> from nimatron import DawsonKayles, sequence
    >>> sequence(DawsonKayles, 9).tolist()
    [0, 0, 1, 1, 2, 0, 3, 1, 1]
    """,
)
DawsonChess = Octal(
    "0.137",
    name="dawson-chess",
    rules="""Take a heap of 1, or 2 from a heap and leave at most one, or 3 and leave at most two.

    Code 0.137: two rows of pawns that must capture (Dawson 1935). Period 34 from heap 52 on; a heap of n has the value
    of n + 1 pins in `DawsonKayles`.

    >>> from nimatron import DawsonChess, sequence
    >>> sequence(DawsonChess, 9).tolist()
    [0, 1, 1, 2, 0, 3, 1, 1, 0]
    """,
)
Guiles = Octal(
    "0.15",
    name="guiles",
    rules="""Take a heap of 1 or 2, or take 2 from a heap and leave two heaps.

    Code 0.15. Period 10 from heap 1 on. See also `Kayles` and `Octal`.

    >>> from nimatron import Guiles, sequence
    >>> sequence(Guiles, 9).tolist()
    [0, 1, 1, 0, 1, 1, 2, 2, 1]
    """,
)
DoubleKayles = Octal(
    "0.7777",
    name="double-kayles",
    rules="""Take 1 to 4 from a heap and leave at most two heaps.

    Code 0.7777: `Kayles` with moves twice as long. Period 24 from heap 142 on.

    >>> from nimatron import DoubleKayles, sequence
    >>> sequence(DoubleKayles, 9).tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 3]
    """,
)
Treblecross = Octal(
    "0.007",
    name="treblecross",
    rules="""Take 3 from a heap and leave at most two heaps.

    Code 0.007: crosses on a strip of n - 2 squares, where three in a row win. No period is known. See also
    `DawsonKayles`.

    >>> from nimatron import Treblecross, sequence
    >>> sequence(Treblecross, 9).tolist()
    [0, 0, 0, 1, 1, 1, 2, 2, 0]
    """,
)
Kenyon = Octal(
    "0.156",
    name="kenyon",
    rules="""Take a heap of 1 or 2; or take 2 and leave two heaps, or take 3 and leave one heap or two.

    Code 0.156. Kenyon found in 1967 that the values repeat with period 349 from heap 3479 on. See also `Guiles`.

    >>> from nimatron import Kenyon, sequence
    >>> sequence(Kenyon, 9).tolist()
    [0, 1, 1, 0, 2, 2, 2, 4, 4]
    """,
)
Officers = Octal(
    "0.6",
    name="officers",
    rules="""Take 1 from a heap of at least 2 and leave one or two heaps.

    Code 0.6. No period is known. See also `Octal`.

    >>> from nimatron import Officers, sequence
    >>> sequence(Officers, 9).tolist()
    [0, 0, 1, 2, 0, 1, 2, 3, 1]
    """,
)
Lasker = Octal(
    "4.[3]",
    name="lasker",
    rules="""Take any number from one heap, or split a heap in two without taking.

    Code 4.[3]: `Nim` in which a heap may also be split (Lasker 1931). A heap of n has value n, except that 4k + 3 and
    4k + 4 change places. See also `Grundy`.

    >>> from nimatron import Lasker, sequence
    >>> sequence(Lasker, 9).tolist()
    [0, 1, 2, 4, 3, 5, 6, 8, 7]
    """,
)
Grundy = Octal(
    "4!",
    name="grundy",
    rules="""Split one heap into two of different sizes.

    Code 4!: the game of Grundy's paper of 1939. No period is known. See also `Lasker`.

    >>> from nimatron import Grundy, sequence
    >>> sequence(Grundy, 9).tolist()
    [0, 0, 0, 1, 0, 2, 1, 0, 2]
    """,
)
