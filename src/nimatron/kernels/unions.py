"""Which planes of unions `lanes` adds.

The union of heap n has the ranks of G(n - t) for all splits t, so the options that splits with a heap a make are the
union of n - a, each rank added to that of G(a). In planes (see `sets`), that sum takes a whole plane to another one and
changes the order of the bits in its bytes.

To find common values, all splits with rare heaps are needed. Rare values have only to be shown. Most ranks are small:
many planes of the unions are nearly empty, and few heaps need the higher planes of their sets. So each pair of a heap
and a plane is judged by itself: only those are added that show something, in the last heaps before the plan, which no
others show.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .compiling import inlined, jit
from .lanes import WIDTH, Sources, room
from .sets import TOGETHER, turn_of
from .sparse import Bytes, Ints, Values

TRIED = 1 << 12
"""So many heaps tell which planes are useful."""


class Sample(NamedTuple):
    """The last heaps, and which of their options are marked."""

    ranks: Bytes
    """Their ranks, behind those of `before` heaps."""

    before: int

    values: Values

    parity: int
    """Of the first of these heaps."""

    of_ranks: Bytes
    """The values of the ranks, as in `Lanes`."""

    ways: npt.NDArray[np.uint16]
    """For each heap and each rank: how many marks show it?"""


def useful_planes(
    G: Values, n: int, splits: Ints, takes: Ints, heaps: Ints, rank: Bytes, values: Bytes, planes: int
) -> Bytes:
    """For each plane and each of these heaps: does it help to show rare options? `values` as in `Lanes`."""
    codes = rank[G[heaps]]
    sample = _sample(G, n, int(max(splits.max() + heaps.max(initial=0), takes.max(initial=0))), rank, values)
    add_ways(sample, takes, np.zeros(1, np.int64), np.zeros(1, np.uint8))
    add_ways(sample, splits, heaps, codes)
    useful = np.ones((planes, len(heaps)), np.uint8)
    keep_useful(sample, splits, heaps, codes, _least_hopeful_first(sample, codes, planes), useful)
    return useful


def sources_of(heaps: Ints, codes: Bytes, useful: Bytes, takes: Ints, reach: int) -> Sources:
    """What takes, and splits with heaps of these ranks, add to each plane of a set where that is useful."""
    places: list[int] = []
    turns: list[int] = []
    ends = [0]
    for p, row in enumerate(useful):
        some = np.flatnonzero(row)[::-1]  # those farthest away first: what comes late is waited for last
        groups = [some[codes[some] & 7 == order].tolist() for order in range(8)]
        last = max((order for order in range(8) if groups[order]), default=0)
        groups[last] += groups[last][-1:] * (-len(some) % TOGETHER)
        for order, group in enumerate(groups):
            places += [room(reach) * (p ^ int(codes[k]) >> 3) - int(heaps[k]) for k in group]
            turns += [turn_of(order)] * len(group)
            ends.append(len(places))
    return Sources(np.array(places, np.int64), np.array(turns, np.uint64), np.array(ends), takes)


def in_planes(codes: Bytes, planes: int) -> Bytes:
    """For each plane of a set and each of these ranks: does it come from a plane of the union that a set has too?"""
    found: Bytes = ((np.arange(planes)[:, None] ^ codes >> 3) < planes).astype(np.uint8)
    return found


def _sample(G: Values, n: int, before: int, rank: Bytes, values: Bytes) -> Sample:
    start = max(n - TRIED, before)
    ranks = rank[G[start - before : n] & (2 * WIDTH - 1)]
    return Sample(ranks, before, G[start:n], start & 1, values, np.zeros((n - start) * WIDTH, np.uint16))


def _least_hopeful_first(sample: Sample, codes: Bytes, planes: int) -> Ints:
    """All pairs of a plane and a heap, as numbers, those first that are likely to show least."""
    share = np.bincount(sample.ranks >> 3, minlength=WIDTH // 8)
    above = np.cumsum(share[::-1])[::-1]  # how many heaps need something in a plane
    hope = [above[p] * share[p ^ codes >> 3] for p in range(planes)]
    return np.argsort(np.concatenate(hope), kind="stable")


@jit
def add_ways(sample: Sample, taken: Ints, heaps: Ints, codes: Bytes) -> None:
    """Add the options of each heap that have one of these beside another heap."""
    for k in range(len(heaps)):
        for t in taken:
            for i in range(len(sample.values)):
                sample.ways[i * WIDTH + (sample.ranks[sample.before + i - t - heaps[k]] ^ codes[k])] += 1


@jit
def keep_useful(sample: Sample, splits: Ints, heaps: Ints, codes: Bytes, order: Ints, useful: Bytes) -> None:
    """Take away the pairs that show nothing alone, one after the other."""
    for number in order:
        p, k = number // len(heaps), number % len(heaps)
        if not shows_alone(sample, splits, heaps[k], codes[k], p):
            useful[p, k] = 0
            take_away(sample, splits, heaps[k], codes[k], p)


@inlined
def shows_alone(sample: Sample, splits: Ints, a: int, code: int, p: int) -> bool:
    """Do splits with heap a make a rare option in plane p that must be shown, and that nothing else shows?"""
    for t in splits:
        for i in range(len(sample.values)):
            r = np.int64(sample.ranks[sample.before + i - t - a] ^ code)
            if r >> 3 == p and sample.ways[i * WIDTH + r] == 1:
                row = ((sample.parity + i & 1) * 2 + 1) * WIDTH
                if sample.of_ranks[row + r] < sample.values[i]:
                    return True
    return False


@inlined
def take_away(sample: Sample, splits: Ints, a: int, code: int, p: int) -> None:
    """The options that splits with heap a make in plane p are no longer marked."""
    for t in splits:
        for i in range(len(sample.values)):
            r = np.int64(sample.ranks[sample.before + i - t - a] ^ code)
            if r >> 3 == p:
                sample.ways[i * WIDTH + r] -= 1
