"""Nim-sequences of codes that leave up to three heaps, and of codes whose digits repeat for ever.

For each number n of coins the values of all pairs of heaps with n coins in all are kept as a set of bits. A value is
reached by three heaps a, b, c exactly if the value xor G(c) is in the set for a + b. So a value that is not reached
needs a look at a third of the smaller heaps, instead of one at all triples.

Where digits repeat, a heap has the options of the heap one block earlier and a few more: the sets are joined once for
each residue, and never looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .compiling import inlined, jit
from .sparse import Ints

Words = npt.NDArray[np.uint64]

NARROW = 64
"""The first width of the sets. All values are below the width, which doubles when one is not."""

LOW = tuple(np.uint64(sum(1 << i for i in range(64) if not i >> k & 1)) for k in range(6))
"""For each k, the bits of a word whose number has no bit k."""


class Takes(NamedTuple):
    """The amounts that may be taken to leave no heap, one, two, three; and the digits that repeat from `first` on."""

    ends: Ints
    takes: Ints
    pairs: Ints
    triples: Ints
    first: int
    repeat: Ints
    unequal: bool


@inlined
def add_pairs(G: Ints, n: int, unequal: bool, pairs: Words) -> int:
    """Make the set of the values of all pairs of heaps with n coins; returns the largest."""
    for w in range(len(pairs)):
        pairs[w] = 0
    largest = 0
    for a in range(1, (n - unequal) // 2 + 1):
        value = G[a] ^ G[n - a]
        largest = max(largest, value)
        put(value, pairs)
    return largest


@inlined
def put(value: int, seen: Words) -> None:
    """Add a value to a set."""
    seen[value >> 6] |= np.uint64(1) << np.uint64(value & 63)


@inlined
def has(value: int, seen: Words) -> bool:
    """Is a value in a set?"""
    return bool(seen[value >> 6] >> np.uint64(value & 63) & np.uint64(1))


@inlined
def join(more: Words, seen: Words) -> None:
    """Add all values of one set to another."""
    for w in range(len(seen)):
        seen[w] |= more[w]


@inlined
def mark(pairs: Words, g: int, moved: Words, seen: Words) -> None:
    """Add the values of pairs with one more heap of value g: all bits move to their places xor g."""
    for w in range(len(pairs)):
        moved[w] = pairs[w]
    for k in range(6):
        if g >> k & 1:
            low, shift = LOW[k], np.uint64(1 << k)
            for w in range(len(moved)):
                moved[w] = (moved[w] & low) << shift | moved[w] >> shift & low
    for w in range(len(moved)):
        seen[w ^ g >> 6] |= moved[w]


@inlined
def third(G: Ints, m: int, value: int, sets: Words, largest: Ints, known: int) -> int:
    """A heap c such that c and two other heaps, m coins in all, have this value; 0 if there are none.

    `known` is one for a smaller m: it is tried first, for then it is often right again.
    """
    for c in range(max(known - 1, 1), min(known + 2, m)):
        if has(value ^ G[c], sets[m - c]):
            return c
    for c in range(1, m // 3 + 1):  # the smallest of the three
        # A nim-sum is at most the sum; most sets are far away in memory, and need no look then.
        if value <= G[c] + largest[m - c] and has(value ^ G[c], sets[m - c]):
            return c
    return 0


@inlined
def least(G: Ints, n: int, triples: Ints, sets: Words, largest: Ints, thirds: Ints, moved: Words, seen: Words) -> int:
    """The mex of `seen` and of the values of three heaps that a move may leave of n; if none fits, the width.

    `thirds` remembers for each value a heap that helped to reach it.
    """
    value = 0
    while value < 64 * len(seen):
        if has(value, seen):
            value += 1
            continue
        found = 0
        for t in triples:
            found = third(G, n - t, value, sets, largest, thirds[value])
            if found:
                thirds[value] = found
                mark(sets[n - t - found], G[found], moved, seen)  # reaches many more values than this one
                break
        if not found:
            break
    return value


@jit
def fill(
    G: Ints,
    n: int,
    stop: int,
    takes: Takes,
    sets: Words,
    largest: Ints,
    ones: Words,
    twos: Words,
    thirds: Ints,
    spare: Words,
) -> int:
    """Fill G[n:stop]; returns the first heap not filled: `stop`, or one whose value does not fit into the sets.

    Row m of `sets` has the values of pairs with m coins, `largest` the largest of them. `ones` and `twos` have a row
    for each residue of the digits that repeat: the values of single heaps and of pairs that those digits can leave.
    `thirds` is what `least` remembers, apart for heaps of each parity, which are more alike. `spare` is room for two
    sets.
    """
    words, size = sets.shape[1], len(takes.repeat)
    seen, moved = spare[0], spare[1]
    while n < stop:
        largest[n] = add_pairs(G, n, takes.unequal, sets[n])
        for w in range(words):
            seen[w] = 0
        for t in takes.ends:
            if t == n:
                put(0, seen)
        for t in takes.takes:
            if t < n:
                put(G[n - t], seen)
        for t in takes.pairs:
            if t <= n:
                join(sets[n - t], seen)
        m = n - takes.first  # what the first of the repeating digits leaves: new since n - 1
        if size and m >= 0:
            if m:
                put(G[m], ones[m % size])
                join(sets[m], twos[m % size])
            for j in range(size):
                if takes.repeat[j] & 2:
                    join(ones[(m - j) % size], seen)
                if takes.repeat[j] & 4:
                    join(twos[(m - j) % size], seen)
            if takes.repeat[m % size] & 1:
                put(0, seen)
        value = least(G, n, takes.triples, sets, largest, thirds[n & 1], moved, seen)
        if value == 64 * words:
            return n
        G[n] = value
        n += 1
    return n


class PartsRun:
    """A nim-sequence that grows: bits 1, 2, 4, 8 of digit t allow taking t and leaving 0, 1, 2, 3 heaps.

    `repeat` are digits up to 7 that come again and again. With `unequal` there are no splits in three.

    >>> run = PartsRun((0, 9), (), unequal=False)
    >>> run.extend(12)
    >>> run.values.tolist()
    [0, 1, 0, 0, 0, 1, 2, 2, 2, 3, 4, 4]
    """

    def __init__(self, digits: Sequence[int], repeat: Sequence[int], unequal: bool, values: Ints | None = None) -> None:
        ends, takes, pairs, triples = (
            np.array([t for t, digit in enumerate(digits) if digit & bit and (t or bit >= 4)], np.int64)
            for bit in (1, 2, 4, 8)
        )
        self._takes = Takes(ends, takes, pairs, triples, len(digits), np.array(repeat, np.int64), unequal)
        self._known = 1
        self._values: Ints = np.zeros(1, np.int64)
        self._sets = np.zeros((1, NARROW // 64), np.uint64)
        self._largest: Ints = np.zeros(1, np.int64)
        self._residues = np.zeros((2, max(1, len(repeat)), NARROW // 64), np.uint64)
        self._thirds: Ints = np.zeros((2, NARROW), np.int64)
        if values is not None and len(values) > 1:
            self._take_over(values)

    def _take_over(self, values: Ints) -> None:
        """Go on from known values: their sets are made anew."""
        while 64 * self._sets.shape[1] <= int(values.max()):
            self._widen()
        self.extend(len(values))

    @property
    def values(self) -> npt.NDArray[np.unsignedinteger]:
        """G(0), G(1), ...: all known values, in the smallest unsigned type that holds them."""
        known = self._values[: self._known]
        return known.astype(np.min_scalar_type(int(known.max())))

    def extend(self, upto: int) -> None:
        """Make sure that G(0), ..., G(upto - 1) are known."""
        if upto > len(self._values):
            more = max(upto, len(self._values) * 5 // 4) - len(self._values)
            self._values, self._largest, self._sets = (
                np.concatenate([known, np.zeros((more, *known.shape[1:]), known.dtype)])
                for known in (self._values, self._largest, self._sets)
            )
        while self._known < upto:
            ones, twos = self._residues
            spare = np.zeros((2, self._sets.shape[1]), np.uint64)
            room = (self._sets, self._largest, ones, twos, self._thirds, spare)
            self._known = fill(self._values, self._known, upto, self._takes, *room)
            if self._known < upto:
                self._widen()

    def _widen(self) -> None:
        self._sets = np.concatenate([self._sets, np.zeros_like(self._sets)], axis=1)
        self._residues = np.concatenate([self._residues, np.zeros_like(self._residues)], axis=2)
        self._thirds = np.concatenate([self._thirds, np.zeros_like(self._thirds)], axis=1)
