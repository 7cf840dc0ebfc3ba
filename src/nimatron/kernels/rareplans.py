"""Plans for `rares`: what the ranks are, and which splits with common heaps are marked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import sparse
from .laneplans import choose, list_open
from .pairs import Rules
from .planes import GROUP, PART
from .rares import COMMON, RANKS, RARE, REPEATED, SETS, Lists, Space
from .sets import LANES
from .sparse import Bytes, Floats, Ints, Values

# The tuning constants below were measured; results do not depend on them.

OPEN, GAIN = 0.01, 2e-3
"""Common heaps are marked until so few rare values stay open per heap, or one more closes so few: an estimate."""

SAMPLE, LEAST = 1024, 2
"""Then more of them, each of which closes at least LEAST values in so many heaps: these are counted."""

LISTED = 8 * SAMPLE
"""At most so many open values are listed for that."""

LAST = 8192
"""These heaps are below this one: to choose among more takes longer than it saves."""

MOST_RARES = 5000
"""With more rare heaps than this, times the number of splits, it is not worth it."""

SELDOM = 0.01
"""Ranks that are needed by fewer heaps than this, in part of all, are not marked."""

ROOM = 4096
"""How many new rare heaps fit behind the known ones."""


def lists_of(G: Values, n: int, rules: Rules, functionals: Sequence[int], count: Floats, front: int) -> Lists | None:
    """The lists for the heaps from n on; None if the code is not of that kind.

    `count` is the histogram of all heaps so far; those that the functionals make rare lie below `front`.
    """
    classes = [d for d, f in enumerate(functionals) if f]
    functional = functionals[classes[0]]
    if any(functionals[d] != functional for d in classes) or (functional & 1 and len(classes) > 1):
        return None  # what is common in one class is rare in the other
    rare, width = rules.rare[classes[0]], len(count) // 2
    size = int(rare @ count)
    if width > 2 * RANKS or size * len(rules.splits) > MOST_RARES:
        return None
    rank = ranks_of(functional >> 1, width)
    recent = sparse.histogram(G, n - min(n // 4, sparse.RECENT), n, width)
    rares, size = sparse.positions(G, 1, front, rare, np.zeros(0, np.uint8), size + ROOM)
    others = _others(G, n, rules, rare, recent)
    values, codes = _values(rare, rank), rank * REPEATED
    return Lists(
        rares=rares,
        rare_codes=codes[G[rares]],
        sizes=np.array([size, np.searchsorted(rares[:size], LANES)]),
        others=others,
        other_codes=codes[G[others]],
        rank=rank,
        rare=rare,
        values=values.ravel(),
        below=_below(values).ravel(),
        parts=_parts(rank, recent),
    )


def ranks_of(mask: int, width: int) -> Bytes:
    """The rank of each value: without the lowest bit of the mask.

    >>> ranks_of(0b110, 8).tolist()
    [0, 1, 0, 1, 2, 3, 2, 3]
    """
    low = (mask & -mask).bit_length() - 1
    every = np.arange(width)
    found: Bytes = (every & ((1 << low) - 1) | every >> low + 1 << low).astype(np.uint8)
    return found


def _values(rare: Bytes, rank: Bytes) -> Ints:
    """See `Lists`."""
    values = np.full((2, 2, RANKS), -1, np.int64)
    for parity in (0, 1):
        values[rare[parity::2], parity, rank] = np.arange(len(rank))
    return values


def _below(values: Ints) -> Ints:
    """See `Lists`. A rank that no value has is larger than all."""
    below = np.zeros((2, RANKS), np.int64)
    for parity in (0, 1):
        common, rare = values[COMMON, parity], values[RARE, parity]
        rare = rare[rare >= 0]
        below[parity] = np.where(common < 0, len(rare), np.searchsorted(rare, common))
    return below


def _parts(rank: Bytes, recent: Floats) -> int:
    """How many parts of the groups are marked: whole groups, and perhaps one part more."""
    share = np.bincount(rank, recent.reshape(-1, 2).sum(axis=1), RANKS) / recent.sum()
    needed = int(np.flatnonzero(share[::-1].cumsum()[::-1] >= SELDOM).max()) // PART + 1
    per_group = GROUP // PART
    return needed if needed % per_group < 2 else -(-needed // per_group) * per_group


def _others(G: Values, n: int, rules: Rules, rare: Bytes, recent: Floats) -> Ints:
    """Common heaps whose splits reach most of the rare values."""
    left = sparse.wanted(recent)
    left[rare == 0] = 0
    # The chance that a heap has an index, given its parity: half of the heaps have that parity.
    chance = np.minimum(2 * recent / recent.sum(), 1.0)
    miss = np.ones(len(left))
    for t in rules.splits:
        miss *= 1 - (chance.reshape(-1, 2)[:, ::-1].ravel() if t & 1 else chance)
    # They stay below half of n - t, so none of them makes a forbidden equal split.
    last = max(LANES, min((n - int(rules.splits.max()) - 1) // 2, sparse.NEARBY, rules.front))
    usable = (1 - rare[2 * G[:last].astype(np.int64) + (np.arange(last) & 1)]).astype(np.uint8)
    chosen = sparse.cover(G, LANES, last, miss, left, usable, OPEN, GAIN)
    usable[:LANES] = usable[chosen] = 0
    # The estimate takes heaps for independent, which they are not: what is still open in the last heaps is counted.
    heaps, values = np.zeros((2, LISTED), np.int64)
    seen = np.zeros(len(recent) // 2, np.uint8)
    found = list_open(G, max(n - SAMPLE, n // 2 + last), n, rules, rare, chosen, heaps, values, seen)
    last = min(last, LAST)
    more = np.zeros(last, np.int64)
    counts = np.zeros(last, np.int64)
    size = choose(G, rules.splits, heaps[:found], values[:found], usable[:last], counts, more, LEAST)
    return np.sort(np.concatenate([chosen, more[:size]]))


def new_space(G: Values, n: int, splits: Ints, lists: Lists) -> Space:
    """Working space for the heaps from n to the last of these values."""
    farthest = max(lists.rares.max(), lists.others.max(initial=0))
    first = max(n - int(splits.max() + farthest), 0) & ~1
    ranks, known = np.zeros((2, len(G) - first + LANES), np.uint8)
    ranks[: n - first] = lists.rank[G[first:n]]
    common = (1 - lists.rare.reshape(-1, 2).T) * np.uint8(255)
    for parity in (0, 1):
        known[parity : n - first : 2] = common[parity][G[first + parity : n : 2]]
    bounds = np.zeros((len(splits), 3), np.int64)
    return Space(ranks, known, np.zeros(2 * SETS, np.uint64), np.zeros(RANKS, np.uint8), bounds, first)
