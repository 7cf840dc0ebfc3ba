"""Nim-sequences that grow: G(0), G(1), ... of a one-heap game, and their period once it is proved.

The first values come from plain Python, so that small questions load no kernel; beyond them kernels take over.
Nothing is computed twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import kernels
from ...core.limits import Budget
from .periodicity import Period

if TYPE_CHECKING:
    from ...core.array_types import Values

FIRST = 64
"""How many values a sequence starts with."""

PLAIN = 4096
"""How many values are computed in plain Python: loading a kernel takes longer than computing these."""

LONG = 1 << 18
"""Beyond this many values the steps are shorter: going past the proof costs more than testing for it."""

SOON = 1 << 10
"""Like PLAIN, if kernels are compiled, or if the sequence will need one unless it is periodic."""

HUGE = 10**9
"""For heaps from this size on only a period helps: too many values to store."""


class NimSequence:
    """The values of heaps 0, 1, 2, ...; and their `period` once it is proved."""

    def __init__(self) -> None:
        self.values: list[int] | Values = []
        self.period: Period | None = None
        self.confirmed = False
        """Was the proof of the period derived again, or was it too long for that?"""
        self.text = ""
        """The rules as certificates write them; empty if no certificate proves a period of these."""
        self.plain_size = PLAIN

    def value(self, n: int, budget: Budget) -> int:
        """G(n): looked up, else by the period, else by growing the sequence."""
        while n >= len(self.values) and self.period is None:
            # Even for a huge heap some values are stored first, because many periods are short.
            if n < HUGE or len(self.values) < PLAIN:
                self.grow(budget)
            else:
                self.prove(budget)
        if n < len(self.values):
            return int(self.values[n])
        assert self.period is not None
        m, added = self.period.index(n)
        if m >= len(self.values):
            self.fill(self.period.preperiod + self.period.period, budget)
        return int(self.values[m]) + added

    def grow(self, budget: Budget, most: int | None = None) -> None:
        """Compute more values, up to twice as many as before and at most `most` in all, and test for a period."""
        known = len(self.values)
        # Doubling keeps the tests for a period few.
        size = max(FIRST, 2 * known if known < LONG else known + known // 8)
        if most is not None:
            size = min(size, most)
        if self._is_plain(known):
            self.grow_plain(size, budget)
        else:
            self.grow_by_kernel(size, budget)

    def _is_plain(self, known: int) -> bool:
        """Does plain Python continue from here?"""
        if known < min(SOON, self.plain_size) or not kernels.available():
            return True
        return known < self.plain_size and not kernels.are_compiled()

    def grow_plain(self, size: int, budget: Budget) -> None:
        """Grow to about `size` values in plain Python; `values` is a list."""
        raise NotImplementedError

    def grow_by_kernel(self, size: int, budget: Budget) -> None:
        """Grow to about `size` values by a kernel, if there is one."""
        self.grow_plain(size, budget)

    def fill(self, size: int, budget: Budget) -> None:
        """Compute `size` values after a period was proved without storing them."""
        raise NotImplementedError

    def prove(self, budget: Budget) -> Period:
        """The period; raises Limit if the budget ends first."""
        while self.period is None:
            self.grow(budget)
        return self.period

    def places(self, value: int, below: int) -> list[int]:
        """The heaps n < `below` with G(n) = `value`, if every value occurs only finitely often."""
        period = self.period
        if period is None:
            return _equal(self.values[:below], value)
        found = _equal(self.values[: min(below, period.preperiod)], value)
        for n in range(period.preperiod, period.preperiod + period.period):
            # n + k * period has G(n) + k * saltus: at most one k gives the value.
            times, rest = divmod(value - int(self.values[n]), period.saltus)
            if rest == 0 and times >= 0 and n + times * period.period < below:
                found.append(n + times * period.period)
        return sorted(found)

    @property
    def plain(self) -> list[int]:
        """The values while they are a list."""
        assert isinstance(self.values, list)
        return self.values


def _equal(values: Any, value: int) -> list[int]:
    return [n for n, v in enumerate(values) if v == value]
