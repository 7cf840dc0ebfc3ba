"""Nim-sequences of take-and-break codes."""

from __future__ import annotations

from operator import xor
from typing import TYPE_CHECKING

from ... import kernels
from ...errors import Limit
from ...games.octal import Code
from ...nimbers import mex
from ..search.budget import Budget
from .growing import NimSequence
from .periods import GUY_SMITH, Period, octal_period

if TYPE_CHECKING:
    from ...kernels.octal import OctalRun

SLICE = 1 << 15
"""How many values a kernel computes between two checks of the limits."""


class OctalSequence(NimSequence):
    """A take-and-break code: values by the definition, the period by the theorem of Guy and Smith."""

    def __init__(self, code: Code) -> None:
        super().__init__()
        self.code = code
        self._run: OctalRun | None = None
        self.provable = code.longest is not None and not any(digit & 8 for digit in code.digits)

    def grow_plain(self, size: int, budget: Budget) -> None:
        values = self.plain
        while len(values) < size:
            values.append(self._mex(len(values), budget))
        if self.provable:
            self._settle(octal_period(values, self.code))

    def grow_compiled(self, size: int, budget: Budget) -> None:
        if not self.provable:  # infinitely many digits, or splits in three: there is no kernel
            self.grow_plain(size, budget)
            return
        import numpy as np

        kernels.need()
        from ...kernels import octal, periods

        if self._run is None:
            self._run = octal.OctalRun(self.code.digits, self.code.unequal, np.asarray(self.values))
        while len(self.values) < size:
            stop = min(size, len(self.values) + SLICE)
            budget.spend_heaps(stop - len(self.values))
            self._run.extend(stop)
            self.values = self._run.values
        longest = self.code.longest or 0
        self._settle(periods.octal_period(self._run.values, longest, self.code.splits, self.code.unequal))

    def _settle(self, found: tuple[int, int] | None) -> None:
        if found:
            certificate = {"kind": "theorem", "name": GUY_SMITH, "computed": len(self.values)}
            self.period = Period(*found, certificate=certificate)

    def prove(self, budget: Budget) -> Period:
        if not self.provable:
            reason = "no theorem proves periods of codes that repeat for ever or split in three"
            raise Limit(reason, len(self.values), budget.elapsed)
        return super().prove(budget)

    def _mex(self, n: int, budget: Budget) -> int:
        values, apart = self.plain, self.code.unequal
        seen: set[int] = set()
        budget.spend()
        for t, digit in self.code.takes(n):
            m = n - t
            # Large heaps have many splits: charge for them, or the clock is checked too rarely.
            budget.spend(m // 256 if digit & 4 else 0)
            if m == 0:
                if digit & 1 and t:
                    seen.add(0)
                continue
            if digit & 2 and t:
                seen.add(values[m])
            if digit & 4:
                half = (m - apart) // 2
                # G(a) xor G(m - a), at the speed of C.
                seen.update(map(xor, values[1 : half + 1], reversed(values[m - half : m])))
            if digit & 8:
                for a in range(1, m // 3 + 1):
                    budget.spend(m // 256)
                    for b in range(a + apart, (m - a - apart) // 2 + 1):
                        seen.add(values[a] ^ values[b] ^ values[m - a - b])
        return mex(seen)
