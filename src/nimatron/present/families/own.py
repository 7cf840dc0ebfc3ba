"""Users' games that draw themselves: `Game.picture` returns rows of characters."""

from __future__ import annotations

from dataclasses import replace

from ...game import Game, State
from ...message import Message
from .face import Face, notation
from .picture import Picture, Shape, fits, place
from .terminal import Marks

NOWHERE = " "
"""A place without a square."""

EMPTY = "."
"""A square with nothing on it."""


def rows_of(game: Game, state: State) -> list[str] | None:
    """The rows of a picture from the top down; None if there is no picture."""
    drawn = game.picture(state)
    return None if drawn is None else str(drawn).strip("\n").replace("\n", "/").split("/")


def board(game: Game, state: State, marks: Marks) -> str:
    """The characters, with spaces between them."""
    rows = rows_of(game, state)
    return notation(game, state, marks) if rows is None else "\n".join(" ".join(row) for row in rows)


def picture(game: Game, state: State, frame: State) -> Picture | None:
    """A square for each character, with the character on it."""
    rows = rows_of(game, state)
    if rows is None:
        return None
    first = rows if frame == state else rows_of(game, frame) or rows
    width, height = max(map(len, rows + first)), max(len(rows), len(first))
    if not fits(range(width), range(height)):
        return None
    shapes = [_square(x, y, mark) for y, row in enumerate(rows, 1) for x, mark in enumerate(row, 1) if mark != NOWHERE]
    return Picture("own", max(width, 1), height, tuple(shapes))


def _square(x: int, y: int, mark: str) -> Shape:
    look = "" if mark == EMPTY else mark
    label = Message("{place}: {state}", params={"place": place(x, y), "state": look}) if look else place(x, y)
    return Shape(f"{x},{y}", "square", x - 0.5, y - 0.5, y, x, label, look, look, (look,) if look else ())


def drawing_itself(face: Face) -> Face:
    """The face of a family, for a game in it that has a picture of its own."""
    # What the family knows about its shapes does not hold for this picture: plain differences decide.
    return replace(face, board=board, picture=picture, setting=None, moved=None, unseen=None, changes=None, parts=None)
