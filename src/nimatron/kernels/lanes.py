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
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import sparse
from .compiling import inlined, jit
from .pairs import QUICK, Rules, find_pair
from .sets import (
    LANES,
    ROWS,
    SIZE,
    STEP,
    collect_8,
    collect_16,
    collect_far_2,
    collect_far_3,
    collect_far_4,
    collect_far_6,
    compare_2,
    compare_3,
    compare_4,
    compare_6,
    first_free,
    has_planes,
)
from .sparse import Bytes, Floats, Ints, Values
from .vector import lowest_bit

Words = npt.NDArray[np.uint64]

MOST_MARKS = 400
"""With more rare heaps than this, times the number of splits, the lanes are not worth it."""

REACH = 1 << 14
"""The largest distance of an option: these values are copied for each piece."""

PIECE = 1 << 16
"""Heaps between two copies."""

NONE = 255
"""No value: all that a set can hold are taken."""

LARGE = 0.02
"""The most heaps, in part of all, whose values may be too large for the sets."""

OPEN, GAIN = 0.05, 2e-3
"""Common heaps are marked until so few rare values stay open per heap, or one more closes so few: an estimate."""

SAMPLE, LEAST = 1 << 13, 3
"""Then more of them, each of which closes at least LEAST values in so many heaps: these are counted."""

LISTED = 2048
"""At most so many open values are listed for that."""


NEAR = 2 * STEP
"""What nearer heaps add is looked up for each heap by itself."""

WIDTH = SIZE
"""The number of ranks: all values are below 128."""

PLANES = 2, 3, 4, 6
"""A set has so many bytes. More take longer, and fewer leave out more values."""

RESTART = 1000
"""A value that is left out takes as long as so many look-ups of a mark in all lanes."""


class Marks(NamedTuple):
    """Options G(n - away) ^ g of every heap n, those farthest away first."""

    away: Ints
    g: Bytes
    code: npt.NDArray[np.uint32]
    """The ranks of g, four times in each number."""

    ends: Ints
    """Where begin those at least LANES away, those at least 32 and NEAR away, and what is looked up."""


class Lanes(NamedTuple):
    """All that `fill` needs besides the values."""

    common: Marks
    """Options that are common at n: all of them."""

    rare: Marks
    """Options that are rare at n: those that a few common heaps make."""

    near: Words
    """For each distance below NEAR and each rank: the set of common values that a heap at this distance adds.

    Or only for the distances in `few`.
    """

    few: Ints
    """The distances below NEAR, or all below LANES, if these are at most four and none is below 3; else 0."""

    rank: Bytes
    """The rank of each value."""

    values: Bytes
    """For each parity of a heap: the values of the common ranks and those of the rare ranks, or NONE."""

    need: Bytes
    """What `compare` needs: for each parity the values of the common ranks, and the smaller rare values as planes.

    Where a rank has no value, it is what no set can have.
    """

    planes: int
    """How many bytes of a set are used."""

    reach: int
    """The largest distance."""

    most: int
    """All values are below this."""


class Space(NamedTuple):
    """Working space."""

    ranks: Bytes
    """The ranks of the last heaps."""

    words: Words
    """A set of common values for each heap of a block."""

    found: Bytes
    """For each heap of a block its value, and the planes of its set of rare values."""

    seen: Bytes
    """A byte for each value."""


def new_space(lanes: Lanes) -> Space:
    """Working space for a plan."""
    ranks = np.zeros(lanes.reach + PIECE + LANES, np.uint8)
    return Space(ranks, np.zeros(LANES, np.uint64), np.zeros(ROWS * LANES, np.uint8), np.zeros(2 * WIDTH, np.uint8))


# -- the loops -----------------------------------------------------------------------------------


@jit
def is_shown(G: Values, n: int, value: int, rules: Rules) -> bool:
    """Does a split with a heap below `rules.front` reach this value? Tries a few pairs of each split first."""
    for t in rules.splits:
        if find_pair(G, n - t, 1, min(QUICK, (n - t - rules.unequal) // 2 + 1, rules.front), value):
            return True
    for t in rules.splits:
        end = min((n - t - rules.unequal) // 2 + 1, rules.front)
        if end > QUICK and find_pair(G, n - t, QUICK, end, value):
            return True
    return False


@jit
def is_rare(n: int, value: int, rare: Bytes) -> bool:
    """Is a heap n of this value rare?"""
    index = 2 * value + (n & 1)
    return bool(rare[0, index] or rare[1, index])


@jit
def settle(G: Values, n: int, j: int, found: Bytes, rules: Rules, lanes: Lanes, seen: Bytes) -> int:
    """The value of n, heap j of its block, where a rare value smaller than the common one is not among the marked."""
    row = (n & 1) * 2 * WIDTH + WIDTH
    common = int(found[j])
    for rank in range(8 * lanes.planes):
        value = int(lanes.values[row + rank])
        if value > common or (value == NONE and common != NONE):
            break
        if found[(1 + (rank >> 3)) * LANES + j] >> (rank & 7) & 1 == 0:
            if value == NONE:
                break
            if not is_shown(G, n, value, rules):
                return value
    return common if common != NONE else large_value(G, n, rules, lanes, seen)


@jit
def large_value(G: Values, n: int, rules: Rules, lanes: Lanes, seen: Bytes) -> int:
    """The value of n with all its options, also those that are too large for the sets."""
    seen[:] = 0
    for marks in (lanes.common, lanes.rare):
        for k in range(len(marks.away)):
            seen[G[n - marks.away[k]] ^ marks.g[k]] = 1
    for value in range(lanes.most):
        if not seen[value] and not (is_rare(n, value, rules.rare) and is_shown(G, n, value, rules)):
            return value
    return lanes.most


@inlined
def mark_far(H: Bytes, m: int, marks: Marks, planes: int, words: Words) -> None:
    """Begin the sets of the block from place m on, with the options that are at least LANES away."""
    away, _, code, ends = marks
    if planes == 2:
        collect_far_2(H, m, away, code, 0, ends[1], words)
    elif planes == 3:
        collect_far_3(H, m, away, code, 0, ends[1], words)
    elif planes == 4:
        collect_far_4(H, m, away, code, 0, ends[1], words)
    else:
        collect_far_6(H, m, away, code, 0, ends[1], words)


@inlined
def compared(H: Bytes, m: int, marks: Marks, lanes: Lanes, parity: int, found: Bytes) -> np.uint64:
    """`compare` for the block from place m on."""
    away, _, code, _ = marks
    if lanes.planes == 2:
        return compare_2(H, m, away, code, 0, len(away), lanes.need, parity, found)
    if lanes.planes == 3:
        return compare_3(H, m, away, code, 0, len(away), lanes.need, parity, found)
    if lanes.planes == 4:
        return compare_4(H, m, away, code, 0, len(away), lanes.need, parity, found)
    return compare_6(H, m, away, code, 0, len(away), lanes.need, parity, found)


@jit
def compared_plainly(H: Bytes, m: int, marks: Marks, lanes: Lanes, parity: int, found: Bytes) -> np.uint64:
    """The same without special instructions."""
    unclear = np.uint64(0)
    found[:] = 0
    for k in range(len(marks.away)):
        for j in range(LANES):
            rank = np.int64(H[m + j - marks.away[k]] ^ (marks.code[k] & np.uint32(255)))
            if rank < 8 * lanes.planes - 1:
                found[(1 + (rank >> 3)) * LANES + j] |= 1 << (rank & 7)
    for j in range(LANES):
        row = (parity ^ j & 1) * ROWS * LANES + np.int64(H[m + j])
        found[j] = lanes.need[row]
        for p in range(1, 1 + lanes.planes):
            if lanes.need[row + p * LANES] & ~found[p * LANES + j]:
                unclear |= np.uint64(1) << np.uint64(j)
    return unclear


@inlined
def mark_middle(H: Bytes, m: int, marks: Marks, words: Words, j: int) -> None:
    """Add to 16 sets, the first for place m, the options that are at least 32 away."""
    away, _, code, ends = marks
    if ends[1] < ends[2]:
        collect_16(H, m, away, code, ends[1], ends[2], words, j)


@inlined
def mark_near(H: Bytes, m: int, marks: Marks, words: Words, j: int) -> None:
    """Add to STEP sets, the first for place m, the options that are at least NEAR away."""
    away, _, code, ends = marks
    if ends[2] < ends[3]:
        collect_8(H, m, away, code, ends[2], ends[3], words, j)


@inlined
def walk(H: Bytes, h: np.uint64, words: Words, near: Words) -> None:
    """Find the common ranks of STEP heaps from place h on, each from its word and what the heaps before it add."""
    U = np.uint64
    one, two, three = U(H[h - U(1)]), U(H[h - U(2)]), U(H[h - U(3)])
    for i in range(U(STEP)):
        options = words[i]
        for d in range(U(NEAR - 1), U(3), np.int64(-1)):
            options |= near[(U(d) - U(1)) * U(WIDTH) + U(H[h + i - U(d)])]
        # What the next heaps wait for stays in registers.
        options = options | near[U(2 * WIDTH) + three] | near[U(WIDTH) + two] | near[one]
        rank = U(first_free(options))
        H[h + i] = rank
        one, two, three = rank, one, two


@inlined
def walk_few(H: Bytes, h: np.uint64, words: Words, near: Words, few: Ints) -> None:
    """The same where only heaps at four distances matter."""
    U = np.uint64
    a, b, c, d = h - U(few[0]), h - U(few[1]), h - U(few[2]), h - U(few[3])
    for i in range(U(STEP)):
        options = words[i] | near[U(H[a + i])] | near[U(WIDTH) + U(H[b + i])]
        options = options | near[U(2 * WIDTH) + U(H[c + i])] | near[U(3 * WIDTH) + U(H[d + i])]
        H[h + i] = first_free(options)


@jit
def find_ranks(H: Bytes, m: int, lanes: Lanes, words: Words) -> None:
    """Find the common ranks of the block from place m on."""
    marks = lanes.common
    mark_far(H, m, marks, lanes.planes, words)
    mark_middle(H, m, marks, words, 0)
    mark_near(H, m, marks, words, 0)
    for j in range(0, LANES, STEP):
        # One step ahead, so that no heap waits for it.
        if j & 15 == 0 and j + 16 < LANES:
            mark_middle(H, m + j + 16, marks, words, j + 16)
        if j + STEP < LANES:
            mark_near(H, m + j + STEP, marks, words, j + STEP)
        if lanes.few[0]:
            walk_few(H, np.uint64(m + j), words[j:], lanes.near, lanes.few)
        else:
            walk(H, np.uint64(m + j), words[j:], lanes.near)


@jit
def fill_block(G: Values, n: int, stop: int, m: int, rules: Rules, lanes: Lanes, space: Space) -> int:
    """Fill up to LANES heaps from n on, which are those from place m on, but not `stop`; returns the first not filled.

    It stops behind a heap that has not the value of its common rank.
    """
    H, found = space.ranks, space.found
    find_ranks(H, m, lanes, space.words)
    if has_planes():
        unclear = compared(H, m, lanes.rare, lanes, n & 1, found)
    else:
        unclear = compared_plainly(H, m, lanes.rare, lanes, n & 1, found)
    count = min(LANES, stop - n)
    for i in range(np.uint64(count)):  # unsigned: no test for a negative index
        G[np.uint64(n) + i] = found[i]
    while unclear:
        j = lowest_bit(unclear)
        if j >= count:
            break
        unclear &= unclear - np.uint64(1)
        value = settle(G, n + j, j, found, rules, lanes, space.seen)
        if value != found[j]:
            if value == lanes.most:
                return n + j
            G[n + j] = value
            H[m + j] = lanes.rank[value]
            return n + j + 1
    return n + count


@jit
def fill(G: Values, n: int, stop: int, rules: Rules, lanes: Lanes, space: Space) -> int:
    """Fill G[n:stop]; returns the first heap not filled: `stop`, one of too large a value, or behind a rare heap."""
    H = space.ranks
    while n < stop:
        shift = n - lanes.reach  # place i of H has the rank of heap i + shift
        for i in range(lanes.reach):
            H[i] = lanes.rank[G[shift + i]]
        end = min(stop, n + PIECE)
        while n < end:
            before = n
            n = fill_block(G, n, end, n - shift, rules, lanes, space)
            if n == before or (n < min(before + LANES, end) and is_rare(n - 1, int(G[n - 1]), rules.rare)):
                return n
    return n


# -- the plan ------------------------------------------------------------------------------------


def lanes_of(
    G: Values, n: int, rules: Rules, functionals: Sequence[int], count: Floats, front: int
) -> tuple[Lanes, Space] | None:
    """What `fill` needs for the heaps from n on; None if the code is not of that kind, or not yet.

    `count` is the histogram of all heaps so far; those that the functionals make rare lie below `front`.
    """
    classes = [d for d, f in enumerate(functionals) if f]
    masks = {functionals[d] for d in classes}
    if G.dtype != np.uint8 or len(masks) != 1:
        return None
    functional = masks.pop()
    if functional & 1 and len(classes) > 1:
        return None  # what is common in one class is rare in the other
    return _lanes(G, n, rules, functional, classes[0], count, front)


def _lanes(
    G: Values, n: int, rules: Rules, functional: int, parity: int, count: Floats, front: int
) -> tuple[Lanes, Space] | None:
    rare, most = rules.rare[parity], len(count) // 2
    rares = int(rare @ count)
    recent = sparse.histogram(G, n - min(n // 4, sparse.RECENT), n, most)
    if recent[4 * WIDTH :].any() or rares * len(rules.splits) > MOST_MARKS:
        return None
    heaps, found = sparse.positions(G, 1, front, rare, np.zeros(0, np.uint8), rares + 1)
    heaps = heaps[:found]
    mask, turns = functional >> 1, functional & 1
    low = (mask & -mask).bit_length() - 1
    every = np.arange(2 * WIDTH)
    rank = (every & ((1 << low) - 1) | every >> low + 1 << low).astype(np.uint8)
    more = _more_heaps(G, n, rules, rare, recent)
    common, other = ([(int(t + a), int(G[a])) for t in rules.splits for a in some] for some in (heaps, more))
    if any(g >= 2 * WIDTH for _, g in (*common, *other)):
        return None  # the first heaps have larger values than the last
    for t in rules.takes:  # what is left is common, and so is its value at n, unless the parity of n turns it
        (other if turns and t & 1 else common).append((int(t), 0))
    near, few = _near_and_few({away for away, _ in common})
    marks = [_marks(pairs, rank, near) for pairs in (common, other)]
    reach = max(int(m.away.max(initial=LANES)) for m in marks)
    behind = front if front < n else int(heaps.max(initial=0)) + 1
    if reach > REACH or n - reach < behind:
        return None  # a partner of a mark may be rare
    planes = _planes(recent.reshape(-1, 2).sum(axis=1) / recent.sum(), sum(len(m.away) for m in marks))
    if not planes:
        return None
    values = _values(rare, rank, planes)
    lanes = Lanes(
        common=marks[0],
        rare=marks[1],
        near=_near(marks[0], few),
        few=few,
        rank=rank,
        values=values.ravel(),
        need=_need(values, planes).ravel(),
        planes=planes,
        reach=reach,
        most=min(most, 2 * WIDTH),
    )
    return lanes, new_space(lanes)


def _planes(share: Floats, marks: int) -> int:
    """How many planes are best for so many marks, if each value has this share of the heaps; 0: none."""
    cost = {planes: planes * marks / LANES + RESTART * share[16 * planes - 2 :].sum() for planes in PLANES}
    best = min(cost, key=cost.__getitem__)
    return best if share[16 * best - 2 :].sum() < LARGE else 0


def _values(rare: Bytes, rank: Bytes, planes: int) -> Bytes:
    values = np.full((2, 2, WIDTH), NONE, np.uint8)
    for parity in (0, 1):
        for v, kind in enumerate(rare[parity::2][: 2 * WIDTH]):
            if rank[v] < 8 * planes - 1:
                values[parity, kind, rank[v]] = v
    return values


def _need(values: Bytes, planes: int) -> Bytes:
    """See `Lanes`."""
    need = np.zeros((2, ROWS, WIDTH), np.uint8)
    for parity, (common, rare) in enumerate(values):
        need[parity, 0] = common
        for place, value in enumerate(common.tolist()):
            below = (
                sum(1 << r for r, v in enumerate(rare.tolist()) if v < value) if value != NONE else 1 << 8 * planes - 1
            )
            need[parity, 1:, place] = list(below.to_bytes(WIDTH // 8, "little"))
    return need


def _near(marks: Marks, few: Ints) -> Words:
    near = np.zeros((LANES, WIDTH), np.uint64)
    for k in range(marks.ends[-1], len(marks.away)):
        for rank in range(WIDTH - 1):
            near[marks.away[k], rank ^ int(marks.code[k] & 255)] |= np.uint64(1 << rank)
    return near[few if few[0] else np.arange(1, NEAR)].ravel()


def _near_and_few(distances: set[int]) -> tuple[int, Ints]:
    """What nearer heaps add is looked up; and `few` (see `Lanes`)."""
    for near in (LANES, NEAR):
        some = {d for d in distances if d < near}
        if len(some) <= 4 and not some & {1, 2}:
            unused = (d for d in range(3, LANES) if d not in distances)
            # The farthest first: a heap should not wait long for what comes late.
            return near, np.array(sorted([*some, *islice(unused, 4 - len(some))], reverse=True), np.int64)
    return NEAR, np.zeros(4, np.int64)


def _more_heaps(G: Values, n: int, rules: Rules, rare: Bytes, recent: Floats) -> Ints:
    """Common heaps whose splits reach most of the rare values."""
    left = sparse.wanted(recent)
    left[rare == 0] = 0
    chance = np.minimum(2 * recent / recent.sum(), 1.0)
    miss = np.ones(len(left))
    for t in rules.splits:
        miss *= 1 - (chance.reshape(-1, 2)[:, ::-1].ravel() if t & 1 else chance)
    # Choosing takes time: more heaps to choose from only where a plan lasts long.
    last = max(LANES, min(max(1024, n >> 15), REACH // 2, rules.front, n // 2))
    index = 2 * G[:last].astype(np.int64) + (np.arange(last) & 1)
    usable = (1 - rare[index]).astype(np.uint8)
    chosen = sparse.cover(G, LANES, last, miss, left, usable, OPEN, GAIN)
    usable[:LANES] = usable[chosen] = 0
    # The estimate takes heaps for independent, which they are not: what is still open in the last heaps is counted.
    start = max(n - SAMPLE, n // 2 + last)
    heaps, values = np.zeros((2, LISTED), np.int64)
    found = list_open(G, start, n, rules, rare, chosen, heaps, values, np.zeros(2 * WIDTH, np.uint8))
    more = np.zeros(last, np.int64)
    count = choose(G, rules.splits, heaps[:found], values[:found], usable, np.zeros(last, np.int64), more)
    return np.sort(np.concatenate([chosen, more[:count]]))


@jit
def list_open(
    G: Values, start: int, stop: int, rules: Rules, rare: Bytes, chosen: Ints, heaps: Ints, values: Ints, seen: Bytes
) -> int:
    """List the rare values below the value of each heap that no chosen heap reaches, with the heap."""
    k = 0
    for n in range(start, stop):
        seen[:] = 0
        for t in rules.takes:
            seen[G[n - t]] = 1
        for t in rules.splits:
            for a in chosen:
                seen[(G[a] ^ G[n - t - a]) & (2 * WIDTH - 1)] = 1
        for value in range(G[n]):
            if rare[2 * value + (n & 1)] and not seen[value] and k < len(heaps):
                heaps[k], values[k] = n, value
                k += 1
    return k


@jit
def choose(G: Values, splits: Ints, heaps: Ints, values: Ints, usable: Bytes, counts: Ints, chosen: Ints) -> int:
    """Choose usable heaps that reach most of the listed values, the best first; returns how many."""
    for i in range(len(heaps)):
        add_reached(G, splits, heaps[i], values[i], 1, counts)
    k, best = 0, 0
    while True:
        best = 0
        for a in range(len(counts)):
            if (usable[a] and counts[a] > counts[best]) or not usable[best]:
                best = a
        if not usable[best] or counts[best] < LEAST:
            return k
        chosen[k], usable[best] = best, 0
        k += 1
        for i in range(len(heaps)):
            if values[i] >= 0 and reaches(G, splits, heaps[i], best, values[i]):
                add_reached(G, splits, heaps[i], values[i], -1, counts)
                values[i] = -1


@inlined
def reaches(G: Values, splits: Ints, n: int, a: int, value: int) -> bool:
    """Does a split of n with heap a have this value?"""
    found = False
    for t in splits:
        found |= G[a] ^ G[n - t - a] == value
    return found


@jit
def add_reached(G: Values, splits: Ints, n: int, value: int, much: int, counts: Ints) -> None:
    """Add to the count of each heap a that reaches a value of n."""
    for a in range(1, len(counts)):
        if reaches(G, splits, n, a, value):
            counts[a] += much


def _marks(pairs: list[tuple[int, int]], rank: Bytes, near: int) -> Marks:
    pairs = sorted(pairs, reverse=True)
    away = np.array([a for a, _ in pairs], np.int64)
    g = np.array([g for _, g in pairs], np.uint8)
    ends = np.array([0, *(int((away >= least).sum()) for least in (LANES, max(near, 32), near))], np.int64)
    return Marks(away, g, rank[g] * np.uint32(0x01010101), ends)
