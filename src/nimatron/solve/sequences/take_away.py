"""Nim-sequences of games that only take: subtraction and all-but."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

from ... import kernels
from ...core.errors import Limit
from ...core.limits import Budget
from ...core.message import Message, Number
from ...families.taking.amounts import Amounts
from ...nimbers.finite import mex
from .nim_sequence import FIRST, PLAIN, NimSequence
from .periodicity import Period, walk_back, window_period

WIDEST = 100_000
"""The most bits of a boundary pattern."""

LONGEST_WINDOW = 1 << 33
"""The most values that a proof looks at at once: they must fit into memory."""


class TakeAwaySequence(NimSequence):
    """Any set of amounts, by the definition: only amounts up to n matter for a heap of n."""

    def __init__(self, amounts: Amounts) -> None:
        super().__init__()
        self.amounts = amounts

    def grow_plain(self, size: int, budget: Budget) -> None:
        values = self.plain
        while len(values) < size:
            n = len(values)
            budget.spend(1 + n // 256)
            values.append(mex(values[n - a] for a in self.amounts.upto(n)))

    def prove(self, budget: Budget) -> Period:
        reason = "Nimatron looks for a period only if the largest excluded amount is at most {widest}"
        raise Limit(reason, len(self.values), budget.elapsed, widest=Number(WIDEST))


SLICE = 1 << 28
"""About how many options a kernel looks at before the clock is asked."""


class FormulaSequence(TakeAwaySequence):
    """An infinite set of amounts by a formula, such as the squares: values, and who wins for larger heaps.

    No period is known for such sets in general, so every value is computed.
    """

    def __init__(self, amounts: Amounts) -> None:
        super().__init__(amounts)
        self._won = b""
        """The heaps from which a move leads to a lost heap, as bits."""
        self._known = 0
        """How many heaps are decided."""

    def grow_by_kernel(self, size: int, budget: Budget) -> None:
        kernels.need()
        from ...kernels.taking import recurrence

        amounts = tuple(self.amounts.upto(size))
        while (known := len(self.values)) < size:  # in slices, so that a limit of time can end it
            upto = min(size, known + max(FIRST, SLICE // (len(amounts) + 1)))
            budget.spend_heaps(upto - known)
            budget.spend(0)
            self.values = recurrence.subtraction_values(amounts, self.values, upto)

    def is_lost(self, n: int, budget: Budget) -> bool:
        """Is a heap of `n` lost for the player to move? The moves to each lost heap are marked all at once."""
        if n >= self._known:
            self._decide(max(FIRST, n + 1 + n // 4), budget)
        return not self._won[n >> 3] >> (n & 7) & 1

    def _decide(self, size: int, budget: Budget) -> None:
        import numpy as np  # loaded here: small heaps need no arrays

        length = size // 8 + 1
        amounts = _bits(self.amounts, size)
        # The amounts from each place of a byte on: marking is then an operation on whole bytes.
        rows = [np.frombuffer((amounts << k).to_bytes(length + 1, "little"), np.uint8) for k in range(8)]
        won = np.zeros(length, np.uint8)
        for place in range(length):
            budget.spend(1 + length // 65536)
            for k in range(8):
                if not won[place] >> k & 1:
                    won[place:] |= rows[k][: length - place]
        self._won, self._known = won.tobytes(), size

    def prove(self, budget: Budget) -> Period:
        reason = Message("no period is known for amounts by a formula")
        raise Limit(reason, len(self.values), budget.elapsed)


def _bits(amounts: Amounts, size: int) -> int:
    """The amounts up to `size` as the bits of a number."""
    row = bytearray(size // 8 + 1)
    for amount in amounts.upto(8 * len(row) - 1):
        row[amount >> 3] |= 1 << (amount & 7)
    return int.from_bytes(row, "little")


class FiniteSequence(NimSequence):
    """A finite set of amounts, in or out: a period is proved as soon as something repeats."""

    def look_for_period(self, limit: int | None, budget: Budget) -> None:
        """Set `period` if one is found below a heap; values are not kept."""
        raise NotImplementedError

    def grow_by_kernel(self, size: int, budget: Budget) -> None:
        self.fill(size, budget)
        self.look_for_period(size, budget)

    def prove(self, budget: Budget) -> Period:
        while self.period is None and len(self.values) < PLAIN:
            self.grow(budget)
        if self.period is None:
            self.look_for_period(budget.spare_heaps, budget)
        if self.period is None:
            raise Limit(Message("no period is proved within the limits"), budget.heaps_spent, budget.elapsed)
        return self.period


class SubtractionSequence(FiniteSequence, TakeAwaySequence):
    """SUBTRACTION(S) with finite S: a window of max(S) values that repeats proves a period."""

    def __init__(self, amounts: Amounts) -> None:
        super().__init__(amounts)
        self.text = f"subtraction{{{amounts}}}"
        self.window = amounts.largest or 0
        self._all: tuple[int, ...] = ()

    def grow_plain(self, size: int, budget: Budget) -> None:
        if len(self.values) <= self.window:  # heaps smaller than some amount: no need to list all amounts yet
            super().grow_plain(size, budget)
            return
        self._all = amounts = self._all or tuple(self.amounts)
        # The window starts at the anchor: one that is still in the preperiod never comes back, a later one will.
        values, anchor = self.plain, len(self.values)
        size, cost = max(size, anchor + self.window), 1 + len(amounts) // 256
        while len(values) < size:
            budget.spend(cost)
            n = len(values)
            values.append(mex([values[n - a] for a in amounts]))
        if found := window_period(values, self.window, anchor):
            self.period = Period(*found, certificate={"kind": "window", "window": self.window, "computed": size})

    def fill(self, size: int, budget: Budget) -> None:
        kernels.need()
        from ...kernels.taking import recurrence

        budget.spend_heaps(size - len(self.values))
        self.values = recurrence.subtraction_values(self.amounts, self.values, size)

    def look_for_period(self, limit: int | None, budget: Budget) -> None:
        kernels.need()
        from ...kernels.taking import recurrence

        # A common divisor only stretches the sequence, so the window of the reduced amounts is enough.
        window = self.window // (gcd(*self.amounts) or 1)
        if limit is not None and limit <= window:
            return  # too few values for any proof
        if window > LONGEST_WINDOW:
            what = Message(
                "Nimatron looks for a period only if the largest amount is at most {most}", most=Number(LONGEST_WINDOW)
            )
            raise Limit(what, len(self.values), budget.elapsed)
        found = recurrence.subtraction_period(self.amounts, limit, _watch(budget))
        if found.period:
            facts = {"kind": "window", "window": self.window, "computed": found.computed}
            self.period = Period(found.preperiod, found.period, certificate=facts)


class AllButSequence(FiniteSequence):
    """ALLBUT(S) with finite S: a boundary pattern that repeats proves a period.

    The pattern of level k shows the heaps with G >= k, from the first such heap on: bit i is set if the heap
    i places further has G >= k. From place max(S) on all bits are set.
    """

    def __init__(self, excluded: Amounts) -> None:
        super().__init__()
        self.text = f"allbut{{{excluded}}}"
        self.excluded = excluded
        self.width = excluded.largest or 0
        self.mask = sum(1 << a for a in excluded)
        self.level, self.first, self.pattern = 0, 0, -1  # a negative int has infinitely many ones
        self._ahead: dict[int, int] = {}  # values of heaps beyond the first one without a value
        self._met: dict[int, tuple[int, int]] = {}
        self._repeat: tuple[int, int, int] | None = None

    def grow_plain(self, size: int, budget: Budget) -> None:
        while len(self.values) < size:
            budget.spend()
            self._note_pattern()
            self.next_level()
            # Go on until the first proved heap and the one a period later are known, so the preperiod can be walked
            # back.
            if self._repeat and len(self.values) > self._repeat[0] + self.width + self._repeat[1]:
                self._settle()
                return

    def fill(self, size: int, budget: Budget) -> None:
        kernels.need()
        from ...kernels.taking import recurrence

        budget.spend_heaps(size - len(self.values))
        self.values = recurrence.allbut_values(self.excluded, size)

    def look_for_period(self, limit: int | None, budget: Budget) -> None:
        kernels.need()
        from ...kernels.taking import recurrence

        found = recurrence.allbut_period(tuple(self.excluded), limit, _watch(budget))
        if found.period:
            facts = {"kind": "pattern", "width": self.width, "computed": found.computed}
            self.period = Period(found.preperiod, found.period, found.saltus, certificate=facts)

    def chosen(self) -> list[int]:
        """The places, counted from the first heap, of the heaps that get the value of this level.

        Two heaps may have the same value if no move leads from one to the other, that is, if their difference
        is excluded. The value goes to every heap that can have it, from the smallest on.
        """
        places = [0]
        free = self.pattern & self.mask
        while free:
            place = (free & -free).bit_length() - 1
            places.append(place)
            # The next heap must be an excluded amount away from this one as well.
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
        """Give the value of this level to its heaps, and continue with the pattern of the next level."""
        places = self.chosen()
        for place in places:
            self._ahead[self.first + place] = self.level
        while len(self.values) in self._ahead:
            self.plain.append(self._ahead.pop(len(self.values)))
        left = self.pattern
        for place in places:
            left &= ~(1 << place)
        step = (left & -left).bit_length() - 1
        self.level, self.first, self.pattern = self.level + 1, self.first + step, left >> step

    def _settle(self) -> None:
        assert self._repeat is not None
        first, period, saltus = self._repeat
        # Proved for heaps from first + width on; smaller ones are compared one by one.
        preperiod = walk_back(self.plain, first + self.width, period, saltus)
        certificate = {"kind": "pattern", "width": self.width, "computed": self.level}
        self.period = Period(preperiod, period, saltus, certificate=certificate)


def _watch(budget: Budget) -> Callable[[int], None]:
    """A function that a kernel calls now and then with how far it has come; it charges the budget."""
    before = 0

    def tick(done: int) -> None:
        nonlocal before
        budget.spend_heaps(max(0, done - before))
        before = max(before, done)

    return tick
