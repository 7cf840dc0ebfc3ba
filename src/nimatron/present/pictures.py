"""Positions as pictures on the page: shapes with stable ids, drawn by the face of each family.

What a move changes is the difference between two pictures (`differences.py`), and that decides what to click: no
game has click code of its own.
"""

from __future__ import annotations

from ..game import Position
from .families import face_of
from .families.picture import Picture


def pictures(position: Position, frame: Position | None = None) -> list[Picture | None]:
    """The board of each summand; None if there is no drawing or it would be too large.

    `frame` is another position of the same game, such as the first of a match: the boards are as large as its boards.

    >>> from nimatron import parse
    >>> [nim, rook] = pictures(parse("nim: 2 + rook: 1 1"))
    >>> [shape.id for shape in nim.shapes]
    ['1.1', '1.2']
    """
    frames = frame if frame is not None and frame.game == position.game else position
    pairs = zip(position.summands(), frames.summands(), strict=True)
    return [face_of(game).picture(game, state, about) for (game, state), (_, about) in pairs]
