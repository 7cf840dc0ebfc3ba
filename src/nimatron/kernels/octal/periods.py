"""The period of a long nim-sequence of a take-and-break code, with no further memory."""

from __future__ import annotations

from math import gcd

import numpy as np

from ..compile.jit import jit
from .sparsespace import Values


@jit
def agreeing(G: Values, size: int, period: int) -> int:
    """How many values at the end of G[:size] equal those one period earlier."""
    chunk = 256  # no branch inside a chunk, so that the compiler uses vectors
    start = size
    while start - period >= chunk:
        differ = np.int64(0)
        for i in range(start - chunk, start):
            differ |= np.int64(G[i] ^ G[i - period])
        if differ:
            break
        start -= chunk
    while start > period and G[start - 1] == G[start - 1 - period]:
        start -= 1
    return size - start


@jit
def fails_early(G: Values, size: int, period: int, needed: int) -> bool:
    """Do the first of the last `needed` values differ from those one period earlier?

    At the end of a sequence that becomes periodic, very many wrong periods agree for long. Here few do.
    """
    i = max(size - needed, period)
    stop = min(i + 1024, size)
    while i < stop and G[i] == G[i - period]:
        i += 1
    return i < stop


@jit
def first_proof(G: Values, size: int, preperiods: int, periods: int, more: int, turn: int) -> tuple[int, int]:
    """(preperiod, period) of the least period that the values prove; (0, 0) if they prove none: see `proved_period`."""
    period = 1
    # No proof with fewer agreeing values, for there are at least as many periods in the bound as preperiods.
    agree = ((preperiods - 1) * (size + 1) + more) // preperiods
    while period < size // 2:
        if G[size - 1] != G[size - 1 - period] or fails_early(G, size, period, agree):
            period += 1
            continue
        same = agreeing(G, size, period)
        preperiod = size - period - same
        # Heap 0 is not a part of a split, so the theorem starts at heap 1.
        if size >= preperiods * max(preperiod, 1) + periods * (period * turn // gcd(period, turn)) + more:
            return preperiod, period
        # No longer period p' up to `same` does better: the heap i that spoils p has G(i) != G(i - p), while
        # G(i + p') = G(i + p' - p) since both agree, so p' fails at one of these two. But it may be one that the turn
        # divides.
        period = max(period, same if turn == 1 else 0) + 1
    return 0, 0


def proved_period(values: Values, preperiods: int, periods: int, more: int, turn: int = 1) -> tuple[int, int] | None:
    """(preperiod, period) that the values of a finite code prove, with the numbers of its bound.

    The bounds are those of `solve/sequences/periodicity.py`. It looks at each value about once, unless the end of the
    sequence almost agrees with itself at very many distances.
    """
    preperiod, period = first_proof(values, len(values), preperiods, periods, more, turn)
    return (int(preperiod), int(period)) if period else None


def octal_period(values: Values, longest: int, parts: int, unequal: bool) -> tuple[int, int] | None:
    """The same of a code without signs, or with two unequal heaps everywhere.

    `longest` is the most that a move takes, `parts` the most heaps that it leaves, at least 1.

    >>> octal_period(np.array([0] + [1, 2, 3] * 5, np.uint8), longest=2, parts=1, unequal=False)
    (1, 3)
    """
    if unequal and parts == 2:
        return proved_period(values, 2, 3, longest)
    return proved_period(values, parts, parts, longest - (parts - 1))
