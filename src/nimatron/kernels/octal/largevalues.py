"""Nim-values of any size: blocks of 32 heaps, a row of bytes for each value.

No step guesses; each only rules values out:

1. Mark: the splits with the heaps of a short cover reach most of the values below the next one.
2. Compare: the kernel compares the first few common values still open in each heap with the splits with all rare heaps,
   which decides them (see `sparsespace`). Then it compares the open rare values below them with some more splits.
3. Heap by heap: the moves inside the block, and a search for a pair where a rare value is still open.

Plain Python that does the same is `mexloop.by_definition`; tests compare both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..compile.bitops import trailing_zeros
from ..compile.jit import Instructions, cgutils, inline_jit, ir, jit, types
from . import sparsespace
from .mexloop import QUICK, Rules, find_pair
from .sparsespace import Bytes, Floats, Ints, Values

BLOCK = 32
"""Heaps computed together: one byte each fills a 256-bit register."""

OPEN = 4
"""How many open values of each heap are compared with the splits at once; each takes two registers."""


# -- a loop in vector instructions that the compiler does not find by itself ------------------------
#
# It is written in LLVM's own language so that what it gathers stays in registers. It computes the same everywhere.


def _compare(typing: Any, G: Any, m: Any, heaps: Any, start: Any, stop: Any, near: Any, gap: Any) -> Any:
    """Lower `gap` to the least of G(r) ^ G(b) ^ near over the splits r + b = m + j with r in heaps[start:stop].

    A gap of 0 means that a split has exactly the value in `near`. Both have OPEN rows of BLOCK values; column j
    belongs to m + j. In plain Python:

        for r in heaps[start:stop]:
            gap = minimum(gap, G[r] ^ G[m - r : m - r + BLOCK] ^ near)
    """

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number, word, int32 = context.get_data_type(signature.args[0].dtype), ir.IntType(64), ir.IntType(32)
        vector, size = ir.VectorType(number, BLOCK), number.width // 8
        undefined, first = ir.Constant(vector, ir.Undefined), ir.Constant(ir.VectorType(int32, BLOCK), None)

        def data(k: int) -> Any:
            return context.make_array(signature.args[k])(context, builder, args[k]).data

        def place(pointer: Any, index: Any) -> Any:
            return builder.bitcast(builder.gep(pointer, [index]), vector.as_pointer())

        # Places are those of single items, so only the alignment of an item may be promised.
        values, heaps, near, gap = (data(k) for k in (0, 2, 5, 6))
        rows = [ir.Constant(word, q * BLOCK) for q in range(OPEN)]
        nears = [builder.load(place(near, row), align=size) for row in rows]
        # Variables, which the compiler turns into registers.
        slots = [cgutils.alloca_once_value(builder, builder.load(place(gap, row), align=size)) for row in rows]
        with cgutils.for_range_slice(builder, args[3], args[4], ir.Constant(word, 1), inc=True) as (k, _):
            r = builder.load(builder.gep(heaps, [k]))
            g = builder.insert_element(undefined, builder.load(builder.gep(values, [r])), ir.Constant(int32, 0))
            # The partners b = m - r, m - r + 1, ... lie side by side: one load brings them all.
            other = builder.load(place(values, builder.sub(args[1], r)), align=size)
            x = builder.xor(other, builder.shuffle_vector(g, undefined, first))  # G(r) in every lane
            for target, slot in zip(nears, slots, strict=True):
                y, z = builder.xor(x, target), builder.load(slot)
                builder.store(builder.select(builder.icmp_unsigned("<", y, z), y, z), slot)
        for row, slot in zip(rows, slots, strict=True):
            builder.store(builder.load(slot), place(gap, row), align=size)
        return context.get_dummy_value()

    return types.void(G, types.int64, heaps, types.int64, types.int64, near, gap), build


compare: Callable[..., None] = Instructions(_compare)


# -- the blocks -----------------------------------------------------------------------------------


Words = npt.NDArray[np.uint64]

# The tuning constants below were measured; results do not depend on them.

MARKED = 0.005
"""Marking stops when it leaves this many open values per heap, on average."""

GAIN = 20.0
"""Marking also stops when one more mark closes fewer values than about GAIN / (number of rare heaps)^(3/2)."""

COMPARED = 0.002
"""Comparing stops when it leaves this many open rare values per heap, on average."""

LEAST_GAIN = 1e-5
"""Comparing also stops when one more heap closes fewer values than this."""

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


@inline_jit
def mark(G: Values, n: int, seen: Bytes, marks: Ints, splits: Ints) -> None:
    """Set the bytes of all values that splits with `marks` reach, in the columns of the block that starts at n."""
    row = np.uint64(BLOCK)  # unsigned: numba tests signed indices for being negative
    for t in splits:
        for a in marks:
            b, g = np.uint64(n - t - a), np.uint64(G[a])
            for j in range(row):
                seen[(g ^ np.uint64(G[b + j])) * row + j] = 1


@inline_jit
def list_open(words: Words, kind: Words, limit: Ints, near: Values, count: Ints) -> None:
    """In each column, list the first OPEN values of one kind below its limit whose bytes are not set."""
    for q in range(WORDS):  # eight columns at a time, a byte each
        count[8 * q : 8 * q + 8] = 0
        wanted = ~np.uint64(0)
        value = 0
        while wanted and value < len(kind):
            free = ~words[value * WORDS + q] & kind[value] & wanted
            while free:
                j = 8 * q + trailing_zeros(free) // 8
                if value < limit[j]:
                    near[count[j] * BLOCK + j] = value
                    count[j] += 1
                if value >= limit[j] or count[j] == OPEN:
                    wanted &= ~(np.uint64(255) << np.uint64(8 * (j & 7)))
                free &= free - np.uint64(1)
            value += 1


@inline_jit
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


@inline_jit
def compare_rest(G: Values, n: int, rules: Rules, lists: Lists, b: Block) -> None:
    """Compare the open values with the splits with rare heaps."""
    for k in range(len(rules.splits)):
        m = n - rules.splits[k]
        compare(G, m, lists.rest, b.bounds[k, 0], b.bounds[k, 1], b.near, b.gap)
        compare(G, m, lists.rest, b.bounds[k, 2], b.bounds[k, 3], b.near, b.gap)


@inline_jit
def compare_extra(G: Values, n: int, rules: Rules, lists: Lists, b: Block) -> None:
    """Compare the open values with the splits with extra heaps."""
    for t in rules.splits:
        compare(G, n - t, lists.extra, 0, lists.ends[2, 1], b.near, b.gap)


@inline_jit
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


@inline_jit
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


@inline_jit
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


@inline_jit
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


@inline_jit
def append(n: int, value: int, rare: Bytes, lists: Lists) -> None:
    """Note heap n in the classes in which it is rare."""
    for d in range(2):
        if rare[d, 2 * value + (n & 1)]:
            lists.rest[lists.ends[d, 1]] = n
            lists.ends[d, 1] += 1


@inline_jit
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


@inline_jit
def value_of(G: Values, n: int, j: int, width: int, mixed: bool, rules: Rules, lists: Lists, b: Block) -> int:
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


@jit
def fill_blocks(
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
            value = value_of(G, n, n - n0, width, mixed, rules, lists, b)
            if value == width:
                return n
            G[n] = value
            append(n, value, rules.rare, lists)
            n += 1
    return n


@dataclass
class LargePlan:
    """What the kernel needs besides the values; it is made from the values alone."""

    until: int
    """The heap where a new plan is due."""

    rare: Bytes
    """For each class and each index of `sparsespace`: 1 if it is rare."""

    lists: Lists

    @classmethod
    def of(cls, G: Values, n: int, until: int, splits: Ints, rare: Bytes, count: Floats, front: int) -> LargePlan:
        """A plan for the heaps from n on.

        `count` is the histogram of all heaps so far; those that are rare lie below `front`.
        """
        width = len(count) // 2
        none = np.zeros(2 * width, np.uint8)
        recent = sparsespace.histogram(G, n - min(n // 4, sparsespace.RECENT), n, width)
        left = sparsespace.demand(recent)
        # The chance that a heap has an index, given its parity: half of the heaps have that parity.
        chance = np.minimum(2 * recent / recent.sum(), 1.0)
        miss = np.ones(2 * width)
        for t in splits:
            miss *= 1 - (chance.reshape(-1, 2)[:, ::-1].ravel() if t & 1 else chance)
        # Heaps of the cover stay below half of n - t, so none of them makes a forbidden equal split.
        last = max(BLOCK, min((n - int(splits.max()) - 1) // 2, sparsespace.NEARBY, front))
        usable = np.ones(last, np.uint8)
        # Each open value costs a comparison with all rare heaps.
        gain = GAIN / (1000 + float(rare.sum(axis=0) @ count) ** 1.5)
        marks = sparsespace.cover(G, BLOCK, last, miss, left, usable, MARKED, gain)
        usable[marks] = 0
        left[~rare.any(axis=0)] = 0
        extra = sparsespace.cover(G, BLOCK, last, miss, left, usable, COMPARED, LEAST_GAIN)
        small, counts = zip(*(sparsespace.positions(G, 1, BLOCK, r, none[:0], BLOCK) for r in rare), strict=True)
        rest, sizes = zip(
            *(sparsespace.positions(G, BLOCK, front, r, 1 - usable, int(r @ count) + ROOM) for r in rare), strict=True
        )
        half = len(rest[0])
        ends = np.array([[0, sizes[0], half, counts[0]], [half, half + sizes[1], half + len(rest[1]), counts[1]]])
        ends = np.vstack([ends, [0, len(extra), len(extra) + LEARNED, last]])
        extra = np.concatenate([extra, np.zeros(LEARNED, np.int64)])
        lists = Lists(marks, extra, np.concatenate([s[:BLOCK] for s in small]), np.concatenate(rest), ends)
        return cls(until, rare, lists)

    def fill(self, G: Values, n: int, stop: int, rules: Rules) -> int:
        """Fill G[n:stop]; returns the first heap not filled, see `octalrun.FillPlan`."""
        width = len(self.rare[0]) // 2
        mixed = bool(self.rare.any(axis=1).all())  # a value may be rare in one class and common in the other
        common, unsure = kinds(self.rare)
        block = new_block(G, width, len(rules.splits))
        return fill_blocks(G, n, stop, width, mixed, common, unsure, rules, self.lists, block)

    @property
    def is_full(self) -> bool:
        """Is there no room for more rare heaps?"""
        return not has_room(self.lists.ends)
