"""How one piece on a board looks: the rook, and the queen of Wythoff's game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import Marks, grid, span
from ...show.face import Board, Drawing, Face, Faces, PastTense, in_group
from ...show.picture import Picture, grid_picture, place, with_home
from ...show.setup import Ids, Setting, places, size_panel
from ..lists.face import layout, numbering
from .rules import PieceGame, RookGame

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
    """The chessboard on the page, with the piece on it."""
    letter = piece(Marks(ascii=False))

    def picture(game: Any, state: State, frame: State) -> Picture | None:
        def cell(x: int, y: int) -> tuple[str, str, Message]:
            here = (x, y) == state
            label = Message("{place}: the piece", place=place(x, y)) if here else place(x, y)
            return "dark" if (x + y) % 2 == 0 else "light", letter if here else "", label

        drawn = grid_picture("chessboard", range(max(frame[0], LAST) + 1), range(max(frame[1], LAST), -1, -1), cell)
        return with_home(drawn, "0,0")

    return picture


def _set(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    """The piece put on a square."""
    return (game, at) if (at := places(ids)) else None


def _face(piece: Mark, how: Message) -> Face:
    return Face(
        board=board(piece),
        picture=picture(piece),
        changes=lambda game, before, after: [f"{x},{y}" for x, y in (before, after)],
        setting=Setting(lambda game, state: picture(piece)(game, state, (state[0] + 2, state[1] + 2)), _set),
        card=in_group("boards", how),
        dials=lambda game: size_panel(20, 0, lambda state: (state[0], state[1]), lambda x, y: (x, y)),
        start=lambda game, usual, rng: (rng.randint(3, 11), rng.randint(3, 11)),
        numbering=numbering,
        layout=layout,
        past=(PastTense("move to column {x}, row {y}", "moved to column {x}, row {y}"),),
    )


QUEEN = _face(
    lambda marks: marks.queen,
    Message("Click a square to the left of the queen, below it, or in between on a diagonal."),
)
ROOK = _face(lambda marks: marks.rook, Message("Click a square to the left of the rook, or below it."))


FACES: Faces = {PieceGame: QUEEN, RookGame: ROOK}
