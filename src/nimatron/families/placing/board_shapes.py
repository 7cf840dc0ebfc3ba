"""What may be placed on a board: chess pieces, and shapes drawn with characters.

A shape covers some squares and blocks others. The lines of a queen, rook or bishop go on to the edge of the board and
across squares that are missing; on a torus they return.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice, product

from ...core.errors import BadText, UsageError
from ...core.message import Message
from ..lists.rules import read_rows

Square = tuple[int, int]
"""Column and row, from 0."""

COVERED, BLOCKED, NEITHER = "#", "x", "."

SURFACES = ("rectangle", "cylinder", "torus", "hexagons")
"""What a board is: its left and right edges join on a cylinder, on a torus also top and bottom. Six hexagons surround
a hexagon: the neighbours in its row and column, and those above to the right and below to the left."""

MOST_DRAWN = 40
"""The most rows and columns of a drawing."""

MOST_MARKS = 1000
"""The most characters of all drawings of a game."""

MOST_SHAPES = 12
"""The most shapes of a game, before they are turned."""

SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
CORNERS = ((1, 1), (-1, 1), (-1, -1), (1, -1))
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

# On hexagons, as in the chess of Gliński.
HEX_SIDES = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
HEX_CORNERS = ((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2))
HEX_JUMPS = tuple((a * p, a * q) for a in (1, -1) for p, q in ((1, 2), (2, 1), (3, -1), (3, -2), (1, -3), (2, -3)))

PIECES: dict[str, tuple[bool, tuple[Square, ...], tuple[Square, ...]]] = {
    "queen": (True, SIDES + CORNERS, HEX_SIDES + HEX_CORNERS),
    "rook": (True, SIDES, HEX_SIDES),
    "bishop": (True, CORNERS, HEX_CORNERS),
    "king": (False, SIDES + CORNERS, HEX_SIDES + HEX_CORNERS),
    "knight": (False, JUMPS, HEX_JUMPS),
}
"""Whether a piece moves along a line, and its steps on squares and on hexagons."""


@dataclass(frozen=True, order=True)
class DrawnShape:
    """Squares to cover and to block, relative to the upper left one."""

    covers: tuple[Square, ...]
    blocks: tuple[Square, ...]

    def steps(self, on_hexagons: bool) -> Iterator[tuple[Square, bool]]:
        """Each blocked square, and that no line goes on from it."""
        yield from ((step, False) for step in self.blocks)

    def rotations(self, on_hexagons: bool) -> list[DrawnShape]:
        """The shape after each rotation of the board."""
        turns, shapes, turn = (6, [self], _turn_hexagons) if on_hexagons else (4, [self], _turn_squares)
        for _ in range(turns - 1):
            last = shapes[-1]
            shapes.append(_move_to_corner(map(turn, last.covers), map(turn, last.blocks)))
        return sorted(set(shapes))

    def text(self) -> str:
        """The drawing, its rows joined by slashes."""
        squares = self.covers + self.blocks
        left, top = (min(square[i] for square in squares) for i in (0, 1))
        width, height = (max(square[i] for square in squares) + 1 for i in (0, 1))
        marks = {**dict.fromkeys(self.blocks, BLOCKED), **dict.fromkeys(self.covers, COVERED)}
        rows = ("".join(marks.get((x, y), NEITHER) for x in range(left, width)) for y in range(top, height))
        return "/".join(rows)


@dataclass(frozen=True)
class ChessPiece:
    """A piece on one square, which blocks all squares that it attacks."""

    name: str
    covers = ((0, 0),)

    def steps(self, on_hexagons: bool) -> Iterator[tuple[Square, bool]]:
        """Each step, and whether the line goes on."""
        rides, squares, hexagons = PIECES[self.name]
        yield from ((step, rides) for step in (hexagons if on_hexagons else squares))

    def rotations(self, on_hexagons: bool) -> list[ChessPiece]:
        """The piece alone: it attacks alike in all directions."""
        return [self]

    def text(self) -> str:
        """Its name."""
        return self.name


Piece = DrawnShape | ChessPiece


def _turn_squares(square: Square) -> Square:
    return -square[1], square[0]


def _turn_hexagons(square: Square) -> Square:
    return -square[1], square[0] + square[1]


def _move_to_corner(covers: Iterator[Square], blocks: Iterator[Square]) -> DrawnShape:
    """A shape whose covered squares begin in column 0 and row 0."""
    squares, others = list(covers), list(blocks)
    left, top = (min(square[i] for square in squares) for i in (0, 1))
    moved = ([(x - left, y - top) for x, y in some] for some in (squares, others))
    return DrawnShape(*(tuple(sorted(some)) for some in moved))


def read_shape(text: str) -> DrawnShape:
    """The shape that a drawing such as `.x./x#x/.x.` means."""
    what = "draw a shape with # (covers), x (blocks) and . (neither), or name a piece: {pieces}"
    rows = read_rows(text, COVERED + BLOCKED + NEITHER, Message(what, pieces=", ".join(PIECES)))
    marks: dict[str, list[Square]] = {COVERED: [], BLOCKED: [], NEITHER: []}
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            marks[mark].append((x, y))
    if max(len(rows), len(rows[0])) > MOST_DRAWN:
        raise BadText("a drawing has at most {most} rows and columns", text, 0, most=MOST_DRAWN)
    if not marks[COVERED]:
        raise BadText("a shape covers at least one square: mark it with #", text, 0)
    if not _is_connected(marks[COVERED]):
        raise BadText("the squares that a shape covers must touch: draw separate pieces as separate shapes", text, 0)
    return _move_to_corner(iter(marks[COVERED]), iter(marks[BLOCKED]))


def _is_connected(squares: list[Square]) -> bool:
    """Do the squares hang together by sides or corners?"""
    left, reached = set(squares[1:]), squares[:1]
    for x, y in reached:
        near = {(x + i, y + j) for i, j in SIDES + CORNERS} & left
        reached += near
        left -= near
    return not left


def joined_drawing(covers: list[str], forbids: list[str]) -> str:
    """One drawing from the rows of what is covered and of what is blocked, laid centre upon centre."""
    if not covers or not covers[0]:
        raise UsageError("a shape needs rows of what it covers, such as covers=['##']")
    sizes = [(max(map(len, rows), default=0), len(rows)) for rows in (covers, forbids or covers)]
    (wide, high), (other_wide, other_high) = sizes
    if (wide - other_wide) % 2 or (high - other_high) % 2:
        raise UsageError(
            "the drawings of {covers} and {forbids} have no common centre: give both the same number of rows and "
            "columns", covers="covers", forbids="forbids",
        )  # fmt: skip
    width, height = max(wide, other_wide), max(high, other_high)
    drawing = [[NEITHER] * width for _ in range(height)]
    for rows, (across, down), mark in ((forbids, sizes[1], BLOCKED), (covers, sizes[0], "")):
        for y, row in enumerate(rows):
            for x, cell in enumerate(row):
                if cell != NEITHER:
                    # In the rows of what is blocked # is as good as x.
                    drawing[y + (height - down) // 2][x + (width - across) // 2] = mark or cell
    return "/".join(map("".join, drawing))


# -- on a board ----------------------------------------------------------------------------------


Onto = Callable[[int, int], Square | None]


def onto_board(width: int, height: int, surface: str) -> Onto:
    """Where a column and a row lie on the board; None beyond it."""
    across, down = surface in ("cylinder", "torus"), surface == "torus"

    def onto(x: int, y: int) -> Square | None:
        x, y = x % width if across else x, y % height if down else y
        return (x, y) if 0 <= x < width and 0 <= y < height else None

    return onto


def placements(pieces: tuple[Piece, ...], width: int, height: int, surface: str) -> Iterator[tuple[int, int]]:
    """The ways to place the pieces on an empty board: the bits of the squares covered, and of all squares lost."""
    onto, on_hexagons = onto_board(width, height, surface), surface == "hexagons"
    for piece in pieces:
        for y, x in product(range(height), range(width)):
            covers = [onto(x + i, y + j) for i, j in piece.covers]
            squares = {square for square in covers if square}
            if len(squares) < len(covers):  # it juts out, or overlaps itself round a cylinder
                continue
            covered = blocked = sum(1 << b * width + a for a, b in squares)
            for (i, j), rides in piece.steps(on_hexagons):
                # On a torus a line is back after at most so many steps.
                for n in islice(count(1), width * height if rides else 1):
                    square = onto(x + n * i, y + n * j)
                    if square is None:
                        break
                    blocked |= 1 << square[1] * width + square[0]
            yield covered, blocked
