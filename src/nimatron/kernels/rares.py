"""Nim-sequences of codes with many rare heaps, as 0.6: blocks of 64 heaps, and values as ranks of a byte.

Whether a value is rare is one bit of it that need not be stored. Without the lowest bit that the functional looks at
(see `sparse`), a value has a *rank* among the common values, or among the rare ones. The ranks are in the order of
these values, and the rank of a xor is the xor of the ranks. So values below 512 are bytes, 64 to a vector, and the
options of a heap are two small sets of bits: the ranks of the common ones and those of the rare ones.

1. Mark: the splits with rare heaps, which reach all common values, and the splits with some common heaps, which reach
   most of the rare values.
2. Compare, unless marking is as quick: the first ranks still open in each heap, with the splits that were not marked.
   This decides them if they are common.
3. Heap by heap: the moves inside the block, and a search for a pair where a rare value is still open.

Splits of two rare heaps would be taken for the others, so they are not marked: they reach only rare values, and the
search finds them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .compiling import inlined, jit
from .machines import LANES
from .pairs import Rules, has_pair
from .planes import GROUP, PART, TRIED, compare, mark, mark_2_parts, mark_3_parts, mark_part
from .sets import has_bytes, has_planes
from .sparse import Bytes, Ints, Values
from .vector import lowest_bit

Words = npt.NDArray[np.uint64]
Codes = npt.NDArray[np.uint32]

RANKS = 256
"""Ranks are below this."""

SETS = RANKS // GROUP * LANES
"""The words of all sets of one kind of values."""

COMMON, RARE = 0, 1
"""The kinds of values."""

REPEATED = np.uint32(0x01010101)
"""Times a rank, this is its code: the rank in each of four bytes."""


class Lists(NamedTuple):
    """The heaps whose splits are looked at, and the ranks."""

    rares: Ints
    """Rare heaps whose splits are marked, with room for new ones."""

    rare_codes: Codes
    """Their codes."""

    rest: Ints
    """All other rare heaps: open ranks are compared with their splits."""

    rest_codes: Codes

    sizes: Ints
    """How many of `rares` there are, and how many of them are below LANES: their partners may lie in the block."""

    others: Ints
    """Common heaps whose splits are marked."""

    other_codes: Codes

    more: Ints
    """More common heaps: open ranks are compared with their splits."""

    more_codes: Codes

    rank: Bytes
    """The rank of each value."""

    rare: Bytes
    """For each index of `sparse`: 1 if it is rare."""

    values: Ints
    """For both kinds and both parities of a heap: the values by their ranks; -1 where there is none."""

    below: Ints
    """For both parities and each rank of a common value: how many rare values are smaller."""

    parts: int
    """So many parts of the groups are marked: larger ranks are seldom needed."""


class Space(NamedTuple):
    """The working space; column j belongs to heap j of a block."""

    ranks: Bytes
    """The ranks of the known heaps from `first` on."""

    known: Bytes
    """For the heaps from `first` on: 255 if it is known and common, else 0."""

    sets: Words
    """For both kinds and each group of ranks a word for each column: which are options?"""

    seen: Bytes
    """For each rank: is it an option of a single heap?"""

    tried: Bytes
    """TRIED rows of open ranks."""

    found: Bytes
    """For each of these: 255 if it is an option."""

    sure: Ints
    """For each column: common ranks below this one are options only if they are marked."""

    bounds: Ints
    """Three bounds for each split: see `limits`."""

    first: int
    """No heap of the lists has a partner before this one."""


@jit
def is_quick() -> bool:
    """Does this machine have the instructions that make it worth while?"""
    return has_bytes()


@jit
def marks_all() -> bool:
    """Is marking so quick here that there is nothing to compare?"""
    return has_planes()


@inlined
def limits(n: int, rules: Rules, lists: Lists, bounds: Ints) -> None:
    """For each split: which rare heaps leave a partner before the block that starts at n, for all of its heaps.

    They are those up to bound 0 and from bound 1 to bound 2. The ones in between may be exactly half of what is left of
    a heap in the block, which is not allowed where splits must be unequal. The ones behind are too large.
    """
    rares = lists.rares
    for k in range(len(rules.splits)):
        m = n - rules.splits[k]
        size = lists.sizes[0]
        while size and rares[size - 1] >= m:
            size -= 1
        low = high = size
        if rules.unequal:
            while high and 2 * rares[high - 1] >= m + LANES:
                high -= 1
            low = high
            while low and 2 * rares[low - 1] >= m:
                low -= 1
        bounds[k, 0], bounds[k, 1], bounds[k, 2] = low, high, size


@jit
def mark_some(m: int, heaps: Ints, codes: Codes, start: int, stop: int, parts: int, s: Space, sets: Words) -> None:
    """Mark the splits of m, m + 1, ... with the heaps from `start` to `stop` that leave a known common heap."""
    groups, place = parts * PART // GROUP, m - s.first
    for q in range(groups):
        mark(s.ranks, place, heaps, codes, start, stop, s.known, q, sets)
    left = parts - groups * GROUP // PART
    if left == 1:
        mark_part(s.ranks, place, heaps, codes, start, stop, s.known, groups, sets)
    elif left == 2:
        mark_2_parts(s.ranks, place, heaps, codes, start, stop, s.known, groups, sets)
    elif left == 3:
        mark_3_parts(s.ranks, place, heaps, codes, start, stop, s.known, groups, sets)


@inlined
def mark_block(n: int, rules: Rules, lists: Lists, s: Space) -> None:
    """Mark the splits of the heaps from n on, except for moves inside the block."""
    s.sets[:] = 0
    common, rare = s.sets[:SETS], s.sets[SETS:]
    for k in range(len(rules.splits)):
        m, low, high, size = n - rules.splits[k], s.bounds[k, 0], s.bounds[k, 1], s.bounds[k, 2]
        mark_some(m, lists.rares, lists.rare_codes, 0, low, lists.parts, s, common)
        if high < size:
            mark_some(m, lists.rares, lists.rare_codes, high, size, lists.parts, s, common)
        mark_some(m, lists.others, lists.other_codes, 0, len(lists.others), lists.parts, s, rare)


@inlined
def list_open(sets: Words, kind: int, limit: int, j: int, tried: Bytes) -> int:
    """List the first TRIED open ranks of column j below the limit; returns how many there are."""
    count = rank = 0
    while count < TRIED:
        rank = next_open(sets, kind, rank, j)
        if rank >= limit:
            break
        tried[np.uint64(count * LANES + j)] = rank
        count += 1
        rank += 1
    return count


@inlined
def compare_all(n: int, kind: int, heaps: Ints, codes: Codes, rules: Rules, s: Space) -> None:
    """Mark the listed ranks that splits with these heaps have."""
    s.found[:] = 0
    for t in rules.splits:
        compare(s.ranks, n - t - s.first, heaps, codes, 0, len(heaps), s.known, s.tried, s.found)
    for i in range(TRIED * LANES):
        k = np.uint64(i)
        # No branch: nobody can tell which are found. The others add nothing.
        put(s.sets, kind, np.int64(s.tried[k]), i % LANES, np.uint64(s.found[k] & 1))


@inlined
def decide_common(n: int, rules: Rules, lists: Lists, s: Space) -> None:
    """Decide the first common ranks that are still open."""
    marked = min(lists.parts * PART, RANKS - 1)  # the last rank cannot be compared
    s.sure[:] = marked
    if len(lists.rest):
        for j in range(LANES):
            if list_open(s.sets, COMMON, marked, j, s.tried) == TRIED:
                s.sure[j] = np.int64(s.tried[(TRIED - 1) * LANES + j]) + 1
        compare_all(n, COMMON, lists.rest, lists.rest_codes, rules, s)


@inlined
def close_rare(n: int, rules: Rules, lists: Lists, s: Space) -> None:
    """Close some rare ranks that are still open, up to the second open common one: the first may be an option."""
    if len(lists.more):
        for j in range(LANES):
            common = next_open(s.sets, COMMON, next_open(s.sets, COMMON, 0, j) + 1, j)
            limit = lists.below[((n + j) & 1) * RANKS + min(common, RANKS - 1)]
            list_open(s.sets, RARE, min(limit, RANKS - 1), j, s.tried)
        compare_all(n, RARE, lists.more, lists.more_codes, rules, s)


@inlined
def put(sets: Words, kind: int | np.int64, rank: int | np.int64, j: int, bit: np.uint64) -> None:
    """Note an option in column j, if the bit is 1."""
    sets[np.uint64(kind * SETS + (rank >> 6) * LANES + j)] |= bit << np.uint64(rank & 63)


@inlined
def put_split(m: int, i: int, j: int, lists: Lists, s: Space) -> None:
    """Note the split of m with a rare heap in column j."""
    b = np.uint64(m - lists.rares[i] - s.first)  # unsigned: numba tests signed indices for being negative
    rank = np.uint8(lists.rare_codes[i]) ^ s.ranks[b]
    put(s.sets, RARE if s.known[b] == 0 else COMMON, np.int64(rank), j, np.uint64(1))


@inlined
def mark_late(G: Values, n: int, j: int, rules: Rules, lists: Lists, s: Space) -> None:
    """Mark the options of n in column j that were left out, except for what `hand_on` marks."""
    for t in rules.takes:
        value = np.int64(G[n - t])
        put(s.sets, np.int64(lists.rare[2 * value + (n & 1)]), np.int64(lists.rank[value]), j, np.uint64(1))
    for k in range(len(rules.splits)):
        t = rules.splits[k]
        for i in range(s.bounds[k, 0], s.bounds[k, 1]):
            if 2 * lists.rares[i] != n - t:
                put_split(n - t, i, j, lists, s)
        for i in range(s.bounds[k, 2], lists.sizes[0]):
            if lists.rares[i] < n - t:
                put_split(n - t, i, j, lists, s)


@inlined
def hand_on(kind: int, rank: int | np.int64, j: int, rules: Rules, lists: Lists, s: Space) -> None:
    """Mark the splits into the heap of column j, of this kind and rank, and a rare one, for the columns behind it.

    Each of them has another column, so that no mark waits for the one before.
    """
    for t in rules.splits:
        for i in range(lists.sizes[1]):
            column = j + t + lists.rares[i]
            if column >= LANES:
                break
            put(s.sets, kind, rank ^ np.int64(np.uint8(lists.rare_codes[i])), column, np.uint64(1))


@inlined
def next_open(sets: Words, kind: int, rank: int, j: int) -> int:
    """The first rank of column j from this one on that is not an option so far; RANKS if there is none."""
    while rank < RANKS:
        free = ~sets[np.uint64(kind * SETS + (rank >> 6) * LANES + j)] >> np.uint64(rank & 63)
        if free:
            return rank + lowest_bit(free)
        rank = (rank | 63) + 1
    return RANKS


@jit
def next_missing(n: int, rank: int, rules: Rules, lists: Lists, s: Space) -> int:
    """The first rank from this one on that no split of n with one rare heap has: all splits are looked at."""
    s.seen[:] = 0
    for t in rules.splits:
        for i in range(len(lists.rest)):
            b = np.uint64(n - t - lists.rest[i] - s.first)
            s.seen[np.uint64(np.uint8(lists.rest_codes[i]) ^ s.ranks[b])] |= s.known[b]
        for i in range(lists.sizes[0]):
            r = lists.rares[i]
            if r < n - t and not (rules.unequal and 2 * r == n - t):
                b = np.uint64(n - t - r - s.first)
                s.seen[np.uint64(np.uint8(lists.rare_codes[i]) ^ s.ranks[b])] |= s.known[b]
    while rank < RANKS and s.seen[rank]:
        rank += 1
    return rank


@inlined
def common_rank(n: int, j: int, rules: Rules, lists: Lists, s: Space) -> int:
    """The least rank of a common value that is no option of n, whose options are marked in column j."""
    rank = next_open(s.sets, COMMON, 0, j)
    while rank >= s.sure[j]:
        missing = next_missing(n, rank, rules, lists, s)
        rank = next_open(s.sets, COMMON, missing, j)
        if rank == missing:
            break
    return rank


@inlined
def value_of(G: Values, n: int, j: int, rules: Rules, lists: Lists, s: Space) -> int:
    """The value of n, whose options are marked in column j; -1 if it has no rank."""
    common, parity = common_rank(n, j, rules, lists, s), n & 1
    least = lists.below[parity * RANKS + common] if common < RANKS else RANKS
    rare = next_open(s.sets, RARE, 0, j)
    while rare < least:
        value: int = lists.values[(2 * RARE + parity) * RANKS + rare]
        if value < 0 or not has_pair(G, n, value, rules):
            return value
        rare = next_open(s.sets, RARE, rare + 1, j)
    return lists.values[(2 * COMMON + parity) * RANKS + common] if common < RANKS else -1


@inlined
def note(G: Values, n: int, value: int, lists: Lists, s: Space) -> bool:
    """Heap n has this value. Is it rare?"""
    rank = lists.rank[value]
    G[n], s.ranks[n - s.first] = value, rank
    if not lists.rare[2 * value + (n & 1)]:
        s.known[n - s.first] = 255
        return False
    k = lists.sizes[0]
    lists.rares[k], lists.rare_codes[k] = n, np.uint32(rank) * REPEATED
    lists.sizes[0] += 1
    return True


@jit
def has_room(lists: Lists) -> bool:
    """Would a block of rare heaps fit behind the known ones?"""
    return bool(lists.sizes[0] + LANES <= len(lists.rares))


@jit
def fill(G: Values, n: int, stop: int, rules: Rules, lists: Lists, s: Space) -> int:
    """Fill G[n:stop]; returns the first heap not filled.

    This is `stop`, or one of too large a value, or where the list of rare heaps is full, or one behind a new rare heap
    if not all of its partners are at hand.
    """
    while n < stop and has_room(lists):
        n0 = n
        s.known[n - s.first : n - s.first + LANES] = 0
        limits(n, rules, lists, s.bounds)
        mark_block(n, rules, lists, s)
        decide_common(n, rules, lists, s)
        close_rare(n, rules, lists, s)
        while n < min(n0 + LANES, stop):
            mark_late(G, n, n - n0, rules, lists, s)
            value = value_of(G, n, n - n0, rules, lists, s)
            if value < 0:
                return n
            is_rare = note(G, n, value, lists, s)
            hand_on(RARE if is_rare else COMMON, np.int64(lists.rank[value]), n - n0, rules, lists, s)
            n += 1
            if is_rare and s.first:
                return n
    return n
