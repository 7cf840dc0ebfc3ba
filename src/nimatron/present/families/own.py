"""Games that draw themselves: `Game.picture` gives rows of characters."""

from __future__ import annotations

from dataclasses import replace

from ...game import Game, State
from ...message import Message
from .face import Face, notation
from .picture import Picture, Shape, fits, place
from .terminal import Marks

NOWHERE, EMPTY = " ", "."
"""Where there is no square, and a square with nothing on it."""


def rows_of(picture: str) -> list[str]:
    """The rows of a picture, from the top."""
    return picture.replace("\n", "/").split("/")


def board(game: Game, state: State, marks: Marks) -> str:
    """The characters, with space between them."""
    drawn = game.picture(state)
    return notation(game, state, marks) if drawn is None else "\n".join(" ".join(row) for row in rows_of(drawn))


def picture(game: Game, state: State, frame: State) -> Picture | None:
    """A square for each character, and on it the character."""
    drawn = game.picture(state)
    if drawn is None:
        return None
    rows = rows_of(drawn)
    width = max(map(len, rows))
    if not fits(range(width), range(len(rows))):
        return None
    shapes = [_square(x, y, mark) for y, row in enumerate(rows, 1) for x, mark in enumerate(row, 1) if mark != NOWHERE]
    return Picture("own", max(width, 1), len(rows), tuple(shapes))


def _square(x: int, y: int, mark: str) -> Shape:
    look = "" if mark == EMPTY else mark
    label = Message("{place}: {state}", params={"place": place(x, y), "state": look}) if look else place(x, y)
    return Shape(f"{x},{y}", "square", x - 0.5, y - 0.5, y, x, label, look, look)


def drawing_itself(face: Face) -> Face:
    """The face of a family for a game in it that has a picture of its own."""
    return replace(face, board=board, picture=picture, moved=None, unseen=None, changes=None)
