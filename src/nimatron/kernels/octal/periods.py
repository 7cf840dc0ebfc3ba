"""Periods of take-and-break codes: of one long nim-sequence, with no further memory, and of many codes."""

from __future__ import annotations

from math import gcd

import numpy as np
import numpy.typing as npt

from ...core.errors import UsageError
from ..compile.jit import jit
from .mexloop import fill_by_definition
from .sparsespace import Ints, Values

FIRST = 64
"""How many values of each code a survey starts with."""

MOST = 1 << 13
"""The most values of each code that a survey computes, by the definition."""


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


@jit
def survey(codes: Ints, G: Values, seen: Ints, moves: Ints, found: Ints) -> None:
    """(preperiod, period, 0, largest value, computed) of many codes, one in each row, by the definition.

    The number of values doubles until they prove a period. If the limit comes first, the period is 0 and the
    largest value -1. `G` and `seen` are as long as the limit asks for, and `moves` has three rows as long as a code.
    """
    limit = len(G)
    for i in range(codes.shape[0]):
        counts, longest = moves_of(codes[i], moves)
        ends, takes, splits = moves[0, : counts[0]], moves[1, : counts[1]], moves[2, : counts[2]]
        known, size, preperiod, period = 1, min(FIRST, limit), 0, 0
        while True:
            known = fill_by_definition(G, known, size, seen, ends, takes, splits, False)
            parts = 2 if splits.size else 1
            preperiod, period = first_proof(G, size, parts, parts, longest - (parts - 1), 1)
            if period or size == limit:
                break
            size = min(2 * size, limit)
        found[i, 0], found[i, 1], found[i, 2], found[i, 4] = preperiod, period, 0, size
        found[i, 3] = largest(G, size) if period else -1


@jit
def largest(G: Values, size: int) -> int:
    """The largest of the first values."""
    most = 0
    for n in range(size):
        if G[n] > most:
            most = np.int64(G[n])  # type: ignore[assignment]
    return most


@jit
def moves_of(digits: Ints, moves: Ints) -> tuple[tuple[int, int, int], int]:
    """How many amounts may be taken to leave 0, 1, 2 heaps, and the largest; the rows of `moves` list them."""
    ends, takes, splits, longest = 0, 0, 0, 0
    for t in range(digits.size):
        if digits[t] & 1 and t:
            moves[0, ends] = t
            ends += 1
        if digits[t] & 2 and t:
            moves[1, takes] = t
            takes += 1
        if digits[t] & 4:
            moves[2, splits] = t
            splits += 1
        if digits[t]:
            longest = t
    return (ends, takes, splits), longest


def octal_facts(codes: npt.ArrayLike, limit: int) -> Ints:
    """Rows of preperiod, period, saltus, largest value and computed values of octal codes; period 0: not found.

    A row starts with the digit before the point. For more than a few thousand values `OctalRun` is faster.

    >>> octal_facts([[0, 7, 7], [0, 0, 7]], 1000)[:, :4].tolist()
    [[71, 12, 0, 8], [53, 34, 0, 9]]
    """
    table = np.ascontiguousarray(codes, np.int64)
    if table.ndim != 2 or table.shape[1] == 0 or (table < 0).any() or (table > 7).any():
        raise UsageError("a survey of codes needs rows of digits from 0 to 7")
    found = np.empty((table.shape[0], 5), np.int64)
    limit = min(max(limit, 2), MOST)
    # No value is out of its range: each move takes at least 1 or splits a heap, so n is gone within 2n moves.
    G, seen = np.zeros(limit, np.uint16), np.empty(4 * limit + 2, np.int64)
    survey(table, G, seen, np.empty((3, table.shape[1]), np.int64), found)
    return found
