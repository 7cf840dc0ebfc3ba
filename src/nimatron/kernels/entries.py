"""A table of what is known of the pieces of Cram positions: values, or values that a piece does not have.

An entry is one or two halves of a piece, each xor the mixed info, and the info. So an entry that two threads
wrote at once fits no piece and is not believed, and no lock is needed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .boards import NONE, ONE, Shape, Word, Words, whole
from .compiling import bare, inlined
from .wide import halves, high, low, word_of

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

SOLVED, STRIDE, VALUE = ONE, Word(0xFE), Word(8)
"""An entry: bit 0 says whether the value is known, 7 bits are the stride, then there is the value,"""

ASKED, YES, NO, EXCLUDED = Word(8), Word(13), Word(24), Word(36)
"""or 1 + n for the last question "is the value n?", how hard yes and no looked, and values it does not have."""

HIGHEST = 27
"""The highest value that can be excluded. No larger one was ever met; a search that asks for it ends."""

HARDEST = 2047
"""More than any number that says how hard a question looks."""

NOT_ZERO = 256
"""Added to the stride of a piece whose value is not 0, for it is the same after half a turn."""

MIX, SPREAD = Word(0x9E3779B97F4A7C15), Word(0xD6E8FEB86659FD93)

ENTRIES, NODES, MOST_ENTRIES, MOST_NODES = range(4)
"""What is counted, and where the search stops."""


class Work(NamedTuple):
    """All that a search reads and writes. Several may share a table, `slots`: each entry keeps itself."""

    halves: tuple[int, ...]
    """One number for each half of a word: the type of this tells the compiler which words to use."""
    slots: Words
    shift: Word
    """64 less the number of bits that count the entries in `slots`."""
    boxes: Bytes
    """1 + the values of the shapes in a box of 5x4 and, behind them, of 7x3."""
    chains: Ints
    columns: Words
    counts: Ints
    moves: Ints
    """The dominoes of all boxes in the order in which they are tried: place, direction, rank."""
    starts: Ints
    """By width and height, where the dominoes of a box begin and end in `moves`."""
    parts: Words
    """The parts of the options that are being looked at."""
    options: Ints


@inlined
def first_slot(t: Work, key: Shape, stride: int) -> int:
    """Where the search for an entry begins."""
    mixed = low(key) ^ ((high(key) ^ Word(stride & 255)) * MIX)
    found: int = whole((mixed * SPREAD) >> t.shift)
    return found


@inlined
def slot(t: Work, key: Shape, stride: int) -> int:
    """Where the entry of a piece is in the table, or would be."""
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
        i = (i + 1) & last


@inlined
def known(t: Work, key: Shape, stride: int) -> Word:
    """What the table tells of a piece; 0 where it has none."""
    info: Word = t.slots[slot(t, key, stride) + halves(key)]
    if stride >= NOT_ZERO and not info & SOLVED:
        info |= ONE << EXCLUDED
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
    """Let the table tell more of a piece: its value, or values it does not have and how hard a question looked."""
    at = slot(t, key, stride)
    info = t.slots[at + halves(key)]
    if info == NONE:
        t.counts[ENTRIES] += 1
    if not info & SOLVED:  # another thread may have been quicker
        kept = NONE if bits & SOLVED else (info >> EXCLUDED) << EXCLUDED
        write(t, at, key, bits | kept | (Word(stride & 255) << ONE))


@bare
def moved(t: Work, old: Words) -> None:
    """Fill the table with what is in another one."""
    n = len(t.halves)
    for i in range(0, len(old), n + 1):
        info = old[i + n]
        if info != NONE:
            mixed = info * MIX
            key = word_of(t.halves, old[i] ^ mixed, old[i + n - 1] ^ mixed)
            write(t, slot(t, key, whole((info & STRIDE) >> ONE)), key, info)


@inlined
def rules_out(info: Word, cells: int, n: int) -> bool:
    """Is the value of a piece of so many squares not n? It is no higher than a game on it can be long."""
    return 2 * n > cells or (n <= HIGHEST and (info >> (EXCLUDED + Word(n))) & ONE != NONE)


@bare
def told(t: Work, lower: Word, upper: Word, stride: int) -> Word:
    """What the table tells of a piece."""
    return known(t, word_of(t.halves, lower, upper), stride)
