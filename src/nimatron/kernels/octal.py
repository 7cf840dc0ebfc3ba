"""Nim-sequences of finite take-and-break codes, millions of values long.

A block of consecutive heaps is computed at once. No step guesses; each only rules values out:

1. Mark: the splits with the heaps of a short cover reach most of the values below the next one.
2. Compare: the first few common values still open in each heap are compared with the splits with all rare
   heaps, which decides them (see `sparse`). Then the open rare values below them are compared with some
   more splits.
3. Heap by heap: the moves inside the block, and a search for a pair where a rare value is still open.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import UsageError
from . import laneplans, lanes, rareplans, rares, sparse
from .compiling import inlined, jit
from .pairs import QUICK, Rules, find_pair
from .sparse import Bytes, Floats, Ints, Values
from .vector import BLOCK, OPEN, collect, compare, lowest_bit

Words = npt.NDArray[np.uint64]

NARROW = 64
"""The first width of the rows. All values are below the width, which doubles when one is not."""

# The tuning constants below were measured; results do not depend on them.

MARKED = 0.005
"""Marking stops when it leaves this many open values per heap, on average."""

GAIN = 20.0
"""Marking also stops when one more mark closes fewer values than about GAIN / (number of rare heaps)^(3/2)."""

COMPARED = (0.01, 0.002)
"""Comparing stops when it leaves this many open rare values per heap, on average: in narrow rows, in wide rows."""

LEAST_GAIN = (5e-4, 1e-5)
"""Comparing also stops when one more heap closes fewer values than this: in narrow rows, in wide rows."""

FEW = 5
"""If fewer columns of a block than this need another round of comparisons, each is completed on its own."""

ROUNDS = 8
"""The most rounds of comparisons for a block: after these it is cheaper to mark each column on its own."""

SPARE = 3
"""Open rare values are compared up to this open common one, for moves inside the block may reach the first."""

LEARNED = 8
"""How many heaps a plan learns from pairs that were found."""

WORDS = BLOCK // 8
"""The 64-bit words in a row of bytes."""

ROOM = 4096
"""How many new rare heaps fit behind the known ones."""

SLICE = 1 << 22
"""Heaps per call of a kernel; between two calls Python can react to Ctrl-C."""

LONG = 1 << 22
"""From this heap on it pays to compile the kernel that is fastest where values are small."""

RANKED = 1 << 18
"""From this heap on it pays to compile the kernel that is fastest where many heaps are rare."""


@jit
def direct(G: Values, n: int, stop: int, seen: Ints, ends: Ints, takes: Ints, splits: Ints, unequal: bool) -> int:
    """Fill G[n:stop] by the definition; returns the first heap not filled: `stop`, or one of too large a value.

    A value is too large if `seen` has no place for a larger one.
    """
    width = len(seen) - 1
    for value in range(len(seen)):
        seen[value] = -1  # seen[v] == n says that v is an option of n: no clearing between heaps
    while n < stop:
        for t in ends:
            if t == n:
                seen[0] = n
        for t in takes:
            if t < n:
                seen[G[n - t]] = n
        for t in splits:
            m = n - t
            for a in range(1, (m - unequal) // 2 + 1):
                seen[G[a] ^ G[m - a]] = n
        value = 0
        while seen[value] == n:
            value += 1
        if value >= width:
            return n
        G[n] = value
        n += 1
    return n


class Lists(NamedTuple):
    """The heaps whose splits are looked at."""

    marks: Ints
    """Heaps whose splits are marked."""

    extra: Ints
    """Further heaps whose splits are compared with open rare values, with room for some found later."""

    small: Ints
    """Rare heaps below BLOCK, whose partners may lie in the block: BLOCK places for each class."""

    rest: Ints
    """The other rare heaps that are not in `marks`: those of each class in turn, with room for new ones."""

    ends: Ints
    """A row for each class: where it begins and ends in `rest`, where its room ends, how many small heaps it has.

    The last row: where `extra` begins and ends, where its room ends, and the first heap too large for it.
    """


class Block(NamedTuple):
    """The working space for a block of heaps; column j belongs to its heap j."""

    seen: Bytes
    """A row of BLOCK bytes for each value: is it an option?"""

    words: Words
    """The same bytes, eight to a word."""

    near: Values
    """OPEN rows of open values."""

    gap: Values
    """For each of these, the least xor of it with the value of a split: 0 means that it is an option."""

    listed: Ints
    """How many open values are listed in each column."""

    first: Ints
    """No value of the column below this one is open."""

    limit: Ints
    """The value of the heap is hardly ever larger than this."""

    sure: Ints
    """Whether a split with exactly one rare heap reaches a value is decided up to this value."""

    bounds: Ints
    """Four bounds for each split: see `limits`."""


@inlined
def mark(G: Values, n: int, seen: Bytes, marks: Ints, splits: Ints) -> None:
    """Set the bytes of all values that splits with `marks` reach, in the columns of the block that starts at n."""
    row = np.uint64(BLOCK)  # unsigned: numba tests signed indices for being negative
    for t in splits:
        for a in marks:
            b, g = np.uint64(n - t - a), np.uint64(G[a])
            for j in range(row):
                seen[(g ^ np.uint64(G[b + j])) * row + j] = 1


@inlined
def list_open(words: Words, kind: Words, limit: Ints, near: Values, count: Ints) -> None:
    """In each column, list the first OPEN values of one kind below its limit whose bytes are not set."""
    for q in range(WORDS):  # eight columns at a time, a byte each
        count[8 * q : 8 * q + 8] = 0
        wanted = ~np.uint64(0)
        value = 0
        while wanted and value < len(kind):
            free = ~words[value * WORDS + q] & kind[value] & wanted
            while free:
                j = 8 * q + lowest_bit(free) // 8
                if value < limit[j]:
                    near[count[j] * BLOCK + j] = value
                    count[j] += 1
                if value >= limit[j] or count[j] == OPEN:
                    wanted &= ~(np.uint64(255) << np.uint64(8 * (j & 7)))
                free &= free - np.uint64(1)
            value += 1


@inlined
def close(b: Block) -> int:
    """Set the bytes of the open values that were reached. In how many columns were all OPEN of them reached?"""
    columns = 0
    for j in range(BLOCK):
        reached = 0
        for q in range(b.listed[j]):
            if b.gap[q * BLOCK + j] == 0:
                b.seen[np.int64(b.near[q * BLOCK + j]) * BLOCK + j] = 1
                reached += 1
        columns += reached == OPEN
    return columns


@inlined
def compare_rest(G: Values, n: int, rules: Rules, lists: Lists, b: Block) -> None:
    """Compare the open values with the splits with rare heaps."""
    for k in range(len(rules.splits)):
        m = n - rules.splits[k]
        compare(G, m, lists.rest, b.bounds[k, 0], b.bounds[k, 1], b.near, b.gap)
        compare(G, m, lists.rest, b.bounds[k, 2], b.bounds[k, 3], b.near, b.gap)


@inlined
def compare_extra(G: Values, n: int, rules: Rules, lists: Lists, b: Block) -> None:
    """Compare the open values with the splits with extra heaps."""
    for t in rules.splits:
        compare(G, n - t, lists.extra, 0, lists.ends[2, 1], b.near, b.gap)


@inlined
def decide_common(G: Values, n: int, width: int, kind: Words, rules: Rules, lists: Lists, b: Block) -> None:
    """Find the least common values that are not options."""
    b.limit[:] = width
    for _ in range(ROUNDS):
        list_open(b.words, kind, b.limit, b.near, b.listed)
        b.gap[:] = 255  # anything but 0: only a gap of 0 counts
        compare_rest(G, n, rules, lists, b)
        if close(b) < FEW:
            break
    for j in range(BLOCK):
        b.sure[j] = b.near[(OPEN - 1) * BLOCK + j] if b.listed[j] == OPEN else width
        b.first[j] = b.limit[j] = b.sure[j]
        open_values = 0
        for q in range(b.listed[j]):
            if b.gap[q * BLOCK + j]:
                b.limit[j] = b.near[q * BLOCK + j]
                open_values += 1
                if open_values == 1:
                    b.first[j] = b.limit[j]
                if open_values == SPARE:
                    break


@inlined
def decide_rare(G: Values, n: int, mixed: bool, kind: Words, rules: Rules, lists: Lists, b: Block) -> None:
    """Find splits that reach rare values below the common ones that are not options."""
    for _ in range(ROUNDS):
        list_open(b.words, kind, b.limit, b.near, b.listed)
        b.gap[:] = 255
        compare_extra(G, n, rules, lists, b)
        if mixed:
            compare_rest(G, n, rules, lists, b)
        if close(b) < FEW:
            break
    for j in range(BLOCK):
        if mixed:
            b.sure[j] = min(b.sure[j], np.int64(b.near[(OPEN - 1) * BLOCK + j]) if b.listed[j] == OPEN else b.limit[j])
        for q in range(b.listed[j]):
            if b.gap[q * BLOCK + j]:
                b.first[j] = min(b.first[j], np.int64(b.near[q * BLOCK + j]))
                break
        else:
            if b.listed[j] == OPEN:
                b.first[j] = min(b.first[j], np.int64(b.near[(OPEN - 1) * BLOCK + j]))


@jit
def learn(G: Values, m: int, end: int, value: int, lists: Lists) -> None:
    """Add the heap below `end` that was found for this value to the extra ones, if there is room."""
    ends = lists.ends
    if ends[2, 1] == ends[2, 2]:
        return
    a = end - 1
    while np.int64(G[a] ^ G[m - a]) != value:
        a -= 1
    if BLOCK <= a < ends[2, 3]:
        lists.extra[ends[2, 1]] = a
        ends[2, 1] += 1


@inlined
def is_option(G: Values, n: int, value: int, rules: Rules, lists: Lists) -> bool:
    """Does a split reach this value, which is rare in some class? Tries a few pairs of every split, then all pairs."""
    index = 2 * value + (n & 1)
    for t in rules.splits:
        m = n - t
        if rules.rare[t & 1, index]:
            end = find_pair(G, m, 1, min(QUICK, (m - rules.unequal) // 2 + 1, rules.front), value)
            if end:
                learn(G, m, end, value, lists)
                return True
    for t in rules.splits:
        m = n - t
        end = min((m - rules.unequal) // 2 + 1, rules.front)
        if rules.rare[t & 1, index] and end > QUICK and find_pair(G, m, QUICK, end, value):
            return True
    return False


@inlined
def limits(n: int, rules: Rules, lists: Lists, bounds: Ints) -> None:
    """For each split: which rare heaps leave a partner that is known before the block that starts at n.

    They are those from bound 0 to bound 1 and from bound 2 to bound 3. The ones in between may be exactly half
    of what is left of a heap in the block, which is not allowed where splits must be unequal. The ones behind
    are too large.
    """
    rest = lists.rest
    for k in range(len(rules.splits)):
        d, m = rules.splits[k] & 1, n - rules.splits[k]
        first, size = lists.ends[d, 0], lists.ends[d, 1]
        while size > first and rest[size - 1] >= m:
            size -= 1
        low = high = size
        if rules.unequal:
            while high > first and 2 * rest[high - 1] >= m + BLOCK:
                high -= 1
            low = high
            while low > first and 2 * rest[low - 1] >= m:
                low -= 1
        bounds[k, 0], bounds[k, 1], bounds[k, 2], bounds[k, 3] = first, low, high, size


@jit
def has_room(ends: Ints) -> bool:
    """Would a block of rare heaps fit behind the known ones?"""
    return bool(ends[0, 1] + BLOCK <= ends[0, 2] and ends[1, 1] + BLOCK <= ends[1, 2])


@inlined
def append(n: int, value: int, rare: Bytes, lists: Lists) -> None:
    """Note heap n in the classes in which it is rare."""
    for d in range(2):
        if rare[d, 2 * value + (n & 1)]:
            lists.rest[lists.ends[d, 1]] = n
            lists.ends[d, 1] += 1


@inlined
def collect_known(G: Values, m: int, r: int, t: int, sets: Words) -> None:
    """Collect the splits of m, m + 1, ... with the small heap r, as long as the other heap is not in the block."""
    one, last = np.uint64(1), np.uint64(63)
    b, g = np.uint64(m - r), np.uint64(G[r])
    for j in range(np.uint64(min(r + t, BLOCK))):
        sets[j] |= one << ((g ^ np.uint64(G[b + j])) & last)


@inlined
def collect_block(G: Values, n: int, rules: Rules, lists: Lists, bounds: Ints, sets: Words) -> None:
    """Collect the splits into heaps before the block that starts at n."""
    sets[:] = 0
    for k in range(len(rules.splits)):
        m = n - rules.splits[k]
        collect(G, m, lists.marks, 0, len(lists.marks), sets)
        collect(G, m, lists.extra, 0, lists.ends[2, 1], sets)
        collect(G, m, lists.rest, bounds[k, 0], bounds[k, 1], sets)
        collect(G, m, lists.rest, bounds[k, 2], bounds[k, 3], sets)
        d = rules.splits[k] & 1
        for i in range(d * BLOCK, d * BLOCK + lists.ends[d, 3]):
            collect_known(G, m, lists.small[i], rules.splits[k], sets)


@inlined
def collect_late(G: Values, n: int, j: int, rules: Rules, lists: Lists, bounds: Ints) -> np.uint64:
    """The other options of n, which is heap j of its block: most of them depend on heaps of the block."""
    one, options = np.uint64(1), np.uint64(0)
    for t in rules.takes:
        options |= one << np.uint64(G[np.uint64(n - t)])
    for k in range(len(rules.splits)):
        d, m = rules.splits[k] & 1, n - rules.splits[k]
        for i in range(d * BLOCK, d * BLOCK + lists.ends[d, 3]):
            r = lists.small[i]
            if r + rules.splits[k] > j:
                break
            options |= one << np.uint64(G[np.uint64(r)] ^ G[np.uint64(m - r)])  # unsigned: no test for a negative index
        for i in range(bounds[k, 1], bounds[k, 2]):
            r = lists.rest[i]
            if 2 * r != m:
                options |= one << np.uint64(G[r] ^ G[m - r])
        for i in range(bounds[k, 3], lists.ends[d, 1]):
            r = lists.rest[i]
            if r < m:
                options |= one << np.uint64(G[r] ^ G[m - r])
    return options


@inlined
def narrow_value(G: Values, n: int, options: np.uint64, unsure: np.uint64, rules: Rules, lists: Lists) -> int:
    """The value of n from its `options`, which are complete except for values in `unsure`; NARROW if all are taken."""
    free = ~options
    while free:
        value = lowest_bit(free)
        if not unsure >> np.uint64(value) & np.uint64(1) or not is_option(G, n, value, rules, lists):
            return value
        free &= free - np.uint64(1)
    return NARROW


def advance_narrow(G: Values, n: int, stop: int, rules: Rules, lists: Lists) -> int:
    """`advance` for values below NARROW: a set of options is one word."""
    # For each parity of heaps: the values rare in some class. All other values are decided by splits with a rare heap.
    rare = rules.rare.any(axis=0).reshape(-1, 2)[:NARROW]
    unsure = np.array([sum(1 << int(v) for v in np.flatnonzero(column)) for column in rare.T], np.uint64)
    bounds = np.zeros((len(rules.splits), 4), np.int64)
    return fill_narrow(G, n, stop, rules, lists, unsure, bounds, np.zeros(BLOCK, np.uint64))


@jit
def fill_narrow(
    G: Values, n: int, stop: int, rules: Rules, lists: Lists, unsure: Words, bounds: Ints, sets: Words
) -> int:
    """Fill block after block, as long as the lists have room."""
    while n < stop and has_room(lists.ends):
        n0 = n
        limits(n, rules, lists, bounds)
        collect_block(G, n, rules, lists, bounds, sets)
        while n < min(n0 + BLOCK, stop):
            late = collect_late(G, n, n - n0, rules, lists, bounds)
            value = narrow_value(G, n, sets[n - n0] | late, unsure[n & 1], rules, lists)
            if value == NARROW:
                return n
            G[n] = value
            append(n, value, rules.rare, lists)
            n += 1
    return n


@inlined
def mark_late(G: Values, n: int, j: int, rules: Rules, lists: Lists, b: Block) -> None:
    """Mark the options of n in column j that depend on heaps of its own block, and some more."""
    for t in rules.takes:
        b.seen[np.int64(G[n - t]) * BLOCK + j] = 1
    for k in range(len(rules.splits)):
        d, m = rules.splits[k] & 1, n - rules.splits[k]
        for i in range(d * BLOCK, d * BLOCK + lists.ends[d, 3]):
            r = lists.small[i]
            b.seen[np.int64(G[r] ^ G[m - r]) * BLOCK + j] = 1
        # Rare heaps that may be half of m: only unequal splits count.
        for i in range(b.bounds[k, 1], b.bounds[k, 2]):
            r = lists.rest[i]
            if 2 * r != m:
                b.seen[np.int64(G[r] ^ G[m - r]) * BLOCK + j] = 1
        for i in range(b.bounds[k, 3], lists.ends[d, 1]):
            r = lists.rest[i]
            if r < m:
                b.seen[np.int64(G[r] ^ G[m - r]) * BLOCK + j] = 1


@jit
def mark_rest(G: Values, n: int, j: int, rules: Rules, lists: Lists, b: Block) -> None:
    """Mark in column j all splits of n with a rare heap."""
    for k in range(len(rules.splits)):
        m = n - rules.splits[k]
        for i in range(b.bounds[k, 0], b.bounds[k, 3]):
            r = lists.rest[i]
            if not (rules.unequal and 2 * r == m):
                b.seen[np.int64(G[r] ^ G[m - r]) * BLOCK + j] = 1


@inlined
def wide_value(G: Values, n: int, j: int, width: int, mixed: bool, rules: Rules, lists: Lists, b: Block) -> int:
    """The value of n, whose options are marked in column j; `width` if all smaller values are taken."""
    value: int = b.first[j]
    while True:
        while value < width and b.seen[value * BLOCK + j]:
            value += 1
        if value == width:
            return width
        index = 2 * value + (n & 1)
        doubtful = rules.rare[0, index] or rules.rare[1, index]
        if value > b.sure[j] and (mixed or not doubtful):  # beyond what the comparisons decided
            mark_rest(G, n, j, rules, lists, b)
            b.sure[j] = width
        elif not doubtful or not is_option(G, n, value, rules, lists):
            return value
        else:
            value += 1


def kinds(rare: Bytes) -> tuple[Words, Words]:
    """For both parities of a block's first heap and for each value: bytes that are 1 where it is common, and where not.

    The bytes are for eight columns. Parities alternate, so the next eight columns have the same bytes.
    """
    unsure = rare.any(axis=0).reshape(-1, 2).T
    here, next_to = np.uint64(0x0001000100010001), np.uint64(0x0100010001000100)
    common, doubtful = (flags * here | flags[::-1] * next_to for flags in (~unsure, unsure))
    return common, doubtful


def new_block(G: Values, width: int, splits: int) -> Block:
    """Working space for a block."""
    words = np.zeros(width * WORDS, np.uint64)
    near, gap = np.zeros((2, OPEN * BLOCK), G.dtype)
    ints = np.zeros((4, BLOCK), np.int64)
    bounds = np.zeros((splits, 4), np.int64)
    return Block(words.view(np.uint8), words, near, gap, ints[0], ints[1], ints[2], ints[3], bounds)


def advance(G: Values, n: int, stop: int, width: int, rules: Rules, lists: Lists) -> int:
    """Fill G[n:stop]; returns the first heap not filled: `stop`, one of too large a value, or where a list is full."""
    mixed = bool(rules.rare.any(axis=1).all())  # a value may be rare in one class and common in the other
    common, unsure = kinds(rules.rare)
    b = new_block(G, width, len(rules.splits))
    return fill_wide(G, n, stop, width, mixed, common, unsure, rules, lists, b)


@jit
def fill_wide(
    G: Values,
    n: int,
    stop: int,
    width: int,
    mixed: bool,
    common: Words,
    unsure: Words,
    rules: Rules,
    lists: Lists,
    b: Block,
) -> int:
    """Fill block after block, as long as the lists have room."""
    while n < stop and has_room(lists.ends):
        n0 = n
        b.words[:] = 0
        limits(n, rules, lists, b.bounds)
        mark(G, n, b.seen, lists.marks, rules.splits)
        decide_common(G, n, width, common[n & 1], rules, lists, b)
        decide_rare(G, n, mixed, unsure[n & 1], rules, lists, b)
        while n < min(n0 + BLOCK, stop):
            mark_late(G, n, n - n0, rules, lists, b)
            value = wide_value(G, n, n - n0, width, mixed, rules, lists, b)
            if value == width:
                return n
            G[n] = value
            append(n, value, rules.rare, lists)
            n += 1
    return n


@dataclass
class Plan:
    """All that `advance` needs besides the values; it is made from the values alone."""

    until: int
    """The heap where a new plan is due."""

    rare: Bytes
    """For each class and each index of `sparse`: 1 if it is rare."""

    lists: Lists

    @classmethod
    def of(cls, G: Values, n: int, splits: Ints, rare: Bytes, count: Floats, front: int) -> Plan:
        """A plan for the heaps from n on.

        `count` is the histogram of all heaps so far; those that are rare lie below `front`.
        """
        width = len(count) // 2
        none = np.zeros(2 * width, np.uint8)
        recent = sparse.histogram(G, n - min(n // 4, sparse.RECENT), n, width)
        left = sparse.wanted(recent)
        # The chance that a heap has an index, given its parity: half of the heaps have that parity.
        chance = np.minimum(2 * recent / recent.sum(), 1.0)
        miss = np.ones(2 * width)
        for t in splits:
            miss *= 1 - (chance.reshape(-1, 2)[:, ::-1].ravel() if t & 1 else chance)
        # Heaps of the cover stay below half of n - t, so none of them makes a forbidden equal split.
        last = max(BLOCK, min((n - int(splits.max()) - 1) // 2, sparse.NEARBY, front))
        usable = np.ones(last, np.uint8)
        # Each open value costs a comparison with all rare heaps.
        gain = GAIN / (1000 + float(rare.sum(axis=0) @ count) ** 1.5)
        wide = width > NARROW
        # In narrow rows the splits with all rare heaps are collected, so common values need no marks.
        marks = sparse.cover(G, BLOCK, last, miss, left, usable, MARKED, gain) if wide else np.zeros(0, np.int64)
        usable[marks] = 0
        left[~rare.any(axis=0)] = 0
        extra = sparse.cover(G, BLOCK, last, miss, left, usable, COMPARED[wide], LEAST_GAIN[wide])
        small, counts = zip(*(sparse.positions(G, 1, BLOCK, r, none[:0], BLOCK) for r in rare), strict=True)
        rest, sizes = zip(
            *(sparse.positions(G, BLOCK, front, r, 1 - usable, int(r @ count) + ROOM) for r in rare), strict=True
        )
        half = len(rest[0])
        ends = np.array([[0, sizes[0], half, counts[0]], [half, half + sizes[1], half + len(rest[1]), counts[1]]])
        ends = np.vstack([ends, [0, len(extra), len(extra) + LEARNED, last]])
        extra = np.concatenate([extra, np.zeros(LEARNED, np.int64)])
        lists = Lists(marks, extra, np.concatenate([s[:BLOCK] for s in small]), np.concatenate(rest), ends)
        return cls(lasting(n), rare, lists)

    def fill(self, G: Values, n: int, stop: int, width: int, rules: Rules) -> int:
        """Fill G[n:stop]; returns the first heap not filled."""
        if width == NARROW:
            return advance_narrow(G, n, stop, rules, self.lists)
        return advance(G, n, stop, width, rules, self.lists)

    @property
    def is_full(self) -> bool:
        """Is there no room for more rare heaps?"""
        return not has_room(self.lists.ends)


@dataclass
class LanesPlan:
    """The same for codes that `lanes` can go on with."""

    until: int
    rare: Bytes
    given: lanes.Lanes
    space: lanes.Space

    def fill(self, G: Values, n: int, stop: int, width: int, rules: Rules) -> int:
        """Fill G[n:stop]; returns the first heap not filled, or one behind a rare heap."""
        return lanes.fill(G, n, stop, rules, self.given, self.space)

    def is_rare(self, G: Values, n: int) -> bool:
        """Is this heap rare? Then the plan ends behind it, for it lacks the splits with it."""
        return bool(self.rare[:, 2 * int(G[n]) + (n & 1)].any())


@dataclass
class RaresPlan:
    """The same for codes that `rares` can go on with."""

    until: int
    rare: Bytes
    lists: rares.Lists
    space: rares.Space | None = None
    """None until it is needed, and again when values have moved."""
    room: int = 0
    """The space has room for so many heaps."""
    size: int = 0
    """So many rare heaps have their partners in the space."""

    def fill(self, G: Values, n: int, stop: int, width: int, rules: Rules) -> int:
        """Fill G[n:stop]; returns the first heap not filled."""
        while True:
            if self.space is None or self.room < stop or self._lacks_partners:
                self.room, self.size = min(len(G), self.until), int(self.lists.sizes[0])
                self.space = rareplans.new_space(G[: self.room], n, rules.splits, self.lists)
            n = rares.fill(G, n, stop, rules, self.lists, self.space)
            if n == stop or not self._lacks_partners:
                return n

    @property
    def _lacks_partners(self) -> bool:
        return self.space is not None and self.space.first > 0 and int(self.lists.sizes[0]) > self.size

    @property
    def is_full(self) -> bool:
        """Is there no room for more rare heaps?"""
        return not rares.has_room(self.lists)


LANES_LAST = 4
"""A plan for lanes lasts to so many times its heap: only its marks grow old, and lanes are quicker than planning."""

RARES_LAST = 2
"""The same for ranks."""

AnyPlan = Plan | LanesPlan | RaresPlan


def lasting(n: int) -> int:
    """How long a plan lasts: making one takes time proportional to n."""
    return 2 * n if n < 500_000 else n + n // 2


def rare_of(functionals: Sequence[int], width: int) -> Bytes:
    """For each class and each index: 1 if it is rare. A class without splits has nothing rare."""
    return _rare_of(tuple(map(int, functionals)), width)


@lru_cache(maxsize=8)  # runs ask for the same ones at every step
def _rare_of(functionals: tuple[int, ...], width: int) -> Bytes:
    size = 2 * width
    none = np.zeros(size, np.uint8)
    return np.array([sparse.rare_values(f, d, size) if f else none for d, f in enumerate(functionals)])


def functionals(count: Floats, splits: Ints) -> list[int]:
    """The best functional of each class; 0 if the class has no splits."""
    return [sparse.best_functional(count, d) if np.any(splits % 2 == d) else 0 for d in (0, 1)]


class OctalRun:
    """A nim-sequence that grows: bits 1, 2, 4 of digit t allow taking t and leaving 0, 1, 2 heaps.

    Its state is the code and the values. To continue from stored values, pass them in.

    >>> kayles = OctalRun((0, 7, 7), unequal=False)
    >>> kayles.extend(12)
    >>> kayles.values.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """

    def __init__(self, digits: Sequence[int], unequal: bool, values: Values | None = None) -> None:
        if bad := [digit for digit in digits if not 0 <= digit <= 7]:
            raise UsageError("a digit here is 0 to 7, not {digit}", digit=bad[0])
        self._ends, self._takes, self._splits = (
            np.array([t for t, digit in enumerate(digits) if digit & bit and (t or bit == 4)], np.int64)
            for bit in (1, 2, 4)
        )
        self._unequal = unequal
        self._looked = sys.maxsize
        self._known = 1
        self._start = 8 * BLOCK + len(digits)  # below this, blocks would reach before heap 0
        self._values: Values = np.zeros(1, np.uint8)
        if values is not None and len(values):
            largest = int(values.max())
            self._values = values.astype(np.min_scalar_type(largest))
            self._known = len(values)
        self._width = NARROW
        while self._width <= int(self._values.max()):
            self._width *= 2
        self._plan: AnyPlan | None = None
        self._plain = LONG
        """No lanes are used below this heap."""
        self._ranked = RANKED
        """No ranks are used below this heap."""
        self._count: Floats = np.zeros(0)
        """How often each index occurs among the heaps below `_count_end`."""
        self._count_end = 1

    @property
    def known(self) -> int:
        """How many values are or were known."""
        return self._known

    @property
    def values(self) -> Values:
        """G(0), G(1), ...: all known values, in the smallest unsigned type that holds them."""
        return self._values[: self._known]

    def extend(self, upto: int) -> None:
        """Make sure that G(0), ..., G(upto - 1) are known."""
        if upto > len(self._values):
            # Grow by a quarter at least: many small steps would copy everything each time.
            room = np.zeros(max(upto, len(self._values) * 5 // 4), self._values.dtype)
            room[: self._known] = self.values
            self._values = room
        while self._known < upto:
            self._step(upto)

    def _step(self, upto: int) -> None:
        n, code = self._known, (self._ends, self._takes, self._splits)
        if n < self._start or not len(self._splits):
            # The definition serves the first heaps, and codes without splits, whose heaps have few options.
            stop = min(upto, self._start) if n < self._start else min(upto, n + SLICE)
            seen = np.empty(self._width + 1, np.int64)
            self._known = direct(self._values, n, stop, seen, *code, self._unequal)
            if self._known < stop:
                self._widen()
            return
        if self._plan is None or n >= self._plan.until:
            self._plan = self._new_plan()
        plan = self._plan
        stop = min(upto, plan.until, n + SLICE)
        self._known = plan.fill(self._values, n, stop, self._width, self._rules(plan.rare))
        if isinstance(plan, LanesPlan):
            if self._known < stop or plan.is_rare(self._values, stop - 1):
                self._plan = None  # a large value or a rare heap: blocks go on for a while
                self._plain = self.known + lanes.REACH
                self._ranked = max(self._ranked, self._plain)
        elif self._known < stop:
            self._plan = None  # a new plan has room again
            if not plan.is_full:  # then it stopped at a large value
                self._widen()

    def _rules(self, rare: Bytes) -> Rules:
        return Rules(self._takes, self._splits, self._unequal, rare, self._looked)

    def _new_plan(self) -> AnyPlan:
        if len(self._count) < 2 * self._width:  # heap 0 is no part of a split
            self._count, self._count_end = np.zeros(2 * self._width), 1
        self._count += sparse.histogram(self._values, self._count_end, self._known, self._width)
        self._count_end = self._known
        return self._planned(functionals(self._count, self._splits), self._count, self._known)

    def _planned(self, chosen: Sequence[int], count: Floats, front: int) -> AnyPlan:
        """A plan for the heaps from here on; those that the functionals make rare lie below `front`."""
        n, rare = self._known, rare_of(chosen, self._width)
        if self.known >= self._plain:
            found = laneplans.lanes_of(self._values, n, self._rules(rare), chosen, count, front)
            if found:
                return LanesPlan(LANES_LAST * n, rare, *found)
        plan = self._ranked_plan(rare, chosen, count, front)
        plan = plan or Plan.of(self._values, n, self._splits, rare, count, front)
        for later in (self._plain, self._ranked):
            if self.known < later:
                plan.until = min(plan.until, n + later - self.known)
        return plan

    def _ranked_plan(self, rare: Bytes, chosen: Sequence[int], count: Floats, front: int) -> AnyPlan | None:
        """A plan with ranks, if these are used here."""
        n = self._known
        if self.known < self._ranked or self._width == NARROW or not rares.is_quick():
            return None
        lists = rareplans.lists_of(self._values, n, self._rules(rare), chosen, count, front)
        return RaresPlan(RARES_LAST * n, rare, lists) if lists else None

    def _widen(self) -> None:
        self._width *= 2
        self._plan = None
        if self._width - 1 > np.iinfo(self._values.dtype).max:
            self._values = self._values.astype(np.min_scalar_type(self._width - 1))
