"""Cram: dominoes on any board."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_

from ...core.errors import BadText, IllegalPosition
from ...core.game import Game, Part, State
from ...core.message import Message
from ..chomp.rules import read_board
from ..lists.rules import first_place, natural, read_rows

DRAWN = str.maketrans("01", "#.")

MOST_CELLS = 10_000
"""The most squares of a board."""


class CramGame(Game[tuple[int, int, int]]):
    """Put a domino on two empty neighbouring squares.

    The state is (width, height, empty). Bit y*width + x of `empty` is set if the square in column x of row y, counted
    from the top, is empty.

    >>> [p.game.show(p.state) for p in Cram("2x2").options()]
    ['##/..', '../##', '#./#.', '.#/.#']
    """

    name = "cram"
    start = (4, 4, 0xFFFF)

    def options(self, state: State) -> Iterator[State]:
        width, height, empty = state
        for domino in dominoes(width, height, empty):
            yield width, height, empty ^ domino

    def components(self, state: State) -> Sequence[Part]:
        width, height, empty = state
        return [(self, (width, height, region)) for region in regions(width, height, empty)]

    def put(self, state: State, i: int, option: State) -> State:
        width, height, empty = state
        return width, height, empty & ~regions(width, height, empty)[i] | option[2]

    def canonical(self, state: State) -> Hashable:
        return smallest_image(*state)

    def size(self, state: State) -> int:
        cells: int = state[2].bit_count()
        return int(3**cells) >> cells  # 1.5 to the power of the cells: measured on small boards

    def accept(self, state: State) -> State:
        if isinstance(state, str):
            return self.parse(state)
        if not isinstance(state, Sequence) or len(state) not in (2, 3):
            raise IllegalPosition('expected (width, height), (width, height, bits of the empty squares) or "3x2"')
        width, height = (natural(n) for n in state[:2])
        if not (width and height) or width * height > MOST_CELLS:
            raise IllegalPosition(
                "a board has 1 to {most} squares, not {width}x{height}", most=MOST_CELLS, width=width, height=height
            )
        empty = natural(state[2]) if len(state) == 3 else (1 << width * height) - 1
        if empty >> width * height:
            raise IllegalPosition(
                "there are empty squares outside the board of {width}x{height}", width=width, height=height
            )
        return width, height, empty

    def show(self, state: State) -> str:
        width, height, empty = state
        return "/".join(row.translate(DRAWN) for row in _rows(width, height, empty))

    def parse(self, text: str) -> State:
        if "x" in text:
            width, height = read_board(text)
            if width * height > MOST_CELLS:
                place = first_place(text)
                raise BadText("at most {most} squares, not {count}", text, place, most=MOST_CELLS, count=width * height)
            return self.accept_from((width, height, (1 << width * height) - 1), text)
        rows = read_rows(
            text, ".#", Message("expected a board such as 3x2, or rows of . (empty) and # (covered): ..#/#..")
        )
        empty = sum(1 << i for i, cell in enumerate("".join(rows)) if cell == ".")
        return self.accept_from((len(rows[0]), len(rows), empty), text)

    def describe(self, before: State, after: State) -> Message | str:
        width, domino = before[0], before[2] ^ after[2]
        first, last = (domino & -domino).bit_length() - 1, domino.bit_length() - 1
        params = {
            "x": first % width + 1, "y": first // width + 1,
            "x2": last % width + 1, "y2": last // width + 1,
        }  # fmt: skip
        return Message("cover column {x}, row {y} and column {x2}, row {y2}", params=params)


def dominoes(width: int, height: int, empty: int) -> Iterator[int]:
    """The dominoes that fit, as pairs of bits, horizontal ones first."""
    # On a board one square wide nothing can lie across: the mask then removes every bit.
    last_column = sum(1 << y * width + width - 1 for y in range(height)) if width > 1 else -1
    lying = empty & empty >> 1 & ~last_column
    standing = empty & empty >> width
    while lying:
        bit = lying & -lying
        yield bit | bit << 1
        lying ^= bit
    while standing:
        bit = standing & -standing
        yield bit | bit << width
        standing ^= bit


@lru_cache(maxsize=1 << 16)
def regions(width: int, height: int, empty: int) -> tuple[int, ...]:
    """The connected regions of at least two squares, in order of their first squares."""
    # The masks keep a shift by one from wrapping around the edge into the neighbouring row.
    first_column = sum(1 << y * width for y in range(height))
    not_first, not_last = ~first_column, ~(first_column << width - 1)
    found = []
    while empty:
        region, grown = 0, empty & -empty
        while grown != region:
            region = grown
            spread = region | (region << 1 & not_first) | ((region & ~first_column) >> 1 & not_last)
            grown = (spread | region << width | region >> width) & empty
        empty ^= region
        if region & (region - 1):  # more than one bit: a lone square holds no domino
            found.append(region)
    return tuple(found)


def crop(width: int, height: int, cells: int) -> tuple[int, int, int]:
    """The squares cropped to the rows and columns that they touch."""
    # Row by row rather than square by square: a row of a large board is one long integer.
    rows = [cells >> y * width & (1 << width) - 1 for y in range(height)]
    touched = [y for y, row in enumerate(rows) if row]
    if not touched:
        return 0, 0, 0
    rows = rows[touched[0] : touched[-1] + 1]
    columns = reduce(or_, rows)
    left = (columns & -columns).bit_length() - 1
    width = columns.bit_length() - left
    return width, len(rows), sum((row >> left) << y * width for y, row in enumerate(rows))


@lru_cache(maxsize=1 << 17)
def smallest_image(width: int, height: int, empty: int) -> tuple[int, int, int]:
    """The least of the eight mirror images and rotations of the empty squares, cropped to the rows and columns used."""
    columns, lines, cells = crop(width, height, empty)
    upright = _rows(columns, lines, cells)
    turned = ["".join(column) for column in zip(*upright, strict=True)]
    # Four images of a long board suffice, the wide ones; a square board needs all eight.
    wide = [rows for rows in (upright, turned) if rows and len(rows) <= len(rows[0])]
    images = [
        (len(rows[0]), len(rows), int("".join(rows if flip else rows[::-1])[::step], 2))
        for rows in wide
        for flip in (False, True)
        for step in (-1, 1)
    ]
    return min(images, default=(0, 0, 0))


def _rows(width: int, height: int, cells: int) -> list[str]:
    """The squares row by row, 1 for a cell; as texts, because these are turned and mirrored faster than bits."""
    text = f"{cells:0{width * height}b}"[::-1]
    return [text[y * width : (y + 1) * width] for y in range(height)]


Cram = CramGame()
