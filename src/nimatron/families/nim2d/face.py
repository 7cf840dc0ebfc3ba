"""How two-dimensional Nim looks: stones in rows that may have no end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks, grid, span
from ...show.face import Face, Faces, PastTense, Piece, in_group
from ...show.picture import WIDE, Picture, Words, grid_picture, place, with_home
from ...show.setup import Setting, toggle_place
from ...solve.value_table import Numbering
from ..strips.face import places_of_move
from .rules import Nim2DGame

NEAR = 12
"""The last column of endless rows that is drawn in its place, if a stone stands in it."""


def board(game: Nim2DGame, state: State, marks: Marks) -> str:
    """The stones by their numbers; endless rows continue for two more columns and a mark."""
    cells: dict[tuple[int, int], str] = {}
    for i, square in enumerate(state, 1):
        cells[square] = f"{cells[square]}+{i}" if square in cells else str(i)
    right = max((x for x, _ in state), default=0) + 2 if game.width is None else game.width - 1
    rows = reversed(span(0, max((y for _, y in state), default=0)))
    drawn = grid(cells, span(0, right), rows, marks.empty)
    endless = game.width is None and drawn
    return f"{drawn} {marks.more}" if endless else drawn


def picture(game: Nim2DGame, state: State, frame: State) -> Picture | None:
    """The near columns, then those in which stones stand far away."""
    near = _columns_to_draw(game, frame)
    if len(state) > WIDE and len(near) != game.width:  # each stone may need a column of its own
        return None
    far = sorted({x for x, _ in state if x not in near})
    on: dict[tuple[int, int], list[str]] = {}
    for i, square in enumerate(state, 1):
        on.setdefault(square, []).append(str(i))

    def cell(x: int, y: int) -> tuple[str, str, Message]:
        stones = " ".join(on.get((x, y), ()))
        label = Message("{place}: stone {stones}", place=place(x, y), stones=stones)
        return "square", stones, label if stones else place(x, y)

    top = max((y for _, y in frame), default=0)
    # Twice as wide as other boards: each of the stones far away may add a column.
    drawn = grid_picture("stones", [*near, *far], range(top, -1, -1), cell, 2 * WIDE)
    if drawn is None:
        return None
    chips = {f"{x},{y}": tuple(stones) for (x, y), stones in on.items()}
    shapes = tuple(replace(shape, chips=chips.get(shape.id, ())) for shape in drawn.shapes)
    gap = [Words(len(near), top + 1.45, "…")] if far else []
    return with_home(replace(drawn, shapes=shapes, words=(*drawn.words, *gap)), "0,0")


def _columns_to_draw(game: Nim2DGame, frame: State) -> range:
    """The columns that are always drawn: all of them in short rows, in long rows those where the stones are."""
    if game.width is not None and game.width <= WIDE:
        return range(game.width)
    return range(max((x for x, _ in frame if x <= NEAR), default=0) + 4)


def parts(game: Nim2DGame, state: State) -> list[Piece]:
    """Each stone, on its square."""
    places = enumerate(state, 1)
    return [Piece(Message("stone {number}", number=i), (f"{x},{y}",)) for i, (x, y) in places]


def _roomy(game: Nim2DGame, state: State) -> Picture | None:
    """One more row."""
    return picture(game, state, (*state, (0, max((y for _, y in state), default=0) + 1)))


def start(game: Nim2DGame, usual: State, rng: Random) -> State:
    """As many stones as usual, in four rows of six squares."""
    return tuple((rng.randint(0, min(game.width or 6, 6) - 1), rng.randint(0, 3)) for _ in usual)


def _rules(game: Nim2DGame) -> Message:
    if game.width is None:
        return Message(
            "Move one stone left in its row, or to any square of a lower row; rows have no end on the right."
        )
    return Message("Move one stone left in its row, or to any square of a lower row.")


STONES = Face(
    board=board,
    picture=picture,
    unseen="",
    changes=lambda game, before, after: [f"{x},{y}" for x, y in places_of_move(before, after)],
    setting=Setting(_roomy, toggle_place),
    parts=parts,
    start=start,
    card=in_group("boards", Message("Click a stone, then a square to its left or any square of a lower row.")),
    numbering=lambda game: Numbering(lambda x, y: ((x, y),)),
    past=(PastTense("move stone {stone} to column {x}, row {y}", "moved stone {stone} to column {x}, row {y}"),),
    rules=_rules,
)

FACES: Faces = {Nim2DGame: STONES}
