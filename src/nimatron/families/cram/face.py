"""How Cram looks: dominoes on a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import HEIGHT, WIDTH, Marks, grid, span
from ...show.face import Face, Faces, PastTense, Piece, in_group
from ...show.picture import Picture, cover_cell, grid_picture
from ...show.setup import Ids, Setting, places, size_panel, slot_picture
from ...solve.value_table import Numbering
from .rules import CramGame


def board(game: Any, state: State, marks: Marks) -> str:
    """Free and covered squares, row 1 at the top."""
    width, height, empty = state
    if width > WIDTH or height > HEIGHT:
        return ""
    cells = {
        (x + 1, y + 1): marks.empty if empty >> y * width + x & 1 else marks.full
        for y in range(height)
        for x in range(width)
    }
    return grid(cells, span(1, width), span(1, height))


def picture(game: Any, state: State, frame: State) -> Picture | None:
    """Free and covered squares on the page."""
    width, height, empty = state

    def cell(x: int, y: int) -> tuple[str, str, Message]:
        return cover_cell(x, y, free=bool(empty >> (y - 1) * width + x - 1 & 1))

    return grid_picture("dominoes", range(1, width + 1), range(1, height + 1), cell)


def changes(game: Any, before: State, after: State) -> Iterator[str]:
    """The squares that the move covers: each changed bit is one square."""
    width, _, empty = before
    return squares(width, empty ^ after[2])


def squares(width: int, bits: int) -> Iterator[str]:
    """The ids of the squares with these bits."""
    while bits:
        square = bits.bit_length() - 1
        bits ^= 1 << square
        yield f"{square % width + 1},{square // width + 1}"


def regions(game: Any, state: State) -> list[Piece]:
    """Each region of free squares."""
    return [
        Piece(Message("region {number}", number=i), tuple(squares(state[0], part[2])))
        for i, (_, part) in enumerate(game.components(state), 1)
    ]


def _resize(state: State, width: int, height: int) -> State:
    """The same squares on a larger board."""
    old, rows, empty = state
    cells = ((x, y) for y in range(height) for x in range(width))
    # Squares beyond the old board are free.
    free = (x >= old or y >= rows or empty >> y * old + x & 1 for x, y in cells)
    return width, height, sum(1 << i for i, is_free in enumerate(free) if is_free)


def _set(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A square blocked or freed; the board made larger where it has no square yet."""
    at = places(ids)
    if not at:
        return None
    (x, y), (width, height, empty) = at, state
    if x > width or y > height:
        return game, _resize(state, max(x, width), max(y, height))
    return game, (width, height, empty ^ 1 << (y - 1) * width + x - 1)


def _roomy(game: Any, state: State) -> Picture | None:
    """One more column and row of empty places."""
    large = _resize(state, state[0] + 1, state[1] + 1)
    return slot_picture(picture(game, large, large), picture(game, state, state))


def _empty(width: int, height: int) -> State:
    return width, height, (1 << width * height) - 1


def _whole_board(state: State) -> tuple[int, int] | None:
    width, height, _ = state
    return (width, height) if state == _empty(width, height) else None


CRAM = Face(
    dials=lambda game: size_panel(12, 1, _whole_board, _empty),
    board=board,
    picture=picture,
    changes=changes,
    setting=Setting(_roomy, _set),
    parts=regions,
    start=lambda game, usual, rng: _empty(rng.randint(2, 5), rng.randint(2, 4)),
    card=in_group("boards", Message("Click two free squares side by side.")),
    numbering=lambda game: Numbering(_empty, first=(1, 1), usual=(6, 6)),
    past=(
        PastTense(
            "cover column {x}, row {y} and column {x2}, row {y2}",
            "covered column {x}, row {y} and column {x2}, row {y2}",
        ),
    ),
)

FACES: Faces = {CramGame: CRAM}
