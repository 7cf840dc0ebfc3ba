"""All positions of Chomp inside a rectangle: who wins each of them, one bit per position.

A bar is written as m row lengths that never increase, with zeros at the end. The rank of (a, b, c, ...) is

    C(a+m-1, m) + C(b+m-2, m-1) + C(c+m-3, m-2) + ...

It numbers the bars in lexicographic order, in which every move goes down. Rank 0 is the empty bar, which is
not a position of the game.

P-positions are few, about one in a hundred. So the moves of a bar are never examined. Instead, going up from
the lowest rank, each unmarked bar is P, and all bars from which one bite leads to it are marked as N. These
are easy to list: they have a block of equal rows longer, up to the length of the row before it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np
import numpy.typing as npt

from ..compile.bitops import trailing_zeros
from ..compile.jit import inline_jit, jit

Words = npt.NDArray[np.uint64]

# Places are unsigned: numba would test a signed index for being negative.
ZERO, ONE, SIX, LOW, ALL = np.uint64(0), np.uint64(1), np.uint64(6), np.uint64(63), ~np.uint64(0)

SLICE = 1 << 27
"""Ranks between two calls of `tick`: about one second."""


Tick = Callable[[int], object]
"""Called now and then with the number of entries that are ready."""


def ranks(columns: int, rows: int) -> Words:
    """What a row adds to the rank: entry [k, v] for v squares in row k, with v up to columns + 1."""
    return np.array([[comb(v + rows - k - 1, rows - k) for v in range(columns + 2)] for k in range(rows)], np.uint64)


@inline_jit
def mark(marks: Words, place: np.uint64) -> None:
    """Set the bit of a place."""
    marks[place >> SIX] |= ONE << (place & LOW)


@inline_jit
def mark_range(marks: Words, start: np.uint64, stop: np.uint64) -> None:
    """Set the bits of all places from `start` to below `stop`."""
    if start >= stop:
        return
    word, last = start >> SIX, (stop - ONE) >> SIX
    head, tail = ALL << (start & LOW), ALL >> (LOW - ((stop - ONE) & LOW))
    if word == last:
        marks[word] |= head & tail
        return
    marks[word] |= head
    for between in range(word + ONE, last):
        marks[between] = ALL
    marks[last] |= tail


@inline_jit
def unrank(place: np.uint64, columns: np.uint64, table: Words, bar: Words) -> None:
    """Put the row lengths of the bar of this rank into `bar`."""
    length = columns
    for k in range(np.uint64(bar.size)):
        while table[k, length] > place:
            length -= ONE
        bar[k] = length
        place -= table[k, length]


@inline_jit
def mark_block(
    marks: Words, place: np.uint64, first: np.uint64, end: np.uint64, high: np.uint64, table: Words, bar: Words
) -> None:
    """Mark all bars in which the equal rows first..end-1 of this one grow up to `high`; also marks the bar itself."""
    size, last, low = np.uint64(64 * marks.size), end - ONE, bar[first]
    if low == ZERO:  # the last rows, all empty: any continuation will do, and these have consecutive ranks
        mark_range(marks, place, min(size, place + table[first, high + ONE]))
        return
    place -= table[last, low]
    while True:
        # The lengths of the rows before the last are chosen; the last has any up to theirs.
        most = high if first == last else bar[last - ONE]
        for length in range(low, most + ONE):
            if place + table[last, length] < size:
                mark(marks, place + table[last, length])
        # The next choice, in lexicographic order; after all of them the rows are as they were.
        k = last
        while k > first and bar[k - ONE] == (high if k - ONE == first else bar[k - ONE - ONE]):
            k -= ONE
            place -= table[k, bar[k]] - table[k, low]
            bar[k] = low
        if k == first:
            return
        place += table[k - ONE, bar[k - ONE] + ONE] - table[k - ONE, bar[k - ONE]]
        bar[k - ONE] += ONE


@inline_jit
def mark_bitten(marks: Words, place: np.uint64, columns: np.uint64, table: Words, bar: Words) -> None:
    """Mark all bars from which one bite leads to this bar."""
    first, high, rows = ZERO, columns, np.uint64(bar.size)
    while first < rows:
        low, end = bar[first], first + ONE
        while end < rows and bar[end] == low:
            end += ONE
        if high > low:
            mark_block(marks, place, first, end, high, table, bar)
        first, high = end, low
    marks[place >> SIX] &= ~(ONE << (place & LOW))  # `mark_block` marked the bar itself too, which is P


@jit
def mark_from(marks: Words, start: np.uint64, stop: np.uint64, columns: np.uint64, table: Words, bar: Words) -> int:
    """Mark the N-positions that lead to P-positions of ranks start..stop-1; returns how many P-positions there are."""
    place, count = start, 0
    while place < stop:
        unmarked = ~marks[place >> SIX] & (ALL << (place & LOW))
        if unmarked == ZERO:
            place = ((place >> SIX) + ONE) << SIX
            continue
        place = (place & ~LOW) + np.uint64(trailing_zeros(unmarked))
        if place < stop:
            count += 1
            unrank(place, columns, table, bar)
            mark_bitten(marks, place, columns, table, bar)
            place += ONE
    return count


def outcomes(columns: int, rows: int, size: int | None = None, tick: Tick | None = None) -> tuple[Words, int]:
    """A bit for each rank below `size` (default: all), set for N; and how many are P. Bit 0, no position, is set.

    >>> marks, count = outcomes(2, 2)
    >>> [rank for rank in range(6) if not marks[0] >> np.uint64(rank) & np.uint64(1)], count
    ([1, 4], 2)
    """
    size = comb(columns + rows, rows) if size is None else size
    table, bar = ranks(columns, rows), np.zeros(rows, np.uint64)
    marks, count = np.zeros((size + 63) // 64, np.uint64), 0
    marks[0] |= ONE
    for start in range(1, size, SLICE):
        stop = min(size, start + SLICE)
        count += mark_from(marks, np.uint64(start), np.uint64(stop), np.uint64(columns), table, bar)
        if tick:
            tick(stop)
    return marks, count
