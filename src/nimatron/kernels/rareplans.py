"""Plans for `rares`: what the ranks are, and which splits with common heaps are marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import sparse
from .machines import LANES
from .pairs import Rules
from .planes import GROUP, PART, TRIED
from .rares import COMMON, RANKS, RARE, REPEATED, SETS, Lists, Space, marks_all
from .reaching import choose, list_open
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

SEEN = 1024
"""Which heaps are marked and which are compared is chosen by what the last so many heaps need."""

PART_TIME, PASS_TIME, COMPARE_TIME = 0.022, 0.02, 0.06
"""Nanoseconds a heap of marking a part of the ranks, of what comes on top of all parts, and of comparing instead."""

SCAN_TIME, SEARCH_TIME = 1.3, 200.0
"""Nanoseconds of looking at the split with one rare heap, and of searching a pair for a rare value."""


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
    rares, size = sparse.positions(G, 1, front, rare, np.zeros(0, np.uint8), size)
    rares = rares[:size]
    others = _others(G, n, rules, rare, recent)
    rest = more = np.zeros(0, np.int64)
    values, codes, parts = _values(rare, rank), rank * REPEATED, _parts(rank, recent)
    if not marks_all():
        sample = _Sample.of(G, n, rules, rare, rank, values)
        rares, rest = sample.parted(rares, COMMON, parts)
        others, more = sample.parted(others, RARE, parts)
    size = len(rares)
    rares = np.concatenate([rares, np.zeros(ROOM, np.int64)])
    return Lists(
        rares=rares,
        rare_codes=codes[G[rares]],
        rest=rest,
        rest_codes=codes[G[rest]],
        sizes=np.array([size, np.searchsorted(rares[:size], LANES)]),
        others=others,
        other_codes=codes[G[others]],
        more=more,
        more_codes=codes[G[more]],
        rank=rank,
        rare=rare,
        values=values.ravel(),
        below=_below(values).ravel(),
        parts=parts,
    )


class _Sample(NamedTuple):
    """Some heaps before n, which tell what is worth marking."""

    G: Values

    ranks: Ints
    """For each index of `sparse`: its rank, and 256 more if it is rare."""

    heaps: Ints
    """The heaps of the sample."""

    needed: Ints
    """For both kinds and each heap: so many ranks belong to values that are smaller than its own."""

    splits: Ints

    @classmethod
    def of(cls, G: Values, n: int, rules: Rules, rare: Bytes, rank: Bytes, values: Ints) -> _Sample:
        """The last heaps before n."""
        heaps = np.arange(max(n - SEEN, n // 2 + int(rules.splits.max())), n)
        below = [[np.searchsorted(row[row >= 0], G[heaps]) for row in rows] for rows in values]
        needed = np.array([np.where(heaps & 1, odd, even) for even, odd in below])
        ranks = np.repeat(rank, 2) + RANKS * rare.astype(np.int64)
        return cls(G, ranks, heaps, needed, rules.splits)

    def parted(self, heaps: Ints, kind: int, parts: int) -> tuple[Ints, Ints]:
        """Heaps that are worth marking, and those with which open ranks are compared."""
        # Partners must lie before a block, and not be the same: so much is sure for heaps of this size.
        free = (heaps >= LANES) & (heaps < (self.heaps[-1] - self.splits.max()) // 2)
        always, some = heaps[~free], heaps[free]
        middle = len(self.heaps) // 2
        if not len(some) or not middle:
            return heaps, some[:0]
        # What one half shows is tried on the other: the order fits its own half better than any other heaps.
        some = some[self._part(0, middle)._order(some, kind)]
        marked = self._part(middle, None)._best(some, kind, parts, len(heaps))
        return np.sort(np.concatenate([always, some[:marked]])), np.sort(some[marked:])

    def _part(self, start: int, stop: int | None) -> _Sample:
        return self._replace(heaps=self.heaps[start:stop], needed=self.needed[:, start:stop])

    def _places(self, heaps: Ints) -> Ints:
        """For each of these, each split and each heap of the sample: the rank, as a place in a table of all heaps."""
        partners = self.heaps - self.splits[:, None] - heaps[:, None, None]
        ranks = self._ranks(partners) ^ self._ranks(heaps)[:, None, None] % RANKS
        places: Ints = ranks + np.arange(len(self.heaps)) * 2 * RANKS
        return places

    def _ranks(self, heaps: Ints) -> Ints:
        found: Ints = self.ranks[2 * self.G[heaps].astype(np.int64) + (heaps & 1)]
        return found

    def _is_needed(self, kind: int) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = np.arange(2 * RANKS) < self.needed[kind][:, None]
        return found

    def _order(self, heaps: Ints, kind: int) -> Ints:
        """The order of these heaps, those first that reach what few others reach."""
        places, needed = self._places(heaps), self._is_needed(kind)
        hits = np.bincount(places.ravel(), minlength=needed.size)
        weight = np.where(needed.ravel(), 1.0 / np.maximum(hits, 1) ** 2, 0.0)
        found: Ints = np.argsort(-weight[places].sum(axis=(1, 2)), kind="stable")
        return found

    def _best(self, heaps: Ints, kind: int, parts: int, rares: int) -> int:
        """How many of these heaps, which are in order, are best marked."""
        places, needed = self._places(heaps), self._is_needed(kind)
        first, every = np.full(needed.size, -1), np.arange(len(heaps) + 1)
        # Which of them is the first to reach a rank? Of several numbers for one place the last one stays.
        first[places[::-1].ravel()] = np.repeat(every[-2::-1], places[0].size)
        first = np.sort(np.where(needed, first.reshape(needed.shape), -1))
        if kind == COMMON:  # where TRIED smaller ranks are open, it is not decided
            late, time = first[:, -TRIED], SCAN_TIME * rares * len(self.splits)
        else:
            late, time = first[:, :-TRIED], SEARCH_TIME
        missed = (late.size - np.searchsorted(np.sort(late, axis=None), every)) / len(self.heaps)
        gain = PASS_TIME + PART_TIME * parts - COMPARE_TIME
        return int(np.argmin(gain * len(self.splits) * every + time * missed))


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
    """How many parts of the groups are marked; where look-ups are large, whole groups and perhaps one part more."""
    share = np.bincount(rank, recent.reshape(-1, 2).sum(axis=1), RANKS) / recent.sum()
    needed = int(np.flatnonzero(share[::-1].cumsum()[::-1] >= SELDOM).max()) // PART + 1
    per_group = GROUP // PART
    return needed if needed % per_group < 2 or not marks_all() else -(-needed // per_group) * per_group


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
    farthest = max(int(some.max(initial=0)) for some in (lists.rares, lists.rest, lists.others, lists.more))
    first = max(n - int(splits.max() + farthest), 0) & ~1
    ranks, known = np.zeros((2, len(G) - first + LANES), np.uint8)
    ranks[: n - first] = lists.rank[G[first:n]]
    common = (1 - lists.rare.reshape(-1, 2).T) * np.uint8(255)
    for parity in (0, 1):
        known[parity : n - first : 2] = common[parity][G[first + parity : n : 2]]
    bounds = np.zeros((len(splits), 3), np.int64)
    sets, seen = np.zeros(2 * SETS, np.uint64), np.zeros(RANKS, np.uint8)
    tried, found = np.zeros((2, TRIED * LANES), np.uint8)
    return Space(ranks, known, sets, seen, tried, found, np.zeros(LANES, np.int64), bounds, first)
