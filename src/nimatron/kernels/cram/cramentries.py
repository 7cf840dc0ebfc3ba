"""The table of a search on a board, as in Cram: values of pieces, or values that a piece does not have.

An entry is the one or two halves of a piece, each xored with the mixed info, and the info itself. An entry
that two threads wrote at once matches no piece and is ignored, so no lock is needed.

An entry is in one of the few slots of its *window*. When these are full, a new entry replaces the entry that was
easiest to find: the table forgets. So a search never runs out of room, and it can find a lost entry again. The search
relies only on this: the newest entry is there when the search looks for it next.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..compile.bitops import leading_zeros
from ..compile.jit import inline_jit, jit, short_loops
from .cramshapes import NONE, ONE, Shape, Word, Words, whole
from .widewords import count_halves, high_half, low_half, word_of

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

# The info of an entry: bit 0 says whether the value is known, the next 7 bits are the stride, and 5 bits tell how many
# positions it took, as a power of 2. A known value follows.
SOLVED, STRIDE, EFFORT, VALUE = ONE, Word(0xFE), Word(8), Word(13)

# Instead of the value: 5 bits with 1 + n for the last question "is the value n?", 11 bits each for how hard yes and
# no looked, and from bit 40 on a bit for each value that the piece does not have.
ASKED, YES, NO, EXCLUDED = Word(13), Word(18), Word(29), Word(40)

HIGHEST = 23
"""The highest value that has a bit to exclude it. No larger one was ever met; a search that asks for one gives up."""

HARDEST = 2047
"""Above every number that says how hard a question looks: the largest that 11 bits hold."""

# Added to the stride of a piece whose value cannot be 0, because half a turn maps it onto itself; and to the stride of
# one that half a wide word holds, so that it belongs to the table of such pieces.
NOT_ZERO, IN_HALF = 256, 512

# Odd multipliers that spread the bits of a key; the first is 2^64 divided by the golden ratio. Half the
# bits of a product are enough to place it.
MIX, SPREAD, HALVED = Word(0x9E3779B97F4A7C15), Word(0xD6E8FEB86659FD93), Word(32)

WINDOW = 8
"""The slots in which an entry may be."""

MOST_EFFORT = 31
"""The most that the bits for the effort hold."""

# Places in `counts`: what is counted, where the search stops, how many questions are open, how many positions were
# searched for it in words of one half, the most squares of a box that belongs there, and how many words of lists were
# written.
ENTRIES, NODES, MOST_ENTRIES, MOST_NODES, DEPTH, ELSEWHERE, HALF_BOX, WRITTEN = range(8)
COUNTS = 8


class CramWork(NamedTuple):
    """All arrays that a search reads and writes. Several searches may share the table `slots`: entries need no lock."""

    halves: tuple[int, ...]
    """One number for each half of a word: its type tells the compiler which kind of word to use."""
    slots: Words
    """The table: one window more than `room` entries."""
    room: Word
    """In how many slots a window may begin; less than 2^32."""
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
    frames: Ints
    """The questions that are open, each with where its search stands."""
    lists: Words
    """The options of some pieces (see `lists`). The length is a power of 2, as is that of `places`."""
    places: Ints
    """Where the list of a piece begins, by its hash."""
    least: int
    """The fewest squares that a move takes."""
    rules: Any
    """The ways to place a shape, where they are not dominoes (`placements`); an empty tuple in Cram."""
    half: Any
    """For wide words: the work for pieces that one half holds, where most of the search is. Else an empty tuple."""


@inline_jit
def first_slot(t: CramWork, key: Shape, stride: int) -> int:
    """Where the window of an entry begins."""
    # Multiplicative hashing: the upper bits of the product depend on all bits of the key. As a fraction of 2^32 they
    # are spread over the table, whatever its size.
    mixed = low_half(key) ^ ((high_half(key) ^ Word(stride & 255)) * MIX)
    found: int = whole((((mixed * SPREAD) >> HALVED) * t.room) >> HALVED)
    return found


@inline_jit
def look_up(t: CramWork, key: Shape, stride: int) -> tuple[int, Word]:
    """Where the entry of a piece is, and its info; if it has none, where it may be written, and 0."""
    n: int = count_halves(key)
    wanted = Word(stride & 255) << ONE
    start = first_slot(t, key, stride) * (n + 1)
    place, least = start, MOST_EFFORT + 1
    for at in range(start, start + WINDOW * (n + 1), n + 1):
        info = t.slots[Word(at + n)]
        mixed = info * MIX
        if info == NONE or (
            t.slots[Word(at)] ^ mixed == low_half(key)
            and (n == 1 or t.slots[Word(at + 1)] ^ mixed == high_half(key))
            and info & STRIDE == wanted
        ):
            return at, info
        if effort_of(info) < least:
            place, least = at, effort_of(info)
    return place, NONE


@inline_jit
def info_in_half(half: Any, key: Shape, stride: int) -> Word:
    """The info of a piece that fits half a word."""
    if len(half) == 0:
        return NONE
    _, info = look_up(half, low_half(key), stride)
    return info


@inline_jit
def info_of(t: CramWork, key: Shape, stride: int) -> Word:
    """The info of a piece; 0 if the table has no entry."""
    if stride & IN_HALF:
        info = info_in_half(t.half, key, stride)
    else:
        _, info = look_up(t, key, stride)
    if stride & NOT_ZERO and not info & SOLVED:
        info |= ONE << EXCLUDED  # value 0 is excluded
    return info


@inline_jit
def effort_of(info: Word) -> int:
    """How many positions an entry took, as a power of 2."""
    power: int = whole((info >> EFFORT) & Word(MOST_EFFORT))
    return power


def efforts(infos: Words) -> Words:
    """`effort_of` for many entries; 0 where there is none."""
    return (infos >> EFFORT) & Word(MOST_EFFORT)


@inline_jit
def write_entry(t: CramWork, at: int, key: Shape, info: Word) -> None:
    """Write an entry."""
    n = count_halves(key)
    mixed = info * MIX
    if t.slots[Word(at + n)] == NONE:
        t.counts[ENTRIES] += 1
    t.slots[Word(at)] = low_half(key) ^ mixed
    if n == 2:
        t.slots[Word(at + 1)] = high_half(key) ^ mixed
    t.slots[Word(at + n)] = info


@inline_jit
def record(t: CramWork, key: Shape, stride: int, bits: Word, nodes: int) -> None:
    """Add the result of a search of `nodes` positions to the entry of a piece.

    The result is its value, or values that it does not have and how hard a question looked.
    """
    at, info = look_up(t, key, stride)
    if not info & SOLVED:  # another thread may have been quicker
        kept = NONE if bits & SOLVED else (info >> EXCLUDED) << EXCLUDED
        power = max(effort_of(info), min(64 - leading_zeros(Word(nodes)), MOST_EFFORT))
        write_entry(t, at, key, bits | kept | (Word(power) << EFFORT) | (Word(stride & 255) << ONE))


@jit
def take_in_entries(t: CramWork, entries: Words) -> None:
    """Add the entries of another table; where there is no room, leave out the entries that were easiest to find."""
    n = len(t.halves)
    for i in range(0, len(entries), n + 1):
        info = entries[i + n]
        mixed = info * MIX
        key = word_of(t.halves, entries[i] ^ mixed, entries[i + n - 1] ^ mixed)
        at, old = look_up(t, key, whole((info & STRIDE) >> ONE))
        if old == NONE and effort_of(t.slots[at + n]) > effort_of(info):
            continue
        if not old & SOLVED:
            kept = NONE if info & SOLVED else (old >> EXCLUDED) << EXCLUDED
            write_entry(t, at, key, info | kept)


@jit
def spread_entries(t: CramWork) -> None:
    """Move all entries to where they belong now that the table has more room.

    Windows lie in the order of the hashes, however much room there is. So all move up, and from the last to the first
    none is in the way of another.
    """
    n = len(t.halves)
    for i in range(len(t.slots) - n - 1, -1, -n - 1):
        info = t.slots[i + n]
        if info != NONE:
            mixed = info * MIX
            key = word_of(t.halves, t.slots[i] ^ mixed, t.slots[i + n - 1] ^ mixed)
            t.slots[i + n] = NONE
            t.counts[ENTRIES] -= 1
            at, _ = look_up(t, key, whole((info & STRIDE) >> ONE))
            write_entry(t, at, key, info)


@inline_jit
def rules_out(t: CramWork, info: Word, cells: int, n: int) -> bool:
    """Is it known that the value of a piece of `cells` squares is not n? It is at most the length of a game on it."""
    return t.least * n > cells or (n <= HIGHEST and (info >> (EXCLUDED + Word(n))) & ONE != NONE)


@short_loops
def read_info(t: CramWork, lower: Word, upper: Word, stride: int) -> Word:
    """`info_of` for Python."""
    return info_of(t, word_of(t.halves, lower, upper), stride)
