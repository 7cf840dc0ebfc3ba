"""The subsets of {1, .., m} with k elements, ordered by their largest elements and numbered from 0.

The order is colexicographic: {1,2,3}, {1,2,4}, {1,3,4}, {2,3,4}, {1,2,5}, ... So for every m the first C(m, k)
are those whose largest element is at most m.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from ..errors import UsageError
from .compiling import jit

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

MOST = 1 << 62
"""There must be fewer subsets than this, so that a machine word holds their places."""


@lru_cache(maxsize=8)
def binomials(largest: int, size: int) -> Ints:
    """C(n, k) for n up to `largest` and k up to `size`.

    >>> binomials(4, 2).tolist()
    [[1, 0, 0], [1, 1, 0], [1, 2, 1], [1, 3, 3], [1, 4, 6]]
    """
    if max(comb(largest, k) for k in range(size + 1)) >= MOST:
        raise UsageError(
            "there are too many sets of {size} with maximum up to {largest} to be counted", size=size, largest=largest
        )
    return np.array([[comb(n, k) for k in range(size + 1)] for n in range(largest + 1)], np.int64)


@jit
def unrank(places: Ints, table: Ints, subsets: Ints) -> None:
    """Write the subsets at these places into the rows of `subsets`, which has a column for each element."""
    size = subsets.shape[1]
    for i in range(places.size):
        if i and places[i] == places[i - 1] + 1:  # the usual case, and much faster
            _next(subsets[i - 1], subsets[i])
            continue
        place, element = places[i], table.shape[0] - 1
        for k in range(size, 0, -1):
            while table[element, k] > place:
                element -= 1
            place -= table[element, k]
            subsets[i, k - 1] = element + 1


@jit
def _next(subset: Ints, after: Ints) -> None:
    """The next subset: the first element with room goes up by one, and those below it start again at 1, 2, ..."""
    k = 0
    while k + 1 < subset.size and subset[k] + 1 == subset[k + 1]:
        after[k] = k + 1
        k += 1
    after[k] = subset[k] + 1
    for i in range(k + 1, subset.size):
        after[i] = subset[i]


def subsets_at(places: Ints, largest: int, size: int) -> Ints:
    """The subsets at these places, one in each row.

    >>> subsets_at(np.arange(5), 5, 3).tolist()
    [[1, 2, 3], [1, 2, 4], [1, 3, 4], [2, 3, 4], [1, 2, 5]]
    """
    subsets = np.empty((places.size, size), np.int64)
    unrank(places, binomials(largest, size), subsets)
    return subsets


def kept(sets: Ints, one: bool, coprime: bool, additive: bool) -> Flags:
    """Which sets meet the conditions asked for: contain 1, no common divisor, two elements add up to the largest."""
    flags = np.empty(sets.shape[0], np.bool_)
    mark_kept(sets, one, coprime, additive, flags)
    return flags


@jit
def mark_kept(sets: Ints, one: bool, coprime: bool, additive: bool, flags: Flags) -> None:
    """Set the flags of the sets that meet the conditions."""
    for i in range(sets.shape[0]):
        amounts = sets[i]
        good = not one or amounts[0] == 1
        if coprime and good:
            divisor = amounts[0]
            for amount in amounts[1:]:
                while amount:
                    divisor, amount = amount, divisor % amount
            good = divisor == 1
        flags[i] = good and (not additive or _has_pair(amounts))


@jit
def _has_pair(amounts: Ints) -> bool:
    """Do two different elements add up to the last one?"""
    low, high = 0, amounts.size - 2  # two ends moving towards each other: the elements are sorted
    while low < high:
        total = amounts[low] + amounts[high]
        if total == amounts[-1]:
            return True
        if total < amounts[-1]:
            low += 1
        else:
            high -= 1
    return False
