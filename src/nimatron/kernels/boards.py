"""Sets of squares of a board in one machine word, and what Cram does not care about in them.

A shape is a word of bits: bit y*stride + x is the square in column x of row y. Shapes that fit into
8x8 squares have stride 8, whatever the board they come from; wider ones have their own width, which
is more than their height. So equal pieces of different boards are equal words.

Cram is played on the graph of neighbouring squares, and the reductions here keep its value:

* a *tuft* is a square with one neighbour, which is a *star*. Two tufts of a star give equal moves at
  any time, so one goes. A *bridge* is a square, no tuft or star itself, with stars around it only:
  a domino on it and a star leaves what a domino on the tuft and the star leaves, so it goes.
* two opposite squares of a 2x2 block with no neighbour outside of it are *twins*: a lying domino in
  the block equals a standing one, so no lying one is needed, and the shape may fall apart there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from .words import bits_reversed, bytes_reversed, leading_zeros, ones, trailing_zeros

Words = npt.NDArray[np.uint64]
Word = np.uint64

whole: Any = np.int64
"""What numba takes for a Python int: words and bytes must become one before they are counted with."""

P = ParamSpec("P")
R = TypeVar("R")

NONE, ONE, EIGHT = np.uint64(0), np.uint64(1), np.uint64(8)
BYTE = np.uint64(0xFF)
COLUMN = 0x0101010101010101


def bare(function: Callable[P, R], inline: bool = False) -> Callable[P, R]:
    """`jit` for a function that makes no array and needs no interpreter: several threads may run it at once."""
    options: dict[str, Any] = {"_nrt": False, "forceinline": inline, "error_model": "numpy", "nogil": True}
    try:
        compiled = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no folder can be written
        compiled = numba.njit(**options)(function)
    return cast(Callable[P, R], compiled)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """`bare` for a function that becomes a part of those that call it."""
    return bare(function, inline=True)


class Grid(NamedTuple):
    """How squares lie in a word: the stride, and all squares but those of the first or last column."""

    stride: Word
    not_first: Word
    not_last: Word


def first_columns() -> Words:
    """For each stride the bits of the first column."""
    columns = [sum(1 << i for i in range(0, 64, stride)) for stride in range(1, 65)]
    return np.array([0, *columns], np.uint64)


@inlined
def grid_of(columns: Words, stride: int) -> Grid:
    """The grid of a stride."""
    first = columns[stride]
    return Grid(Word(stride), ~first, ~(first << Word(stride - 1)))


@inlined
def around(p: Word, g: Grid) -> Word:
    """The neighbours of the squares, on the board or beyond its ends."""
    return ((p & g.not_last) << ONE) | ((p & g.not_first) >> ONE) | (p << g.stride) | (p >> g.stride)


@inlined
def neighbours(p: Word, g: Grid) -> tuple[Word, Word, Word, Word]:
    """The squares that have a neighbour to the left, to the right, above, below."""
    left = ((p & g.not_last) << ONE) & p
    right = ((p & g.not_first) >> ONE) & p
    return left, right, (p << g.stride) & p, (p >> g.stride) & p


@inlined
def reduced(p: Word, g: Grid) -> Word:
    """The shape without lonely squares, second tufts and bridges."""
    while True:
        left, right, above, below = neighbours(p, g)
        p = left | right | above | below
        tuft = p & ~((left & right) | (above & below) | ((left | right) & (above | below)))
        left = ((tuft & g.not_last) << ONE) & p  # stars, by where they have a tuft
        right = ((tuft & g.not_first) >> ONE) & p
        above = (tuft << g.stride) & p
        below = (tuft >> g.stride) & p
        gone = (left & right) << ONE
        gone |= ((left | right) & above) >> g.stride
        gone |= ((left | right | above) & below) << g.stride
        plain = p & ~(left | right | above | below)
        gone |= plain & ~tuft & ~around(plain, g)
        if gone == NONE:
            return p
        p &= ~gone


@inlined
def walls(p: Word, g: Grid) -> Word:
    """The left squares of lying dominoes that twins make superfluous."""
    left, right, above, below = neighbours(p, g)
    block = right & below & (below >> ONE) & (right >> g.stride)  # by the upper left square
    twins = right & below & ~left & ~above & ((left & above & ~right & ~below) >> (g.stride + ONE))
    twins |= ((left & below & ~right & ~above) >> ONE) & ((right & above & ~left & ~below) >> g.stride)
    block &= twins
    return block | (block << g.stride)


@inlined
def flooded(p: Word, seed: Word, g: Grid, wall: Word) -> Word:
    """All squares that are connected with the seed, not through a wall."""
    rightward, leftward = g.not_last & ~wall, p & ~wall
    found = seed
    while True:
        more = found | (((found & rightward) << ONE) & p) | (((found & g.not_first) >> ONE) & leftward)
        more |= ((more << g.stride) | (more >> g.stride)) & p
        if more == found:
            return found
        found = more


@inlined
def box(p: Word, stride: int) -> tuple[int, int, int, int]:
    """The first column, the first row, the width and the height of a shape."""
    if stride == 8:
        top, bottom = trailing_zeros(p) >> 3, (63 - leading_zeros(p)) >> 3
        columns = p | (p >> Word(32))
        columns |= columns >> Word(16)
        columns = (columns | (columns >> EIGHT)) & BYTE
    else:
        top, bottom = trailing_zeros(p) // stride, (63 - leading_zeros(p)) // stride
        columns, rest = NONE, p
        while rest:
            columns |= rest
            rest >>= Word(stride)
        columns &= (ONE << Word(stride)) - ONE
    start = trailing_zeros(columns)
    return start, top, 64 - leading_zeros(columns) - start, bottom - top + 1


@inlined
def repacked(p: Word, old: int, new: int, height: int) -> Word:
    """The shape with another stride; both are at least its width."""
    row = (ONE << Word(min(old, new))) - ONE
    found = NONE
    for y in range(height):
        found |= ((p >> Word(old * y)) & row) << Word(new * y)
    return found


@inlined
def transposed(p: Word) -> Word:
    """Columns for rows, of 8x8 squares: blocks of 1, 2 and 4 squares change places."""
    t = (p ^ (p >> Word(7))) & Word(0x00AA00AA00AA00AA)
    p ^= t ^ (t << Word(7))
    t = (p ^ (p >> Word(14))) & Word(0x0000CCCC0000CCCC)
    p ^= t ^ (t << Word(14))
    t = (p ^ (p >> Word(28))) & Word(0x00000000F0F0F0F0)
    return p ^ t ^ (t << Word(28))


@inlined
def canonical(p: Word, width: int, height: int) -> tuple[Word, Word]:
    """The least image of a shape in the corner of 8x8 squares, no higher than wide; and that turned by half a turn."""
    down, across = Word(64 - 8 * height), Word(8 - width)
    flipped = bytes_reversed(p) >> down
    mirrored = bytes_reversed(bits_reversed(p)) >> across
    turned = bits_reversed(p) >> (down + across)
    least = min(min(p, turned), min(flipped, mirrored))
    if width == height:
        images = min(transposed(p), transposed(turned)), min(transposed(flipped), transposed(mirrored))
        least = min(least, min(images[0], images[1]))
    return least, turned


@inlined
def canonical_wide(p: Word, width: int, height: int) -> tuple[Word, Word]:
    """`canonical` for a shape whose stride is its width, which is more than its height."""
    row = (ONE << Word(width)) - ONE
    flipped = NONE
    for y in range(height):
        flipped = (flipped << Word(width)) | ((p >> Word(width * y)) & row)
    unused = Word(64 - width * height)
    turned, mirrored = bits_reversed(p) >> unused, bits_reversed(flipped) >> unused
    return min(min(p, turned), min(flipped, mirrored)), turned


@inlined
def symmetry(p: Word, stride: int, width: int, height: int) -> int:
    """What half a turn tells of a shape that it keeps: 0 for value 0, 1 for another value, -1 for nothing."""
    odd = (width & 1) + (height & 1)
    middle = (p >> Word(stride * ((height - 1) // 2) + (width - 1) // 2)) & ONE
    if odd == 0 or middle == NONE:
        return 0  # the second player copies every move
    return 1 if odd == 1 else -1  # the first player takes the middle two squares, then copies


@inlined
def is_chain(p: Word, g: Grid) -> bool:
    """Has no square more than two neighbours?"""
    left, right, above, below = neighbours(p, g)
    return bool((left & right & (above | below)) | (above & below & (left | right)) == NONE)


@inlined
def is_cycle(p: Word, g: Grid) -> bool:
    """Is a chain closed: are there as many pairs of neighbours as squares?"""
    left, _, above, _ = neighbours(p, g)
    return bool(ones(left) + ones(above) == ones(p))
