"""Codes that leave at most two heaps: their moves, values by the definition, and the search for a pair of heaps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

import numpy as np

from ..compile.jit import jit
from .sparsespace import Bytes, Ints, Values


def by_definition(digits: Sequence[int], unequal: bool, upto: int) -> list[int]:
    """G(0), ..., G(upto - 1) in plain Python, which the tests compare with all kernels here.

    >>> by_definition((0, 7, 7), False, 12)
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """
    values: list[int] = []
    for n in range(upto):
        seen = set()
        for t, digit in enumerate(digits[: n + 1]):
            m = n - t
            if digit & 1 and t and m == 0:
                seen.add(0)
            if digit & 2 and t and m > 0:
                seen.add(values[m])
            if digit & 4:
                seen.update(values[a] ^ values[m - a] for a in range(1, (m - unequal) // 2 + 1))
        values.append(next(v for v in count() if v not in seen))
    return values


@jit
def fill_by_definition(
    G: Values, n: int, stop: int, seen: Ints, ends: Ints, takes: Ints, splits: Ints, unequal: bool
) -> int:
    """Fill G[n:stop]; returns the first heap not filled: `stop`, or one of too large a value.

    A value is too large if `seen` has no place for a larger one.
    """
    width = len(seen) - 1
    for value in range(len(seen)):
        seen[value] = -1  # seen[v] == n says that v is an option of n: no clearing between heaps
    while n < stop:
        for t in ends:
            if t == n:
                seen[0] = n
        for t in takes:
            if t < n:
                seen[G[n - t]] = n
        for t in splits:
            m = n - t
            for a in range(1, (m - unequal) // 2 + 1):
                seen[G[a] ^ G[m - a]] = n
        value = 0
        while seen[value] == n:
            value += 1
        if value >= width:
            return n
        G[n] = value
        n += 1
    return n


# -- a pair of heaps that shows that a value is an option --------------------------------------------

QUICK = 2048
"""How many pairs of each split are tried before all pairs of any.

One split may reach a value at once and another never: searching all pairs of that one first would make
Kayles quadratic.
"""


class Rules(NamedTuple):
    """The moves of a code that leave no heap, one heap and two, and what is rare in it."""

    ends: Ints
    takes: Ints
    splits: Ints
    unequal: bool
    rare: Bytes
    """For each class and each index of `sparsespace`: 1 if it is rare."""

    front: int
    """Searches for a pair look for its smaller heap only below this one."""


@jit
def find_pair(G: Values, m: int, start: int, stop: int, value: int) -> int:
    """The end of a chunk of heaps between `start` and `stop` that has an a with G(a) ^ G(m - a) = value, or 0."""
    T = G.dtype.type  # all operands keep this type: numba would widen them to int64 and lose the vectors
    v = T(value)
    a, end, back = np.uint64(start), np.uint64(stop), np.uint64(m - start)
    chunk = np.uint64(128)
    while a + chunk <= end:
        least = T(255)
        for i in range(chunk):
            x = T(T(G[a + i] ^ G[back - i]) ^ v)
            least = x if x < least else least
        a += chunk
        back -= chunk
        if least == T(0):
            return np.int64(a)  # type: ignore[return-value]
    while a < end:
        if T(G[a] ^ G[back]) == v:
            return np.int64(a) + 1  # type: ignore[return-value]
        a += np.uint64(1)
        back -= np.uint64(1)
    return 0


@jit
def has_pair(G: Values, n: int, value: int, rules: Rules) -> bool:
    """Does a split of n reach this value? Tries a few pairs of every split, then all pairs."""
    for t in rules.splits:
        m = n - t
        if find_pair(G, m, 1, min(QUICK, (m - rules.unequal) // 2 + 1, rules.front), value):
            return True
    for t in rules.splits:
        m = n - t
        end = min((m - rules.unequal) // 2 + 1, rules.front)
        if end > QUICK and find_pair(G, m, QUICK, end, value):
            return True
    return False


# -- codes that leave more than two heaps, as rows -----------------------------------------------

ONE, EQUAL, PAIRS, TRIPLES, QUADS, MANY, MANY_EQUAL = range(7)
"""What may be left: one heap; so many equal heaps; two different heaps; three or four that are not all equal; so many
heaps or more that are not all equal, or that are."""


class Row(NamedTuple):
    """After taking so many coins, or at this place of the digits that repeat, so many heaps of a form may be left."""

    place: int
    form: int
    heaps: int


class Rows(NamedTuple):
    """What a code allows: rows of the digits, and of those that repeat from `first` on; where a heap may be emptied."""

    rows: Sequence[Row]
    ends: Sequence[int]
    first: int = 0
    size: int = 0
    """How many digits repeat."""
    again: Sequence[Row] = ()
    ends_again: Sequence[int] = ()
