"""A table of what is known about the pieces of Cram positions: their values, or values they do not have.

An entry is the one or two halves of a piece, each xored with the mixed info, and the info itself. An entry
that two threads wrote at once matches no piece and is ignored, so no lock is needed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .boards import NONE, ONE, Shape, Word, Words, whole
from .compiling import inlined, jit
from .wide import halves, high, low, word_of

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

# The info of an entry: bit 0 says whether the value is known, the next 7 bits are the stride. A known value follows.
SOLVED, STRIDE, VALUE = ONE, Word(0xFE), Word(8)

# Instead of the value: 5 bits with 1 + n for the last question "is the value n?", 11 bits each for how hard yes and
# no looked, and from bit 36 on a bit for each value that the piece does not have.
ASKED, YES, NO, EXCLUDED = Word(8), Word(13), Word(24), Word(36)

HIGHEST = 27
"""The highest value that has a bit to exclude it. No larger one was ever met; a search that asks for one gives up."""

HARDEST = 2047
"""Above every number that says how hard a question looks: the largest that 11 bits hold."""

NOT_ZERO = 256
"""Added to the stride of a piece whose value cannot be 0, because half a turn maps it onto itself."""

# Odd multipliers that spread the bits of a key; the first is 2^64 divided by the golden ratio.
MIX, SPREAD = Word(0x9E3779B97F4A7C15), Word(0xD6E8FEB86659FD93)

# Places in `counts`: what is counted, and where the search stops.
ENTRIES, NODES, MOST_ENTRIES, MOST_NODES = range(4)


class Work(NamedTuple):
    """All that a search reads and writes. Several searches may share the table `slots`: entries need no lock."""

    halves: tuple[int, ...]
    """One number for each half of a word: its type tells the compiler which kind of word to use."""
    slots: Words
    shift: Word
    """64 minus the binary logarithm of the number of entries in `slots`."""
    boxes: Bytes
    """1 + the value of each shape in a 5x4 box and, behind them, in a 7x3 box; 0 if not yet known."""
    chains: Ints
    """The values of Dawson's Kayles."""
    columns: Words
    counts: Ints
    moves: Ints
    """The dominoes of all boxes, in the order in which they are tried: place, direction, rank."""
    starts: Ints
    """Where the dominoes of a box begin and end in `moves`, by its width and height."""
    parts: Words
    """The parts of the options that are being examined."""
    options: Ints


@inlined
def first_slot(t: Work, key: Shape, stride: int) -> int:
    """Where the search for an entry starts."""
    # Multiplicative hashing: the upper bits of the product depend on all bits of the key.
    mixed = low(key) ^ ((high(key) ^ Word(stride & 255)) * MIX)
    found: int = whole((mixed * SPREAD) >> t.shift)
    return found


@inlined
def slot(t: Work, key: Shape, stride: int) -> int:
    """Where the entry of a piece is in the table, or where it would be."""
    n: int = halves(key)
    last = whole(~NONE >> t.shift)
    wanted = Word(stride & 255) << ONE
    i = first_slot(t, key, stride)
    while True:
        at = i * (n + 1)
        info = t.slots[at + n]
        mixed = info * MIX
        if info == NONE or (
            t.slots[at] ^ mixed == low(key)
            and (n == 1 or t.slots[at + 1] ^ mixed == high(key))
            and info & STRIDE == wanted
        ):
            return at
        i = (i + 1) & last  # linear probing: the next slot is usually in the same cache line


@inlined
def known(t: Work, key: Shape, stride: int) -> Word:
    """What the table knows about a piece; 0 if it has no entry."""
    info: Word = t.slots[slot(t, key, stride) + halves(key)]
    if stride >= NOT_ZERO and not info & SOLVED:
        info |= ONE << EXCLUDED  # value 0 is excluded
    return info


@inlined
def write(t: Work, at: int, key: Shape, info: Word) -> None:
    """Write an entry."""
    n = halves(key)
    mixed = info * MIX
    t.slots[at] = low(key) ^ mixed
    if n == 2:
        t.slots[at + 1] = high(key) ^ mixed
    t.slots[at + n] = info


@inlined
def remember(t: Work, key: Shape, stride: int, bits: Word) -> None:
    """Add to the entry of a piece: its value, or values it does not have and how hard a question looked."""
    at = slot(t, key, stride)
    info = t.slots[at + halves(key)]
    if info == NONE:
        t.counts[ENTRIES] += 1
    if not info & SOLVED:  # another thread may have been quicker
        kept = NONE if bits & SOLVED else (info >> EXCLUDED) << EXCLUDED
        write(t, at, key, bits | kept | (Word(stride & 255) << ONE))


@jit
def moved(t: Work, old: Words) -> None:
    """Fill the table with the entries of another one."""
    n = len(t.halves)
    for i in range(0, len(old), n + 1):
        info = old[i + n]
        if info != NONE:
            mixed = info * MIX
            key = word_of(t.halves, old[i] ^ mixed, old[i + n - 1] ^ mixed)
            write(t, slot(t, key, whole((info & STRIDE) >> ONE)), key, info)


@inlined
def rules_out(info: Word, cells: int, n: int) -> bool:
    """Is it known that the value of a piece of `cells` squares is not n? It is at most the length of a game on it."""
    return 2 * n > cells or (n <= HIGHEST and (info >> (EXCLUDED + Word(n))) & ONE != NONE)


@jit
def told(t: Work, lower: Word, upper: Word, stride: int) -> Word:
    """What the table knows about a piece."""
    return known(t, word_of(t.halves, lower, upper), stride)
