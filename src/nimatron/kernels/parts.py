"""Nim-sequences of codes that leave up to four heaps, and of codes whose digits repeat for ever.

For each number n of coins the values of all pairs of heaps with n coins in all are kept as a set of bits. A value is
reached by three heaps a, b, c exactly if the value xor G(c) is in the set for a + b, and by four if two such sets, one
of them moved by the value, have something in common. So a value is tried without looking at all triples. Most values
need not be tried at all:

1. Two equal heaps cancel. So three heaps reach the values of all smaller heaps of the right parity, and four heaps
   those of all smaller pairs: these sets only grow, and are never made anew (`sure`).
2. Two heaps that differ by little have many small nim-sums (`near`). As many such passes are made as pay.
3. The values still open below those of the last heaps are tried with what helped before (`remember`), and then together
   with small heaps (`sift`): that keeps to few sets at a time.
4. What is left is tried one by one, with all heaps (`third`, `fourth`).

Word w of all sets lies together, for 1, 2, 3, ... coins: one heap more leaves one coin fewer and mostly a value that is
nearly the same, so that what is tried after another is a neighbour in memory.

Where digits repeat, a heap has the options of the heap one block earlier and a few more: the sets are joined once for
each residue, and never looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .compiling import inlined, jit
from .sparse import Bytes, Ints

Words = npt.NDArray[np.uint64]

NARROW = 64
"""The first width of the sets. All values are below the width, which doubles when one is not."""

LOW = tuple(np.uint64(sum(1 << i for i in range(64) if not i >> k & 1)) for k in range(6))
"""For each k, the bits of a word whose number has no bit k."""


FULL = np.uint64(2**64 - 1)
"""A word of a set that has everything."""

MANY, FEW = 64, 256
"""One more pass over near heaps is made if more than n / MANY values were open, one fewer if less than n / FEW."""

LAST = 8
"""The open values up to the largest one of this many heaps before a heap are tried together."""

SMALL = 512
"""The heaps below this one are tried with many values together."""

PASSES = 24
"""The most passes."""


class Takes(NamedTuple):
    """The amounts that may be taken to leave no heap, one, two, three, four; the digits that repeat from `first` on."""

    ends: Ints
    takes: Ints
    pairs: Ints
    triples: Ints
    quads: Ints
    first: int
    repeat: Ints
    unequal: bool


class Room(NamedTuple):
    """What is kept between heaps; all values are below the width of the sets."""

    sets: Words
    """Column m has the values of pairs with m coins."""

    pairs: Words
    """The same for the heap at hand."""

    ones: Words
    """For each residue of the digits that repeat, the values of single heaps that they can leave."""

    twos: Words
    """The same for pairs."""

    sure: Words
    """For each amount that leaves three heaps or four, and each parity of the rest, values that are reached."""

    open: Ints
    """A list of values, with room for all."""

    thirds: Ints
    """For each parity and value a heap that helped to reach it."""

    passes: Ints
    """For each parity how many passes over near heaps pay."""

    marks: Bytes
    """A byte for each value that those passes reach."""

    seen: Words
    """The values of the options of one heap."""


# In the loops that matter indices are unsigned: numba tests signed ones for being negative.


@inlined
def add_pairs(G: Ints, n: int, unequal: bool, pairs: Words, sets: Words) -> None:
    """Make the set of the values of all pairs of heaps with n coins."""
    for w in range(len(pairs)):
        pairs[w] = 0
    coins = np.uint64(n)
    for a in range(np.uint64(1), np.uint64(max((n - unequal) // 2 + 1, 1))):
        put(G[a] ^ G[coins - a], pairs)
    for w in range(len(pairs)):
        sets[w, n] = pairs[w]


@inlined
def put(value: int, seen: Words) -> None:
    """Add a value to a set."""
    place = np.uint64(value)
    seen[place >> np.uint64(6)] |= np.uint64(1) << (place & np.uint64(63))


@inlined
def has(value: int, seen: Words) -> bool:
    """Is a value in a set?"""
    place = np.uint64(value)
    return bool(seen[place >> np.uint64(6)] >> (place & np.uint64(63)) & np.uint64(1))


@inlined
def leaves(value: int, sets: Words, m: int | np.uint64) -> bool:
    """Does a pair with m coins have this value?"""
    place = np.uint64(value)
    return bool(sets[place >> np.uint64(6), np.uint64(m)] >> (place & np.uint64(63)) & np.uint64(1))


@inlined
def join(more: Words, seen: Words) -> None:
    """Add all values of one set to another."""
    for w in range(len(seen)):
        seen[w] |= more[w]


@inlined
def moved(word: np.uint64, value: int) -> np.uint64:
    """The bits of a word at their places xor the low bits of a value."""
    for k in range(6):
        if value >> k & 1:
            low, shift = LOW[k], np.uint64(1 << k)
            word = (word & low) << shift | word >> shift & low
    return word


@inlined
def near(G: Ints, m: int, passes: int, marks: Bytes) -> None:
    """Mark the values of three heaps with m coins, two of which differ by at most `passes`."""
    for d in range(1, passes + 1):
        apart, rest = np.uint64(d), np.uint64(max(m - d, 0))
        for b in range(np.uint64(1), (rest + np.uint64(1)) >> np.uint64(1)):
            marks[np.uint64(G[rest - b - b] ^ G[b] ^ G[b + apart])] = 1


@inlined
def remember(G: Ints, m: int, sets: Words, open: Ints, count: int, thirds: Ints) -> int:
    """Drop values from a list that are reached with a heap that helped before, or one near it.

    What helped at a heap that is smaller by 2 often helps again. Returns how many values are left.
    """
    left = 0
    for i in range(count):
        value = open[i]
        c, end = max(thirds[value] - 2, 1), min(thirds[value] + 3, m - 1)
        while c < end and not leaves(value ^ G[c], sets, m - c):
            c += 1
        if c < end:
            thirds[value] = c
        else:
            open[left] = value
            left += 1
    return left


@inlined
def sift(G: Ints, m: int, sets: Words, open: Ints, count: int, thirds: Ints) -> int:
    """Drop values from a list that a small heap and two others, m coins in all, have; returns how many are left."""
    for c in range(1, min(m - 1, SMALL)):
        if count <= 2:
            break
        g, left = G[c], np.uint64(0)
        for i in range(np.uint64(count)):
            value = open[i]
            if leaves(value ^ g, sets, m - c):
                thirds[np.uint64(value)] = c
            else:
                open[left] = value
                left += np.uint64(1)
        count = int(left)
    return count


@inlined
def third(G: Ints, m: int, value: int, sets: Words) -> int:
    """The smallest of three heaps with m coins in all that have this value; 0 if there are none."""
    coins = np.uint64(max(m, 0))
    for c in range(np.uint64(1), np.uint64(max(m, 0) // 3 + 1)):
        if leaves(value ^ G[c], sets, coins - c):
            return int(c)
    return 0


@inlined
def fourth(m: int, value: int, sets: Words) -> bool:
    """Do some four heaps with m coins in all have this value?"""
    high = value >> 6
    for w in range(len(sets)):
        these, those = sets[w], sets[w ^ high]
        for a in range(2, m // 2 + 1):
            if these[a] and moved(these[a], value) & those[m - a]:
                return True
    return False


@inlined
def together(G: Ints, n: int, takes: Takes, room: Room) -> None:
    """Try the open values below those of the last heaps, and learn how many passes pay."""
    stop, count = 0, 0
    for earlier in range(max(n - LAST, 0), n):
        stop = max(stop, G[earlier])
    for value in range(stop):
        if not has(value, room.seen) and not room.marks[value]:
            room.open[count] = value
            put(value, room.seen)
            count += 1
    passes = room.passes[n & 1]
    if count > n // MANY:
        room.passes[n & 1] = min(passes + 1, PASSES)
    elif count < n // FEW and passes:
        room.passes[n & 1] = passes - 1
    for t in takes.triples:
        count = remember(G, n - t, room.sets, room.open, count, room.thirds[n & 1])
    for t in takes.triples:
        count = sift(G, n - t, room.sets, room.open, count, room.thirds[n & 1])
    for i in range(count):  # these are still open
        value = room.open[i]
        room.seen[value >> 6] &= ~(np.uint64(1) << np.uint64(value & 63))


@inlined
def least(G: Ints, n: int, takes: Takes, room: Room) -> int:
    """The mex of `seen`, `marks` and the values of three and four heaps that a move may leave; at most the width."""
    value, width = 0, 64 * len(room.seen)
    while value < width:
        if value & 63 == 0 and room.seen[value >> 6] == FULL:
            value += 64
            continue
        found = has(value, room.seen) or room.marks[value] > 0
        for t in takes.triples:
            if not found:
                helper = third(G, n - t, value, room.sets)
                room.thirds[n & 1, value], found = helper, helper > 0
        for t in takes.quads:
            found = found or fourth(n - t, value, room.sets)
        if not found:
            break
        value += 1
    return value


@inlined
def surely(G: Ints, n: int, takes: Takes, room: Room) -> None:
    """Add to `seen` the values that a pair of equal heaps leaves of three or four, and those of near heaps."""
    for value in range(len(room.marks)):
        room.marks[value] = 0
    for i in range(len(takes.triples)):
        m = n - takes.triples[i]
        if m > 2:
            put(G[m - 2], room.sure[i, m & 1])
            join(room.sure[i, m & 1], room.seen)
            near(G, m, room.passes[n & 1], room.marks)
    for i in range(len(takes.quads)):
        m = n - takes.quads[i]
        if m > 3:
            sure = room.sure[len(takes.triples) + i, m & 1]
            join(room.sets[:, m - 2], sure)
            join(sure, room.seen)


@jit
def fill(G: Ints, n: int, stop: int, takes: Takes, room: Room) -> int:
    """Fill G[n:stop]; returns the first heap not filled: `stop`, or one whose value does not fit into the sets."""
    sets, seen, size = room.sets, room.seen, len(takes.repeat)
    while n < stop:
        add_pairs(G, n, takes.unequal, room.pairs, sets)
        for w in range(len(seen)):
            seen[w] = 0
        for t in takes.ends:
            if t == n:
                put(0, seen)
        for t in takes.takes:
            if t < n:
                put(G[n - t], seen)
        for t in takes.pairs:
            if t <= n:
                join(sets[:, n - t], seen)
        m = n - takes.first  # what the first of the repeating digits leaves: new since n - 1
        if size and m >= 0:
            if m:
                put(G[m], room.ones[m % size])
                join(sets[:, m], room.twos[m % size])
            for j in range(size):
                if takes.repeat[j] & 2:
                    join(room.ones[(m - j) % size], seen)
                if takes.repeat[j] & 4:
                    join(room.twos[(m - j) % size], seen)
            if takes.repeat[m % size] & 1:
                put(0, seen)
        surely(G, n, takes, room)
        if len(takes.triples):
            together(G, n, takes, room)
        value = least(G, n, takes, room)
        if value == 64 * len(seen):
            return n
        G[n] = value
        n += 1
    return n


class PartsRun:
    """A nim-sequence that grows: bits 1, 2, 4, 8, 16 of digit t allow taking t and leaving 0, 1, 2, 3, 4 heaps.

    `repeat` are digits up to 7 that come again and again. With `unequal` there are no splits in three or four.

    >>> run = PartsRun((0, 9), (), unequal=False)
    >>> run.extend(12)
    >>> run.values.tolist()
    [0, 1, 0, 0, 0, 1, 2, 2, 2, 3, 4, 4]
    """

    def __init__(self, digits: Sequence[int], repeat: Sequence[int], unequal: bool, values: Ints | None = None) -> None:
        ends, takes, pairs, triples, quads = (
            np.array([t for t, digit in enumerate(digits) if digit & bit and (t or bit >= 4)], np.int64)
            for bit in (1, 2, 4, 8, 16)
        )
        again = np.array(repeat, np.int64)
        self._takes = Takes(ends, takes, pairs, triples, quads, len(digits), again, unequal)
        self._known = 1
        self._values: Ints = np.zeros(1, np.int64)
        words, residues = NARROW // 64, max(1, len(repeat))
        self._room = Room(
            sets=np.zeros((words, 1), np.uint64),
            pairs=np.zeros(words, np.uint64),
            ones=np.zeros((residues, words), np.uint64),
            twos=np.zeros((residues, words), np.uint64),
            sure=np.zeros((len(triples) + len(quads), 2, words), np.uint64),
            open=np.zeros(NARROW, np.int64),
            thirds=np.zeros((2, NARROW), np.int64),
            passes=np.zeros(2, np.int64),
            marks=np.zeros(NARROW, np.uint8),
            seen=np.zeros(words, np.uint64),
        )
        if values is not None and len(values) > 1:
            self._take_over(values)

    def _take_over(self, values: Ints) -> None:
        """Go on from known values: their sets are made anew."""
        while 64 * len(self._room.seen) <= int(values.max()):
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
            self._values, sets = (
                np.concatenate([known, np.zeros((*known.shape[:-1], more), known.dtype)], axis=-1)
                for known in (self._values, self._room.sets)
            )
            self._room = self._room._replace(sets=sets)
        while self._known < upto:
            self._known = fill(self._values, self._known, upto, self._takes, self._room)
            if self._known < upto:
                self._widen()

    def _widen(self) -> None:
        """Twice as many values fit; all but `passes` are sets of values, or have a place for each."""
        wide = {
            name: np.concatenate([known, np.zeros_like(known)], axis=0 if name == "sets" else -1)
            for name, known in self._room._asdict().items()
            if name != "passes"
        }
        self._room = self._room._replace(**wide)
