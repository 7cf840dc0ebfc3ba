"""How Peg Duotaire looks: pegs on a board of holes."""

from __future__ import annotations

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks, grid
from ...show.face import Face, Faces, PastTense, in_group, no_table
from ...show.picture import HIGH, WIDE, Picture, Shape, place
from .rules import PEG, WALL, PegDuotaireGame, squares


def board(game: PegDuotaireGame, state: State, marks: Marks) -> str:
    """The board with its columns and rows, from 1 on."""
    cells = {(x + 1, y + 1): marks.coin if mark == PEG else marks.empty
             for (x, y), mark in squares(state).items() if mark != WALL}  # fmt: skip
    rows = state.split("/")
    return grid(cells, range(1, len(rows[0]) + 1), range(1, len(rows) + 1))


def picture(game: PegDuotaireGame, state: State, frame: State) -> Picture | None:
    """A square for each hole, with a coin for a peg."""
    rows = state.split("/")
    if len(rows) > HIGH or len(rows[0]) > WIDE:
        return None
    shapes = (_square(x, y, mark == PEG) for (x, y), mark in squares(state).items() if mark != WALL)
    return Picture("pegs", len(rows[0]), len(rows), tuple(shapes))


def _square(x: int, y: int, peg: bool) -> Shape:
    state = Message("a peg") if peg else Message("empty")
    label = Message("{place}: {state}", place=place(x + 1, y + 1), state=state)
    return Shape(f"{x},{y}", "square", x + 0.5, y + 0.5, y, x, label, PEG if peg else "", chips=("",) if peg else ())


PEGS = Face(
    board=board,
    picture=picture,
    card=in_group("boards", Message("Click a peg, then the hole into which it jumps.")),
    numbering=no_table,
    past=(
        PastTense(
            "jump from column {x}, row {y} to column {to_x}, row {to_y}",
            "jumped from column {x}, row {y} to column {to_x}, row {to_y}",
        ),
    ),
    allowed=lambda game: Message("A move may consist of several jumps of the same peg.") if game.multi else None,
    which_start=Message("Which board? Rows of o for pegs and . for holes, such as oo.o/o..o"),
)

FACES: Faces = {PegDuotaireGame: PEGS}
