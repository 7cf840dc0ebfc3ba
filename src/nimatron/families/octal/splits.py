"""The moves of a take-and-break game to given values, found by the period: a heap of 10^18 has about as many moves.

Beyond the preperiod, whether a split is wanted depends only on the place of the cut modulo the period, so one look
decides a whole arithmetic progression of cuts. The cuts are stored as ranges and counted exactly.

Without a period, one split with a given value is looked for where it is likely. Two equal heaps cancel: a heap of the
wanted value beside two equal heaps mostly exists, and is quickly found.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate, islice
from math import comb, exp, factorial, log, pi, sqrt

from ...nimbers.field import nim_sum
from ...solve.theorem import CountedSequence
from .digits import Code, Condition, Digit
from .rules import Octal

Cuts = tuple[int, range]
"""How much is left after taking, and the possible sizes of the first of the two heaps."""


class Splits(CountedSequence):
    """The options of a heap of `n` that leave wanted heaps a and b, 0 for none; `total` is their exact number."""

    def __init__(self, game: Octal, n: int, wanted: Callable[[int, int], bool], preperiod: int, period: int) -> None:
        self.game, self.wanted = game, wanted
        self.preperiod, self.period = preperiod, period
        self._lone: list[tuple[int, ...]] = []
        self._cuts: list[Cuts] = []
        for t, digit in game.code.takes(n):
            self._add(n - t, digit, t)
        sizes = [len(self._lone), *(_length(cuts) for _, cuts in self._cuts)]
        self._ends = list(accumulate(sizes))
        self.total = self._ends[-1]

    def _add(self, m: int, digit: int, t: int) -> None:
        rows = self.game.rows
        if m == 0:
            if digit & 1 and t and self.wanted(0, 0):
                self._lone.append((0, 0) if rows else (0,))
            return
        if digit & 2 and t and self.wanted(0, m):
            self._lone += [(0, m), (m, 0)] if rows else [(m,)]
        if digit & 4:
            last = m - 1 if rows else (m - self.game.code.unequal) // 2
            self._cuts += [(m, cuts) for cuts in self._progressions(m, last)]

    def _progressions(self, m: int, last: int) -> Iterator[range]:
        """The cuts a = 1..last whose parts are wanted."""
        # From low to high both parts are beyond the preperiod; the cuts at the two ends are tried one by one.
        low, high = min(max(1, self.preperiod), last + 1), min(last, m - self.preperiod)
        ends = [*range(1, low), *range(max(low, high + 1), last + 1)]
        yield from (range(a, a + 1) for a in ends if self.wanted(a, m - a))
        for a in range(low, min(low + self.period, high + 1)):
            if self.wanted(a, m - a):
                yield range(a, high + 1, self.period)

    def at(self, i: int) -> tuple[int, ...]:
        group = bisect_right(self._ends, i)
        if group == 0:
            return self._lone[i]
        m, cuts = self._cuts[group - 1]
        a = cuts.start + (i - self._ends[group - 1]) * cuts.step
        return a, m - a

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        yield from self._lone
        for m, cuts in self._cuts:
            for a in cuts:
                yield a, m - a


def _length(numbers: range) -> int:
    """len() of a range that may be too long for len()."""
    return max(0, (numbers.stop - numbers.start + numbers.step - 1) // numbers.step)


# -- likely splits

TRIED = 2000
"""How many heaps are tried at each end."""

FEW = 8
"""How many small heaps are tried beside two that are not equal, and how many numbers of heaps."""

MOVES = 100
"""How many amounts are tried."""


def about(code: Code, n: int) -> int:
    """About how many options a heap of `n` has.

    >>> about(Code("0.77"), 1000), about(Code("0.9"), 1000), about(Code("0.{2+}"), 100)
    (999, 82917, 177006903)
    """
    if code.longest is not None:
        return sum(_about(n - t, digit) for t, digit in code.moves(n))
    # Of digits that repeat, as if each took half of what there is.
    often = n // len(code.again) + 1
    return sum(_about(n - t, digit) for t, digit in enumerate(code.places) if t <= n) + often * sum(
        _about(n // 2, digit) for digit in code.again
    )


def _about(m: int, digit: Digit) -> int:
    found = sum(1 if condition == "=" else _partitions(m, heaps) for heaps, condition in digit.counts)
    # All partitions of a number: the first term of the formula of Hardy and Ramanujan.
    unbounded = digit.more and digit.counts[-1][1] != "="
    # e^500 is the cap, because a float can still hold it.
    return found + (round(exp(min(pi * sqrt(2 * m / 3) - log(4 * sqrt(3) * m), 500))) if unbounded and m else 0)


def _partitions(m: int, heaps: int) -> int:
    return comb(m - 1, heaps - 1) // factorial(heaps) if 0 < heaps <= m else 0


def likely_split(code: Code, n: int, value: int, grundy: Callable[[int], int]) -> tuple[int, ...] | None:
    """A way to move from a heap of `n` to heaps with this nim-sum; None if none was found, though there may be one.

    >>> likely_split(Code("0.8"), 10**12, 0, lambda n: max(n - 1, 0) // 3)
    (1, 499999999999, 499999999999)
    """
    if n and value == 0 and code.place(n).condition(0) is not None:
        return (0,)
    for t, digit in islice(code.moves(n), MOVES):
        if n == t:
            continue
        for heaps, condition in islice(digit.numbers(n - t), FEW):
            for left in _likely(n - t, heaps):
                if _fits(left, condition) and nim_sum(*map(grundy, left)) == value:
                    return tuple(sorted(left))
    return None


def beside_twins(code: Code, n: int, grundy: Callable[[int], int]) -> tuple[int, ...] | None:
    """A split of a heap of `n` into two equal heaps, alone or beside a small one of value 0; None if there is none.

    Only the values of a few small heaps are asked for: the player who can move there wins, however large the heap is.

    >>> beside_twins(Code("0.9"), 10**12, [0, 1, 0, 0, 0, 1, 2, 2, 2].__getitem__)
    (3, 499999999998, 499999999998)
    """
    for t, digit in islice(code.moves(n), MOVES):
        for heaps in (2, 3):
            condition, smallest = digit.condition(heaps), range(1 if heaps == 3 else 0, FEW if heaps == 3 else 1)
            for c in smallest if condition is not None else ():
                # An odd rest fails the test of the sum below.
                twin = (n - t - c) // 2
                left = (c, twin, twin) if c else (twin, twin)
                if c < twin and sum(left) == n - t and _fits(left, condition or "") and grundy(c) == 0:
                    return left
    return None


def _likely(m: int, heaps: int) -> Iterator[tuple[int, ...]]:
    """Some ways to make that many heaps of m coins."""
    if heaps == 1:
        yield (m,)
    elif heaps == 2:
        yield from ((a, m - a) for a in range(m // 2, max(m // 2 - TRIED, 0), -1))
        yield from ((a, m - a) for a in range(1, min(m // 2, TRIED) + 1))
    elif heaps == 3:
        for c in range(1, min(m - 1, TRIED)):
            if (m - c) % 2 == 0:
                yield c, (m - c) // 2, (m - c) // 2
        for a in range(1, min((m + 1) // 2, TRIED)):
            yield m - 2 * a, a, a
        for c in range(1, min(m - 1, FEW)):
            yield from ((c, *pair) for pair in _likely(m - c, 2))
    elif heaps > 3 and m > heaps:
        # Two heaps of 1 cancel, and fewer heaps remain to be chosen.
        yield from ((1, 1, *others) for others in _likely(m - 2, heaps - 2))


def _fits(left: tuple[int, ...], condition: Condition) -> bool:
    kinds = len(set(left))
    if condition == "!":
        return kinds == len(left)
    return kinds > 1 if condition == "?" else condition == "" or kinds == 1
