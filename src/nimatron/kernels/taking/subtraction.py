"""Compiled loops for SUBTRACTION(S): values, and exact periods in constant memory.

A row holds nim-values. If |S| < 64, the value v is written as the number 2^v, so that the mex of a whole
block of values takes two operations on a vector (`mex_block`); a heap below 0 is written as 0, which
adds no option. With more amounts a row holds the values themselves, and a heap below 0 has |S| + 1, a value
that no heap has.

max(S) values determine all later values. So a run of max(S) values that appears again proves a period, and the
first repetition of a run gives the least period. Windows here may be longer than max(S). That changes nothing:
they start where the run starts.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..compile.bitops import VECTOR, mex_block, same_block, trailing_zeros
from ..compile.jit import jit

Row = npt.NDArray[np.unsignedinteger]
Ints = npt.NDArray[np.int64]

VALUES = 4
"""Item size in bytes of a row of plain values. No row of powers has it, so each type of row needs only one loop."""

ONE_BY_ONE = 3
"""If the least amount is below this, single steps are faster: a block yields only min(S) right values."""

CHUNK = 1 << 14
"""Values per chunk of the long search: small enough for the fastest cache."""

SHORT = 1 << 12
"""How many values `short_period` looks at."""

# Places in the state of the long search, which lasts from one call to the next.
BASE, ANCHOR, PERIOD, LEAD, TAIL, LAST, DONE, MET, STATE = range(9)


@jit
def lanes(row: Row) -> int:
    """How many values of this row fit a vector."""
    return VECTOR // row.itemsize


@jit
def no_heap(row: Row, amounts: Ints) -> int:
    """What the row holds for a heap below 0."""
    return amounts.size + 1 if row.itemsize == VALUES else 0


@jit
def fill(row: Row, amounts: Ints, seen: Ints, start: int, stop: int) -> None:
    """Compute the values at places start..stop-1 from those before; overwrites up to VECTOR bytes beyond them.

    `seen` has |S| + 2 places if the row holds values, and may be empty if it holds powers of two.
    """
    if row.itemsize == VALUES:
        _fill_values(row, amounts, seen, start, stop)
        return
    if amounts[0] >= ONE_BY_ONE:
        step = min(amounts[0], lanes(row))
        while start < stop:
            mex_block(row, start, amounts)
            start += step
        return
    one = row.dtype.type(1)
    for n in range(start, stop):
        options = row.dtype.type(0)
        for amount in amounts:
            options |= row[n - amount]
        row[n] = ~options & (options + one)  # the lowest zero: see `mex_block`


@jit
def _fill_values(row: Row, amounts: Ints, seen: Ints, start: int, stop: int) -> None:
    for value in range(seen.size):
        seen[value] = -1
    for n in range(start, stop):
        for amount in amounts:
            seen[row[n - amount]] = n
        value = 0
        while seen[value] == n:
            value += 1
        row[n] = value


@jit
def extend(values: Row, known: int, amounts: Ints, seen: Ints, row: Row) -> None:
    """Compute the values from `known` to the end of the array."""
    width = amounts[-1]
    powers = row.itemsize != VALUES
    nothing = no_heap(row, amounts)
    for i in range(width):
        n = known - width + i
        if n < 0:
            row[i] = nothing
        else:
            row[i] = 1 << np.int64(values[n]) if powers else np.int64(values[n])
    room = row.size - width - VECTOR
    while known < values.size:
        count = min(room, values.size - known)
        fill(row, amounts, seen, width, width + count)
        if powers:
            for i in range(count):
                values[known + i] = trailing_zeros(np.uint64(row[width + i]))
        else:
            for i in range(count):
                values[known + i] = row[width + i]
        known += count
        for i in range(width):
            row[i] = row[count + i]


@jit
def same(row: Row, place: int, other: Row, there: int, count: int) -> bool:
    """Do `count` values agree? They are at least a vector of them."""
    step = lanes(row)
    last = count - step  # the last vector may overlap the one before, so nothing beyond `count` is read
    if not same_block(row, place + last, other, there + last):
        return False
    i = 0
    while i < last and same_block(row, place + i, other, there + i):
        i += step
    return i >= last


@jit
def met(row: Row, start: int, stop: int) -> np.uint64:
    """The powers of two at these places or-ed together, or the largest value: `largest` turns both into a value."""
    some = row.dtype.type(0)
    if row.itemsize == VALUES:
        for value in row[start:stop]:
            some = max(some, value)
    else:
        for value in row[start:stop]:
            some |= value
    return np.uint64(some)


@jit
def joined(row: Row, some: np.uint64, more: np.uint64) -> np.uint64:
    """`met` of two ranges of places together."""
    return max(some, more) if row.itemsize == VALUES else some | more


@jit
def largest(row: Row, some: np.uint64) -> int:
    """The largest value: where a value occurs, all smaller ones do, so the set has no gaps."""
    if row.itemsize == VALUES:
        return np.int64(some)  # type: ignore[return-value]
    found: int = trailing_zeros(~some) - 1
    return found


@jit
def short_period(row: Row, amounts: Ints, seen: Ints, limit: int) -> tuple[int, int, int]:
    """(preperiod, period, computed) from few values, all in the row; period 0 if they are not enough.

    The period is nearly always the sum of two amounts or a divisor of such a sum. So all distances are tried
    only if such a sum fits, or if there are many values.
    """
    width = max(amounts[-1], lanes(row))
    origin = amounts[-1]
    for i in range(origin):
        row[i] = no_heap(row, amounts)
    most = min(row.size - origin - VECTOR, limit)
    size, goal = 0, width + 2 * amounts[-1]
    while goal <= most:
        fill(row, amounts, seen, origin + size, origin + goal)
        size = goal
        period = _return_of_end(row, amounts, origin, size, width)
        if period:
            start = size - width - period
            step = lanes(row)
            place = origin + start
            while start >= step and same_block(row, place - step, row, place - step + period):
                start -= step
                place -= step
            while start and row[place - 1] == row[place - 1 + period]:
                start -= 1
                place -= 1
            return start, period, size
        goal += goal // 2  # not found: half as many values again
    return 0, 0, size


@jit
def _return_of_end(row: Row, amounts: Ints, origin: int, size: int, width: int) -> int:
    """The least distance at which the last `width` values occurred before; 0 if there is none."""
    end = origin + size - width
    farthest = size - width
    if size < 16 * width and not _sum_fits(row, amounts, end, farthest, width):
        return 0
    last = width - lanes(row)
    for period in range(1, farthest + 1):
        if same_block(row, end + last, row, end + last - period) and same(row, end, row, end - period, width):
            return period
    return 0


@jit
def _sum_fits(row: Row, amounts: Ints, end: int, farthest: int, width: int) -> bool:
    for i in range(amounts.size - 1, -1, -1):
        for j in range(i, -1, -1):
            period = amounts[i] + amounts[j]
            if period <= farthest and same(row, end, row, end - period, width):
                return True
    return False


@jit
def length(room: int, amounts: Ints) -> int:
    """How much of a shared row a row for this set alone would have: results must not depend on other sets."""
    width: int = max(amounts[-1], VECTOR)
    return width + max(room, width) + VECTOR


@jit
def survey(
    sets: Ints, rows: Row, seen: Ints, leads: Row, tails: Row, window: Row, state: Ints, limit: int, found: Ints
) -> None:
    """(preperiod, period, 0, largest value, computed) of many sets, one in each row of `sets`.

    If the limit comes first, the period is 0 and the largest value -1.
    """
    for i in range(sets.shape[0]):
        amounts = sets[i]
        row = rows[: length(SHORT, amounts)]
        preperiod, period, computed = short_period(row, amounts, seen, limit)
        some = met(row, amounts[-1], amounts[-1] + computed)
        if period == 0:
            size = length(CHUNK, amounts)
            lead, tail = leads[:size], tails[:size]
            begin(lead, tail, amounts, state)
            while not state[DONE]:
                search(lead, tail, window, amounts, seen, state, limit, limit)
            preperiod, period, computed = state[LAST] + 1, state[PERIOD], state[BASE]
            some = np.uint64(state[MET])
        found[i, 0], found[i, 1], found[i, 2], found[i, 4] = preperiod, period, 0, computed
        found[i, 3] = largest(row, some) if period else -1


@jit
def begin(lead: Row, tail: Row, amounts: Ints, state: Ints) -> None:
    """Prepare for `search`."""
    for i in range(max(amounts[-1], lanes(lead))):
        lead[i] = tail[i] = no_heap(lead, amounts)
    for i in range(state.size):
        state[i] = 0
    state[LAST] = -1
    state[ANCHOR] = -1


@jit
def search(lead: Row, tail: Row, window: Row, amounts: Ints, seen: Ints, state: Ints, work: int, limit: int) -> None:
    """Continue the long search by about `work` values; state[DONE] and state[PERIOD] say how it ended.

    First comes Brent's search for the first return of a window, then two walks one period apart, which end
    when max(S) values agree. All this takes only three rows of memory.
    """
    width = max(amounts[-1], lanes(lead))
    if state[PERIOD] == 0:
        work = _find_period(lead, window, amounts, seen, state, min(work, limit - state[BASE]), width)
        if state[PERIOD] == 0:
            state[DONE] = state[BASE] >= limit
            return
        for i in range(width):  # the walks for the preperiod start from heap 0 again
            lead[i] = tail[i]
    if state[PERIOD]:
        _find_preperiod(lead, tail, amounts, seen, state, work, width)


@jit
def _find_period(row: Row, window: Row, amounts: Ints, seen: Ints, state: Ints, work: int, width: int) -> int:
    base, anchor = state[BASE], state[ANCHOR]
    room = row.size - width - VECTOR
    while work > 0:
        count = min(room, work)
        fill(row, amounts, seen, width, width + count)
        state[MET] = np.int64(joined(row, np.uint64(state[MET]), met(row, width, width + count)))
        if anchor >= 0:
            first = 1 if anchor == base - width else 0  # not the anchor itself
            for place in range(first, count):
                if same_block(row, place, window, 0) and same(row, place, window, 0, width):
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
def _keep_end(row: Row, count: int, width: int) -> None:
    """Move the newest `width` values to the front, before the next chunk."""
    for i in range(width):
        row[i] = row[count + i]


@jit
def _find_preperiod(lead: Row, tail: Row, amounts: Ints, seen: Ints, state: Ints, work: int, width: int) -> None:
    period = state[PERIOD]
    room = lead.size - width - VECTOR
    # `lead` goes one period ahead; then both walk together, and state[LAST] is the last heap where they differ.
    while work > 0 and state[LEAD] < period:
        count = min(room, period - state[LEAD])
        fill(lead, amounts, seen, width, width + count)
        _keep_end(lead, count, width)
        state[LEAD] += count
        work -= count
    while work > 0:
        fill(lead, amounts, seen, width, width + room)
        fill(tail, amounts, seen, width, width + room)
        place = room
        while place and lead[width + place - 1] == tail[width + place - 1]:
            place -= 1
        if place:
            state[LAST] = state[TAIL] + place - 1
        _keep_end(lead, room, width)
        _keep_end(tail, room, width)
        state[TAIL] += room
        work -= 2 * room
        if state[TAIL] - 1 - state[LAST] >= amounts[-1]:
            state[DONE] = 1
            return
