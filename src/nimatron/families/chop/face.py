"""How Chop looks: a rectangle of squares."""

from __future__ import annotations

from typing import Any

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import grid, span
from ...show.face import Face, Faces, PastTense, in_group
from ...show.picture import Picture, grid_picture, place
from ...show.setup import Ids, Setting, places, size_panel, slot_picture
from ...solve.value_table import Numbering
from ..lists.face import layout
from .rules import ChopGame


def _chop_picture(game: Any, state: State, frame: State) -> Picture | None:
    def cell(x: int, y: int) -> tuple[str, str, Message] | None:
        return ("chocolate", "", place(x, y)) if x <= state[0] and y <= state[1] else None

    return grid_picture("bar", range(1, frame[0] + 1), range(frame[1], 0, -1), cell)


def _chop_set(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    """The bar as large as the square says."""
    return (game, at) if (at := places(ids)) else None


def _chop_roomy(game: Any, state: State) -> Picture | None:
    """One more column and row of empty squares."""
    large = state[0] + 1, state[1] + 1
    return slot_picture(_chop_picture(game, large, large), _chop_picture(game, state, state))


CHOP = Face(
    dials=lambda game: size_panel(20, 1, lambda state: (state[0], state[1]), lambda x, y: (x, y)),
    board=lambda game, state, marks: grid({}, span(1, state[0]), reversed(span(1, state[1])), marks.full),
    picture=_chop_picture,
    setting=Setting(_chop_roomy, _chop_set),
    start=lambda game, usual, rng: (rng.randint(2, 9), rng.randint(2, 9)),
    card=in_group("boards", Message("Click a square of the piece that you cut off, the outermost twice.")),
    numbering=lambda game: Numbering(lambda x, y: (x, y), first=(1, 1)),
    layout=layout,
    past=(PastTense("cut down to {x}x{y}", "cut it down to {x}x{y}"),),
)


FACES: Faces = {ChopGame: CHOP}
