"""Nim-sequences of codes with few rare heaps and small values: sets of options in the lanes of a vector.

Far behind the last rare heap a code has a simple shape. A split with the rare heap r that takes t leaves a common
heap n - t - r, and makes a value that is common at n; one with a common heap makes a rare value. So an option of n
is G(n - away) ^ g, with `away` = t + r and g = G(r), and which of the two sets it belongs to is known beforehand. Half
of the values are common at n and half are rare, so a set needs one bit for two values: the *rank* of a value is the
value without the lowest bit of the mask, which the others and the kind determine. Ranks keep the order of values of
one kind, and the rank of a nim-sum is the nim-sum of the ranks.

All heaps of a block are lanes of one vector: loading G(n - away), G(n + 1 - away), ... takes one instruction, and a
look-up or a shift and an "or" add the bits to the sets of all lanes. Options nearer than the block are added a few
heaps at a time, and those nearer still to each heap by itself. The least common value that is not in its set is the
value of the heap, as long as no heap is rare. So rare values are only looked at when the block is complete: all smaller
ones should be in their set. One that is missing there is looked for among all pairs, as in `octal`.

Few heaps have a value so large that a set has no room for it. Where it changes nothing in the sets of the next heaps,
these go on without knowing it, and all options of the heap are looked at when the block is complete.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .adding import add_heaps_2, add_heaps_3, add_heaps_4, add_heaps_5, add_heaps_6, gather
from .compiling import inlined, jit
from .machines import LANES
from .pairs import QUICK, Rules, find_pair
from .sets import (
    CHUNK,
    ROWS,
    SIZE,
    STEP,
    collect_16_of_2,
    collect_16_of_4,
    collect_16_of_8,
    collect_far_2,
    collect_far_3,
    collect_far_4,
    collect_far_5,
    collect_far_6,
    compare_16,
    compare_32,
    compare_48,
    far_lanes,
    full,
    has_bytes,
    has_pair,
    look_up_2,
    unite,
)
from .sparse import Bytes, Ints, Values
from .vector import lowest_bit
from .walks import (
    BEHIND,
    PULLED,
    look_ahead_2,
    look_ahead_4,
    look_ahead_8,
    walk_2_from_1,
    walk_2_from_2,
    walk_2_from_4,
    walk_4_from_1,
    walk_4_from_2,
    walk_8_from_1,
    walk_8_from_2,
)

Words = npt.NDArray[np.uint64]

REACH = 1 << 14
"""The largest distance of an option: these values are copied for each piece."""

PIECE = 1 << 15
"""Heaps between two copies."""

NONE = 255
"""No value: it would be too large."""

WAITING = 32
"""As soon as so many heaps lack a value, pairs are searched for them: few decisions that could be foreseen wrongly."""

KEPT = 1 << 14
"""At most so many heaps are kept in the order of their partners."""

WIDTH = SIZE
"""The number of ranks: all values are below 128."""

ALL = ~np.uint64(0)


class Marks(NamedTuple):
    """Options G(n - away) ^ g of every heap n, those farthest away first."""

    away: Ints
    g: Bytes
    code: npt.NDArray[np.uint32]
    """The ranks of g, four times in each number."""

    ends: Ints
    """Where begin those at least `far_lanes()` away that are in no union, those at least NEAR away, and the nearest."""


class Planes(NamedTuple):
    """Planes of unions that are added to those of a set."""

    place: Ints
    """Where each of these planes begins, seen from the place of n."""

    ends: Ints
    """Where those begin that are added to each plane of a set in each of eight orders."""


class Lanes(NamedTuple):
    """All that `fill` needs besides the values."""

    common: Marks
    """Options that are common at n: all of them."""

    rare: Marks
    """Options that are rare at n: those that a few common heaps make."""

    far: Planes
    """The first of the common options, where vectors have few lanes: all that splits with heaps from LANES on make.

    Each heap has as many of these planes as a set, and `ends` counts heaps: see `adding.add_heaps`.
    """

    shown: Planes
    """Enough of the rare options to show most of the values that must be."""

    takes: Ints
    """How far away the rare options are that no split makes."""

    splits: Ints
    """How many coins the splits take: the union of n has G(n - t) for all of them."""

    unions: int
    """How many planes the unions have, which may be more than those of the sets; with 0, rare options are looked up."""

    near: Bytes
    """What near heaps add: a table of `walks`."""

    soon: int
    """Nothing is nearer than this: 1, 2 or PULLED."""

    rank: Bytes
    """The rank of each value."""

    values: Bytes
    """For each parity of a heap: the values of the common ranks and those of the rare ranks, or NONE."""

    backward: Bytes
    """The values of the first heaps in the order of their partners, that of heap 1 last; some chunks of CHUNK."""

    need: Bytes
    """What comparing needs: for each parity the values of the common ranks, and the smaller rare values as planes."""

    needed: Words
    """For each parity and each common rank: the ranks of the smaller rare values, as a set."""

    least: Bytes
    """The least rank that needs each of these planes, or any behind it."""

    planes: int
    """How many bytes of a set are used."""

    reach: int
    """The largest distance."""

    first: int
    """The first place that has a union, which is the most that a split takes."""

    limit: int
    """Ranks from this on are found otherwise: a set has no room for them, or they have no value."""

    alone: bool
    """Do heaps of such ranks change nothing in the sets of the other heaps of their block?"""


class Open(NamedTuple):
    """A list of heaps that lack rare values which must be shown; they wait until there are some of them."""

    heaps: Ints

    missing: Words
    """The ranks of these values, as sets."""

    values: Ints
    """Working space: values that a first search does not find, and their heaps."""

    length: Ints
    """How long the list is: one number."""


class Space(NamedTuple):
    """Working space."""

    ranks: Bytes
    """The ranks of the last heaps."""

    unions: Bytes
    """The planes of the unions of these heaps."""

    words: Words
    """For each heap of a block the common values that are not in its set, in numbers of `width_of` bytes."""

    ahead: Words
    """What the last heaps add to the next BEHIND ones, in the same way."""

    far: Bytes
    """The planes of these sets, as far as they come from unions."""

    found: Bytes
    """For each heap of a block its value, and the planes of its set of rare values."""

    open: Open
    """Heaps for which a pair has to be searched."""

    until: Ints
    """From this place on it does not matter that some ranks are too high for the planes of a set: one number."""


def room(reach: int) -> int:
    """How many ranks are kept."""
    return reach + PIECE + 2 * LANES


def new_space(lanes: Lanes) -> Space:
    """Working space for a plan."""
    size = room(lanes.reach)
    return Space(
        ranks=_aligned(size, np.uint8),
        unions=_aligned(lanes.unions * size, np.uint8),
        words=_aligned(LANES, np.uint64),
        ahead=_aligned(BEHIND, np.uint64),
        far=_aligned(lanes.planes * LANES, np.uint8),
        found=_aligned(ROWS * LANES, np.uint8),
        open=Open(
            heaps=np.zeros(WAITING + LANES, np.int64),
            missing=np.zeros(WAITING + LANES, np.uint64),
            values=np.zeros(2 * (WAITING + LANES) * WIDTH, np.int64),
            length=np.zeros(1, np.int64),
        ),
        until=np.zeros(1, np.int64),
    )


def _aligned(size: int, kind: type[np.generic]) -> Any:
    """Zeros that begin where a line of the cache does: a vector that lies in two lines takes twice the time."""
    width = np.dtype(kind).itemsize
    line = LANES // width
    zeros = np.zeros(size + line, kind)
    start = -zeros.ctypes.data // width % line
    return zeros[start : start + size]


@jit
def is_shown(G: Values, n: int, value: int, rules: Rules) -> bool:
    """Does a split with a heap below `rules.front` reach this value? Tries a few pairs of each split first."""
    start = 1
    for most in (QUICK, rules.front):
        for t in rules.splits:
            end = min((n - t - rules.unequal) // 2 + 1, most, rules.front)
            if end > start and find_pair(G, n - t, start, end, value):
                return True
        start = most
    return False


@inlined
def is_shown_by(G: Values, n: int, value: int, splits: Ints, backward: Bytes, chunk: int) -> bool:
    """Does a split with one of the heaps of a chunk reach this value? All are tried, without a decision."""
    found, last = False, (chunk + 1) * CHUNK
    for t in splits:
        found |= has_pair(G, n - t - last, value, backward, len(backward) - last)
    return found


@inlined
def is_shown_soon(G: Values, n: int, value: int, rules: Rules, backward: Bytes) -> bool:
    """Does a split with one of the heaps whose values are kept reach this value?"""
    for chunk in range(len(backward) // CHUNK if rules.front > len(backward) else 0):
        if is_shown_by(G, n, value, rules.splits, backward, chunk):
            return True
    return False


@inlined
def missing_ranks(H: Bytes, m: int, j: int, parity: int, lanes: Lanes, found: Bytes) -> np.uint64:
    """The ranks of rare values that heap j of the block from place m on needs and that are not marked."""
    marked = np.uint64(0)
    for p in range(lanes.planes):
        marked |= np.uint64(found[np.uint64((1 + p) * LANES + j)]) << np.uint64(8 * p)
    for t in lanes.takes:  # ranks that no plane has: pairs show only what splits reach
        marked |= np.uint64(1) << np.uint64(H[np.uint64(m + j - t)])
    needed: np.uint64 = lanes.needed[np.uint64(parity * WIDTH) + np.uint64(H[np.uint64(m + j)])]
    return needed & ~marked


@inlined
def list_open(n: int, m: int, unclear: np.uint64, lanes: Lanes, space: Space) -> None:
    """List the unclear heaps of a block with what they lack."""
    heaps, missing, _, length = space.open
    k = length[0]
    while unclear:
        j = lowest_bit(unclear)
        unclear &= unclear - np.uint64(1)
        heaps[k] = n + j
        missing[k] = missing_ranks(space.ranks, m, j, n + j & 1, lanes, space.found)
        k += missing[k] != 0  # a high rank may lack nothing
    length[0] = k


@inlined
def search_first(G: Values, rules: Rules, lanes: Lanes, waiting: Open) -> int:
    """List all values that no split with one of the first heaps reaches; returns how many. It has no decisions."""
    heaps, missing, values, length = waiting
    k, left = 0, 0
    first = len(lanes.backward) and rules.front > len(lanes.backward)
    while k < length[0]:
        n = heaps[k]
        value = int(lanes.values[((n & 1) * 2 + 1) * WIDTH + lowest_bit(missing[k])])
        values[2 * left], values[2 * left + 1] = n, value
        left += not (first and is_shown_by(G, n, value, rules.splits, lanes.backward, 0))
        missing[k] &= missing[k] - np.uint64(1)
        k += missing[k] == 0
    length[0] = 0
    return left


@jit
def first_rare(G: Values, rules: Rules, lanes: Lanes, waiting: Open) -> int:
    """Search pairs for all heaps of the list: the first one that turns out to be rare gets its value; or 0."""
    for k in range(search_first(G, rules, lanes, waiting)):
        n, value = waiting.values[2 * k], waiting.values[2 * k + 1]
        if not is_shown_soon(G, n, value, rules, lanes.backward) and not is_shown(G, n, value, rules):
            G[n] = value
            return n  # type: ignore[no-any-return]
    return 0


@jit
def common_rank(H: Bytes, m: int, marks: Marks) -> int:
    """The least rank that no common option of the heap at place m has; WIDTH if all are options."""
    options = np.uint64(0)
    for k in range(np.uint64(len(marks.away))):
        rank = H[np.uint64(m - marks.away[k])] ^ np.uint8(marks.code[k])
        options |= np.uint64(1) << np.uint64(rank)
    return WIDTH if options == ALL else lowest_bit(~options)


@inlined
def find_high(H: Bytes, m: int, high: np.uint64, count: int, lanes: Lanes, space: Space) -> int:
    """Find the ranks that are too high for sets, of some heaps of a block; returns where the block ends."""
    space.until[0] = m + LANES + lanes.reach
    while high:
        j = lowest_bit(high)
        high &= high - np.uint64(1)
        H[m + j] = common_rank(H, m + j, lanes.common)
        if not lanes.alone or H[m + j] == WIDTH:
            return min(count, j + 1)
    return count


@inlined
def set_high(H: Bytes, m: int, parity: int, high: np.uint64, count: int, lanes: Lanes, found: Bytes) -> int:
    """Find the values of these ranks; returns where the block ends, before a heap whose rank has none."""
    while high:
        j = lowest_bit(high)
        high &= high - np.uint64(1)
        rank = np.int64(H[m + j])
        found[j] = lanes.values[(parity ^ j & 1) * 2 * WIDTH + rank] if rank < WIDTH else NONE
        if found[j] == NONE:
            return min(count, j)
    return count


@inlined
def mark_far(H: Bytes, m: int, marks: Marks, planes: int, words: Words, j: int, known: Bytes) -> None:
    """Begin `far_lanes()` sets, the first for place m, with the options that are at least so far away."""
    away, _, code, ends = marks
    if planes == 2:
        collect_far_2(H, m, away, code, ends[0], ends[1], words, j, known)
    elif planes == 3:
        collect_far_3(H, m, away, code, ends[0], ends[1], words, j, known)
    elif planes == 4:
        collect_far_4(H, m, away, code, ends[0], ends[1], words, j, known)
    elif planes == 5:
        collect_far_5(H, m, away, code, ends[0], ends[1], words, j, known)
    else:
        collect_far_6(H, m, away, code, ends[0], ends[1], words, j, known)


@inlined
def find_sets(H: Bytes, U: Bytes, m: int, lanes: Lanes, sets: Bytes) -> None:
    """Find the sets of rare options of the block from place m on: their planes are stored behind a row of `sets`.

    Those that no heap of the block needs are left as they are.
    """
    shown, planes, most = lanes.shown, lanes.planes, np.uint8(0)
    for i in range(np.uint64(m), np.uint64(m + LANES)):
        most = max(most, H[i])
    for p in range(planes):
        if most < lanes.least[p]:
            break
        row = (1 + p) * LANES
        unite(H, m, lanes.takes, sets, row, 8 * p)
        gather(U, m, shown.place, shown.ends, 8 * p, sets, row)


@inlined
def find_far(U: Bytes, m: int, far: Planes, planes: int, sets: Bytes) -> None:
    """Find the sets of common options of the block from place m on, as far as they come from unions."""
    place, ends = far
    if planes == 2:
        add_heaps_2(U, m, place, ends, sets)
    elif planes == 3:
        add_heaps_3(U, m, place, ends, sets)
    elif planes == 4:
        add_heaps_4(U, m, place, ends, sets)
    elif planes == 5:
        add_heaps_5(U, m, place, ends, sets)
    else:
        add_heaps_6(U, m, place, ends, sets)


@inlined
def find_unions(H: Bytes, U: Bytes, m: int, lanes: Lanes, high: bool) -> None:
    """Find the unions of the block from place m on, also the planes that are empty without `high` ranks."""
    if has_bytes():
        for p in range(lanes.unions if high else min(lanes.unions, lanes.planes)):
            unite(H, m, lanes.splits, U, m + p * len(H), 8 * p)


@inlined
def compared(space: Space, m: int, lanes: Lanes, parity: int) -> np.uint64:
    """Which heaps of the block from place m on are unclear? See `sets.compare_16`."""
    if has_bytes():
        if lanes.unions:
            find_sets(space.ranks, space.unions, m, lanes, space.found)
        else:
            away, _, code, _ = lanes.rare
            look_up_2(space.ranks, m, away, code, 0, len(away), space.found, LANES)
        return compared_by_rank(space.ranks, m, lanes.need, parity, space.found, lanes.planes)
    return compared_plainly(space.ranks, m, lanes, parity, space.words, space.found)


@inlined
def compared_by_rank(H: Bytes, m: int, need: Bytes, parity: int, found: Bytes, planes: int) -> np.uint64:
    """`compare` for the ranks that so many planes give: see `below`."""
    if planes == 2:
        return compare_16(H, m, need, parity, found, planes)
    if planes <= 4:
        return compare_32(H, m, need, parity, found, planes)
    return compare_48(H, m, need, parity, found, planes)


@jit
def compared_plainly(H: Bytes, m: int, lanes: Lanes, parity: int, words: Words, found: Bytes) -> np.uint64:
    """The same without special instructions, for all rare marks."""
    away, _, code, _ = lanes.rare
    found[:] = 0
    for j in range(0, LANES, far_lanes()):
        collect_far_6(H, m + j, away, code, 0, len(away), words, j, found)
    unclear = np.uint64(0)
    for j in range(LANES):
        row = (parity ^ j & 1) * ROWS * LANES + np.int64(H[m + j])
        found[j] = lanes.need[row]
        word = ~words[j]
        missing = 0
        for p in range(1, 1 + lanes.planes):
            found[p * LANES + j] = word & np.uint64(255)
            word >>= np.uint64(8)
            missing |= lanes.need[row + p * LANES] & ~found[p * LANES + j]
        unclear |= np.uint64(missing != 0) << np.uint64(j)
    return unclear


@inlined
def mark_middle(H: Bytes, m: int, marks: Marks, planes: int, words: Words, j: int) -> None:
    """Add to 16 sets, the first for place m, the options that are at least NEAR away."""
    away, _, code, ends = marks
    if ends[1] < ends[2]:
        if planes == 2:
            collect_16_of_2(H, m, away, code, ends[1], ends[2], words, j)
        elif planes <= 4:
            collect_16_of_4(H, m, away, code, ends[1], ends[2], words, j)
        else:
            collect_16_of_8(H, m, away, code, ends[1], ends[2], words, j)


@inlined
def walk(H: Bytes, m: int, count: int, words: Words, j: int, lanes: Lanes, ahead: Words) -> None:
    """Find the common ranks of so many heaps from place m on, whose words begin with word j."""
    steps, near, planes, soon = count // STEP, lanes.near, lanes.planes, lanes.soon
    if planes == 2:
        if soon == 1:
            walk_2_from_1(H, m, steps, words, j, near, ahead)
        elif soon == PULLED:
            walk_2_from_4(H, m, steps, words, j, near, ahead)
        else:
            walk_2_from_2(H, m, steps, words, j, near, ahead)
    elif planes <= 4:
        if soon == 1:
            walk_4_from_1(H, m, steps, words, j, near, ahead)
        else:
            walk_4_from_2(H, m, steps, words, j, near, ahead)
    elif soon == 1:
        walk_8_from_1(H, m, steps, words, j, near, ahead)
    else:
        walk_8_from_2(H, m, steps, words, j, near, ahead)


@inlined
def look_ahead(H: Bytes, m: int, lanes: Lanes, ahead: Words) -> None:
    """Get ready for a walk that begins at place m."""
    if lanes.planes == 2:
        look_ahead_2(H, m, lanes.near, ahead)
    elif lanes.planes <= 4:
        look_ahead_4(H, m, lanes.near, ahead)
    else:
        look_ahead_8(H, m, lanes.near, ahead)


@inlined
def find_ranks(space: Space, m: int, lanes: Lanes) -> None:
    """Find the common ranks of the block from place m on."""
    if far_lanes() < LANES:
        find_far(space.unions, m, lanes.far, lanes.planes, space.far)
    for j in range(0, LANES, far_lanes()):
        mark_far(space.ranks, m + j, lanes.common, lanes.planes, space.words, j, space.far)
        find_some_ranks(space, m, lanes, j, j + far_lanes())


@inlined
def find_some_ranks(space: Space, m: int, lanes: Lanes, start: int, stop: int) -> None:
    """Find the common ranks of a part of the block."""
    H, words, marks = space.ranks, space.words, lanes.common
    if marks.ends[1] == marks.ends[2]:
        walk(H, m + start, stop - start, words, start, lanes, space.ahead)
        return
    mark_middle(H, m + start, marks, lanes.planes, words, start)
    for j in range(start, stop, 16):
        # One step ahead, so that no heap waits for it.
        if j + 16 < stop:
            mark_middle(H, m + j + 16, marks, lanes.planes, words, j + 16)
        walk(H, m + j, 16, words, j, lanes, space.ahead)


@inlined
def fill_block(G: Values, n: int, stop: int, m: int, lanes: Lanes, space: Space) -> int:
    """Fill up to LANES heaps from n on, which are those from place m on, but not `stop`; returns the first not filled.

    All are taken for common. It stops where a value is too large, and where a high rank may change the next ones.
    """
    H, found, count = space.ranks, space.found, min(LANES, stop - n)
    find_ranks(space, m, lanes)
    high = full(H, m, lanes.limit)
    if high:
        count = find_high(H, m, high, count, lanes, space)
    find_unions(H, space.unions, m, lanes, m < space.until[0])
    unclear = compared(space, m, lanes, n & 1) | high
    if high:
        count = set_high(H, m, n & 1, high, count, lanes, found)
    for i in range(np.uint64(count)):  # unsigned: no test for a negative index
        G[np.uint64(n) + i] = found[i]
    if count < LANES:
        unclear &= (np.uint64(1) << np.uint64(count)) - np.uint64(1)
    if count < LANES or (high and not lanes.alone):  # the last heap, too, may have had another rank in the walk
        look_ahead(H, m + count, lanes, space.ahead)
    list_open(n, m, unclear, lanes, space)
    return n + count


@inlined
def high_until(H: Bytes, stop: int, lanes: Lanes) -> int:
    """From which place on does it not matter that ranks before `stop` are too high for the planes of a set?"""
    found = 0
    for i in range(stop):
        if H[i] >= 8 * lanes.planes:
            found = i + 1 + lanes.reach
    return found


@inlined
def begin(G: Values, n: int, lanes: Lanes, space: Space) -> None:
    """Get ready for a piece that begins with heap n."""
    H = space.ranks
    for i in range(lanes.reach):
        H[i] = lanes.rank[G[n - lanes.reach + i]]
    H[lanes.reach : lanes.reach + LANES] = 0  # the last unions below go beyond n: no high ranks of an earlier piece
    look_ahead(H, lanes.reach, lanes, space.ahead)
    space.until[0] = high_until(H, lanes.reach, lanes)
    space.unions[lanes.planes * len(H) :] = 0  # where no rank is high, these planes are not found
    for i in range(lanes.first, lanes.reach, LANES):
        find_unions(H, space.unions, i, lanes, True)


@jit
def fill(G: Values, n: int, stop: int, rules: Rules, lanes: Lanes, space: Space) -> int:
    """Fill G[n:stop]; returns the first heap not filled: `stop`, one of too large a value, or behind a rare heap."""
    space.open.length[0] = 0
    while n < stop:
        begin(G, n, lanes, space)
        shift = n - lanes.reach  # place i has the rank of heap i + shift
        end, before = min(stop, n + PIECE), n - 1
        while before < n < end:
            before = n
            n = fill_block(G, n, end, n - shift, lanes, space)
            if space.open.length[0] >= WAITING or n in (before, end):
                rare = first_rare(G, rules, lanes, space.open)
                if rare:
                    return rare + 1
        if n == before:
            return n
    return n
