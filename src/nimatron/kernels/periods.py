"""The period of a long nim-sequence of a take-and-break code, with no more memory than the values take."""

from __future__ import annotations

import numpy as np

from . import jit
from .sparse import Values


@jit
def agreeing(G: Values, size: int, period: int) -> int:
    """How many values at the end of G[:size] are the same as those a period before."""
    chunk = 256
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
    """Do the first of the `needed` last values differ from those a period before?

    At the end of a sequence that becomes periodic very many periods agree for long; here few do.
    """
    i = max(size - needed, period)
    stop = min(i + 1024, size)
    while i < stop and G[i] == G[i - period]:
        i += 1
    return i < stop


@jit
def first_proof(G: Values, size: int, longest: int, splits: bool, unequal: bool) -> tuple[int, int]:
    """(preperiod, period) of the least period that the values prove, (0, 0) if they prove none."""
    period = 1
    agree = (size + longest) // 2 if splits else longest  # no proof with fewer values that agree: see `needed`
    while period < size // 2:
        if G[size - 1] != G[size - 1 - period] or fails_early(G, size, period, agree):
            period += 1
            continue
        same = agreeing(G, size, period)
        preperiod = size - period - same
        q = max(preperiod, 1)
        needed = q + period + longest
        if splits:
            needed = 2 * q + 3 * period + longest if unequal else 2 * q + 2 * period + longest - 1
        if size >= needed:
            return preperiod, period
        # The heap that spoils this period would spoil a longer one up to `same` as well: all three lie a
        # period apart from each other among the values that agree.
        period = max(period, same) + 1
    return 0, 0


def octal_period(values: Values, longest: int, splits: bool, unequal: bool) -> tuple[int, int] | None:
    """(preperiod, period) that the values of a finite code prove; `longest` is the most that a move takes.

    The bounds are those of `nimatron.values.period.octal_period`. Close to one look at each value, unless
    the end of the sequence almost agrees with itself at very many distances.

    >>> octal_period(np.array([0] + [1, 2, 3] * 5, np.uint8), longest=2, splits=False, unequal=False)
    (1, 3)
    """
    preperiod, period = first_proof(values, len(values), longest, splits, unequal)
    return (int(preperiod), int(period)) if period else None
