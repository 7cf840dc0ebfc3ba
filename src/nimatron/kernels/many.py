"""The values of any number of heaps, from so many on, with so many coins in all.

Two equal heaps cancel, and a heap of 1 twice needs only two coins. So a value is reached with all coins of the right
parity from the least on: for each number of different heaps, parity and value only the least number of coins is kept.
Whoever has fewer coins in different heaps than there are makes heaps of 1 out of the rest, an even number of them; that
is also the most heaps that can be made.
"""

from __future__ import annotations

import numpy as np

from .bitsets import Words, put
from .compiling import inlined
from .sparse import Ints

NEVER = np.iinfo(np.int64).max // 2
"""More coins than there are."""


@inlined
def add_to_many(n: int, value: int, least: Ints) -> None:
    """Let the new heap n, with this value, be one of the different heaps.

    `least[heaps, parity, value]`; the last row is for so many different heaps and more.
    """
    last = len(least) - 1
    for heaps in range(last, -1, -1):  # a row is read before the new heap comes into it
        for parity in range(2):
            before, after = least[heaps, parity], least[min(heaps + 1, last), parity ^ n & 1]
            for v in range(np.uint64(len(before))):
                other = v ^ np.uint64(value)
                after[other] = min(after[other], before[v] + n)


@inlined
def put_many(G: Ints, m: int, heaps: int, least: Ints, seen: Words) -> None:
    """Add the values of so many heaps or more, not all equal, with m coins in all; `heaps` is at least 2."""
    for different in range(2, len(least)):
        most, row = m - max(heaps - different, 0), least[different, m & 1]
        for v in range(len(row)):
            if row[v] <= most:
                put(v, seen)
    # One heap beside pairs of equal ones: those can be ones.
    for heap in range(2 + m % 2, min(m - 1, m + 1 - heaps) + 1, 2):
        put(G[heap], seen)
    # With a one as that heap, or with pairs only, they must not all be ones: there is one pair less than could be.
    pairs = m // 2 - 1
    if m % 2 and pairs >= max(1, heaps // 2):
        put(G[1], seen)
    if m % 2 == 0 and pairs >= max(2, (heaps + 1) // 2):
        put(0, seen)


@inlined
def put_many_equal(G: Ints, m: int, heaps: int, seen: Words) -> None:
    """Add the values of so many equal heaps or more with m coins in all."""
    for divisor in range(1, m + 1):
        if divisor * divisor > m:
            break
        if m % divisor == 0:
            put_equal(G, m, max(divisor, m // divisor), heaps, seen)
            put_equal(G, m, min(divisor, m // divisor), heaps, seen)


@inlined
def put_equal(G: Ints, m: int, count: int, least: int, seen: Words) -> None:
    """Add the value of `count` equal heaps with m coins in all, if they are at least so many."""
    if count >= least and m % count == 0:
        put(G[m // count] if count % 2 else 0, seen)
