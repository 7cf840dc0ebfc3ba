"""Nim-sequences of take-and-break codes."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from ... import kernels
from ...errors import Limit
from ...games.codes import Code, Digit
from ...message import Message
from ...nimbers import mex
from ..search.budget import Budget
from .bounds import bound_of
from .growing import NimSequence
from .growth import can_grow, growing_period
from .leaving import has_rows, rows_of
from .periods import GUY_SMITH, Period, observed_period, octal_period
from .sums import Sums

if TYPE_CHECKING:
    from ...kernels.octal import OctalRun
    from ...kernels.parts import PartsRun

SLICE = 1 << 15
"""How many values a kernel computes between two checks of the limits."""

SHORT = 1 << 8
"""How many values come between two checks where larger heaps cost more; so many are computed in plain Python first."""

SHOWN = 1 << 11
"""Up to this many values, a period with a saltus is looked for."""


class OctalSequence(NimSequence):
    """A take-and-break code: values by the definition, the period by the theorem of Guy and Smith, or by `growth`.

    `provable` says whether the theorem covers the code, `compiled` whether a kernel does; `may_grow` says that the
    values may have a saltus, which finite codes that leave at most two heaps never have.
    """

    def __init__(self, code: Code) -> None:
        super().__init__()
        self.code = code
        self._run: OctalRun | PartsRun | None = None
        self._sums = Sums([])
        self.provable = bound_of(code) is not None
        self.may_grow = code.longest is None or code.parts > 2
        self._quick = code.longest is not None and code.in_two
        self.compiled = self._quick or has_rows(code)
        if self.compiled and not self._quick and code.splits:
            self.plain_size = SHORT

    def grow_plain(self, size: int, budget: Budget) -> None:
        values = self.plain
        while len(values) < size:
            values.append(self._mex(len(values), budget))
        if self.provable:
            self._settle(octal_period(values, self.code), budget)

    def grow_compiled(self, size: int, budget: Budget) -> None:
        if not self.compiled:
            self.grow_plain(size, budget)
            return
        kernels.need()
        from ...kernels import periods

        self._run = self._run or self._new_run()
        while len(self.values) < size:
            stop = min(size, len(self.values) + (SLICE if self._quick else SHORT))
            budget.spend_heaps(stop - len(self.values))
            self._run.extend(stop)
            self.values = self._run.values
        bound = bound_of(self.code)
        if bound is not None:
            self._settle(periods.proved_period(self._run.values, *bound), budget)

    def _new_run(self) -> OctalRun | PartsRun:
        import numpy as np

        code, known = self.code, np.asarray(self.values)
        kernels.need()
        if self._quick:
            from ...kernels.octal import OctalRun

            return OctalRun(code.digits, code.unequal, known)
        from ...kernels.parts import PartsRun

        return PartsRun(rows_of(code), known)

    def _settle(self, found: tuple[int, int] | None, budget: Budget) -> None:
        if found:
            certificate = {"kind": "theorem", "name": GUY_SMITH, "computed": len(self.values)}
            self.period = Period(*found, certificate=certificate)
        elif can_grow(self.code) and len(self.values) <= SHOWN:
            values = [int(value) for value in self.values]
            seen = observed_period(values)
            if seen is not None and seen.saltus:
                self.period = growing_period(self.code, values, seen, budget)

    def prove(self, budget: Budget) -> Period:
        if not self.provable:
            reason = Message("no theorem proves the periods of {code}", params={"code": str(self.code)})
            raise Limit(reason, len(self.values), budget.elapsed)
        return super().prove(budget)

    def _mex(self, n: int, budget: Budget) -> int:
        seen: set[int] = set()
        budget.spend()
        for t, digit in self.code.moves(n):
            m = n - t
            if m:
                self._add(m, digit, seen, budget)
            elif t and digit.condition(0) is not None:
                seen.add(0)
        return mex(seen)

    def _add(self, m: int, digit: Digit, seen: set[int], budget: Budget) -> None:
        """The values of what a digit leaves of `m` coins."""
        values = self.plain
        if self._sums.values is not values:  # a run may have gone on from known values
            self._sums = Sums(values)
        sums = self._sums
        for heaps, condition in digit.numbers(min(m, digit.named)):
            more = digit.more and heaps == digit.named
            if more:
                condition = digit.counts[-1][1]
            if heaps < 2 and not more:
                seen |= {values[m]} if heaps else set()
            elif heaps == 2 and not more and condition in ("", "!"):  # nearly all splits are of this kind
                # Large heaps have many of them: charge for them, or the clock is checked too rarely.
                budget.spend(m // 256)
                seen |= sums.pairs(1, (m - bool(condition)) // 2, m)
            elif condition == "=":
                for equal in range(max(heaps, 1), m + 1 if more else heaps + 1):
                    if m % equal == 0:
                        seen.add(values[m // equal] if equal % 2 else 0)
            elif condition == "!":
                for different in range(max(heaps, 1), isqrt(2 * m) + 1 if more else heaps + 1):
                    seen |= {values[m]} if different == 1 else sums.different(different, m, 1, budget)
            elif condition == "?":
                seen |= sums.mixed(max(heaps, 2), m, more, budget) | ({values[m]} if heaps < 2 else set())
            else:
                seen |= sums.any(max(heaps, 1), m, more, budget)
