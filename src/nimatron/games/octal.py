"""Take-and-break games by code: Kayles is 0.77, Lasker's Nim 4.[3], Grundy's game 4!"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import prod

from ..errors import BadText, UsageError
from ..game import Game, State
from ..message import Message
from .heaps import HeapGame, changed_heap

HEX = "0123456789ABCDEF"
"""The digits of a code."""


class Code:
    """An octal or hexadecimal code: digit t says what may be left after taking t.

    Its bits 1, 2, 4, 8 allow leaving 0, 1, 2, 3 heaps. Digits in brackets repeat for ever. With a final `!` the heaps
    of a split must be unequal.

    >>> print(Code(".77"), Code("4.007"), Code("4.[3]"), Code("4!"), Code("0.f70"))
    0.77 4.007 4.[3] 4! 0.F7
    """

    __slots__ = ("digits", "repeat", "unequal")

    def __init__(self, text: str) -> None:
        self.digits, self.repeat, self.unequal = _read(text)

    def _key(self) -> tuple[object, ...]:
        return self.digits, self.repeat, self.unequal  # equal codes have equal digits: see _trimmed

    def digit(self, t: int) -> int:
        if t < len(self.digits):
            return self.digits[t]
        return self.repeat[(t - len(self.digits)) % len(self.repeat)] if self.repeat else 0

    @property
    def longest(self) -> int | None:
        """The largest amount that a move takes; None if the digits repeat for ever."""
        return None if self.repeat else len(self.digits) - 1

    def takes(self, n: int) -> Iterator[tuple[int, int]]:
        """The pairs (t, digit t) that allow any move from a heap of `n`."""
        last = n if self.longest is None else min(n, self.longest)
        if self.longest is None and all(digit < 2 for digit in self.repeat):
            # Of the digits that repeat, only the one that takes the whole heap allows a move: do not look for it.
            few = len(self.digits)
            places: Iterable[int] = chain(range(min(n + 1, few)), range(max(n, few), n + 1))
        else:
            places = range(last + 1)
        return ((t, digit) for t in places if (digit := self.digit(t)))

    @property
    def parts(self) -> int:
        """The most heaps that a move leaves."""
        return max(0, *(digit.bit_length() - 1 for digit in self.digits + self.repeat))

    @property
    def splits(self) -> bool:
        """Can a move leave more than one heap?"""
        return self.parts > 1

    def __str__(self) -> str:
        digits = "".join(HEX[d] for d in self.digits[1:])
        repeat = f"[{''.join(HEX[d] for d in self.repeat)}]" if self.repeat else ""
        point = "." if digits or repeat else ""
        return f"{HEX[self.digits[0]]}{point}{digits}{repeat}{'!' if self.unequal else ''}"

    def __repr__(self) -> str:
        return f"Code({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Code) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


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
        if rows and any(digit & 8 for digit in self.code.digits + self.code.repeat):
            raise UsageError("a gap in a row leaves at most two rows, but {code} would leave three", code=self.code)
        if name:
            self.name, self.__doc__ = name, rules

    def heap_options(self, n: int) -> Iterator[tuple[int, ...]]:
        left = self._row_left if self.rows else self._left
        for t, digit in self.code.takes(n):
            yield from left(n - t, digit, t)

    def _left(self, m: int, digit: int, t: int) -> Iterator[tuple[int, ...]]:
        """What may remain of the `m` that are left, smaller heaps first."""
        if m == 0:
            # With t = 0 nothing is taken, so only a split is a move.
            if digit & 1 and t:
                yield (0,)
            return
        if digit & 2 and t:
            yield (m,)
        apart = self.code.unequal
        if digit & 4:
            for a in range(1, (m - apart) // 2 + 1):
                yield a, m - a
        if digit & 8:
            # In increasing order, so that each split is listed once.
            for a in range(1, m // 3 + 1):
                for b in range(a + apart, (m - a - apart) // 2 + 1):
                    yield a, b, m - a - b

    def _row_left(self, m: int, digit: int, t: int) -> Iterator[tuple[int, ...]]:
        """What remains to the left and to the right of the gap; an empty side is 0."""
        # Without a row on each side only the two ends are left to look at.
        for a in range(m + 1) if digit & 4 else range(0, m + 1, m or 1):
            # Bit k of the digit allows leaving k rows.
            sides = (a > 0) + (a < m)
            if digit >> sides & 1 and not (sides == 2 and self.code.unequal and 2 * a == m):
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


def _read(text: str) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """The digits, digit 0 first; the repeating digits; whether splits must be unequal."""
    code = text.strip()
    offset = text.find(code) if code else 0
    unequal = code.endswith("!")
    whole, point, tail = (code[:-1] if unequal else code).upper().partition(".")
    if not (whole or tail) or (len(whole) > 1) or "[" in whole:
        raise BadText("expected a code such as 0.77, 4.[3] or 4!: one digit, a point, digits", text, offset)
    tail_at = offset + len(whole) + len(point)
    tail, repeat = _repeating(tail, text, tail_at)
    first = _digits(whole or "0", text, offset)
    if first[0] not in (0, 4, 8, 12):
        message = "the digit before the point is 0, 4, 8 or C, not {digit}: taking nothing must split the heap"
        raise BadText(message, text, offset, digit=whole)
    digits = first + _digits(tail, text, tail_at)
    again = _digits(repeat, text, tail_at + len(tail) + 1)
    return (*_trimmed(digits, again), unequal)


def _repeating(tail: str, text: str, place: int) -> tuple[str, str]:
    if "[" not in tail and "]" not in tail:
        return tail, ""
    digits, _, rest = tail.partition("[")
    if not rest.endswith("]") or len(rest) < 2 or "[" in rest or rest.count("]") > 1 or "]" in digits:
        raise BadText("repeating digits stand in brackets at the end, such as 4.[3]", text, place + len(digits))
    return digits, rest[:-1]


def _digits(text: str, whole: str, place: int) -> tuple[int, ...]:
    for i, letter in enumerate(text):
        if letter not in HEX:
            message = "a digit of a code is 0-9 or A-F (bits 1, 2, 4, 8: leave 0, 1, 2, 3 heaps), not {letter!r}"
            raise BadText(message, whole, place + i, letter=letter)
    return tuple(HEX.index(letter) for letter in text)


def _trimmed(digits: tuple[int, ...], repeat: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The one spelling of a code: no trailing zeros, and the shortest repeating block, begun as early as possible."""
    if not any(repeat):
        repeat = ()
    size = len(repeat)
    for p in range(1, size):
        if size % p == 0 and repeat == repeat[:p] * (size // p):
            repeat = repeat[:p]
            break
    # Digits that the block would give anyway move into it: 0.13[23] is 0.1[32].
    end, turns = len(digits), 0
    while end > 1 and digits[end - 1] == (repeat[(-1 - turns) % len(repeat)] if repeat else 0):
        end, turns = end - 1, turns + 1
    if repeat:
        cut = len(repeat) - turns % len(repeat)
        repeat = repeat[cut:] + repeat[:cut]
    return digits[:end], repeat


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
