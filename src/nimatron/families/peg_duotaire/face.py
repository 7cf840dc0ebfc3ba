"""How Peg Duotaire looks: pegs on a board of holes."""

from __future__ import annotations

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks, grid
from ...show.face import Face, Faces, PastTense, in_group, no_table
from ...show.picture import Picture, grid_picture, place
from .rules import PEG, WALL, PegDuotaireGame, squares


def board(game: PegDuotaireGame, state: State, marks: Marks) -> str:
    """The board with its columns and rows, from 1 on."""
    cells = {(x + 1, y + 1): marks.coin if mark == PEG else marks.empty
             for (x, y), mark in squares(state).items() if mark != WALL}  # fmt: skip
    rows = state.split("/")
    return grid(cells, range(1, len(rows[0]) + 1), range(1, len(rows) + 1))


def picture(game: PegDuotaireGame, state: State, frame: State) -> Picture | None:
    """A square for each hole, with a coin for a peg."""
    rows, marks = state.split("/"), squares(state)

    def hole(x: int, y: int) -> tuple[str, str, Message, tuple[str, ...]] | None:
        mark = marks[x - 1, y - 1]
        here = Message("a peg") if mark == PEG else Message("empty")
        label = Message("{place}: {state}", place=place(x, y), state=here)
        return None if mark == WALL else ("square", mark, label, ("",) if mark == PEG else ())

    return grid_picture("pegs", range(1, len(rows[0]) + 1), range(1, len(rows) + 1), hole)


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
