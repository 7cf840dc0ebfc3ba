"""The pieces of a Cram position.

A position falls into pieces, which `cramshapes` reduces. An array, filled on demand, holds the values of pieces in a
small box. Chains and cycles are heaps of Dawson's Kayles. Half a turn settles many other pieces. Equal pieces cancel in
pairs. All other pieces need an entry in the table of `cramentries`.
"""

from __future__ import annotations

from typing import Any

from ..compile.bitops import popcount, prefetch, reverse_bits, trailing_zeros
from ..compile.jit import inline_jit, jit
from . import cramshapes
from .cramentries import HALF_BOX, IN_HALF, NOT_ZERO, Bytes, CramWork, first_slot
from .cramshapes import NONE, Shape, ShapeGrid, Word, whole
from .widewords import any_bit, count_halves, high_half, join_halves, low_half

# The fields of a part: the two halves of its squares, and its stride.
LOWER, UPPER, SPAN = range(3)
PART_FIELDS = 3

SEVENS = 1 << 21
"""Where the values of 7x3 boxes start, behind those of 5x4 boxes."""

ROOM = 32
"""Room for the finished parts of one position, before those that are to be split further."""


@inline_jit
def part(t: CramWork, like: Shape, i: int) -> Shape:
    """The squares of a part."""
    return join_halves(like, t.parts[Word(i), LOWER], t.parts[Word(i), UPPER])


@inline_jit
def set_part(t: CramWork, i: int, p: Shape, stride: int) -> None:
    """Write a part."""
    at = Word(i)
    t.parts[at, LOWER], t.parts[at, UPPER], t.parts[at, SPAN] = low_half(p), high_half(p), Word(stride)


@inline_jit
def same_parts(t: CramWork, i: int, j: int) -> bool:
    """Are two parts equal?"""
    a, b = Word(i), Word(j)
    return bool(
        t.parts[a, LOWER] == t.parts[b, LOWER]
        and t.parts[a, UPPER] == t.parts[b, UPPER]
        and t.parts[a, SPAN] == t.parts[b, SPAN]
    )


@inline_jit
def swap_parts(t: CramWork, i: int, j: int) -> None:
    """Swap two parts."""
    a, b = Word(i), Word(j)
    for k in range(PART_FIELDS):
        t.parts[a, k], t.parts[b, k] = t.parts[b, k], t.parts[a, k]


@inline_jit
def move_to_corner(cells: int, stride: int) -> int:
    """The squares of a small box, moved up and to the left as far as they go."""
    first = trailing_zeros(cells)
    cells >>= first - first % 5 if stride == 5 else first - first % 7  # constants: a division would be slow
    columns = cells | (cells >> stride) | (cells >> 2 * stride) | (cells >> 3 * stride)
    moved: int = cells >> trailing_zeros(columns)
    return moved


@inline_jit
def first_piece(cells: int, lying: int, standing: int, stride: int) -> int:
    """The squares connected with the first one, by the dominoes that begin at these squares."""
    found = cells & -cells
    while True:
        more = found | ((found & lying) << 1) | ((found >> 1) & lying)
        more |= ((more & standing) << stride) | ((more >> stride) & standing)
        if more == found:
            return found
        found = more


@inline_jit
def least_in_box(cells: int, stride: int) -> int:
    """The least image of a piece in the corner of a small box."""
    first, last = (1 << stride) - 1, 3 * stride
    flipped = ((cells & first) << last) | ((cells >> last) & first)
    flipped |= ((cells >> stride & first) << 2 * stride) | ((cells >> 2 * stride & first) << stride)
    unused = Word(64 - 4 * stride)
    one = min(move_to_corner(cells, stride), move_to_corner(whole(reverse_bits(cells) >> unused), stride))
    other = min(move_to_corner(flipped, stride), move_to_corner(whole(reverse_bits(flipped) >> unused), stride))
    return min(one, other)


@jit
def box_value(values: Bytes, shape: int, stride: int) -> int:
    """1 + the value of a shape in a small box, by the definition.

    The shape falls into pieces. Only the least image of a piece is solved by its options, so there are far fewer to
    solve. If the value of a piece is known where it lies, no image is needed.
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


@inline_jit
def is_small(width: int, height: int) -> bool:
    """Does a small box hold such a shape?"""
    return (height <= 4 and width <= 5) or (height <= 3 and width <= 7)


@inline_jit
def small_value(t: CramWork, p: Shape, stride: int, width: int, height: int) -> int:
    """The value of a shape in the corner, in a small box."""
    columns = 5 if width <= 5 else 7
    shape = whole(low_half(cramshapes.repack(p, stride, columns, height)))
    if columns == 7:
        shape |= SEVENS
    found = whole(t.boxes[Word(shape)])
    return (found if found else box_value(t.boxes, shape, columns)) - 1


@inline_jit
def piece_value(t: CramWork, half: Any, p: Shape, g: ShapeGrid, stride: int) -> tuple[int, Shape, int]:
    """The value of a reduced piece, or -1 if it needs the table; its key, and the stride of the key."""
    x, y, width, height = cramshapes.box(p, stride, g)
    corner = p >> Word(stride * y + x)
    if len(half) != 0:  # noqa: SIM102 - alone, so that the compiler drops the branch where it is 0
        if width * height <= t.counts[HALF_BOX]:
            own = 8 if max(width, height) <= 8 else width
            lower = low_half(cramshapes.repack(corner, stride, own, height))
            value, key, span = corner_value(t, lower, own, width, height, p, g)
            return value, join_halves(p, key, NONE), span + IN_HALF
    return corner_value(t, corner, stride, width, height, p, g)


@inline_jit
def corner_value(
    t: CramWork, corner: Shape, stride: int, width: int, height: int, p: Shape, g: ShapeGrid
) -> tuple[int, Shape, int]:
    """`piece_value` of a piece p that was moved to the corner of a word."""
    q, span = corner, stride
    if not is_small(width, height):
        q, span, width, height = cramshapes.lay_down(corner, stride, width, height)
    if is_small(width, height):
        return small_value(t, q, span, width, height), q, span
    if cramshapes.is_chain(p, g):
        cells = popcount(p)
        if cramshapes.is_cycle(p, g):  # every move leaves the same chain, two squares shorter
            return whole(t.chains[cells - 2] == 0), q, span
        return t.chains[cells], q, span
    key, turned = cramshapes.canonical(q, span, width, height)
    if q == turned:
        mirror = cramshapes.symmetric_value(q, span, width, height)
        if mirror == 0:
            return 0, key, span
        if mirror == 1:
            return -1, key, span + NOT_ZERO
    return -1, key, span


@inline_jit
def fetch_in_half(half: Any, key: Shape, stride: int) -> None:
    """Prefetch the entry of a part that fits half a word."""
    if len(half) != 0:
        prefetch(half.slots, first_slot(half, low_half(key), stride) * 2)


@inline_jit
def fetch(t: CramWork, key: Shape, stride: int) -> None:
    """Prefetch the entry of a part, because the search will look it up soon."""
    if stride & IN_HALF:
        fetch_in_half(t.half, key, stride)
    else:
        prefetch(t.slots, first_slot(t, key, stride) * (count_halves(key) + 1))


@inline_jit
def add_part(t: CramWork, at: int, count: int, key: Shape, stride: int) -> int:
    """Put a part behind `count` others; if it is among them already, both cancel. Returns the new count."""
    last = at + count
    set_part(t, last, key, stride)
    for i in range(at, last):
        if same_parts(t, i, last):
            swap_parts(t, i, last - 1)
            return count - 1
    fetch(t, key, stride)
    return count + 1


@inline_jit
def split_position(t: CramWork, p: Shape, gone: Shape, g: ShapeGrid, stride: int, at: int) -> tuple[int, int]:
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
        q = cramshapes.reduce_shape(before, g)
        if not any_bit(q):
            continue
        wall = cramshapes.twin_walls(q, g)
        goal = q
        if any_bit(gone) and not any_bit(wall):
            # Each piece has a square beside one that went: when all these are reached, there is only one piece.
            goal &= cramshapes.neighbours_of(gone | (before ^ q), g)
        gone ^= gone  # nothing is known about the shapes that fall apart below
        found = cramshapes.flood(q, g, wall, goal)
        if any_bit(wall) and found != q:  # shapes that fall apart at a wall may be reduced further: push them back
            while any_bit(q):
                found = cramshapes.flood(q, g, wall, q)
                set_part(t, top, found, stride)
                top += 1
                q &= ~found
            continue
        while True:
            value, key, its_stride = piece_value(t, t.half, found, g, stride)
            if value >= 0:
                total ^= value
            else:
                count = add_part(t, at, count, key, its_stride)
            q &= ~found
            if not any_bit(q):
                break
            found = cramshapes.flood(q, g, p ^ p, q)
    return total, count


@inline_jit
def sort_parts(t: CramWork, like: Shape, at: int, count: int) -> None:
    """Sort the parts by size: the smallest is searched first."""
    for i in range(at + 1, at + count):  # by insertion: there are few
        j = i
        while j > at:
            less, more = part(t, like, j), part(t, like, j - 1)
            if popcount(less) > popcount(more) or (popcount(less) == popcount(more) and not less < more):
                break
            swap_parts(t, j, j - 1)
            j -= 1
