"""One piece on a board: rook and queen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ...game import Game, State
from ...games.lattice import PieceGame, RookGame
from ...games.listed import Pair
from ...message import Message
from ...values.family import Numbering
from .face import Board, Drawing, Face, Faces, Layout, Told, in_group
from .picture import Picture, homely, place, tiled
from .setting import Ids, Setting, places
from .terminal import Marks, grid, span

Mark = Callable[[Marks], str]
"""Which of the marks stands for the piece."""


LAST = 3
"""The last column and row of the smallest board on the page: the larger its squares, the better they are hit."""


def board(piece: Mark) -> Board:
    """A chessboard, or a larger board if the piece stands beyond it."""

    def board(game: Any, state: State, marks: Marks) -> str:
        x, y = state
        return grid({(x, y): piece(marks)}, span(0, max(x, 7)), reversed(span(0, max(y, 7))), marks.empty)

    return board


def picture(piece: Mark) -> Drawing:
    """The same board on the page."""
    letter = piece(Marks(ascii=False))

    def picture(game: Any, state: State, frame: State) -> Picture | None:
        def cell(x: int, y: int) -> tuple[str, str, Message]:
            here = (x, y) == state
            label = Message("{place}: the piece", params={"place": place(x, y)}) if here else place(x, y)
            return "dark" if (x + y) % 2 == 0 else "light", letter if here else "", label

        drawn = tiled("chessboard", range(max(frame[0], LAST) + 1), range(max(frame[1], LAST), -1, -1), cell)
        return homely(drawn, "0,0")

    return picture


def changes(game: Any, before: State, after: State) -> list[str]:
    """Where the piece was, and where it is."""
    return [f"{x},{y}" for x, y in (before, after)]


def _set(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    """The piece put on a square."""
    return (game, at) if (at := places(ids)) else None


def start(game: Any, usual: State, rng: Random) -> State:
    """Not too near the edges."""
    return rng.randint(3, 11), rng.randint(3, 11)


def numbering(game: Any) -> Numbering:
    """The squares of the board."""
    return Numbering(lambda x, y: (x, y))


def layout(state: State) -> Layout:
    """Two numbers are a square on a board."""
    return "board"


def _face(piece: Mark, how: Message) -> Face:
    return Face(
        board=board(piece),
        picture=picture(piece),
        changes=changes,
        setting=Setting(lambda game, state: picture(piece)(game, state, (state[0] + 2, state[1] + 2)), _set),
        card=in_group("boards", how),
        start=start,
        numbering=numbering,
        layout=layout,
        told=(
            Told(
                "move to column {x}, row {y}",
                Message("I moved to column {x}, row {y}."),
                Message("You moved to column {x}, row {y}."),
                Message("{player} moved to column {x}, row {y}."),
            ),
        ),
    )


QUEEN = _face(
    lambda marks: marks.queen,
    Message("Click a square to the left of the queen, below it, or in between on a diagonal."),
)
ROOK = _face(lambda marks: marks.rook, Message("Click a square to the left of the rook, or below it."))

PAIR = Face(numbering=numbering, layout=layout)
"""The face of games whose two numbers are not a square."""

FACES: Faces = {Pair: PAIR, PieceGame: QUEEN, RookGame: ROOK}
