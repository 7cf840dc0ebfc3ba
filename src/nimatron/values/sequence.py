"""Nim-sequences of one-heap games in plain Python: G(0), G(1), ... and their periods.

A sequence grows by doubling, tests after each step whether a period is proved, and never
computes a value twice.
"""

from __future__ import annotations

from itertools import islice
from operator import xor
from typing import TYPE_CHECKING

from ..errors import Limit, UsageError
from ..game import Game
from ..games.amounts import Amounts
from ..games.heaps import AllBut, HeapGame, Nim, NimbleGame, Subtraction, TakeAway
from ..games.octal import Code, Lasker, Octal
from ..nimbers import Nimber, mex
from .budget import Budget
from .closed import closed_form
from .period import Period, Unresolved, octal_period, walked_back, window_period

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FIRST = 64
"""How many values a sequence begins with."""

WITH_SEQUENCE = (Subtraction, AllBut, Octal)
"""By exact class: rules that a user has changed in a subclass have values of their own."""

WIDEST = 100_000
"""Bits of the widest boundary pattern."""


class NimSequence:
    """Values of a heap of 0, 1, 2, ...; `period` once it is proved."""

    def __init__(self) -> None:
        self.values: list[int] = []
        self.period: Period | None = None

    def value(self, n: int, budget: Budget) -> int:
        """G(n): looked up, else by the period, else by growing so far."""
        while n >= len(self.values) and self.period is None:
            self.grow(budget)
        if n < len(self.values):
            return self.values[n]
        assert self.period is not None
        m, added = self.period.index(n)
        return self.values[m] + added

    def places(self, value: int, below: int) -> list[int]:
        """The heaps n < `below` with G(n) = `value`; only where every value is taken finitely often."""
        period = self.period
        if period is None:
            return [n for n, v in enumerate(self.values[:below]) if v == value]
        found = [n for n in range(min(below, period.preperiod)) if self.values[n] == value]
        for n in range(period.preperiod, period.preperiod + period.period):
            times, rest = divmod(value - self.values[n], period.saltus)
            if rest == 0 and times >= 0 and n + times * period.period < below:
                found.append(n + times * period.period)
        return sorted(found)

    def prove(self, budget: Budget) -> Period:
        """The period; Limit when the budget ends first."""
        while self.period is None:
            self.grow(budget)
        return self.period

    def grow(self, budget: Budget) -> None:
        """About twice as many values, and a test for the period."""
        raise NotImplementedError


class TakeAwaySequence(NimSequence):
    """Any set of amounts, by the definition: only those up to n matter for a heap of n."""

    def __init__(self, amounts: Amounts) -> None:
        super().__init__()
        self.amounts = amounts

    def grow(self, budget: Budget) -> None:
        values, size = self.values, max(FIRST, 2 * len(self.values))
        while len(values) < size:
            n = len(values)
            budget.spend(1 + n // 256)
            values.append(mex(values[n - a] for a in self.amounts.upto(n)))

    def prove(self, budget: Budget) -> Period:
        reason = f"no period is looked for where the largest excluded amount is above {WIDEST:,}"
        raise Limit(reason, len(self.values), budget.elapsed)


class SubtractionSequence(TakeAwaySequence):
    """SUBTRACTION(S) with finite S: a window of max(S) values that comes back is a proof."""

    def __init__(self, amounts: Amounts) -> None:
        super().__init__(amounts)
        self.window = amounts.largest or 0
        self._all: tuple[int, ...] = ()

    def grow(self, budget: Budget) -> None:
        if len(self.values) <= self.window:  # a heap smaller than some amount: no need to list them all
            super().grow(budget)
            return
        self._all = amounts = self._all or tuple(self.amounts)
        values, anchor = self.values, len(self.values)
        size, cost = max(2 * anchor, anchor + self.window), 1 + len(amounts) // 256
        while len(values) < size:
            budget.spend(cost)
            n = len(values)
            values.append(mex([values[n - a] for a in amounts]))
        if found := window_period(values, self.window, anchor):
            self.period = Period(*found, certificate={"kind": "window", "window": self.window, "computed": size})

    def prove(self, budget: Budget) -> Period:
        return NimSequence.prove(self, budget)


class AllButSequence(NimSequence):
    """ALLBUT(S) with finite S: a boundary pattern that comes back is a proof.

    Level k has the pattern of the heaps with G >= k, from the first such heap on: bit i is set when
    the heap i places further has G >= k. From place max(S) on all bits are set.
    """

    def __init__(self, excluded: Amounts) -> None:
        super().__init__()
        self.width = excluded.largest or 0
        self.mask = sum(1 << a for a in excluded)
        self.level, self.first, self.pattern = 0, 0, -1  # a negative int has ones without end
        self._ahead: dict[int, int] = {}  # values beyond the first heap that has none yet
        self._met: dict[int, tuple[int, int]] = {}
        self._repeat: tuple[int, int, int] | None = None

    def grow(self, budget: Budget) -> None:
        size = max(FIRST, 2 * len(self.values))
        while len(self.values) < size:
            budget.spend()
            self._note_pattern()
            self.next_level()
            if self._repeat and len(self.values) > self._repeat[0] + self.width + self._repeat[1]:
                self._settle()
                return

    def chosen(self) -> list[int]:
        """The places, counted from the first, whose heaps get the value of this level.

        Two heaps may have the same value when no move leads from one to the other: when their
        difference is excluded. The smallest heap that can, does.
        """
        places = [0]
        free = self.pattern & self.mask
        while free:
            place = (free & -free).bit_length() - 1
            places.append(place)
            free &= self.mask << place
        return places

    def _note_pattern(self) -> None:
        if self._repeat is not None:
            return
        if self.pattern in self._met:
            level, first = self._met[self.pattern]
            self._repeat = first, self.first - first, self.level - level
            self._met.clear()
        else:
            self._met[self.pattern] = self.level, self.first

    def next_level(self) -> None:
        """Give the value of this level to its heaps and go on to the pattern of the next."""
        places = self.chosen()
        for place in places:
            self._ahead[self.first + place] = self.level
        while len(self.values) in self._ahead:
            self.values.append(self._ahead.pop(len(self.values)))
        left = self.pattern
        for place in places:
            left &= ~(1 << place)
        step = (left & -left).bit_length() - 1
        self.level, self.first, self.pattern = self.level + 1, self.first + step, left >> step

    def _settle(self) -> None:
        assert self._repeat is not None
        first, period, saltus = self._repeat
        # Proved for heaps from first + width on; smaller ones are compared one by one.
        preperiod = walked_back(self.values, first + self.width, period, saltus)
        certificate = {"kind": "pattern", "width": self.width, "computed": len(self.values)}
        self.period = Period(preperiod, period, saltus, certificate=certificate)


class OctalSequence(NimSequence):
    """A take-and-break code: values by the definition, the period by Guy and Smith's theorem."""

    def __init__(self, code: Code) -> None:
        super().__init__()
        self.code = code
        self.provable = code.longest is not None and not any(digit & 8 for digit in code.digits)

    def grow(self, budget: Budget) -> None:
        size = max(FIRST, 2 * len(self.values))
        while len(self.values) < size:
            self.values.append(self._mex(len(self.values), budget))
        if self.provable and (found := octal_period(self.values, self.code)):
            certificate = {"kind": "theorem", "name": "Guy-Smith", "computed": size}
            self.period = Period(*found, certificate=certificate)

    def prove(self, budget: Budget) -> Period:
        if not self.provable:
            reason = "no theorem proves periods of codes that repeat for ever or split in three"
            raise Limit(reason, len(self.values), budget.elapsed)
        return super().prove(budget)

    def _mex(self, n: int, budget: Budget) -> int:
        values, apart = self.values, self.code.unequal
        seen: set[int] = set()
        budget.spend()
        for t, digit in self.code.takes(n):
            m = n - t
            # A heap costs as many looks as it has splits: count them, or the clock is never looked at.
            budget.spend(m // 256 if digit & 4 else 0)
            if m == 0:
                if digit & 1 and t:
                    seen.add(0)
                continue
            if digit & 2 and t:
                seen.add(values[m])
            if digit & 4:
                half = (m - apart) // 2
                seen.update(map(xor, values[1 : half + 1], reversed(values[m - half : m])))
            if digit & 8:
                for a in range(1, m // 3 + 1):
                    budget.spend(m // 256)
                    for b in range(a + apart, (m - a - apart) // 2 + 1):
                        seen.add(values[a] ^ values[b] ^ values[m - a - b])
        return mex(seen)


def sequence_of(game: Game) -> NimSequence | None:
    """The nim-sequence behind a heap game that has one here."""
    if type(game) not in WITH_SEQUENCE:
        return None
    if isinstance(game, Octal):
        return OctalSequence(game.code)
    assert isinstance(game, TakeAway)
    if game.amounts.finite:
        return SubtractionSequence(game.amounts)
    excluded = ~game.amounts
    return AllButSequence(excluded) if (excluded.largest or 0) <= WIDEST else TakeAwaySequence(game.amounts)


def sequence(game: Game, n: int) -> npt.NDArray[np.unsignedinteger]:
    """G(0), ..., G(n-1) of a one-heap game, in the smallest unsigned type that holds them.

    >>> from nimatron import Kayles
    >>> sequence(Kayles, 12).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """
    import numpy as np

    values = list(islice(_values(game, n), n))
    largest = max(values, default=0)
    return np.array(values, dtype=np.min_scalar_type(largest))


def _values(game: Game, n: int) -> list[int]:
    if n < 0:
        raise UsageError(f"a sequence has 0 or more values, not {n}")
    if type(game) in (Nim, NimbleGame):
        return list(range(n))
    if found := None if game == Lasker else sequence_of(game):
        budget = Budget()
        return [found.value(k, budget) for k in range(n)]
    if not isinstance(game, HeapGame):
        raise UsageError(f"{game} is not a game of heaps: it has no nim-sequence")
    from .solver import Solver

    solver = Solver()
    return [_as_int(solver.value(game, (k,))) for k in range(n)]


def _as_int(value: Nimber) -> int:
    assert isinstance(value, int)
    return value


def period(game: Game, limit: int | None = None, seconds: float | None = None) -> Period | Unresolved:
    """The period of a one-heap game, with proof, or how far the search came.

    `limit` bounds the heaps that are computed.

    >>> from nimatron import Kayles, Subtraction
    >>> p = period(Subtraction({1, 2, 6, 11}))
    >>> p.preperiod, p.period, p.saltus
    (3, 12, 0)
    >>> p = period(Kayles)
    >>> p.preperiod, p.period
    (71, 12)
    """
    if formula := closed_form(game):
        return formula
    found = sequence_of(game)
    if found is None:
        raise UsageError(f"{game} has no nim-sequence whose period can be proved")
    budget = Budget(limit, seconds)
    try:
        return found.prove(budget)
    except Limit as reached:
        return Unresolved(str(reached), len(found.values), round(budget.elapsed, 3))
