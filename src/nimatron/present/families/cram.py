"""Dominoes on a board: Cram."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ...game import Game, State
from ...games.cram import CramGame
from ...message import Message
from ...values.family import Numbering
from .face import Face, Faces, Piece, Told, in_group
from .picture import Picture, covering, tiled
from .setting import Ids, Setting, places, slotted
from .terminal import HEIGHT, WIDTH, Marks, grid, span


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
    """The same board on the page."""
    width, height, empty = state

    def cell(x: int, y: int) -> tuple[str, str, Message]:
        return covering(x, y, free=bool(empty >> (y - 1) * width + x - 1 & 1))

    return tiled("dominoes", range(1, width + 1), range(1, height + 1), cell)


def changes(game: Any, before: State, after: State) -> Iterator[str]:
    """The squares that the move covers: each changed bit is one square."""
    width, _, empty = before
    yield from _squares(width, empty ^ after[2])


def _squares(width: int, bits: int) -> Iterator[str]:
    while bits:
        square = bits.bit_length() - 1
        bits ^= 1 << square
        yield f"{square % width + 1},{square // width + 1}"


def parts(game: Any, state: State) -> list[Piece]:
    """Each region of free squares."""
    regions = [region for _, (_, _, region) in game.components(state)]
    return [
        Piece(Message("region {number}", params={"number": i}), tuple(_squares(state[0], region)))
        for i, region in enumerate(regions, 1)
    ]


def _resized(state: State, width: int, height: int) -> State:
    """The same squares on a larger board."""
    old, rows, empty = state
    cells = ((x, y) for y in range(height) for x in range(width))
    free = (x >= old or y >= rows or empty >> y * old + x & 1 for x, y in cells)
    return width, height, sum(1 << i for i, is_free in enumerate(free) if is_free)


def _set(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A square blocked or freed; the board made larger where it has no square yet."""
    at = places(ids)
    if not at:
        return None
    (x, y), (width, height, empty) = at, state
    if x > width or y > height:
        return game, _resized(state, max(x, width), max(y, height))
    return game, (width, height, empty ^ 1 << (y - 1) * width + x - 1)


def _roomy(game: Any, state: State) -> Picture | None:
    """One more column and row of empty places."""
    large = _resized(state, state[0] + 1, state[1] + 1)
    there = {f"{x},{y}" for x in range(1, state[0] + 1) for y in range(1, state[1] + 1)}
    return slotted(picture(game, large, large), there)


def start(game: Any, usual: State, rng: Random) -> State:
    """An empty board."""
    return _empty(rng.randint(2, 5), rng.randint(2, 4))


def numbering(game: Any) -> Numbering:
    """Empty boards, by their size."""
    return Numbering(_empty, first=(1, 1), usual=(6, 6))


def _empty(width: int, height: int) -> State:
    return width, height, (1 << width * height) - 1


CRAM = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=Setting(_roomy, _set),
    parts=parts,
    start=start,
    card=in_group("boards", Message("Click two free squares side by side.")),
    numbering=numbering,
    told=(
        Told(
            "cover column {x}, row {y} and column {x2}, row {y2}",
            Message("I covered column {x}, row {y} and column {x2}, row {y2}."),
            Message("You covered column {x}, row {y} and column {x2}, row {y2}."),
            Message("{player} covered column {x}, row {y} and column {x2}, row {y2}."),
        ),
    ),
)

FACES: Faces = {CramGame: CRAM}
