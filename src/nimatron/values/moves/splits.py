"""The moves of a take-and-break game that are wanted, by a period: a heap of 10^18 has about that many moves.

Beyond the preperiod, whether a split is wanted depends only on the place of the cut modulo the period, so one look
decides a whole arithmetic progression of cuts. The cuts are stored as ranges and counted exactly.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate

from ...games.octal import Octal
from .counted import Counted

Cuts = tuple[int, range]
"""How much is left after taking, and the possible sizes of the first of the two heaps."""


class Splits(Counted):
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
