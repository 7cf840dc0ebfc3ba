"""Compiled loops for ALLBUT(S): values, and exact arithmetic periods, by boundary patterns.

Level k has a pattern: place i says whether the heap i places after the first heap with G >= k also has G >= k. All
heaps from max(S) on have. The value k goes to the first heap and then, greedily, to every heap whose distance from all
chosen heaps is excluded. The heaps that are not chosen make the next pattern. A pattern that appears again `saltus`
levels and `period` heaps later proves G(n + period) = G(n) + saltus.

Patterns are rows of flags, 0 where a heap is free (G >= k). A pattern starts at a `head`; at the end of the row it is
moved back to the beginning. Brent's search finds a pattern that appears again, and two walks one saltus apart find the
exact preperiod.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..compile.jit import jit

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Row = npt.NDArray[np.integer]

# Places in the state of the search, which lasts from one call to the next.
LEVEL, FIRST, HEAD, ANCHOR_LEVEL, ANCHOR_FIRST, NEXT_ANCHOR, SALTUS, PERIOD, STATE = range(9)


class Room(NamedTuple):
    """Working space: a row and an anchor for the search, rows and rings for the two walks, the excluded amounts."""

    row: Row
    anchor: Row
    tail: Row
    here: Ints
    """The levels of the newest heaps of a walk: heap n is at place n modulo the length."""
    later: Ints
    excluded: Flags
    chosen: Ints
    state: Ints


def make_room(width: int, count: int) -> Room:
    """Room for sets of `count` amounts up to `width`."""
    row, anchor, tail = np.zeros((3, 8 * width + 1024), np.uint8)
    here, later = np.zeros((2, 8 * width + 8), np.int64)
    excluded, chosen, state = np.zeros(width + 1, np.bool_), np.zeros(count + 1, np.int64), np.zeros(STATE, np.int64)
    return Room(row, anchor, tail, here, later, excluded, chosen, state)


@jit
def places_of(row: Row, none: int, first: int, amounts: Ints, excluded: Flags, chosen: Ints) -> int:
    """Put the chosen places into `chosen` and return their number; a place of the row is free if it holds `none`."""
    chosen[0] = 0
    count = 1
    for amount in amounts:
        if first + amount >= row.size:
            break
        if row[first + amount] != none:
            continue
        fits = True
        for i in range(count):
            fits &= excluded[amount - chosen[i]]
        if fits:
            chosen[count] = amount
            count += 1
    return count


@jit
def fill(values: Row, none: int, amounts: Ints, excluded: Flags, chosen: Ints) -> None:
    """Write G(0), G(1), ... into all places, which must hold `none` before."""
    first, level = 0, 0
    while first < values.size:
        count = places_of(values, none, first, amounts, excluded, chosen)
        for i in range(count):
            values[first + chosen[i]] = level
        while first < values.size and values[first] != none:
            first += 1
        level += 1


@jit
def advance(row: Row, head: int, amounts: Ints, excluded: Flags, chosen: Ints) -> tuple[int, int, int]:
    """Go on by one level: (new head, how far away its first heap is, how many places were chosen)."""
    width = amounts[-1]
    if head + 2 * width + 2 > row.size:
        for i in range(row.size):
            row[i] = row[head + i] if i <= width else 0
        head = 0
    count = places_of(row, 0, head, amounts, excluded, chosen)
    for i in range(count):
        row[head + chosen[i]] = 1
    step = 1
    while row[head + step]:
        step += 1
    return head + step, step, count


@jit
def alike(row: Row, head: int, other: Row, there: int, width: int) -> bool:
    """Are two patterns the same?"""
    i = 1  # place 0 is free in every pattern
    while i < width and row[head + i] == other[there + i]:
        i += 1
    return i >= width


@jit
def begin(amounts: Ints, room: Room) -> None:
    """Prepare for `search`: at level 0 all heaps are free."""
    room.row[:] = 0
    room.anchor[:] = 0
    room.state[:] = 0
    room.state[NEXT_ANCHOR] = 64
    room.excluded[:] = False
    for amount in amounts:
        room.excluded[amount] = True


@jit
def search(amounts: Ints, room: Room, stop: int) -> None:
    """Continue to level `stop`, or until a pattern appears again, which sets state[SALTUS]."""
    row, anchor, state = room.row, room.anchor, room.state
    width, head, level, first = amounts[-1], state[HEAD], state[LEVEL], state[FIRST]
    while level < stop:
        head, step, _ = advance(row, head, amounts, room.excluded, room.chosen)
        level += 1
        first += step
        if alike(row, head, anchor, 0, width):
            state[SALTUS], state[PERIOD] = level - state[ANCHOR_LEVEL], first - state[ANCHOR_FIRST]
            break
        if level >= state[NEXT_ANCHOR]:
            for i in range(width):
                anchor[i] = row[head + i]
            state[ANCHOR_LEVEL], state[ANCHOR_FIRST], state[NEXT_ANCHOR] = level, first, 2 * level
    state[HEAD], state[LEVEL], state[FIRST] = head, level, first


@jit
def preperiod(amounts: Ints, room: Room) -> int:
    """The least preperiod, after `search` has found a saltus: by a walk from level 0 and one that is a saltus ahead."""
    tail, lead, here, later, chosen = room.tail, room.row, room.here, room.later, room.chosen
    saltus, period = room.state[SALTUS], room.state[PERIOD]
    width, ring = amounts[-1], here.size
    tail[:] = 0
    lead[:] = 0
    here[:] = -1
    later[:] = -1
    head, head2, first, first2, level = 0, 0, 0, 0, 0
    for now in range(saltus):
        head2, step, count = advance(lead, head2, amounts, room.excluded, chosen)
        for i in range(count):
            later[(first2 + chosen[i]) % ring] = now
        first2 += step
    proved = -1
    while proved < 0 or first < proved + width:
        if proved < 0 and alike(tail, head, lead, head2, width):
            proved = first
            if level == 0:
                return 0
        head, step, count = advance(tail, head, amounts, room.excluded, chosen)
        for i in range(count):
            here[(first + chosen[i]) % ring] = level
        head2, step2, count = advance(lead, head2, amounts, room.excluded, chosen)
        for i in range(count):
            later[(first2 + chosen[i]) % ring] = level + saltus
        first += step
        first2 += step2
        level += 1
    place: int = proved + width
    while place and later[(place - 1 + period) % ring] == here[(place - 1) % ring] + saltus:
        place -= 1
    return place


@jit
def survey(sets: Ints, room: Room, limit: int, found: Ints) -> None:
    """(preperiod, period, saltus, -1, levels) of many sets, one in each row of `sets`; there is no largest value.

    If the limit comes first, the first three are 0.
    """
    for i in range(sets.shape[0]):
        begin(sets[i], room)
        search(sets[i], room, limit)
        found[i, 0] = preperiod(sets[i], room) if room.state[SALTUS] else 0
        found[i, 1], found[i, 2] = room.state[PERIOD], room.state[SALTUS]
        found[i, 3], found[i, 4] = -1, room.state[LEVEL]
