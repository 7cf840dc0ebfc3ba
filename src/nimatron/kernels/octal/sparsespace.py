"""What makes the values of a take-and-break game fast to compute: its sparse space and a good cover.

Split moves that take t with t mod 2 = d form class d. For each class a linear functional f says which
heaps are *rare* (f = 0): f(v, n) is the parity of the ones in v & mask, plus the parity of n + d where that
helps. It is additive: a split a + b = n - t has f(a) + f(b) = f(G(a) ^ G(b), n). So a value that is common
at n can be reached only by splits with exactly one rare heap. This holds for every mask. The best mask
makes the fewest heaps rare; a Walsh-Hadamard transform finds it.

The *cover* is a short list of heaps whose splits reach nearly all values below the next one.

In all tables here, a heap n of value v has the index 2v + (n mod 2).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..compile.jit import jit

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Values = npt.NDArray[np.unsignedinteger]

RECENT = 1 << 18
"""The cover is fitted to this many of the last values."""

WORK = 1 << 27
"""The most steps spent on choosing a cover: with large values the time is better spent elsewhere."""

NEARBY = 1 << 16
"""The cover has only heaps below this one, whose values stay in the cache."""


def histogram(G: Values, start: int, stop: int, width: int) -> Floats:
    """How often each index occurs among the heaps from `start` to below `stop`."""
    count = np.zeros(2 * width, np.int64)
    count_each(G, start, stop, count)
    return count.astype(np.float64)


@jit
def count_each(G: Values, start: int, stop: int, count: Ints) -> None:
    """Add to `count` how often each index occurs, heap by heap."""
    for n in range(start, stop):
        count[2 * np.int64(G[n]) + (n & 1)] += 1


@jit
def hadamard(a: Floats) -> None:
    """The Walsh-Hadamard transform, in place; applied twice, it multiplies by len(a)."""
    h = 1
    while h < len(a):
        for i in range(0, len(a), 2 * h):
            for j in range(i, i + h):
                x, y = a[j], a[j + h]
                a[j], a[j + h] = x + y, x - y
        h *= 2


def best_functional(count: Floats, parity: int) -> int:
    """For class `parity`: the bits of an index that make the fewest of the counted heaps rare.

    Of equally good ones the last is taken. It includes the bits that no value has had yet, so the first heap
    that has one is common, like nearly all heaps.
    """
    weight = count.reshape(-1, 2)[:, ::-1].ravel() if parity else count.copy()
    hadamard(weight)  # entry i is now (rare heaps) - (common heaps) under the functional i
    # 0 and 1 do not look at the value.
    return len(weight) - 1 - int(np.argmin(weight[:1:-1]))


def rare_values(functional: int, parity: int, size: int) -> Bytes:
    """For class `parity`: 1 at each rare index below `size`."""
    x = (np.arange(size) ^ parity) & functional
    rare: Bytes = (1 - np.bitwise_count(x) % 2).astype(np.uint8)
    return rare


def cover(
    G: Values, first: int, last: int, miss: Floats, left: Floats, usable: Bytes, until: float, gain: float
) -> Ints:
    """Usable heaps from `first` to `last` whose splits are likely to reach all but `until` values; changes `left`.

    `left` is, for each index, the chance that a value must be reached and is not yet. `miss[i ^ j]` is the
    chance that the splits with a heap of index i do not reach index j. The choice is greedy: always the heap
    that reaches most, as long as that is more than `gain`.
    """
    size = len(left)
    reach = 1.0 - miss
    hadamard(reach)
    lists = IndexLists(np.full(size, -1, np.int64), np.full(max(last, 1), -1, np.int64))
    chosen = np.zeros(max(last - first, 0), np.int64)
    count = choose(G, first, last, miss, left, usable, until, gain, lists, reach, np.zeros(size), chosen)
    return np.sort(chosen[:count])


class IndexLists(NamedTuple):
    """A linked list of the usable heaps of each index, smallest first; -1 ends it."""

    head: Ints
    after: Ints


@jit
def choose(
    G: Values,
    first: int,
    last: int,
    miss: Floats,
    left: Floats,
    usable: Bytes,
    until: float,
    gain: float,
    lists: IndexLists,
    reach: Floats,
    score: Floats,
    chosen: Ints,
) -> int:
    """Put the heaps of the cover into `chosen`; returns how many there are."""
    size, head, after = len(left), lists.head, lists.after
    for a in range(last - 1, first - 1, -1):
        i = 2 * np.int64(G[a]) + (a & 1)
        if usable[a]:
            after[a] = head[i]
            head[i] = a
    k = work = 0
    while work < WORK:
        total = 0.0
        for x in range(size):
            total += left[x]
        if total <= until:
            break
        work += 40 * size  # about two transforms
        # score[i] = sum of left[j] * (1 - miss[i ^ j]): a convolution over xor, which the transform makes a product.
        for x in range(size):
            score[x] = left[x]
        hadamard(score)
        for x in range(size):
            score[x] *= reach[x]
        hadamard(score)
        best = -1
        for x in range(size):
            if head[x] >= 0 and (best < 0 or score[x] > score[best]):
                best = x
        if best < 0 or score[best] < gain * size:  # two transforms multiply by `size`
            break
        for _ in range(1 + k // 16):  # several of one index at once, later: scores are costly and change little
            if head[best] < 0:
                break
            chosen[k] = head[best]
            k += 1
            work += size
            head[best] = after[head[best]]
            for x in range(size):
                left[x] *= miss[x ^ best]
    return k


def demand(recent: Floats) -> Floats:
    """For each index the chance that its value must be reached, which is that the next heap has a larger one."""
    pairs = recent.reshape(-1, 2)  # each parity of heaps apart
    above = np.cumsum(pairs[::-1], axis=0)[::-1] - pairs
    left: Floats = (above / recent.sum()).ravel()
    return left


def positions(G: Values, first: int, stop: int, rare: Bytes, skip: Bytes, size: int) -> tuple[Ints, int]:
    """The rare heaps from `first` to below `stop` not marked in `skip`, in an array of `size`; and their number."""
    found = np.zeros(size, np.int64)
    return found, _list_rare(G, first, stop, rare, skip, found) if rare.any() else 0


def rare_heaps(G: Values, first: int, stop: int, rare: Bytes, count: Floats) -> list[int]:
    """The rare heaps from `first` to below `stop`; `count` says how many heaps at least have each index."""
    found, size = positions(G, first, stop, rare, rare[:0], int(rare @ count) + 1)
    heaps: list[int] = found[:size].tolist()
    return heaps


@jit
def _list_rare(G: Values, first: int, stop: int, rare: Bytes, skip: Bytes, found: Ints) -> int:
    k = 0
    for n in range(first, stop):
        if rare[2 * np.int64(G[n]) + (n & 1)] and not (n < len(skip) and skip[n]):
            found[k] = n
            k += 1
    return k
