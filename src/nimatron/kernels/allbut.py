"""Compiled loops for ALLBUT(S): values, and exact arithmetic periods, by boundary patterns.

Level k has a pattern: bit i says whether the heap i places after the first heap with G >= k also has
G >= k. All bits from max(S) on are ones. The value k goes to the first heap and then, greedily, to every
heap whose distance from all chosen ones is excluded. The heaps not chosen make the next pattern. A pattern
that comes back `saltus` levels and `period` heaps later proves G(n + period) = G(n) + saltus.

A pattern takes two words if max(S) <= WORDS. Which heaps are chosen depends only on the bits at the places
in S. If these are few, a table gives the answer.

The search keeps some patterns, those with a small hash: fewer and fewer of them as their table fills up.
The first kept pattern that comes back ends the search soon after the cycle closes. Brent's search runs
alongside and finds cycles that contain no kept pattern. The search for the exact preperiod also starts from
kept patterns.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .compiling import jit
from .words import gather, trailing_zeros

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

KEPT = 1 << 14
"""The most patterns kept."""

FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
ONE = np.uint64(1)

# Places in the state of the search, which is kept between calls.
LEVEL, FIRST, COUNT, BITS, ANCHOR_LEVEL, ANCHOR_FIRST, NEXT_ANCHOR, SALTUS, PERIOD, BEFORE, STATE = range(11)
HEAD = BITS  # where a wide pattern starts in its row; that search keeps no patterns and needs no BITS


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
def choose(low: Word, high: Word, mask_low: Word, mask_high: Word, split: Word, table: Words) -> tuple[Word, Word]:
    """The chosen places; `split` of the amounts are below 64."""
    if table.shape[0]:
        bits = np.int64(gather(low, mask_low) | (gather(high, mask_high) << split))
        return table[bits, 0], table[bits, 1]
    return greedy(low, high, mask_low, mask_high)


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
def hashed(low: Word, high: Word) -> Word:
    """A number that looks random."""
    mixed = (low ^ (high * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xD6E8FEB86659FD93)
    return mixed ^ (mixed >> np.uint64(32))


@jit
def slot_of(low: Word, high: Word, kept: Words, slots: Slots) -> np.int64:
    """The slot of the pattern in the hash table, or the free slot where it belongs."""
    last = slots.size - 1
    slot = np.int64(hashed(low, high) * np.uint64(0x2545F4914F6CDD1D) >> np.uint64(40)) & last
    while slots[slot] >= 0 and (kept[slots[slot], 0] != low or kept[slots[slot], 1] != high):
        slot = (slot + 1) & last
    return slot


@jit
def clear(slots: Slots) -> None:
    """Empty the hash table."""
    for i in range(slots.size):
        slots[i] = -1


@jit
def thin_out(kept: Words, places: Ints, slots: Slots, count: int, bits: int) -> int:
    """Keep only patterns with a hash below 2^(64 - bits), in their order."""
    clear(slots)
    left = 0
    for i in range(count):
        low, high = kept[i, 0], kept[i, 1]
        if hashed(low, high) >> np.uint64(64 - bits) == 0:
            kept[left, 0], kept[left, 1] = low, high
            places[left, 0], places[left, 1] = places[i, 0], places[i, 1]
            slots[slot_of(low, high, kept, slots)] = left
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
def search(
    mask_low: Word,
    mask_high: Word,
    split: Word,
    table: Words,
    pattern: Words,
    kept: Words,
    places: Ints,
    slots: Slots,
    state: Ints,
    stop: int,
) -> None:
    """Go on to level `stop`, or until a pattern comes back, which sets state[SALTUS]."""
    low, high, anchor_low, anchor_high = pattern[0], pattern[1], pattern[2], pattern[3]
    level, first, next_anchor = state[LEVEL], state[FIRST], state[NEXT_ANCHOR]
    bits = state[BITS]
    below = ONE << np.uint64(64 - bits)
    while level < stop:
        chosen_low, chosen_high = choose(low, high, mask_low, mask_high, split, table)
        low, high, step = remove(low, high, chosen_low, chosen_high)
        level += 1
        first += step
        if low == anchor_low and high == anchor_high:
            state[SALTUS] = level - state[ANCHOR_LEVEL]
            state[PERIOD] = first - state[ANCHOR_FIRST]
            state[BEFORE] = state[COUNT] - 1
            break
        if hashed(low, high) < below:  # about one pattern in 2^bits, and the same ones in every round of the cycle
            slot = slot_of(low, high, kept, slots)
            met = slots[slot]
            if met >= 0:
                state[SALTUS] = level - places[met, 0]
                state[PERIOD] = first - places[met, 1]
                state[BEFORE] = met - 1
                break
            count = state[COUNT]
            kept[count, 0], kept[count, 1] = low, high
            places[count, 0], places[count, 1] = level, first
            slots[slot] = count
            state[COUNT] = count + 1
            while state[COUNT] == kept.shape[0]:
                bits += 1
                state[COUNT] = thin_out(kept, places, slots, state[COUNT], bits)
                below = ONE << np.uint64(64 - bits)
        if level == next_anchor:
            anchor_low, anchor_high = low, high
            state[ANCHOR_LEVEL], state[ANCHOR_FIRST] = level, first
            next_anchor += level // 4  # Brent would double it; cycles without a kept pattern are short
    pattern[0], pattern[1], pattern[2], pattern[3] = low, high, anchor_low, anchor_high
    state[LEVEL], state[FIRST], state[NEXT_ANCHOR], state[BITS] = level, first, next_anchor, bits


@jit
def at_level(
    level: int, mask_low: Word, mask_high: Word, split: Word, table: Words, kept: Words, places: Ints, count: int
) -> tuple[Word, Word, int]:
    """(low, high, first heap) of a level, computed from the last kept pattern before it."""
    low, high, first, now = FULL, FULL, 0, 0
    i = count - 1
    while i >= 0 and places[i, 0] > level:
        i -= 1
    if i >= 0:
        low, high, now, first = kept[i, 0], kept[i, 1], places[i, 0], places[i, 1]
    while now < level:
        chosen_low, chosen_high = choose(low, high, mask_low, mask_high, split, table)
        low, high, step = remove(low, high, chosen_low, chosen_high)
        first += step
        now += 1
    return low, high, first


def room_for_levels(width: int) -> Ints:
    """Room for `preperiod`, which goes back 2 * width + 4 levels: a level moves on by at most width + 1 heaps."""
    return np.empty((2, (2 * width + 4) * (width + 1) + width), np.int64)


@jit
def preperiod(
    mask_low: Word,
    mask_high: Word,
    split: Word,
    table: Words,
    kept: Words,
    places: Ints,
    state: Ints,
    width: int,
    levels: Ints,
) -> int:
    """The least preperiod, after `search` has found a saltus."""
    saltus, count = state[SALTUS], state[COUNT]
    before = state[BEFORE]
    while True:  # go back to a kept level before the cycle
        level = places[before, 0] if before >= 0 else 0
        low, high, first = at_level(level, mask_low, mask_high, split, table, kept, places, count)
        low2, high2, _ = at_level(level + saltus, mask_low, mask_high, split, table, kept, places, count)
        if low != low2 or high != high2 or level == 0:
            break
        before -= 1
    while low != low2 or high != high2:
        chosen_low, chosen_high = choose(low, high, mask_low, mask_high, split, table)
        low, high, step = remove(low, high, chosen_low, chosen_high)
        chosen_low, chosen_high = choose(low2, high2, mask_low, mask_high, split, table)
        low2, high2, _ = remove(low2, high2, chosen_low, chosen_high)
        first += step
        level += 1
    if level == 0:
        return 0
    # The period is proved from heap first + width on. If it held from a heap l on, every pattern whose first heap
    # is beyond l + width would come back. That of level - 1 does not, so l is not far below `first`.
    start = max(0, level - 2 * width - 4)
    low, high, begin = at_level(start, mask_low, mask_high, split, table, kept, places, count)
    size = first + width - begin
    here, later = levels[0, :size], levels[1, :size]
    find_levels(low, high, mask_low, mask_high, split, table, here, 0)
    low, high, there = at_level(start + saltus, mask_low, mask_high, split, table, kept, places, count)
    find_levels(low, high, mask_low, mask_high, split, table, later, there - begin - state[PERIOD])
    while size and here[size - 1] == later[size - 1]:
        size -= 1
    return begin + size


@jit
def survey(
    sets: Ints,
    table: Words,
    pattern: Words,
    kept: Words,
    places: Ints,
    slots: Slots,
    state: Ints,
    levels: Ints,
    limit: int,
    found: Ints,
) -> None:
    """(preperiod, period, saltus, -1, levels) of many sets, one in each row of `sets`; there is no largest value.

    If the limit comes first, the first three are 0.
    """
    clear(slots)
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
        search(mask_low, mask_high, np.uint64(split), table, pattern, kept, places, slots, state, limit)
        found[i, 0], found[i, 1], found[i, 2] = 0, 0, 0
        found[i, 3], found[i, 4] = -1, state[LEVEL]
        if state[SALTUS]:
            width = amounts[-1]
            found[i, 0] = preperiod(mask_low, mask_high, np.uint64(split), table, kept, places, state, width, levels)
            found[i, 1], found[i, 2] = state[PERIOD], state[SALTUS]
        if state[COUNT]:
            clear(slots)


@jit
def find_levels(
    low: Word, high: Word, mask_low: Word, mask_high: Word, split: Word, table: Words, levels: Ints, first: int
) -> None:
    """The levels of heaps 0, 1, ..., counted from this one, if the pattern starts at heap `first`."""
    size = levels.size
    for i in range(size):
        levels[i] = -1
    level = 0
    while first < size:
        chosen_low, chosen_high = choose(low, high, mask_low, mask_high, split, table)
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
