"""Shapes of squares in one word, and the reductions that do not change their value in Cram.

A shape is a word of 64 or 128 bits: bit y*stride + x is the square in column x of row y. Shapes that fit
into 8 rows of 8 squares (16 in a wide word) have that stride, whatever board they come from. Other shapes
have their own width as stride, which is at least their height. So equal pieces of different boards are
equal words.

Cram is played on the graph of neighbouring squares. These reductions keep its value:

* A *tuft* is a square with only one neighbour, and that neighbour is a *star*. Two tufts of a star always
  give equal moves, so one is dropped. A *bridge* is a square, itself no tuft or star, whose neighbours are
  all stars. A domino on it and a star leaves the same as a domino on the tuft and the star, so the bridge
  is dropped.
* Two diagonal squares of a 2x2 block with no neighbours outside it are *twins*. A lying domino in the block
  equals a standing one, so no lying one is needed, and the shape may fall apart there.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..compile.bitops import leading_zeros, popcount, reverse_bits, reverse_bytes, trailing_zeros
from ..compile.jit import inline_jit
from .widewords import any_bit, count_halves, join_halves, low_half, lowest_bit

Words = npt.NDArray[np.uint64]
Word = np.uint64

Shape = Any
"""np.uint64, or a 128-bit word that only compiled code can hold."""

whole: Any = np.int64
"""numba's Python int. Words and bytes are converted before arithmetic, because numba would turn them into floats."""

NONE, ONE = np.uint64(0), np.uint64(1)

ROWS = 8
"""The height of the boxes whose stride does not depend on their width."""

LOWER_BYTES = Word(0x00FF00FF00FF00FF)
"""The first eight squares of each row of 16."""


class ShapeGrid(NamedTuple):
    """How squares lie in a word: the stride, and all squares except those of the first or last column."""

    stride: Word
    not_first: Shape
    not_last: Shape
    inverse: Word
    """A little more than 2^16 / stride: multiplying by it is faster than dividing by the stride."""


@cache
def first_columns() -> Words:
    """The bits of the first column for each stride, as two halves."""
    columns = [sum(1 << i for i in range(0, 128, stride)) for stride in range(1, 129)]
    halves = [(0, 0), *(divmod(column, 1 << 64)[::-1] for column in columns)]
    return np.array(halves, np.uint64)


@inline_jit
def grid_of(like: Shape, columns: Words, stride: int) -> ShapeGrid:
    """The grid of a stride, in words of the type of `like`."""
    first = join_halves(like, columns[stride, 0], columns[stride, 1])
    return ShapeGrid(Word(stride), ~first, ~(first << Word(stride - 1)), Word((1 << 16) // stride + 1))


@inline_jit
def neighbours_of(p: Shape, g: ShapeGrid) -> Shape:
    """The neighbours of the squares, including some beyond the top and bottom of the board."""
    return ((p & g.not_last) << ONE) | ((p & g.not_first) >> ONE) | (p << g.stride) | (p >> g.stride)


@inline_jit
def neighbour_masks(p: Shape, g: ShapeGrid) -> tuple[Shape, Shape, Shape, Shape]:
    """The squares that have a neighbour to the left, to the right, above, below."""
    left = ((p & g.not_last) << ONE) & p
    right = ((p & g.not_first) >> ONE) & p
    return left, right, (p << g.stride) & p, (p >> g.stride) & p


@inline_jit
def reduce_shape(p: Shape, g: ShapeGrid) -> Shape:
    """The shape without isolated squares, second tufts and bridges."""
    while True:  # what is dropped may create new tufts
        left, right, above, below = neighbour_masks(p, g)
        p = left | right | above | below
        tuft = p & ~((left & right) | (above & below) | ((left | right) & (above | below)))
        left = ((tuft & g.not_last) << ONE) & p  # the stars with a tuft on their left, and so on
        right = ((tuft & g.not_first) >> ONE) & p
        above = (tuft << g.stride) & p
        below = (tuft >> g.stride) & p
        # A star keeps its first tuft in the order left, right, above, below; the others go.
        gone = (left & right) << ONE
        gone |= ((left | right) & above) >> g.stride
        gone |= ((left | right | above) & below) << g.stride
        plain = p & ~(left | right | above | below)
        gone |= plain & ~tuft & ~neighbours_of(plain, g)
        if not any_bit(gone):
            return p
        p &= ~gone


@inline_jit
def twin_walls(p: Shape, g: ShapeGrid) -> Shape:
    """The left squares of the lying dominoes that twins make superfluous."""
    left, right, above, below = neighbour_masks(p, g)
    block = right & below & (below >> ONE) & (right >> g.stride)  # by the upper left square
    twins = right & below & ~left & ~above & ((left & above & ~right & ~below) >> (g.stride + ONE))
    twins |= ((left & below & ~right & ~above) >> ONE) & ((right & above & ~left & ~below) >> g.stride)
    block &= twins
    return block | (block << g.stride)


@inline_jit
def flood(p: Shape, g: ShapeGrid, wall: Shape, goal: Shape) -> Shape:
    """All squares that are connected to the lowest one of the goal without crossing a wall.

    Every piece of the shape has a square in the goal. So all squares are connected if those of the goal are.
    """
    # A wall stands between its square and the one on the right, so no step may cross it in either direction.
    rightward, leftward = g.not_last & ~wall, p & ~wall
    found = lowest_bit(goal)
    while any_bit(goal & ~found):
        more = found
        for _ in range(2):  # two steps at a time: few floods end after one
            more |= (((more & rightward) << ONE) & p) | (((more & g.not_first) >> ONE) & leftward)
            more |= ((more << g.stride) | (more >> g.stride)) & p
        if more == found:
            return found
        found = more
    return p


# -- boxes ---------------------------------------------------------------------------------------


@inline_jit
def side(p: Shape) -> int:
    """The stride of shapes in a small box."""
    stride: int = 8 * count_halves(p)
    return stride


@inline_jit
def first_row(p: Shape, stride: int) -> Shape:
    """The squares of the first row."""
    return ~(~(p ^ p) << Word(stride))


@inline_jit
def row_number(place: int, g: ShapeGrid) -> int:
    """The row of a square: less than 2^8, so the inverse is exact enough."""
    row: int = whole((Word(place) * g.inverse) >> Word(16))
    return row


@inline_jit
def box(p: Shape, stride: int, g: ShapeGrid) -> tuple[int, int, int, int]:
    """The first column, the first row, the width and the height of a shape."""
    last = 64 * count_halves(p) - 1
    columns = p
    if stride == side(p):
        bits = 2 + count_halves(p)  # log2 of the stride: a shift is faster than a division
        top, bottom = trailing_zeros(p) >> bits, (last - leading_zeros(p)) >> bits
        columns |= columns >> Word(4 * stride)
        columns |= columns >> Word(2 * stride)
        columns |= columns >> Word(stride)
    else:
        top, bottom = row_number(trailing_zeros(p), g), row_number(last - leading_zeros(p), g)
        columns >>= Word(stride * top)
        for rows in (8, 4, 2, 1):  # doubling: a word has at most 11 rows of a stride of its own
            if bottom - top >= rows:
                columns |= columns >> Word(rows * stride)
    columns &= first_row(p, stride)
    start = trailing_zeros(columns)
    return start, top, last + 1 - leading_zeros(columns) - start, bottom - top + 1


@inline_jit
def repack(p: Shape, old: int, new: int, height: int) -> Shape:
    """The shape with another stride; both are at least its width."""
    row = first_row(p, min(old, new))
    found = p ^ p
    for y in range(height):
        found |= ((p >> Word(old * y)) & row) << Word(new * y)
    return found


@inline_jit
def transpose_8x8(p: Word) -> Word:
    """Transpose 8x8 squares: blocks of 1, 2 and 4 squares change places across the diagonal."""
    t = (p ^ (p >> Word(7))) & Word(0x00AA00AA00AA00AA)
    p ^= t ^ (t << Word(7))
    t = (p ^ (p >> Word(14))) & Word(0x0000CCCC0000CCCC)
    p ^= t ^ (t << Word(14))
    t = (p ^ (p >> Word(28))) & Word(0x00000000F0F0F0F0)
    return p ^ t ^ (t << Word(28))


@inline_jit
def transpose(p: Shape, stride: int, new: int, width: int, height: int) -> Shape:
    """Swap columns and rows; `new` is the stride of the result."""
    if width <= 8 and height <= 8:
        eight = low_half(p if stride == 8 else repack(p, stride, 8, height))
        turned = join_halves(p, transpose_8x8(eight), NONE)
        return turned if new == 8 else repack(turned, 8, new, width)
    found, one = p ^ p, join_halves(p, ONE, NONE)
    while any_bit(p):
        at = trailing_zeros(p)
        p ^= one << Word(at)
        found |= one << Word(new * (at % stride) + at // stride)
    return found


@inline_jit
def lay_down(p: Shape, stride: int, width: int, height: int) -> tuple[Shape, int, int, int]:
    """A shape in the corner, laid down so that it is at least as wide as high; its stride, width and height."""
    long, short = max(width, height), min(width, height)
    new = side(p) if long <= side(p) and short <= ROWS else long
    if height > width:
        p = transpose(p, stride, new, width, height)
    elif stride != new:
        p = repack(p, stride, new, height)
    return p, new, long, short


@inline_jit
def flip_rows(p: Shape, stride: int, height: int) -> Shape:
    """The shape upside down."""
    if stride == side(p):
        p = reverse_bytes(p)
        if stride == 16:  # the two bytes of each row were swapped too: swap them back
            lower = join_halves(p, LOWER_BYTES, LOWER_BYTES)
            p = ((p & lower) << Word(8)) | ((p >> Word(8)) & lower)
        return p >> Word(stride * (ROWS - height))
    found, row = p ^ p, first_row(p, stride)
    for y in range(height):
        found = (found << Word(stride)) | ((p >> Word(stride * y)) & row)
    return found


@inline_jit
def least(a: Shape, b: Shape) -> Shape:
    """The smaller one."""
    return a if a < b else b


@inline_jit
def canonical(p: Shape, stride: int, width: int, height: int) -> tuple[Shape, Shape]:
    """The least image under symmetry of a shape in the corner; and the shape turned by half a turn."""
    unused = Word(64 * count_halves(p) - stride * height + stride - width)
    turned = reverse_bits(p) >> unused  # half a turn reverses the order of all squares
    flipped = flip_rows(p, stride, height)
    mirrored = flip_rows(turned, stride, height)
    found = least(least(p, turned), least(flipped, mirrored))
    if width == height:
        for image in (p, turned, flipped, mirrored):
            found = least(found, transpose(image, stride, stride, width, height))
    return found, turned


@inline_jit
def symmetric_value(p: Shape, stride: int, width: int, height: int) -> int:
    """What follows if half a turn maps a shape onto itself: 0 for value 0, 1 for another value, -1 for nothing."""
    odd = (width & 1) + (height & 1)
    middle = low_half(p >> Word(stride * ((height - 1) // 2) + (width - 1) // 2)) & ONE
    if odd == 0 or middle == NONE:
        return 0  # the second player copies every move
    return 1 if odd == 1 else -1  # if 1: the first player takes the middle two squares, then copies


@inline_jit
def is_chain(p: Shape, g: ShapeGrid) -> bool:
    """Does every square have at most two neighbours?"""
    left, right, above, below = neighbour_masks(p, g)
    return not any_bit((left & right & (above | below)) | (above & below & (left | right)))


@inline_jit
def is_cycle(p: Shape, g: ShapeGrid) -> bool:
    """Is a chain closed? Then it has as many pairs of neighbours as squares."""
    left, _, above, _ = neighbour_masks(p, g)
    return bool(popcount(left) + popcount(above) == popcount(p))
