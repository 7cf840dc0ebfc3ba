"""Which heaps show rare values in `lanes`: chosen by counting what they show in the last heaps.

The rare values below the value of a heap must be shown to be options. Splits with a few common heaps reach nearly all
of them: their options are planes of unions (see `unions`). Most ranks are small, so many of these are nearly empty, and
few heaps need the higher planes of their sets. So each pair of a plane and a heap is judged by itself. The choice is
greedy: always the pair that shows most of what is still missing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .compiling import inlined, jit
from .lanes import WIDTH
from .sparse import Bytes, Ints, Values
from .vector import lowest_bit

STAGES = (256, 8), (2048, 8), (16384, 5)
"""Sizes of samples, and how many values a pair has to show in them.

The first pairs are chosen by few heaps, for counting takes time. The last ones show little, which only many heaps tell
from chance.
"""


class Sample(NamedTuple):
    """Some of the last heaps, and what they lack."""

    ranks: Bytes
    """Their ranks, behind those of `before` heaps."""

    before: int

    missing: npt.NDArray[np.uint64]
    """For each of them the ranks of the rare values that must be shown and are not yet: a set."""

    front: Bytes
    """The ranks of the first heaps in the order of their partners, that of heap 0 last."""

    counts: npt.NDArray[np.uint16]
    """For each plane and each of the first heaps: how many values does it show that are missing?"""


def showing(
    G: Values, n: int, splits: Ints, takes: Ints, usable: Bytes, rank: Bytes, values: Bytes
) -> tuple[Ints, Bytes]:
    """Common heaps, and which planes of each are useful for the heaps from n on.

    For each plane and each of the first heaps `usable` tells whether it may be chosen; it is changed. `values` as in
    `Lanes`; `takes` are those that leave something rare.
    """
    planes, last = usable.shape
    usable = usable[:, ::-1].copy()
    before = int(max(splits.max() + last, takes.max(initial=0)))
    found, count = np.zeros(planes * last, np.int64), 0
    for size, least in STAGES:
        start = max(n - min(size, (1 << 16) // len(splits) - 1), before)
        sample = Sample(
            ranks=_ranks(G[start - before : n], rank),
            before=before,
            missing=np.zeros(n - start, np.uint64),
            front=_ranks(G[:last], rank)[::-1].copy(),
            counts=np.zeros(planes * last, np.uint16),
        )
        list_missing(G, start, takes, values, planes, sample)
        count = choose(sample, splits, usable.ravel(), least, found, count)
    heaps, where = np.unique(last - 1 - found[:count] % last, return_inverse=True)
    useful = np.zeros((planes, len(heaps)), np.uint8)
    useful[found[:count] // last, where] = 1
    return heaps, useful


def _ranks(G: Values, rank: Bytes) -> Bytes:
    ranks: Bytes = rank[G & (2 * WIDTH - 1)]
    return ranks


@jit
def list_missing(G: Values, start: int, takes: Ints, values: Bytes, planes: int, sample: Sample) -> None:
    """What must be shown for the heaps from `start` on, and is shown by no take."""
    for i in range(len(sample.missing)):
        missing, row = np.uint64(0), ((start + i & 1) * 2 + 1) * WIDTH
        for r in range(8 * planes):
            missing |= np.uint64(values[row + r] < G[start + i]) << np.uint64(r)
        for t in takes:
            missing &= ~(np.uint64(1) << np.uint64(sample.ranks[sample.before + i - t]))
        sample.missing[i] = missing


@jit
def choose(sample: Sample, splits: Ints, usable: Bytes, least: int, found: Ints, count: int) -> int:
    """Choose pairs, `count` of which are known already, until none shows `least` values; returns how many there are."""
    for k in range(count):
        take_away(sample, splits, found[k])
    for i in range(len(sample.missing)):
        missing = sample.missing[i]
        while missing:
            count_one(sample, splits, i, lowest_bit(missing), 1)
            missing &= missing - np.uint64(1)
    while True:
        best, most = 0, np.uint16(0)
        for k in range(len(usable)):
            if usable[k] and sample.counts[k] >= most:  # of equally good heaps the nearest
                best, most = k, sample.counts[k]
        if most < least:
            return count
        found[count], usable[best] = best, 0
        count += 1
        take_counted(sample, splits, best)


@inlined
def count_one(sample: Sample, splits: Ints, i: int, r: np.int64 | int, much: int) -> None:
    """Add to the counts of all heaps that show rank r for heap i of the sample."""
    last = len(sample.front)
    row, wanted, step, none = np.uint64((r >> 3) * last), np.uint8(r), np.uint16(much), np.uint16(0)
    for t in splits:
        begin = np.uint64(sample.before + i - t - last + 1)
        for k in range(np.uint64(last)):
            same = np.uint8(sample.front[k] ^ sample.ranks[begin + k]) == wanted
            sample.counts[row + k] += step if same else none


@inlined
def take_away(sample: Sample, splits: Ints, number: int) -> None:
    """What a pair of a plane and a heap shows is no longer missing."""
    last = len(sample.front)
    p, code = np.uint8(number // last), sample.front[number % last]
    for t in splits:
        begin = np.uint64(sample.before - t - (last - 1 - number % last))
        for i in range(np.uint64(len(sample.missing))):
            r = np.uint8(sample.ranks[begin + i] ^ code)
            sample.missing[i] &= ~(np.uint64(np.uint8(r >> np.uint8(3)) == p) << np.uint64(r))


@inlined
def take_counted(sample: Sample, splits: Ints, number: int) -> None:
    """The same, and those that show it too no longer count it."""
    last = len(sample.front)
    p, code = number // last, sample.front[number % last]
    for t in splits:
        begin = sample.before - t - (last - 1 - number % last)
        for i in range(len(sample.missing)):
            r = np.int64(sample.ranks[begin + i] ^ code)
            if r >> 3 == p and sample.missing[i] >> np.uint64(r) & np.uint64(1):
                sample.missing[i] ^= np.uint64(1) << np.uint64(r)
                count_one(sample, splits, i, r, -1)
