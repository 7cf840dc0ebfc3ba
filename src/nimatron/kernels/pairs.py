"""Searching for a pair of heaps that shows that a value is an option."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .compiling import jit
from .sparse import Bytes, Ints, Values

QUICK = 2048
"""How many pairs of each split are tried before all pairs of any.

One split may reach a value at once and another never: searching all pairs of that one first would make
Kayles quadratic.
"""


class Rules(NamedTuple):
    """The moves of a code, and what is rare in it."""

    takes: Ints
    splits: Ints
    unequal: bool
    rare: Bytes
    """For each class and each index of `sparse`: 1 if it is rare."""

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
