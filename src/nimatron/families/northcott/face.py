"""How Northcott's game looks: rows of squares with a white and a black piece."""

from __future__ import annotations

from random import Random

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks, grid, span
from ...show.face import Face, Faces, PastTense, in_group, no_table
from ...show.picture import Picture, grid_picture, place
from ...show.words import word
from .rules import COLOURS, Northcott


def next_colour(state: State) -> Message:
    """Which colour moves next."""
    return Message("White moves next.") if state[-1] == COLOURS[0] else Message("Black moves next.")


def board(game: Northcott, state: State, marks: Marks) -> str:
    """The rows with their numbers, the columns below."""
    rows = range(1, len(state))
    pieces = {(x, y): mark for y in rows for x, mark in zip(state[y - 1], (marks.side, marks.coin), strict=True)}
    drawn = grid(pieces, span(0, game.n - 1), rows, marks.empty)
    mark = marks.side if state[-1] == COLOURS[0] else marks.coin
    return drawn and f"{drawn}\n{mark} {word(next_colour(state))}"


def picture(game: Northcott, state: State, frame: State) -> Picture | None:
    """A grid of squares with the pieces."""

    def square(x: int, y: int) -> tuple[str, str, Message, tuple[str, ...]]:
        row = state[y - 1]
        look = COLOURS[row.index(x)] if x in row else ""
        piece = (Message("a white piece"), Message("a black piece"))[row.index(x)] if look else Message("empty")
        return "square", look, Message("{place}: {state}", place=place(x, y), state=piece), ("",) if look else ()

    return grid_picture("northcott", range(game.n), range(1, len(state)), square)


def start(game: Northcott, usual: State, rng: Random) -> State:
    """White in the left half of each row, Black in the right half."""
    half = game.n // 2
    rows = ((rng.randrange(half), rng.randrange(half, game.n)) for _ in range(rng.randint(2, 4)))
    return *rows, COLOURS[0]


NORTHCOTT = Face(
    board=board,
    picture=picture,
    start=start,
    card=in_group("rows", Message("Click a piece of your colour, then an empty square of its row.")),
    numbering=no_table,
    left=lambda game, state: next_colour(state),
    past=(
        PastTense(
            "move the piece of row {row} from column {before} to column {after}",
            "moved the piece of row {row} from column {before} to column {after}",
        ),
    ),
    which_parameters=Message("How many columns?"),
    which_start=Message("In which columns are the white and the black piece of each row?"),
)

FACES: Faces = {Northcott: NORTHCOTT}
