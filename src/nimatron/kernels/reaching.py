"""Common heaps that reach what others leave open, chosen by counting: for `rareplans`."""

from __future__ import annotations

import numpy as np

from .compiling import inlined, jit
from .pairs import Rules
from .sparse import Bytes, Ints, Values


@jit
def list_open(
    G: Values, start: int, stop: int, rules: Rules, rare: Bytes, chosen: Ints, heaps: Ints, values: Ints, seen: Bytes
) -> int:
    """List the rare values below the value of each heap that no chosen heap reaches, with the heap.

    The length of `seen` is a power of 2; values are taken modulo this.
    """
    k = 0
    for n in range(start, stop):
        seen[:] = 0
        for t in rules.takes:
            seen[G[n - t]] = 1
        for t in rules.splits:
            for a in chosen:
                seen[(G[a] ^ G[n - t - a]) & (len(seen) - 1)] = 1
        for value in range(G[n]):
            if rare[2 * value + (n & 1)] and not seen[value] and k < len(heaps):
                heaps[k], values[k] = n, value
                k += 1
    return k


@jit
def choose(
    G: Values, splits: Ints, heaps: Ints, values: Ints, usable: Bytes, counts: Ints, chosen: Ints, least: int
) -> int:
    """Choose usable heaps that reach most of the listed values, the best first, at least `least`; returns how many."""
    for i in range(len(heaps)):
        add_reached(G, splits, heaps[i], values[i], 1, counts)
    k, best = 0, 0
    while True:
        best = 0
        for a in range(len(counts)):
            if (usable[a] and counts[a] > counts[best]) or not usable[best]:
                best = a
        if not usable[best] or counts[best] < least:
            return k
        chosen[k], usable[best] = best, 0
        k += 1
        for i in range(len(heaps)):
            if values[i] >= 0 and reaches(G, splits, heaps[i], best, values[i]):
                add_reached(G, splits, heaps[i], values[i], -1, counts)
                values[i] = -1


@inlined
def reaches(G: Values, splits: Ints, n: int, a: int, value: int) -> bool:
    """Does a split of n with heap a have this value?"""
    found = False
    for t in splits:
        found |= G[a] ^ G[n - t - a] == value
    return found


@jit
def add_reached(G: Values, splits: Ints, n: int, value: int, much: int, counts: Ints) -> None:
    """Add to the count of each heap that reaches a value of n, for each split that does."""
    T = G.dtype.type  # all operands keep this type: numba would widen them to int64 and lose the vectors
    v = T(value)
    for t in splits:
        m = np.uint64(n - t)
        for a in range(np.uint64(1), np.uint64(len(counts))):
            counts[a] += much if T(G[a] ^ G[m - a]) == v else 0
