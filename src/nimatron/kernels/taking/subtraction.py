"""Compiled loops for SUBTRACTION(S): values, and exact periods in constant memory.

max(S) values determine all later values. So a run of max(S) values that appears again proves a period, and the
first repetition of a run gives the least period. The search keeps only rows of a few values: the newest max(S) of them
stand at the front, and the next chunk follows behind. A heap below 0 has |S| + 1 there, a value that no heap has.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..compile.bitops import trailing_zeros
from ..compile.jit import jit

Row = npt.NDArray[np.unsignedinteger]
Ints = npt.NDArray[np.int64]

WORD = 62
"""With at most this many amounts, the values of the options are the bits of a word."""

CHUNK = 1 << 14
"""The most values of a chunk: few enough for the fastest cache."""

# Places in the state of the search, which lasts from one call to the next.
BASE, ANCHOR, PERIOD, LEAD, TAIL, LAST, LARGEST, DONE, STATE = range(9)


@jit
def fill(row: Row, amounts: Ints, seen: Ints, start: int, stop: int) -> None:
    """Compute the values at places start..stop-1 from those before; `seen` has |S| + 2 places."""
    one = np.uint64(1)
    for value in range(seen.size):
        seen[value] = -1
    for n in range(start, stop):
        options, value = np.uint64(0), 0
        for amount in amounts:
            if amount > n:
                break
            if amounts.size <= WORD:
                options |= one << np.uint64(row[n - amount])
            else:
                seen[row[n - amount]] = n
        if amounts.size <= WORD:
            value = trailing_zeros(~options)
        while seen[value] == n:
            value += 1
        row[n] = value


@jit
def begin(lead: Row, tail: Row, amounts: Ints, state: Ints) -> None:
    """Prepare for `search`."""
    for i in range(amounts[-1]):
        lead[i] = tail[i] = amounts.size + 1
    for i in range(state.size):
        state[i] = 0
    state[LAST] = state[ANCHOR] = -1


@jit
def search(lead: Row, tail: Row, window: Row, amounts: Ints, seen: Ints, state: Ints, work: int, limit: int) -> None:
    """Continue by about `work` values; state[DONE] and state[PERIOD] say how it ended.

    First comes Brent's search for the first return of a window, then two walks one period apart, which end
    when max(S) values agree.
    """
    width = amounts[-1]
    if state[PERIOD] == 0:
        work = _find_period(lead, window, amounts, seen, state, min(work, limit - state[BASE]))
        if state[PERIOD] == 0:
            state[DONE] = state[BASE] >= limit
            return
        for i in range(width):  # the walks for the preperiod start from heap 0 again
            lead[i] = tail[i]
    _find_preperiod(lead, tail, amounts, seen, state, work)


@jit
def _find_period(row: Row, window: Row, amounts: Ints, seen: Ints, state: Ints, work: int) -> int:
    width, base, anchor = amounts[-1], state[BASE], state[ANCHOR]
    while work > 0:
        count = min(_room(row, width, base), work)
        fill(row, amounts, seen, width, width + count)
        for place in range(width, width + count):
            state[LARGEST] = max(state[LARGEST], np.int64(row[place]))
        if anchor >= 0:
            first = 1 if anchor == base - width else 0  # not the anchor itself
            for place in range(first, count):
                same = 0
                while same < width and row[place + same] == window[same]:
                    same += 1
                if same == width:
                    state[PERIOD] = base - width + place - anchor
                    state[BASE] = base + count
                    return work
        _keep_end(row, count, width)
        base += count
        work -= count
        if base >= 2 * (anchor + width):  # Brent: a new anchor each time the distance has doubled
            anchor = base - width
            for i in range(width):
                window[i] = row[i]
    state[BASE], state[ANCHOR] = base, anchor
    return 0


@jit
def _room(row: Row, width: int, known: int) -> int:
    """How many values the next chunk has: as many as are known, so that a short period takes few of them."""
    return min(row.size - width, known + 2 * width)


@jit
def _keep_end(row: Row, count: int, width: int) -> None:
    """Move the newest `width` values to the front, before the next chunk."""
    for i in range(width):
        row[i] = row[count + i]


@jit
def _find_preperiod(lead: Row, tail: Row, amounts: Ints, seen: Ints, state: Ints, work: int) -> None:
    period, width = state[PERIOD], amounts[-1]
    # `lead` goes one period ahead; then both walk together, and state[LAST] is the last heap where they differ.
    while work > 0 and state[LEAD] < period:
        count = min(_room(lead, width, period), period - state[LEAD])
        fill(lead, amounts, seen, width, width + count)
        _keep_end(lead, count, width)
        state[LEAD] += count
        work -= count
    while work > 0:
        count = _room(lead, width, state[TAIL])
        fill(lead, amounts, seen, width, width + count)
        fill(tail, amounts, seen, width, width + count)
        place = count
        while place and lead[width + place - 1] == tail[width + place - 1]:
            place -= 1
        if place:
            state[LAST] = state[TAIL] + place - 1
        _keep_end(lead, count, width)
        _keep_end(tail, count, width)
        state[TAIL] += count
        work -= 2 * count
        if state[TAIL] - 1 - state[LAST] >= width:
            state[DONE] = 1
            return


@jit
def survey(sets: Ints, seen: Ints, leads: Row, tails: Row, window: Row, state: Ints, limit: int, found: Ints) -> None:
    """(preperiod, period, 0, largest value, computed) of many sets, one in each row of `sets`.

    If the limit comes first, the period is 0 and the largest value -1.
    """
    for i in range(sets.shape[0]):
        size = sets[i, -1] + max(sets[i, -1], CHUNK)  # as for this set alone: other sets must not change its results
        lead, tail = leads[:size], tails[:size]
        begin(lead, tail, sets[i], state)
        while not state[DONE]:
            search(lead, tail, window, sets[i], seen, state, limit, limit)
        found[i, 0], found[i, 1], found[i, 2] = state[LAST] + 1, state[PERIOD], 0
        found[i, 3] = state[LARGEST] if state[PERIOD] else -1
        found[i, 4] = state[BASE]
