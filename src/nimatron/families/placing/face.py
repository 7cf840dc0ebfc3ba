"""How placing games look: free, blocked and covered squares."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import Marks, grid, span
from ...show.face import Face, Faces, PastTense, in_group
from ...show.picture import Picture, grid_picture, place, slant_picture
from ...show.setup import Ids, Setting, places, size_panel
from ...solve.value_table import Numbering
from ..cram.face import regions, squares
from .board_shapes import ChessPiece
from .rules import Placing


def board(game: Placing, state: State, marks: Marks) -> str:
    """Free squares, blocked squares, and pieces, row 1 at the top."""
    width, height, free, covered = state
    cells = {}
    for i in range(width * height):
        mark = marks.coin if covered >> i & 1 else marks.empty if free >> i & 1 else marks.full
        cells[i % width + 1, i // width + 1] = mark
    text = grid(cells, span(1, width), span(1, height))
    if game.surface != "hexagons":
        return text
    half = 2 if width < 10 else 3  # a cell and the space before it
    return "\n".join(" " * (min(i, height - 1) * half // 2) + line for i, line in enumerate(text.splitlines()))


def picture(game: Placing, state: State, frame: State) -> Picture | None:
    """The same on the page. What a move blocks looks as before, so that a click means the squares that it covers."""
    width, height, free, covered = state

    def cell(x: int, y: int) -> tuple[str, str, Message]:
        i = (y - 1) * width + x - 1
        if covered >> i & 1:
            # A piece may have any shape and go round an edge, so each of its squares is drawn alone.
            return "chocolate", "#", Message("{place}: {state}", place=place(x, y), state=Message("covered"))
        if free >> i & 1:
            return "free", "", Message("{place}: {state}", place=place(x, y), state=Message("free"))
        return "gone", "", Message("{place}: {state}", place=place(x, y), state=Message("blocked"))

    drawn = grid_picture("dominoes", range(1, width + 1), range(1, height + 1), cell)
    return slant_picture(drawn) if game.surface == "hexagons" else drawn


def changes(game: Placing, before: State, after: State) -> Iterator[str]:
    """The squares that the piece covers."""
    return squares(before[0], after[3] & ~before[3])


def _set(game: Placing, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A square blocked or freed."""
    at = places(ids)
    if not at or at[0] > state[0] or at[1] > state[1]:
        return None
    width, height, free, covered = state
    square = 1 << (at[1] - 1) * width + at[0] - 1
    return game, (width, height, free ^ square, covered & ~square)


def _empty(width: int, height: int) -> State:
    return width, height, (1 << width * height) - 1, 0


def _whole_board(state: State) -> tuple[int, int] | None:
    width, height, _, _ = state
    return (width, height) if state == _empty(width, height) else None


def _rules(game: Placing) -> Message:
    pieces = ", ".join(piece.text() for piece in game.pieces)
    if all(isinstance(piece, ChessPiece) for piece in game.pieces):
        return Message(
            "Place a piece ({pieces}) on a free square; it blocks the squares that it attacks.", pieces=pieces
        )
    return Message("Place one of these on free squares: {pieces} (# covers, x blocks).", pieces=pieces)


PLACING = Face(
    dials=lambda game: size_panel(11, 1, _whole_board, _empty),
    board=board,
    picture=picture,
    changes=changes,
    setting=Setting(lambda game, state: picture(game, state, state), _set),
    parts=regions,
    card=in_group("boards", Message("Click the free squares that the piece covers.")),
    numbering=lambda game: Numbering(_empty, first=(1, 1), usual=(6, 6)),
    past=(
        PastTense("cover {squares}", "covered {squares}"),
        PastTense("cover {squares} and block {others}", "covered {squares} and blocked {others}"),
    ),
    rules=_rules,
    which_parameters=Message("Which pieces, such as queen, or ## turns?"),
)

FACES: Faces = {Placing: PLACING}
