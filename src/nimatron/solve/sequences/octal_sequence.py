"""Nim-sequences of take-and-break codes."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from operator import xor
from time import perf_counter
from typing import TYPE_CHECKING

from ... import kernels
from ...core.errors import Limit
from ...core.limits import Budget
from ...core.message import Message
from ...families.octal.digits import Code, Condition, Digit
from ...nimbers.finite import mex
from .nim_sequence import NimSequence
from .periodicity import GUY_SMITH, Period, bound_of, observed_period, octal_period

if TYPE_CHECKING:
    from ...kernels.octal.manyheaps import PartsRun
    from ...kernels.octal.mexloop import Row, Rows
    from ...kernels.octal.octalrun import OctalRun

SLICE = 1 << 15
"""How many values a kernel computes at first between two checks of the limits."""

PIECE = 0.05
"""Seconds that such a slice of values should take at least."""

SHORT = 1 << 8
"""How many values come between two checks where larger heaps cost more; so many are computed in plain Python first."""

SHOWN = 1 << 11
"""Up to this many values, a period with a saltus is looked for."""


class OctalSequence(NimSequence):
    """A take-and-break code: values by the definition, the period by the theorem of Guy and Smith, or by `saltus`.

    `provable` says whether the theorem covers the code, `compiled` whether a kernel does; `may_grow` says that the
    values may have a saltus, which finite codes that leave at most two heaps never have.
    """

    def __init__(self, code: Code) -> None:
        super().__init__()
        self.code = code
        self._run: OctalRun | PartsRun | None = None
        self._sums = Sums([])
        self.provable = bound_of(code) is not None
        self.text = f"octal{{{code}}}" if self.provable else ""
        self.may_grow = code.longest is None or code.parts > 2
        self._quick = code.longest is not None and code.in_two
        self._slice = SLICE if self._quick else SHORT
        self.compiled = self._quick or has_rows(code)
        if self.compiled and not self._quick and code.splits:
            self.plain_size = SHORT

    def grow_plain(self, size: int, budget: Budget) -> None:
        values = self.plain
        while len(values) < size:
            values.append(self._mex(len(values), budget))
        if self.provable:
            self._settle(octal_period(values, self.code), budget)

    def grow_by_kernel(self, size: int, budget: Budget) -> None:
        if not self.compiled:
            self.grow_plain(size, budget)
            return
        kernels.need()
        from ...kernels.octal import periods

        self._run = self._run or self._new_run()
        while len(self.values) < size:
            stop = min(size, len(self.values) + self._slice)
            budget.spend_heaps(stop - len(self.values))
            began = perf_counter()
            self._run.extend(stop)
            self.values = self._run.values
            if self._quick and perf_counter() - began < PIECE:
                self._slice *= 2  # each slice has a check, whose time grows with the heaps
        bound = bound_of(self.code)
        if bound is not None:
            self._settle(periods.proved_period(self._run.values, *bound), budget)

    def _new_run(self) -> OctalRun | PartsRun:
        import numpy as np

        code, known = self.code, np.asarray(self.values)
        kernels.need()
        if self._quick:
            from ...kernels.octal.octalrun import OctalRun

            return OctalRun(code.digits, code.unequal, known)
        from ...kernels.octal.manyheaps import PartsRun

        return PartsRun(rows_of(code), known)

    def _settle(self, found: tuple[int, int] | None, budget: Budget) -> None:
        if found:
            certificate = {"kind": "theorem", "name": GUY_SMITH, "computed": len(self.values)}
            self.period = Period(*found, certificate=certificate)
        elif self.may_grow and len(self.values) <= SHOWN:
            from .saltus import can_grow, growing_period  # few codes may grow

            if not can_grow(self.code):
                return
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
        for heaps, condition in digit.numbers(min(m, digit.most_named_heaps)):
            more = digit.more and heaps == digit.most_named_heaps
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
                        # Equal heaps cancel in pairs, so an even number of them has value 0.
                        seen.add(values[m // equal] if equal % 2 else 0)
            elif condition == "!":
                # k different heaps hold at least 1 + 2 + ... + k coins, so k is below the root of 2m.
                for different in range(max(heaps, 1), isqrt(2 * m) + 1 if more else heaps + 1):
                    seen |= {values[m]} if different == 1 else sums.different(different, m, 1, budget)
            elif condition == "?":
                seen |= sums.unequal(max(heaps, 2), m, more, budget) | ({values[m]} if heaps < 2 else set())
            else:
                seen |= sums.any(max(heaps, 1), m, more, budget)


# -- the values of so many heaps with so many coins in all, as sets that are made once ---------------
#
# A split has a smallest heap, and the rest is a split with one heap fewer: so the sets are joined from smaller ones,
# and splits, of which there may be millions, are never listed.


class Sums:
    """Sets of values for a sequence that grows."""

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self._known: dict[tuple[object, ...], set[int]] = {}

    def any(self, heaps: int, coins: int, more: bool, budget: Budget) -> set[int]:
        """The nim-sums of `heaps` heaps with `coins` coins in all; with `more`, of at least `heaps` heaps.

        >>> sums = Sums([0, 1, 2, 3, 1, 4])
        >>> sums.any(2, 5, False, Budget()), sums.any(4, 5, True, Budget())
        ({0, 1}, {1, 3})
        """
        key = "any", heaps, coins, more
        if key not in self._known:
            self._known[key] = self._any(heaps, coins, more, budget)
        return self._known[key]

    def _any(self, heaps: int, coins: int, more: bool, budget: Budget) -> set[int]:
        budget.spend(coins // 256)
        if coins < heaps:
            return set()
        if heaps <= 1:
            return {self.values[coins]} | (self.any(2, coins, True, budget) if more else set())
        if heaps == 2 and not more:
            return self.pairs(1, coins // 2, coins)
        found: set[int] = set()
        for least in range(1, coins // heaps + 1):
            self._join(found, least, self.any(heaps - 1, coins - least, more, budget), budget)
        return found

    def unequal(self, heaps: int, coins: int, more: bool, budget: Budget) -> set[int]:
        """The same for heaps that are not all equal.

        >>> Sums([0, 1, 2, 3, 1, 4]).unequal(2, 4, False, Budget())
        {2}
        """
        found: set[int] = set()
        for least in range(1, coins // heaps + 1):
            rest = coins - least
            if not more and least * heaps < coins:  # the others are larger, on the average
                self._join(found, least, self.any(heaps - 1, rest, False, budget), budget)
            elif more and coins % least:  # then they cannot all be like this one
                self._join(found, least, self.any(max(heaps - 1, 1), rest, True, budget), budget)
            elif more:
                for larger in range(least + 1, rest + 1):
                    others = self.any(max(heaps - 2, 1), rest - larger, True, budget) if rest > larger else set()
                    alone = {0} if rest == larger and heaps <= 2 else set()
                    self._join(found, least, {value ^ self.values[larger] for value in others | alone}, budget)
        return found

    def different(self, heaps: int, coins: int, least: int, budget: Budget) -> set[int]:
        """The same for heaps that are all different, none smaller than `least`.

        >>> Sums([0, 1, 2, 3, 1, 4]).different(2, 5, 1, Budget())
        {0, 1}
        """
        if heaps == 2:
            return self.pairs(least, (coins - 1) // 2, coins)
        key = "different", heaps, coins, least
        if key not in self._known:
            budget.spend(coins // 64)
            found: set[int] = set()
            # The others are larger by at least 1, 2, 3, ...
            for smallest in range(least, (coins - heaps * (heaps - 1) // 2) // heaps + 1):
                rest = self.different(heaps - 1, coins - smallest, smallest + 1, budget)
                self._join(found, smallest, rest, budget)
            self._known[key] = found
        return self._known[key]

    def pairs(self, first: int, last: int, coins: int) -> set[int]:
        """G(a) xor G(coins - a) for a from first to last, at the speed of C."""
        values = self.values
        return set(map(xor, values[first : last + 1], reversed(values[coins - last : coins - first + 1])))

    def _join(self, found: set[int], heap: int, rest: set[int], budget: Budget) -> None:
        """Add the values of a heap beside the rest."""
        g = self.values[heap]
        budget.spend(len(rest) // 256)
        found.update(rest if g == 0 else [value ^ g for value in rest])


# -- what a code allows, as rows for a kernel ----------------------------------------------------


def has_rows(code: Code) -> bool:
    """Are there rows for all that a code allows?

    >>> [has_rows(Code(code)) for code in ("0.9", "8?.B?", "0.{2+}", "0.8!", "0.{5}", "0.{2+}!", "0.3[F]", "0.[G]")]
    [True, True, True, False, False, False, True, False]
    """
    ended = (item for digit in (*code.places, *code.added) for item in _items(digit))
    again = (item for digit in code.again for item in _items(digit))
    # The kernel has no row of four heaps for digits that repeat.
    return all(_fits(*item, most=4) for item in ended) and all(_fits(*item, most=3) for item in again)


def rows_of(code: Code) -> Rows:
    """The rows of a code that has them all."""
    kernels.need()
    from ...kernels.octal.mexloop import Rows

    places = [(t, code.place(t)) for t in range(-len(code.added), len(code.places))]
    return Rows(
        rows=[row for t, digit in places for row in _rows(t, digit)],
        ends=[t for t, digit in places if t > 0 and digit.condition(0) is not None],
        first=len(code.places),
        size=len(code.again),
        again=[row for place, digit in enumerate(code.again) for row in _rows(place, digit)],
        ends_again=[place for place, digit in enumerate(code.again) if digit.condition(0) is not None],
    )


def _items(digit: Digit) -> Iterator[tuple[int, Condition, bool]]:
    """Numbers of heaps, their conditions, and whether more heaps may be left, too."""
    for heaps, condition in digit.counts:
        yield heaps, condition, digit.more and heaps == digit.most_named_heaps


def _fits(heaps: int, condition: Condition, more: bool, most: int) -> bool:
    """Is there a row for this many heaps? If their number is bounded and they may differ, at most `most` heaps fit."""
    if more or heaps > 2:
        return condition == "=" or (condition != "!" and (more or heaps <= most))
    return True


def _rows(place: int, digit: Digit) -> Iterator[Row]:
    kernels.need()
    from ...kernels.octal.mexloop import EQUAL, MANY, MANY_EQUAL, ONE, PAIRS, QUADS, TRIPLES, Row

    for heaps, condition, more in _items(digit):
        if heaps == 1 or (more and heaps == 0):
            yield Row(place, ONE, 1)
        if heaps < 2 and not more:
            continue
        least = max(heaps, 2)
        if condition in ("", "="):
            yield Row(place, MANY_EQUAL if more else EQUAL, least)
        if more and condition != "=":
            yield Row(place, MANY, least)
        elif condition != "=":
            yield Row(place, {2: PAIRS, 3: TRIPLES, 4: QUADS}[heaps], heaps)
