"""The moves of a board: the ways to place a shape, and the parts into which what is left falls.

Cram has moves and pieces of its own: dominoes in boxes (`crampieces`). Any other placing game has a list of all ways to
place a shape. A way fits if all squares that it covers are free; it takes these and the squares that it blocks. A
square that no way covers is dropped. The key of a part is its least image under the symmetries of the board, moved to
the corner where the surface allows that.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..compile.bitops import trailing_zeros
from ..compile.jit import inline_jit
from . import cramshapes
from .cramentries import CramWork, Ints
from .crampieces import add_part, split_position
from .cramshapes import ONE, Shape, ShapeGrid, Word, Words, whole
from .widewords import any_bit, join_halves, low_half, lowest_bit

# The fields of a move in Cram: its place, whether the domino stands, and its rank.
PLACE, STANDING, TURN = range(3)

SPLIT = -1
"""Asked instead of a value: into which parts does the position fall? A kernel of its own would take long to compile."""


class PlacingRules(NamedTuple):
    """The ways to place a shape on a board, in the order in which they are tried; each row is a word in two halves."""

    covers: Words
    takes: Words
    ranks: Ints
    images: Any
    """For each symmetry but the identity, each byte of a word and each value of it: where its squares go."""
    first: Words
    """The squares of the first column."""
    width: int
    moves_up: int
    moves_left: int
    """Does a part keep its value when it moves up? To the left?"""
    most_parts: int
    """The most parts of all positions after a move together."""
    live: Ints
    """Room for the ways that fit."""


@inline_jit
def move_range(t: CramWork, rules: Any, p: Shape, g: ShapeGrid, stride: int) -> tuple[int, int]:
    """Where the moves of a piece begin and end."""
    if len(rules) != 0:
        return 0, len(rules.ranks)
    _, _, width, height = cramshapes.box(p, stride, g)
    return t.starts[width, height, 0], t.starts[width, height, 1]


@inline_jit
def after_move(t: CramWork, rules: Any, p: Shape, g: ShapeGrid, move: int) -> tuple[bool, Shape, Shape, int]:
    """Whether a move fits, what it leaves, what it takes, and its rank."""
    if len(rules) != 0:
        covers = row(p, rules.covers, move)
        takes = row(p, rules.takes, move)
        return not any_bit(covers & ~p), p & ~takes, takes, rules.ranks[Word(move)]
    domino = join_halves(p, ONE, cramshapes.NONE) << Word(t.moves[Word(move), PLACE])
    domino |= domino << (g.stride if t.moves[Word(move), STANDING] else ONE)
    return p & domino == domino, p ^ domino, domino, t.moves[Word(move), TURN]


@inline_jit
def parts_after(t: CramWork, rules: Any, p: Shape, gone: Shape, g: ShapeGrid, stride: int, at: int) -> tuple[int, int]:
    """Split a position: the nim-sum of the parts that need no table, and how many others were put from `at` on."""
    if len(rules) != 0:
        return split_board(t, rules, p, at)
    return split_position(t, p, gone, g, stride, at)


@inline_jit
def has_room(t: CramWork, rules: Any, depth: int, option: int, part: int) -> bool:
    """Is there room for the options of one more question? Cram has room for the longest game."""
    if len(rules) != 0:
        options, parts = option + len(rules.ranks) + 64, part + rules.most_parts
        return depth + 2 < len(t.frames) and options < len(t.options) and parts < len(t.parts)
    return True


@inline_jit
def row(like: Shape, words: Words, i: int) -> Shape:
    """A word from its two halves in a row."""
    at = Word(i)
    return join_halves(like, words[at, 0], words[at, 1])


@inline_jit
def split_board(t: CramWork, r: Any, p: Shape, at: int) -> tuple[int, int]:
    """`parts_after` for a list of ways."""
    live, useful = 0, p ^ p
    for i in range(len(r.ranks)):
        covers = row(p, r.covers, i)
        if not any_bit(covers & ~p):
            r.live[Word(live)] = i
            live += 1
            useful |= covers
    total, count = 0, 0
    while any_bit(useful):
        region, before = lowest_bit(useful), p ^ p
        while region != before:
            before = region
            for i in range(live):
                takes = row(p, r.takes, r.live[Word(i)]) & useful
                if any_bit(takes & region):
                    region |= takes
        useful &= ~region
        if ends_at_once(r, region, live):
            total ^= 1
        else:
            count = add_part(t, at, count, least_image(r, region), 1)
    return total, count


@inline_jit
def ends_at_once(r: Any, region: Shape, live: int) -> bool:
    """Does every move in a region take all of it?"""
    for i in range(live):
        within = any_bit(row(region, r.covers, r.live[Word(i)]) & region)
        if within and any_bit(region & ~row(region, r.takes, r.live[Word(i)])):
            return False
    return True


@inline_jit
def least_image(r: Any, p: Shape) -> Shape:
    """The key of a part."""
    found = move_to_corner(r, p)
    for i in range(r.images.shape[0]):
        image, left = p ^ p, p
        for k in range(r.images.shape[1]):
            byte = whole(low_half(left) & Word(255))
            image |= join_halves(p, r.images[i, k, byte, 0], r.images[i, k, byte, 1])
            left >>= Word(8)
        found = cramshapes.least(found, move_to_corner(r, image))
    return found


@inline_jit
def move_to_corner(r: Any, p: Shape) -> Shape:
    """A part moved up and to the left, as far as that is allowed."""
    if r.moves_up:
        p >>= Word(trailing_zeros(p) // r.width * r.width)
    if r.moves_left:
        first = row(p, r.first, 0)
        while not any_bit(p & first):
            p >>= ONE
    return p
