"""Nim-sequences of codes with few rare heaps and small values: sets of options in the lanes of a vector.

Far behind the last rare heap a code has a simple shape. A split with the rare heap r that takes t leaves a common
heap n - t - r, and makes a value that is common at n; one with a common heap makes a rare value. So an option of n
is G(n - away) ^ g, with `away` = t + r and g = G(r), and which of the two sets it belongs to is known beforehand. Half
of the values are common at n and half are rare, so a set needs one bit for two values: the *rank* of a value is the
value without the lowest bit of the mask, which the others and the kind determine. Ranks keep the order of values of
one kind, and the rank of a nim-sum is the nim-sum of the ranks.

All heaps of a block are lanes of one vector: loading G(n - away), G(n + 1 - away), ... takes one instruction, and a
shift and an "or" add the bits to the sets of all lanes. Options nearer than the block are added eight heaps at a time,
and those nearer still to each heap by itself. The least common value that is not in its set is then the value of the
heap, unless a smaller rare one is missing too: that one is looked for among all pairs, as in `octal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import sparse
from .compiling import inlined, jit
from .pairs import QUICK, Rules, find_pair
from .sets import LANES, SIZE, STEP, collect_16, collect_32, collect_near, first_free
from .sparse import Bytes, Floats, Ints, Values

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


ROW = 2 * (SIZE + 1)
"""For each parity of a heap: the values of the common ranks, NONE, those of the rare ranks, NONE."""

WIDTH = 64
"""The number of ranks: all values are below 128."""


class Marks(NamedTuple):
    """Options G(n - away) ^ g of every heap n, those farthest away first."""

    away: Ints
    g: Bytes
    code: npt.NDArray[np.uint32]
    """The ranks of g, four times in each number."""

    ends: Ints
    """Where begin those at least LANES away, those at least STEP away, and the rest."""


class Lanes(NamedTuple):
    """All that `fill` needs besides the values."""

    common: Marks
    """Options that are common at n: all of them."""

    rare: Marks
    """Options that are rare at n: those that a few common heaps make."""

    near: Words
    """For each distance below STEP and each rank: the set that a heap at this distance adds."""

    rank: Bytes
    """The rank of each value."""

    values: Bytes
    """The value of each rank: see ROW."""

    size: int
    """How many ranks can be in a set: 16 or SIZE."""

    reach: int
    """The largest distance."""

    first: int
    """The least distance."""

    most: int
    """All values are below this."""


class Space(NamedTuple):
    """Working space."""

    ranks: Bytes
    """The ranks of the last heaps."""

    words: Words
    """Two sets for each heap of a block: of common and of rare values."""

    seen: Bytes
    """A byte for each value."""


def new_space(lanes: Lanes) -> Space:
    """Working space for a plan."""
    ranks = np.zeros(lanes.reach + PIECE + LANES, np.uint8)
    return Space(ranks, np.zeros(LANES, np.uint64), np.zeros(2 * WIDTH, np.uint8))


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
def settle(G: Values, n: int, options: np.uint64, rules: Rules, lanes: Lanes, seen: Bytes) -> int:
    """The value of n, where a rare one smaller than all common ones is not among the options that were marked."""
    row = (n & 1) * ROW
    common = int(lanes.values[row + first_free(options)])
    rare = options >> np.uint64(SIZE)
    while True:
        place = first_free(rare)
        value = int(lanes.values[row + ROW // 2 + place])
        if value == NONE and common == NONE:
            return large_value(G, n, rules, lanes, seen)
        if common < value or not is_shown(G, n, value, rules):
            return min(common, value)
        rare |= np.uint64(1) << np.uint64(place)


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
def mark_far(H: Bytes, m: int, lanes: Lanes, words: Words) -> None:
    """Begin the sets of the block from place m on, with the options that are at least LANES away."""
    (away, _, code, ends), (others, _, codes, limits) = lanes.common, lanes.rare
    if lanes.size == SIZE:
        collect_32(H, m, away, code, ends[0], ends[1], others, codes, limits[0], limits[1], words)
    else:
        collect_16(H, m, away, code, ends[0], ends[1], others, codes, limits[0], limits[1], words)


@inlined
def mark_near(H: Bytes, m: int, lanes: Lanes, words: Words, j: int) -> None:
    """Add to STEP sets, the first for place m, the options that are nearer."""
    (away, _, code, ends), (others, _, codes, limits) = lanes.common, lanes.rare
    collect_near(H, m, away, code, ends[1], ends[2], others, codes, limits[1], limits[2], words, j)


@jit
def walk(G: Values, n: np.uint64, H: Bytes, h: np.uint64, count: int, words: Words, lanes: Lanes) -> int:
    """Find the values of heaps n, n + 1, ... from their words; stops before one whose value is not clear.

    What the last heaps before each of them add is looked up in tables.
    """
    one, two = np.uint64(H[h - np.uint64(1)]), np.uint64(H[h - np.uint64(2)])
    near, first = lanes.near, lanes.first
    for i in range(np.uint64(count)):
        place = h + i
        options = words[i]
        for d in range(np.uint64(STEP - 1), np.uint64(2), np.int64(-1)):
            options |= near[(np.uint64(d) - np.uint64(1)) * np.uint64(WIDTH) + np.uint64(H[place - np.uint64(d)])]
        if first < 3:  # else nobody waits for the two heaps before
            options = options | near[np.uint64(WIDTH) + two] | near[one]
        rank = np.uint64(first_free(options))
        row = (n + i & np.uint64(1)) * np.uint64(ROW)
        value = lanes.values[row + rank]
        other = lanes.values[row + np.uint64(ROW // 2) + np.uint64(first_free(options >> np.uint64(SIZE)))]
        if value >= other:
            words[i] = options
            return np.int64(i)  # type: ignore[return-value]
        G[n + i] = value
        H[place] = rank
        one, two = rank, one
    return count


@jit
def fill(G: Values, n: int, stop: int, rules: Rules, lanes: Lanes, space: Space) -> int:
    """Fill G[n:stop]; returns the first heap not filled: `stop`, one of too large a value, or behind a rare heap."""
    H, words = space.ranks, space.words
    while n < stop:
        shift = n - lanes.reach  # place i of H has the rank of heap i + shift
        for i in range(lanes.reach):
            H[i] = lanes.rank[G[shift + i]]
        end = min(stop, n + PIECE)
        while n < end:
            first, block = n, min(n + LANES, end)
            mark_far(H, n - shift, lanes, words)
            while n < block:
                mark_near(H, n - shift, lanes, words, n - first)
                ahead = min(n + STEP, block)
                while n < ahead:
                    n += walk(G, np.uint64(n), H, np.uint64(n - shift), ahead - n, words[n - first :], lanes)
                    if n < ahead:
                        value = settle(G, n, words[n - first], rules, lanes, space.seen)
                        if value == lanes.most:
                            return n
                        G[n] = value
                        H[n - shift] = lanes.rank[value]
                        n += 1
                        if is_rare(n - 1, value, rules.rare):
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
    size = _size(recent.reshape(-1, 2).sum(axis=1) / recent.sum())
    if not size or rares * len(rules.splits) > MOST_MARKS:
        return None
    heaps, found = sparse.positions(G, 1, front, rare, np.zeros(0, np.uint8), rares + 1)
    heaps = heaps[:found]
    mask, turns = functional >> 1, functional & 1
    low = (mask & -mask).bit_length() - 1
    every = np.arange(2 * WIDTH)
    rank = (every & ((1 << low) - 1) | every >> low + 1 << low).astype(np.uint8)
    more = _more_heaps(G, n, rules, rare, recent)
    common, other = ([(int(t + a), int(G[a])) for t in rules.splits for a in some] for some in (heaps, more))
    for t in rules.takes:  # what is left is common, and so is its value at n, unless the parity of n turns it
        (other if turns and t & 1 else common).append((int(t), 0))
    marks = [_marks(pairs, rank) for pairs in (common, other)]
    reach = max(int(m.away.max(initial=STEP)) for m in marks)
    behind = front if front < n else int(heaps.max(initial=0)) + 1
    if reach > REACH or n - reach < behind:
        return None  # a partner of a mark may be rare
    first = min(int(m.away.min(initial=STEP)) for m in marks)
    values = _values(rare, rank, size)
    lanes = Lanes(marks[0], marks[1], _near(marks), rank, values, size, reach, first, min(most, 2 * WIDTH))
    return lanes, new_space(lanes)


def _size(share: Floats) -> int:
    """How many ranks a set needs, if each value has this share of the heaps; 0: too many."""
    if share[2 * WIDTH :].any():
        return 0
    return 16 if share[32:].sum() < LARGE / 10 else SIZE if share[2 * SIZE - 2 :].sum() < LARGE else 0


def _values(rare: Bytes, rank: Bytes, size: int) -> Bytes:
    values = np.full((2, 2, SIZE + 1), NONE, np.uint8)
    for parity in (0, 1):
        for v, kind in enumerate(rare[parity::2][: 2 * WIDTH]):
            if rank[v] < min(size, SIZE - 1):
                values[parity, kind, rank[v]] = v
    return values.ravel()


def _near(marks: Sequence[Marks]) -> Words:
    near = np.zeros((STEP - 1, WIDTH), np.uint64)
    for kind, some in enumerate(marks):
        for k in range(some.ends[2], len(some.away)):
            for rank in range(WIDTH):
                bit = rank ^ int(some.code[k] & 255)
                if bit < SIZE:
                    near[some.away[k] - 1, rank] |= np.uint64(1 << bit + kind * SIZE)
    return near.ravel()


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


def _marks(pairs: list[tuple[int, int]], rank: Bytes) -> Marks:
    pairs = sorted(pairs, reverse=True)
    away = np.array([a for a, _ in pairs], np.int64)
    g = np.array([g for _, g in pairs], np.uint8)
    ends = np.array([0, int((away >= LANES).sum()), int((away >= STEP).sum())], np.int64)
    return Marks(away, g, rank[g] * np.uint32(0x01010101), ends)
