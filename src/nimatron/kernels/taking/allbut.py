"""Compiled loops for ALLBUT(S): values, and exact arithmetic periods, by boundary patterns.

Level k has a pattern: bit i says whether the heap i places after the first heap with G >= k also has G >= k. All bits
from max(S) on are ones. The value k goes to the first heap and then, greedily, to every heap whose distance from all
chosen heaps is excluded. The heaps that are not chosen make the next pattern. A pattern that appears again `saltus`
levels and `period` heaps later proves G(n + period) = G(n) + saltus.

A pattern takes two words if max(S) <= WORDS. The chosen heaps depend only on the bits at the places in S. If these bits
are few, a table holds the choices.

The search stores some patterns, those with a small hash: fewer and fewer of them as their table fills up. The first
stored pattern that appears again ends the search soon after the cycle closes. Brent's search runs alongside and finds
cycles without a stored pattern. The search for the exact preperiod also starts from stored patterns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..compile.bitops import gather, trailing_zeros
from ..compile.jit import jit

Word = np.uint64
Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Row = npt.NDArray[np.integer]
Slots = npt.NDArray[np.int32]

WORDS = 126
"""The largest max(S) for patterns of two words: the top bit is always a one, and a signed shift repeats it."""

TABLE = 10
"""With at most this many excluded amounts, the chosen places come from a table."""

STORED = 1 << 14
"""The most stored patterns."""

FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
ONE = np.uint64(1)

# Places in the state of the search, which lasts from one call to the next.
LEVEL, FIRST, COUNT, BITS, ANCHOR_LEVEL, ANCHOR_FIRST, NEXT_ANCHOR, SALTUS, PERIOD, BEFORE, STATE = range(11)
HEAD = BITS  # where a wide pattern starts in its row; that search keeps no patterns and needs no BITS


class Choices(NamedTuple):
    """All that the chosen places of a pattern depend on."""

    low: Word
    """The amounts below 64, as bits; and in `high` the other amounts."""
    high: Word
    split: Word
    """How many amounts are below 64."""
    table: Words
    """The chosen places for each combination of bits at the places in S; empty if S has many amounts."""


class Memory(NamedTuple):
    """The stored patterns, their levels and first heaps, and a hash table with their numbers, -1 in free slots."""

    patterns: Words
    places: Ints
    slots: Slots


@jit
def greedy(low: Word, high: Word, mask_low: Word, mask_high: Word) -> tuple[Word, Word]:
    """The chosen places of a pattern, by the definition."""
    chosen_low, chosen_high = ONE, np.uint64(0)
    free_low, free_high = low & mask_low, high & mask_high
    while free_low:
        place = trailing_zeros(free_low)
        chosen_low |= ONE << place
        free_low &= mask_low << place
        # Two shifts instead of one by 64 - place: shifting a word by 64 is undefined.
        free_high &= (mask_high << place) | ((mask_low >> ONE) >> (63 - place))
    while free_high:
        place = trailing_zeros(free_high)
        chosen_high |= ONE << place
        free_high &= mask_low << place
    return chosen_low, chosen_high


def room_for_table(count: int) -> Words:
    """Room for the table of a set of so many amounts; none if it would be too long."""
    return np.empty((1 << count if count <= TABLE else 0, 2), np.uint64)


@jit
def fill_table(amounts: Ints, mask_low: Word, mask_high: Word, table: Words) -> None:
    """The chosen places for each combination of bits at the places in S."""
    for bits in range(table.shape[0]):
        low, high = np.uint64(0), np.uint64(0)
        for i in range(amounts.size):
            if bits >> i & 1:
                if amounts[i] < 64:
                    low |= ONE << np.uint64(amounts[i])
                else:
                    high |= ONE << np.uint64(amounts[i] - 64)
        table[bits, 0], table[bits, 1] = greedy(low, high, mask_low, mask_high)


@jit
def choose(low: Word, high: Word, how: Choices) -> tuple[Word, Word]:
    """The chosen places of a pattern."""
    if how.table.shape[0]:
        bits = np.int64(gather(low, how.low) | (gather(high, how.high) << how.split))
        return how.table[bits, 0], how.table[bits, 1]
    return greedy(low, high, how.low, how.high)


@jit
def remove(low: Word, high: Word, chosen_low: Word, chosen_high: Word) -> tuple[Word, Word, int]:
    """The pattern without the chosen places, from its next set bit on, and how far away that bit is."""
    low &= ~chosen_low
    high &= ~chosen_high
    if low:
        step = trailing_zeros(low)
        low = (low >> step) | ((high << ONE) << (63 - step))
        return low, np.uint64(np.int64(high) >> step), step  # signed: ones move in from above
    step = trailing_zeros(high)
    return np.uint64(np.int64(high) >> step), FULL, step + 64


@jit
def advance(low: Word, high: Word, how: Choices) -> tuple[Word, Word, int]:
    """The pattern of the next level, and how far away its first heap is."""
    chosen_low, chosen_high = choose(low, high, how)
    return remove(low, high, chosen_low, chosen_high)


@jit
def hashed(low: Word, high: Word) -> Word:
    """A number that looks random."""
    mixed = (low ^ (high * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xD6E8FEB86659FD93)
    return mixed ^ (mixed >> np.uint64(32))


@jit
def slot_of(low: Word, high: Word, memory: Memory) -> np.int64:
    """The slot of the pattern in the hash table, or the free slot where it belongs."""
    patterns, slots = memory.patterns, memory.slots
    last = slots.size - 1
    slot = np.int64(hashed(low, high) * np.uint64(0x2545F4914F6CDD1D) >> np.uint64(40)) & last
    while slots[slot] >= 0 and (patterns[slots[slot], 0] != low or patterns[slots[slot], 1] != high):
        slot = (slot + 1) & last
    return slot


@jit
def clear(slots: Slots) -> None:
    """Empty the hash table."""
    for i in range(slots.size):
        slots[i] = -1


@jit
def store(low: Word, high: Word, level: int, first: int, memory: Memory, number: int) -> None:
    """Store a pattern under a number."""
    memory.slots[slot_of(low, high, memory)] = number
    memory.patterns[number, 0], memory.patterns[number, 1] = low, high
    memory.places[number, 0], memory.places[number, 1] = level, first


@jit
def thin_out(memory: Memory, count: int, bits: int) -> int:
    """Retain only patterns with a hash below 2^(64 - bits), in their order; returns how many there are."""
    clear(memory.slots)
    left = 0
    for i in range(count):
        low, high = memory.patterns[i, 0], memory.patterns[i, 1]
        if hashed(low, high) >> np.uint64(64 - bits) == 0:
            store(low, high, memory.places[i, 0], memory.places[i, 1], memory, left)
            left += 1
    return left


@jit
def begin(pattern: Words, state: Ints) -> None:
    """Prepare for `search`; the hash table must hold -1 in all slots."""
    for i in range(pattern.size):
        pattern[i] = FULL  # level 0: all heaps have G >= 0
    for i in range(state.size):
        state[i] = 0
    state[BITS] = 4
    state[NEXT_ANCHOR] = 64


@jit
def search(how: Choices, pattern: Words, memory: Memory, state: Ints, stop: int) -> None:
    """Continue to level `stop`, or until a pattern appears again, which sets state[SALTUS]."""
    low, high, anchor_low, anchor_high = pattern[0], pattern[1], pattern[2], pattern[3]
    level, first, next_anchor = state[LEVEL], state[FIRST], state[NEXT_ANCHOR]
    bits = state[BITS]
    below = ONE << np.uint64(64 - bits)
    while level < stop:
        low, high, step = advance(low, high, how)
        level += 1
        first += step
        if low == anchor_low and high == anchor_high:
            state[SALTUS] = level - state[ANCHOR_LEVEL]
            state[PERIOD] = first - state[ANCHOR_FIRST]
            state[BEFORE] = state[COUNT] - 1
            break
        if hashed(low, high) < below:  # about one pattern in 2^bits, and the same ones in every round of the cycle
            met = memory.slots[slot_of(low, high, memory)]
            if met >= 0:
                state[SALTUS] = level - memory.places[met, 0]
                state[PERIOD] = first - memory.places[met, 1]
                state[BEFORE] = met - 1
                break
            store(low, high, level, first, memory, state[COUNT])
            state[COUNT] += 1
            while state[COUNT] == memory.patterns.shape[0]:
                bits += 1
                state[COUNT] = thin_out(memory, state[COUNT], bits)
                below = ONE << np.uint64(64 - bits)
        if level == next_anchor:
            anchor_low, anchor_high = low, high
            state[ANCHOR_LEVEL], state[ANCHOR_FIRST] = level, first
            next_anchor += level // 4  # Brent would double it; cycles without a stored pattern are short
    pattern[0], pattern[1], pattern[2], pattern[3] = low, high, anchor_low, anchor_high
    state[LEVEL], state[FIRST], state[NEXT_ANCHOR], state[BITS] = level, first, next_anchor, bits


@jit
def at_level(level: int, how: Choices, memory: Memory, count: int) -> tuple[Word, Word, int]:
    """(low, high, first heap) of a level, computed from the last of `count` stored patterns before it."""
    low, high, first, now = FULL, FULL, 0, 0
    i = count - 1
    while i >= 0 and memory.places[i, 0] > level:
        i -= 1
    if i >= 0:
        low, high, now, first = memory.patterns[i, 0], memory.patterns[i, 1], memory.places[i, 0], memory.places[i, 1]
    while now < level:
        low, high, step = advance(low, high, how)
        first += step
        now += 1
    return low, high, first


def room_for_levels(width: int) -> Ints:
    """Room for `preperiod`, which goes back 2 * width + 4 levels: a level moves on by at most width + 1 heaps."""
    return np.empty((2, (2 * width + 4) * (width + 1) + width), np.int64)


@jit
def preperiod(how: Choices, memory: Memory, state: Ints, width: int, levels: Ints) -> int:
    """The least preperiod, after `search` has found a saltus."""
    saltus, count = state[SALTUS], state[COUNT]
    before = state[BEFORE]
    while True:  # go back to a stored level before the cycle
        level = memory.places[before, 0] if before >= 0 else 0
        low, high, first = at_level(level, how, memory, count)
        low2, high2, _ = at_level(level + saltus, how, memory, count)
        if low != low2 or high != high2 or level == 0:
            break
        before -= 1
    while low != low2 or high != high2:
        low, high, step = advance(low, high, how)
        low2, high2, _ = advance(low2, high2, how)
        first += step
        level += 1
    if level == 0:
        return 0
    # The period is proved from heap first + width on. If it held from a heap l on, every pattern whose first heap
    # is beyond l + width would come back. That of level - 1 does not, so l is not far below `first`.
    start = max(0, level - 2 * width - 4)
    low, high, begin = at_level(start, how, memory, count)
    size = first + width - begin
    here, later = levels[0, :size], levels[1, :size]
    find_levels(low, high, how, here, 0)
    low, high, there = at_level(start + saltus, how, memory, count)
    find_levels(low, high, how, later, there - begin - state[PERIOD])
    while size and here[size - 1] == later[size - 1]:
        size -= 1
    return begin + size


@jit
def survey(
    sets: Ints, table: Words, pattern: Words, memory: Memory, state: Ints, levels: Ints, limit: int, found: Ints
) -> None:
    """(preperiod, period, saltus, -1, levels) of many sets, one in each row of `sets`; there is no largest value.

    If the limit comes first, the first three are 0.
    """
    clear(memory.slots)
    for i in range(sets.shape[0]):
        amounts = sets[i]
        mask_low, mask_high, split = np.uint64(0), np.uint64(0), 0
        for amount in amounts:
            if amount < 64:
                mask_low |= ONE << np.uint64(amount)
                split += 1
            else:
                mask_high |= ONE << np.uint64(amount - 64)
        fill_table(amounts, mask_low, mask_high, table)
        begin(pattern, state)
        how = Choices(mask_low, mask_high, np.uint64(split), table)
        search(how, pattern, memory, state, limit)
        found[i, 0], found[i, 1], found[i, 2] = 0, 0, 0
        found[i, 3], found[i, 4] = -1, state[LEVEL]
        if state[SALTUS]:
            found[i, 0] = preperiod(how, memory, state, amounts[-1], levels)
            found[i, 1], found[i, 2] = state[PERIOD], state[SALTUS]
        if state[COUNT]:
            clear(memory.slots)


@jit
def find_levels(low: Word, high: Word, how: Choices, levels: Ints, first: int) -> None:
    """The levels of heaps 0, 1, ..., counted from this one, if the pattern starts at heap `first`."""
    size = levels.size
    for i in range(size):
        levels[i] = -1
    level = 0
    while first < size:
        chosen_low, chosen_high = choose(low, high, how)
        low, high, step = remove(low, high, chosen_low, chosen_high)
        while chosen_low | chosen_high:
            if chosen_low:
                place = first + trailing_zeros(chosen_low)
                chosen_low &= chosen_low - ONE
            else:
                place = first + 64 + trailing_zeros(chosen_high)
                chosen_high &= chosen_high - ONE
            if 0 <= place < size:
                levels[place] = level
        first += step
        level += 1


@jit
def fill(values: Row, none: int, amounts: Ints, excluded: Flags, chosen: Ints) -> None:
    """Write G(0), G(1), ... into all places, which must hold `none` before; works for amounts of any size."""
    first, level = 0, 0
    while first < values.size:
        count = places_of(values, none, first, amounts, excluded, chosen)
        for i in range(count):
            values[first + chosen[i]] = level
        while first < values.size and values[first] != none:
            first += 1
        level += 1


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


# Wide patterns are rows of flags, 0 while a heap is free. The pattern starts at `head`; at the end of the row it is
# moved back to the beginning.


@jit
def wide_step(row: Row, head: int, amounts: Ints, excluded: Flags, chosen: Ints) -> tuple[int, int, int]:
    """Go on by one level: (new head, step, how many places were chosen)."""
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
    """Are two wide patterns the same?"""
    i = 1  # place 0 is free in every pattern
    while i < width and row[head + i] == other[there + i]:
        i += 1
    return i >= width


@jit
def wide_search(row: Row, anchor: Row, amounts: Ints, excluded: Flags, chosen: Ints, state: Ints, stop: int) -> None:
    """`search` for wide patterns, by Brent's method alone."""
    width, head = amounts[-1], state[HEAD]
    while state[LEVEL] < stop:
        head, step, _ = wide_step(row, head, amounts, excluded, chosen)
        state[LEVEL] += 1
        state[FIRST] += step
        if alike(row, head, anchor, 0, width):
            state[SALTUS] = state[LEVEL] - state[ANCHOR_LEVEL]
            state[PERIOD] = state[FIRST] - state[ANCHOR_FIRST]
            break
        if state[LEVEL] >= state[NEXT_ANCHOR]:
            for i in range(width):
                anchor[i] = row[head + i]
            state[ANCHOR_LEVEL], state[ANCHOR_FIRST] = state[LEVEL], state[FIRST]
            state[NEXT_ANCHOR] = 2 * state[LEVEL]
    state[HEAD] = head


def wide_preperiod(amounts: Ints, excluded: Flags, saltus: int, period: int, size: int) -> int:
    """The least preperiod, by two walks one period apart; `size` is the length of their rows."""
    chosen, rows = np.empty(amounts.size + 1, np.int64), np.zeros((2, size), np.uint8)
    rings = np.full((2, 8 * int(amounts[-1]) + 8), -1, np.int64)
    return walk(amounts, excluded, saltus, period, chosen, *rows, *rings)


@jit
def walk(
    amounts: Ints,
    excluded: Flags,
    saltus: int,
    period: int,
    chosen: Ints,
    tail: Row,
    lead: Row,
    here: Ints,
    later: Ints,
) -> int:
    """The two walks; rings hold the levels of the newest heaps: heap n is at place n modulo their length."""
    width, ring = amounts[-1], here.size
    head, head2, first, level = 0, 0, 0, 0
    first2 = 0
    for now in range(saltus):
        head2, step, count = wide_step(lead, head2, amounts, excluded, chosen)
        for i in range(count):
            later[(first2 + chosen[i]) % ring] = now
        first2 += step
    proved = -1
    while proved < 0 or first < proved + width:
        if proved < 0 and alike(tail, head, lead, head2, width):
            proved = first
            if level == 0:
                return 0
        head, step, count = wide_step(tail, head, amounts, excluded, chosen)
        for i in range(count):
            here[(first + chosen[i]) % ring] = level
        head2, step2, count = wide_step(lead, head2, amounts, excluded, chosen)
        for i in range(count):
            later[(first2 + chosen[i]) % ring] = level + saltus
        first += step
        first2 += step2
        level += 1
    place: int = proved + width
    while place and later[(place - 1 + period) % ring] == here[(place - 1) % ring] + saltus:
        place -= 1
    return place
