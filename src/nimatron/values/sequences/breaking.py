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
    from ...kernels.parts import PartsRun

SLICE = 1 << 15
"""How many values a kernel computes between two checks of the limits."""

SHORT = 1 << 8
"""The same for codes whose heaps cost more, the larger they are; and how many of them are computed in plain Python."""


class OctalSequence(NimSequence):
    """A take-and-break code: values by the definition, the period by the theorem of Guy and Smith.

    `provable` says whether the theorem covers the code, `compiled` whether a kernel does; `may_grow` says that the
    values may have a saltus, which finite codes that leave at most two heaps never have.
    """

    def __init__(self, code: Code) -> None:
        super().__init__()
        self.code = code
        self._run: OctalRun | PartsRun | None = None
        crossed = code.unequal and code.parts > 2  # which of three heaps may be equal: neither theorem nor kernel
        self.provable = code.longest is not None and not crossed
        self.may_grow = code.longest is None or code.parts > 2
        self.compiled = not crossed and not any(digit & 8 for digit in code.repeat)
        self._quick = code.longest is not None and code.parts <= 2
        if self.compiled and not self._quick and code.splits:
            self.plain_size = SHORT

    def grow_plain(self, size: int, budget: Budget) -> None:
        values = self.plain
        while len(values) < size:
            values.append(self._mex(len(values), budget))
        if self.provable:
            self._settle(octal_period(values, self.code))

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
        if self.provable:
            longest, parts = self.code.longest or 0, max(self.code.parts, 1)
            self._settle(periods.octal_period(self._run.values, longest, parts, self.code.unequal))

    def _new_run(self) -> OctalRun | PartsRun:
        import numpy as np

        kernels.need()
        from ...kernels.octal import OctalRun
        from ...kernels.parts import PartsRun

        code, known = self.code, np.asarray(self.values)
        if self._quick:
            return OctalRun(code.digits, code.unequal, known)
        return PartsRun(code.digits, code.repeat, code.unequal, known)

    def _settle(self, found: tuple[int, int] | None) -> None:
        if found:
            certificate = {"kind": "theorem", "name": GUY_SMITH, "computed": len(self.values)}
            self.period = Period(*found, certificate=certificate)

    def prove(self, budget: Budget) -> Period:
        if not self.provable:
            reason = "no theorem proves periods of codes that repeat for ever or leave three unequal heaps"
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
