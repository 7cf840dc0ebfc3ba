"""The values of so many heaps with so many coins in all, as sets that are made once.

A split has a smallest heap, and the rest is a split with one heap fewer: so the sets are joined from smaller ones, and
splits, of which there may be millions, are never listed.
"""

from __future__ import annotations

from operator import xor

from ..search.budget import Budget


class Sums:
    """Sets of values for a sequence that grows."""

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self._known: dict[tuple[object, ...], set[int]] = {}

    def any(self, heaps: int, coins: int, more: bool, budget: Budget) -> set[int]:
        """The values of so many heaps, or with `more` of so many and more.

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

    def mixed(self, heaps: int, coins: int, more: bool, budget: Budget) -> set[int]:
        """The same for heaps that are not all equal.

        >>> Sums([0, 1, 2, 3, 1, 4]).mixed(2, 4, False, Budget())
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
        """The same for so many heaps that are all different, none smaller than `least`.

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
