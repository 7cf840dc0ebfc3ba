"""Pins in a circle, and the rows that are left of it."""

from __future__ import annotations

from dataclasses import replace

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import Marks
from ...show.face import Faces, PastTense, Piece, in_group, no_dials
from ...show.graph_layout import circle_places, room
from ...show.picture import WIDE, Picture, Shape
from ...show.setup import LAST, MORE, Ids, Setting, heaps_setting
from ...solve.value_table import Numbering
from ..heaps import face as heaps
from ..octal import face as octal
from .rules import Circular, is_circle

ROWS = heaps_setting(octal.picture)
"""How rows are set up."""


def board(game: Circular, state: State, marks: Marks) -> str:
    """The pins of the circle in a line with its two ends joined, or rows."""
    if not is_circle(state):
        return octal.board(game.line, state, marks)
    pins = -state[0]
    return heaps.line("(", pins, marks.pin, f")  {pins}", marks)


def picture(game: Circular, state: State, frame: State) -> Picture | None:
    """The pins round a table, or rows of them."""
    if not is_circle(state):
        return octal.picture(game.line, state, frame)
    pins = -state[0]
    if pins > WIDE:
        return None
    places = circle_places([f"1.{n}" for n in range(1, pins + 1)])
    shapes = []
    for n, (id, (x, y)) in enumerate(places.items(), 1):
        label = Message("pin {pin} of {count} in the circle", pin=n, count=pins)
        # All of them change when the circle is opened: it does not matter which one is clicked.
        shapes.append(Shape(id, "pin", x, 1.5 * y, int(y), n, label, "circle"))
    wide, high = room(places)
    return Picture("graph", wide, 1.5 * high, tuple(shapes))


def picture_after_move(game: Circular, after: State, before: State) -> Picture | None:
    """In rows, pins keep their numbers."""
    return picture(game, after, after) if is_circle(before) else octal.picture_after_move(game.line, after, before)


def parts(game: Circular, state: State) -> list[Piece]:
    """The circle, or each row."""
    if not is_circle(state):
        return octal.parts(game.line, state)
    return [Piece(Message("circle"), tuple(f"1.{n}" for n in range(1, min(-state[0], WIDE) + 1)))]


def _roomy(game: Circular, state: State) -> Picture | None:
    """In the middle of the circle, or behind each row, a place for one more."""
    board = picture(game, state, state)
    if not is_circle(state):
        return ROWS.picture(game.line, state)
    if board is None or -state[0] >= WIDE:
        return board
    x, y = ((min(ends) + max(ends)) / 2 for ends in zip(*((pin.x, pin.y) for pin in board.shapes), strict=True))
    # A single pin is in the middle itself, so the new place goes beside it.
    place = Shape("+", "slot", x if len(board.shapes) > 1 else x + 1, y, int(y), LAST, MORE)
    return replace(board, shapes=(*board.shapes, place))


def _set(game: Circular, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A pin of the circle taken, or one more; rows as in a game without a circle."""
    if not is_circle(state):
        found = ROWS.edit(game.line, state, ids)
        return found and (game, found[1])
    if ids == ("+",):
        return game, (state[0] - 1,)
    return (game, (state[0] + 1,)) if len(ids) == 1 and ids[0].startswith("1.") and state[0] < -1 else None


CIRCLE = replace(
    octal.OCTAL,
    board=board,
    dials=no_dials,
    setting=Setting(_roomy, _set),
    picture=picture,
    after_move=picture_after_move,
    changes=None,  # a circle has no heap that keeps its place
    parts=parts,
    start=lambda game, usual, rng: (-rng.randint(5, 14),),
    card=in_group("rows", Message("Click a pin, and then a pin beside it or the same one again.")),
    numbering=lambda game: Numbering(lambda x, y: (-x,), first=(1, 0), flat=True),
    layout=lambda state: "list",
    past=(
        *octal.OCTAL.past,
        PastTense("knock down a pin of the circle", "knocked down a pin of the circle"),
        PastTense(
            "knock down {taken} neighbouring pins of the circle", "knocked down {taken} neighbouring pins of the circle"
        ),
    ),
    which_start=Message("How many pins in the circle, such as (12)?"),
)

FACES: Faces = {Circular: CIRCLE}
