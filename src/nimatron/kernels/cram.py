"""Cram by refutation: is the value of this shape n? No, as soon as one option has it.

`tested(shape, n)` tells the value of a shape or that it is not n. First it looks for an option of value
n, which settles the matter; only then it finds out which smaller value no option has. The table keeps
for each shape its value, or which values it does not have: a later question often ends there.

Before anything is searched, a position falls into pieces that are reduced (see `boards`). Pieces in a
small box have their values in a plain array, filled as they are asked for; chains and cycles are heaps
of Dawson's Kayles; half a turn settles many others. The same piece twice counts for nothing.

The search stops when it has seen enough positions or its table is full, and all it has found is in the
table: called again, it soon is where it was. So it needs no memory but the table, and nothing to undo.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import boards
from .boards import BYTE, NONE, ONE, Grid, Word, Words, bare, inlined, whole
from .words import ones, trailing_zeros

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

STOPPED = -1
"""Instead of an answer: the positions are used up, or the table is full."""

VALUE, STRIDE, EXCLUDED = BYTE, Word(0xFF00), Word(16)
"""What the table tells of a shape: 1 + its value or 0; its stride; from bit 16 on the values it does not have."""

MIX, SPREAD = Word(0x9E3779B97F4A7C15), Word(0xD6E8FEB86659FD93)

PLACE, STANDING, TURN = range(3)

KNOWN, PARTS, AT, HASH, RANK = range(5)
"""An option: the nim-sum of its known parts, the number of the others, where they are, their sum, its turn."""

DONE = 1 << 40
"""Added to the rank of an option that is settled."""

ENTRIES, NODES, MOST_ENTRIES, MOST_NODES = range(4)
"""What is counted, and where the search stops."""

ROOM = 32
"""Room for the parts of one position, before those that are to be split further."""


class Work(NamedTuple):
    """All that a search reads and writes. Several may share a table, `slots`: each pair of words keeps itself."""

    slots: Words
    shift: Word
    """64 less the number of bits that count the pairs in `slots`."""
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
    """Key and stride of each part of the options that are being looked at."""
    options: Ints


# -- the table -----------------------------------------------------------------------------------


@inlined
def slot(t: Work, key: Word, stride: int) -> int:
    """Where a shape is in the table, or would be.

    A pair is (key ^ mixed info, info): one that two threads wrote at once fits no key.
    """
    last = len(t.slots) - 2
    i: int = whole(((key ^ (Word(stride) * MIX)) * SPREAD) >> t.shift) * 2
    wanted = Word(stride) << Word(8)
    while True:
        info = t.slots[i + 1]
        if info == NONE or (t.slots[i] ^ (info * MIX) == key and info & STRIDE == wanted):
            return i
        i = (i + 2) & last


@inlined
def known(t: Work, key: Word, stride: int) -> Word:
    """What the table tells of a shape; 0 where it has none."""
    info: Word = t.slots[slot(t, key, stride) + 1]
    return info


@inlined
def remember(t: Work, key: Word, stride: int, bits: Word) -> None:
    """Let the table tell more of a shape."""
    i = slot(t, key, stride)
    info = t.slots[i + 1]
    if info == NONE:
        t.counts[ENTRIES] += 1
        info = Word(stride) << Word(8)
    info |= bits
    t.slots[i] = key ^ (info * MIX)
    t.slots[i + 1] = info


@bare
def moved(t: Work, old: Words) -> None:
    """Fill the table with what is in another one."""
    for i in range(0, len(old), 2):
        info = old[i + 1]
        if info != NONE:
            key = old[i] ^ (info * MIX)
            j = slot(t, key, whole((info & STRIDE) >> Word(8)))
            t.slots[j], t.slots[j + 1] = old[i], info


# -- pieces --------------------------------------------------------------------------------------


@bare
def box_value(values: Bytes, start: int, shape: int, stride: int, not_last: int) -> int:
    """1 + the value of a shape in a small box, by the definition."""
    found: int = whole(values[start + shape])
    if found:
        return found
    seen = 0
    lying = shape & (shape >> 1) & not_last
    while lying:
        bit = lying & -lying
        lying ^= bit
        seen |= 1 << box_value(values, start, shape ^ (3 * bit), stride, not_last)
    standing = shape & (shape >> stride)
    while standing:
        bit = standing & -standing
        standing ^= bit
        seen |= 1 << box_value(values, start, shape ^ (bit | (bit << stride)), stride, not_last)
    found = 1
    while (seen >> found) & 1:
        found += 1
    values[start + shape] = found
    return found


@inlined
def small(t: Work, p: Word, width: int) -> int:
    """The value of a shape in a corner, of stride 8, whose box is no higher than wide and small."""
    if width <= 5:
        shape = (p & Word(31)) | ((p >> Word(3)) & Word(31 << 5))
        shape |= ((p >> Word(6)) & Word(31 << 10)) | ((p >> Word(9)) & Word(31 << 15))
        found = whole(t.boxes[shape])
        return (found if found else box_value(t.boxes, 0, whole(shape), 5, 0xF7BDEF)) - 1
    shape = (p & Word(127)) | ((p >> ONE) & Word(127 << 7)) | ((p >> Word(2)) & Word(127 << 14))
    found = whole(t.boxes[shape + Word(1 << 20)])
    return (found if found else box_value(t.boxes, 1 << 20, whole(shape), 7, 0xFDFBF)) - 1


@inlined
def piece(t: Work, p: Word, g: Grid, stride: int) -> tuple[int, Word, int, Word]:
    """The value of a reduced piece or -1; its key, the stride of that, and what the table tells of it."""
    x, y, width, height = boards.box(p, stride)
    p >>= Word(stride * y + x)
    if width <= 8:
        if stride != 8:
            p, stride = boards.repacked(p, stride, 8, height), 8
        if height > width:
            p, width, height = boards.transposed(p), height, width
        if (height <= 4 and width <= 5) or (height <= 3 and width <= 7):
            return small(t, p, width), p, 8, NONE
        g = boards.grid_of(t.columns, 8)
    elif stride != width:
        p, stride = boards.repacked(p, stride, width, height), width
        g = boards.grid_of(t.columns, stride)
    if boards.is_chain(p, g):
        cells = ones(p)
        if boards.is_cycle(p, g):
            return whole(t.chains[cells - 2] == 0), p, stride, NONE
        return t.chains[cells], p, stride, NONE
    if stride == 8:
        key, turned = boards.canonical(p, width, height)
    else:
        key, turned = boards.canonical_wide(p, width, height)
    mirror = boards.symmetry(p, stride, width, height) if p == turned else -1
    if mirror == 0:
        return 0, key, stride, NONE
    info = known(t, key, stride)
    if mirror == 1 and info & (VALUE | (ONE << EXCLUDED)) == NONE:
        info |= ONE << EXCLUDED
        remember(t, key, stride, ONE << EXCLUDED)
    return whole(info & VALUE) - 1, key, stride, info


@inlined
def cancelled(t: Work, at: int, count: int, key: Word, stride: int) -> bool:
    """Whether a part was there already: then it is gone, and the last one has its place."""
    for i in range(at, at + count):
        if t.parts[i, 0] == key and whole(t.parts[i, 1]) == stride:
            t.parts[i, 0], t.parts[i, 1] = t.parts[at + count - 1, 0], t.parts[at + count - 1, 1]
            return True
    return False


@inlined
def pieces(t: Work, p: Word, g: Grid, stride: int, at: int) -> tuple[int, int, Word]:
    """Split a position: the nim-sum of the parts that are known, and how many others are put from `at` on.

    Of a single part it says also what the table tells of it.
    """
    total, count, last = 0, 0, NONE
    bottom = at + ROOM
    top = bottom + 1
    t.parts[bottom, 0] = p
    while top > bottom:
        top -= 1
        q = boards.reduced(t.parts[top, 0], g)
        if q == NONE:
            continue
        wall = boards.walls(q, g)
        part = boards.flooded(q, q & (~q + ONE), g, wall)
        if wall != NONE and part != q:  # what falls apart at a wall may be reduced further
            while q != NONE:
                part = boards.flooded(q, q & (~q + ONE), g, wall)
                t.parts[top, 0] = part
                top += 1
                q &= ~part
            continue
        while True:
            value, key, its_stride, info = piece(t, part, g, stride)
            if value >= 0:
                total ^= value
            elif cancelled(t, at, count, key, its_stride):
                count -= 1
                last = NONE
            else:
                t.parts[at + count, 0], t.parts[at + count, 1] = key, Word(its_stride)
                count += 1
                last = info
            q &= ~part
            if q == NONE:
                break
            part = boards.flooded(q, q & (~q + ONE), g, NONE)
    return total, count, last if count == 1 else NONE


@bare
def split(t: Work, p: Word, stride: int) -> int:
    """Make a position option 0; returns the number of its unknown parts."""
    total, parts, _ = pieces(t, p, boards.grid_of(t.columns, stride), stride, 0)
    sort_parts(t, 0, parts)
    t.options[0, KNOWN], t.options[0, PARTS], t.options[0, AT] = total, parts, 0
    return parts


# -- options -------------------------------------------------------------------------------------


@inlined
def sort_parts(t: Work, at: int, count: int) -> None:
    """The smallest part first: it is searched first."""
    for i in range(at + 1, at + count):
        j = i
        while j > at:
            less, more = t.parts[j, 0], t.parts[j - 1, 0]
            if ones(less) > ones(more) or (ones(less) == ones(more) and less >= more):
                break
            t.parts[j, 0], t.parts[j - 1, 0] = more, less
            t.parts[j, 1], t.parts[j - 1, 1] = t.parts[j - 1, 1], t.parts[j, 1]
            j -= 1


@inlined
def is_listed(t: Work, c: int, count: int, total: int, parts: int, at: int, hashed: int) -> bool:
    """Is this option among the last `count`?"""
    for i in range(c, c + count):
        if t.options[i, HASH] == hashed and t.options[i, KNOWN] == total and t.options[i, PARTS] == parts:
            same, there = True, t.options[i, AT]
            for j in range(parts):
                same &= t.parts[at + j, 0] == t.parts[there + j, 0] and t.parts[at + j, 1] == t.parts[there + j, 1]
            if same:
                return True
    return False


@inlined
def rules_out(info: Word, n: int) -> bool:
    """Does the table tell that a value is not n? None is above 32: so long no game on 64 squares is."""
    return n > 32 or (info >> (EXCLUDED + Word(n))) & ONE != NONE


@inlined
def squares(t: Work, at: int, parts: int) -> int:
    """The sum of the squares of the sizes of the parts."""
    total = 0
    for i in range(at, at + parts):
        total += ones(t.parts[i, 0]) ** 2
    return total


@bare
def list_options(t: Work, p: Word, stride: int, n: int, at: int, c: int) -> tuple[int, Word, int]:
    """Put the different options of unknown value from c on, parts from `at` on.

    Returns their number, the set of the known values, and the end of the parts. It ends early at value n.
    """
    g = boards.grid_of(t.columns, stride)
    _, _, width, height = boards.box(p, stride)
    count, seen = 0, NONE
    for move in range(t.starts[width, height, 0], t.starts[width, height, 1]):
        domino = ONE << Word(t.moves[move, PLACE])
        domino |= domino << (g.stride if t.moves[move, STANDING] else ONE)
        if p & domino != domino:
            continue
        total, parts, info = pieces(t, p ^ domino, g, stride, at)
        if parts == 0:
            seen |= ONE << Word(total)
            if total == n:
                return count, seen, at
            continue
        hashed = whole(t.parts[at, 0])
        if parts > 1:
            sort_parts(t, at, parts)
            for i in range(at + 1, at + parts):
                hashed = hashed * 31 + whole(t.parts[i, 0])
        if is_listed(t, c, count, total, parts, at, hashed):
            continue
        i = c + count
        t.options[i, KNOWN], t.options[i, PARTS], t.options[i, AT], t.options[i, HASH] = total, parts, at, hashed
        t.options[i, RANK] = t.moves[move, TURN] + squares(t, at, parts)
        if info != NONE and rules_out(info, total ^ n):
            t.options[i, RANK] += DONE
        count += 1
        at += parts
    return count, seen, at


@inlined
def status(t: Work, i: int, n: int) -> tuple[int, int, int]:
    """What is known of option i: its value, or -1 where it is not n, or -2 and which part to test for what."""
    total, parts, at = t.options[i, KNOWN], t.options[i, PARTS], t.options[i, AT]
    unknown, which, seen = 0, -1, NONE
    for j in range(at, at + parts):
        info = known(t, t.parts[j, 0], whole(t.parts[j, 1]))
        if info & VALUE:
            total ^= whole(info & VALUE) - 1
        else:
            unknown += 1
            if which < 0:
                which, seen = j, info
    if unknown == 0:
        return total, -1, -1
    if unknown == 1:
        return -1 if rules_out(seen, total ^ n) else -2, which, total ^ n
    return -2, which, trailing_zeros(~(seen >> EXCLUDED))


@inlined
def next_option(t: Work, c: int, count: int) -> int:
    """The option of least rank that is not settled, or -1."""
    best, least = -1, DONE
    for i in range(c, c + count):
        if t.options[i, RANK] < least:
            best, least = i, t.options[i, RANK]
    return best


@bare
def survey(t: Work, c: int, count: int, n: int) -> bool:
    """Is there an option of value n for certain? Else mark those that cannot have it."""
    for i in range(c, c + count):
        value, _, _ = status(t, i, n)
        if value == n:
            return True
        t.options[i, RANK] = t.options[i, RANK] & (DONE - 1) | (0 if value == -2 else DONE)
    return False


# -- the search ----------------------------------------------------------------------------------


@bare
def tested(t: Work, p: Word, stride: int, n: int, at: int, c: int) -> int:
    """1 + the value of a shape in canonical form, or 0 where it is not n; or STOPPED."""
    t.counts[NODES] += 1
    if t.counts[NODES] > t.counts[MOST_NODES] or t.counts[ENTRIES] >= t.counts[MOST_ENTRIES]:
        return STOPPED
    count, seen, free = list_options(t, p, stride, n, at, c)
    found = (seen >> Word(n)) & ONE != NONE
    goal = n
    while True:
        while not found:
            i = next_option(t, c, count)
            if i < 0:
                break
            value, which, target = status(t, i, goal)
            if value == -2:
                if tested(t, t.parts[which, 0], whole(t.parts[which, 1]), target, free, c + count) == STOPPED:
                    return STOPPED
                continue
            t.options[i, RANK] += DONE
            if value >= 0:
                seen |= ONE << Word(value)
                found = value == goal
        if goal == n:
            if found:
                remember(t, p, stride, ONE << (EXCLUDED + Word(n)))
                return 0
            goal = -1
        elif not found:
            remember(t, p, stride, Word(goal + 1))
            return goal + 1
        goal += 1
        while goal < n and (seen >> Word(goal)) & ONE != NONE:
            goal += 1
        if goal >= n:
            remember(t, p, stride, Word(n + 1))
            return n + 1
        found = survey(t, c, count, goal)


@bare
def told(t: Work, key: Word, stride: int) -> Word:
    """What the table tells of a shape in canonical form."""
    return known(t, key, stride)
