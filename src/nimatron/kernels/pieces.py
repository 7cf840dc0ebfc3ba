"""The pieces of a Cram position.

A position falls into pieces, which are reduced (see `boards`). The values of pieces in a small box are in a
plain array, filled on demand. Chains and cycles are heaps of Dawson's Kayles. Half a turn settles many other
pieces. Equal pieces cancel in pairs. What is left is looked up in a table of entries.
"""

from __future__ import annotations

from typing import Any

from . import boards
from .boards import NONE, Grid, Shape, Word, whole
from .compiling import inlined, jit
from .entries import HALF_BOX, IN_HALF, NOT_ZERO, Bytes, Work, first_slot
from .wide import halves, high, joined, low, some
from .words import FAST_PEXT, bits_reversed, gather, ones, prefetch, trailing_zeros

# The fields of a part: the two halves of its squares, and its stride.
LOWER, UPPER, SPAN = range(3)
PART_FIELDS = 3

SEVENS = 1 << 21
"""Where the values of 7x3 boxes start, behind those of 5x4 boxes."""

ROOM = 32
"""Room for the finished parts of one position, before those that are to be split further."""


@inlined
def part(t: Work, like: Shape, i: int) -> Shape:
    """The squares of a part."""
    return joined(like, t.parts[Word(i), LOWER], t.parts[Word(i), UPPER])


@inlined
def set_part(t: Work, i: int, p: Shape, stride: int) -> None:
    """Write a part."""
    at = Word(i)
    t.parts[at, LOWER], t.parts[at, UPPER], t.parts[at, SPAN] = low(p), high(p), Word(stride)


@inlined
def same_parts(t: Work, i: int, j: int) -> bool:
    """Are two parts equal?"""
    a, b = Word(i), Word(j)
    return bool(
        t.parts[a, LOWER] == t.parts[b, LOWER]
        and t.parts[a, UPPER] == t.parts[b, UPPER]
        and t.parts[a, SPAN] == t.parts[b, SPAN]
    )


@inlined
def exchange(t: Work, i: int, j: int) -> None:
    """Swap two parts."""
    a, b = Word(i), Word(j)
    for k in range(PART_FIELDS):
        t.parts[a, k], t.parts[b, k] = t.parts[b, k], t.parts[a, k]


@inlined
def in_corner(cells: int, stride: int) -> int:
    """The squares of a small box, moved up and to the left as far as they go."""
    first = trailing_zeros(cells)
    cells >>= first - first % 5 if stride == 5 else first - first % 7  # constants: a division would be slow
    columns = cells | (cells >> stride) | (cells >> 2 * stride) | (cells >> 3 * stride)
    moved: int = cells >> trailing_zeros(columns)
    return moved


@inlined
def first_piece(cells: int, lying: int, standing: int, stride: int) -> int:
    """The squares connected with the first one, by the dominoes that begin at these squares."""
    found = cells & -cells
    while True:
        more = found | ((found & lying) << 1) | ((found >> 1) & lying)
        more |= ((more & standing) << stride) | ((more >> stride) & standing)
        if more == found:
            return found
        found = more


@inlined
def least_in_box(cells: int, stride: int) -> int:
    """The least image of a piece in the corner of a small box."""
    first, last = (1 << stride) - 1, 3 * stride
    flipped = ((cells & first) << last) | ((cells >> last) & first)
    flipped |= ((cells >> stride & first) << 2 * stride) | ((cells >> 2 * stride & first) << stride)
    unused = Word(64 - 4 * stride)
    one = min(in_corner(cells, stride), in_corner(whole(bits_reversed(cells) >> unused), stride))
    other = min(in_corner(flipped, stride), in_corner(whole(bits_reversed(flipped) >> unused), stride))
    return min(one, other)


@jit
def box_value(values: Bytes, shape: int, stride: int) -> int:
    """1 + the value of a shape in a small box, by the definition.

    It falls into pieces. Only the least image of a piece has its options looked at: so there are far fewer to compute.
    What is known about a piece where it lies saves looking for that image.
    """
    found: int = whole(values[Word(shape)])
    if found:
        return found
    cells = shape & (SEVENS - 1)
    box = shape ^ cells
    lying = cells & (cells >> 1) & (0xF7BDEF if stride == 5 else 0xFDFBF)  # no domino starts in the last column
    standing = cells & (cells >> stride)
    joint = lying | (lying << 1) | standing | (standing << stride)  # without lonely squares
    found = 1
    if joint:
        one = first_piece(joint, lying, standing, stride)
        found = whole(values[Word(box | one)])
        if not found:
            plain = least_in_box(one, stride)
            if plain != one:
                found = box_value(values, box | plain, stride)
            else:
                seen, lying, standing = 0, lying & one, standing & one
                while lying:
                    bit = lying & -lying
                    lying ^= bit
                    seen |= 1 << box_value(values, box | (one ^ (3 * bit)), stride)  # bit 1 + v for the value v
                while standing:
                    bit = standing & -standing
                    standing ^= bit
                    seen |= 1 << box_value(values, box | (one ^ (bit | (bit << stride))), stride)
                found = trailing_zeros(~seen & -2)
            values[Word(box | one)] = found
        if joint != one:
            found = 1 + ((found - 1) ^ (box_value(values, box | (joint ^ one), stride) - 1))
    values[Word(shape)] = found
    return found


@inlined
def is_small(width: int, height: int) -> bool:
    """Does a small box hold such a shape?"""
    return (height <= 4 and width <= 5) or (height <= 3 and width <= 7)


@inlined
def small(t: Work, p: Shape, stride: int, width: int, height: int) -> int:
    """The value of a shape in the corner, in a small box."""
    columns = 5 if width <= 5 else 7
    if FAST_PEXT and halves(p) == 1:
        shape = whole(gather(low(p), t.columns[Word(stride), 0] * Word((1 << columns) - 1)))
    else:
        shape = whole(low(boards.repacked(p, stride, columns, height)))
    if columns == 7:
        shape |= SEVENS
    found = whole(t.boxes[Word(shape)])
    return (found if found else box_value(t.boxes, shape, columns)) - 1


@inlined
def piece(t: Work, half: Any, p: Shape, g: Grid, stride: int) -> tuple[int, Shape, int]:
    """The value of a reduced piece, or -1 if it needs the table; its key, and the stride of the key."""
    x, y, width, height = boards.box(p, stride, g)
    corner = p >> Word(stride * y + x)
    if len(half) != 0:  # noqa: SIM102 - alone, so that the compiler drops the branch where it is 0
        if width * height <= t.counts[HALF_BOX]:
            own = 8 if max(width, height) <= 8 else width
            lower = low(boards.repacked(corner, stride, own, height))
            value, key, span = laid(t, lower, own, width, height, p, g)
            return value, joined(p, key, NONE), span + IN_HALF
    return laid(t, corner, stride, width, height, p, g)


@inlined
def laid(t: Work, corner: Shape, stride: int, width: int, height: int, p: Shape, g: Grid) -> tuple[int, Shape, int]:
    """The same for a piece p in the corner of a word."""
    q, span = corner, stride
    if not is_small(width, height):
        q, span, width, height = boards.lying(corner, stride, width, height)
    if is_small(width, height):
        return small(t, q, span, width, height), q, span
    if boards.is_chain(p, g):
        cells = ones(p)
        if boards.is_cycle(p, g):  # every move leaves the same chain, two squares shorter
            return whole(t.chains[cells - 2] == 0), q, span
        return t.chains[cells], q, span
    key, turned = boards.canonical(q, span, width, height)
    if q == turned:
        mirror = boards.symmetry(q, span, width, height)
        if mirror == 0:
            return 0, key, span
        if mirror == 1:
            return -1, key, span + NOT_ZERO
    return -1, key, span


@inlined
def fetch_in_half(half: Any, key: Shape, stride: int) -> None:
    """Fetch what the table of pieces in one half knows."""
    if len(half) != 0:
        prefetch(half.slots, first_slot(half, low(key), stride) * 2)


@inlined
def fetch(t: Work, key: Shape, stride: int) -> None:
    """Fetch what the table knows about a part, which will be asked for soon."""
    if stride & IN_HALF:
        fetch_in_half(t.half, key, stride)
    else:
        prefetch(t.slots, first_slot(t, key, stride) * (halves(key) + 1))


@inlined
def added(t: Work, at: int, count: int, key: Shape, stride: int) -> int:
    """Put a part behind `count` others; if it is among them already, both cancel. Returns the new count."""
    last = at + count
    set_part(t, last, key, stride)
    for i in range(at, last):
        if same_parts(t, i, last):
            exchange(t, i, last - 1)
            return count - 1
    fetch(t, key, stride)
    return count + 1


@inlined
def pieces(t: Work, p: Shape, gone: Shape, g: Grid, stride: int, at: int) -> tuple[int, int]:
    """Split a position: the nim-sum of the parts that need no table, and how many others were put from `at` on.

    If any squares are `gone`, the position was connected with them.
    """
    total, count = 0, 0
    bottom = at + ROOM  # above it is a stack of shapes that are still to be split
    top = bottom + 1
    set_part(t, bottom, p, stride)
    while top > bottom:
        top -= 1
        before = part(t, p, top)
        q = boards.reduced(before, g)
        if not some(q):
            continue
        wall = boards.walls(q, g)
        goal = q
        if some(gone) and not some(wall):
            # Each piece has a square beside one that went: when all these are reached, there is only one piece.
            goal &= boards.around(gone | (before ^ q), g)
        gone ^= gone  # of what falls apart below nothing is known
        found = boards.flooded(q, g, wall, goal)
        if some(wall) and found != q:  # what falls apart at a wall may be reduced further: push it back
            while some(q):
                found = boards.flooded(q, g, wall, q)
                set_part(t, top, found, stride)
                top += 1
                q &= ~found
            continue
        while True:
            value, key, its_stride = piece(t, t.half, found, g, stride)
            if value >= 0:
                total ^= value
            else:
                count = added(t, at, count, key, its_stride)
            q &= ~found
            if not some(q):
                break
            found = boards.flooded(q, g, p ^ p, q)
    return total, count


@inlined
def sort_parts(t: Work, like: Shape, at: int, count: int) -> None:
    """Sort the parts by size: the smallest is searched first."""
    for i in range(at + 1, at + count):  # by insertion: there are few
        j = i
        while j > at:
            less, more = part(t, like, j), part(t, like, j - 1)
            if ones(less) > ones(more) or (ones(less) == ones(more) and not less < more):
                break
            exchange(t, j, j - 1)
            j -= 1
