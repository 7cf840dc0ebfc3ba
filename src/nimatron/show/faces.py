"""The lookup of faces: the face of a game is in the folder of its family."""

from __future__ import annotations

from dataclasses import replace

from ..core.errors import UsageError
from ..core.game import Game, State
from ..core.message import Message
from ..families.catalog import beside
from ..solve.value_table import Numbering
from .board_text import Marks
from .face import Face, notation
from .picture import Picture, Shape, fits, place

PLAIN = Face()
"""The face of a game whose family has none."""


def face_of(game: Game | type[Game]) -> Face:
    """The face of a game: a subclass has the face of the nearest class above it.

    >>> from nimatron import Kayles
    >>> from nimatron.families.octal.face import OCTAL
    >>> face_of(Kayles) is OCTAL
    True
    """
    rules = game if isinstance(game, type) else type(game)
    face = next((face for above in rules.__mro__ if (face := own_face(above))), PLAIN)
    # Only users override `Game.picture`; our games draw by their faces.
    return face if rules.picture is Game.picture else _self_drawing_face(face)


def own_face(rules: type) -> Face | None:
    """The face of exactly this class, not of a class above it."""
    # By module name, so that the face of a family is loaded only when one of its games is drawn.
    faces: dict[type[Game], Face] = getattr(beside(rules.__module__, "face"), "FACES", {})
    return faces.get(rules)


def numbering_of(game: Game) -> Numbering:
    """The positions of the cells of a game's table; UsageError if the game has no table."""
    numbering = face_of(game).numbering(game)
    if numbering is None:
        raise UsageError(
            "one or two numbers do not determine a position of {game}, so there is no table to draw", game=game
        )
    return numbering


# -- users' games that draw themselves: `Game.picture` returns rows of characters -----------------------

NOWHERE = " "
"""A place without a square."""

EMPTY = "."
"""A square with nothing on it."""


def _rows_of(game: Game, state: State) -> list[str] | None:
    """The rows of a picture from the top down; None if there is no picture."""
    text = game.picture(state)
    # Rows may be parted by line ends or by slashes, as in the notation of boards.
    return None if text is None else str(text).strip("\n").replace("\n", "/").split("/")


def _own_board(game: Game, state: State, marks: Marks) -> str:
    """The characters, with spaces between them."""
    rows = _rows_of(game, state)
    return notation(game, state, marks) if rows is None else "\n".join(" ".join(row) for row in rows)


def _own_picture(game: Game, state: State, frame: State) -> Picture | None:
    """A square for each character, with the character on it."""
    rows = _rows_of(game, state)
    if rows is None:
        return None
    # The picture is as large as the first position of the match, so that the board does not shrink during play.
    first = rows if frame == state else _rows_of(game, frame) or rows
    width, height = max(map(len, rows + first)), max(len(rows), len(first))
    if not fits(range(width), range(height)):
        return None
    shapes = [_square(x, y, mark) for y, row in enumerate(rows, 1) for x, mark in enumerate(row, 1) if mark != NOWHERE]
    return Picture("own", max(width, 1), height, tuple(shapes))


def _square(x: int, y: int, mark: str) -> Shape:
    look = "" if mark == EMPTY else mark
    label = Message("{place}: {state}", place=place(x, y), state=look) if look else place(x, y)
    return Shape(f"{x},{y}", "square", x - 0.5, y - 0.5, y, x, label, look, look, (look,) if look else ())


def _self_drawing_face(face: Face) -> Face:
    """The face of a family, for a game in it that has a picture of its own."""
    # What the family knows about its shapes does not hold for this picture: plain differences decide.
    return replace(
        face,
        board=_own_board,
        picture=_own_picture,
        setting=None,
        after_move=None,
        unseen=None,
        changes=None,
        parts=None,
    )
