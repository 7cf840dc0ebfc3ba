"""Notakto: boards of three by three, side by side."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import Marks
from ...show.face import Face, Faces, PastTense, Piece, in_group, no_table
from ...show.picture import Picture, Shape
from ...show.setup import Ids, Setting
from ...show.words import tr
from .rules import EMPTY, SQUARES, NotaktoGame, board_options, is_finished

MOST = 12
"""The most boards that are drawn."""

ABREAST = 4
"""The most boards side by side."""


def board(game: NotaktoGame, state: State, marks: Marks) -> str:
    """The boards side by side, each below its number."""
    if not state or len(state) > MOST:
        return "" if state else tr("(no boards)")
    lines = ["   ".join(f"{tr('finished') if is_finished(one) else i:<8}" for i, one in enumerate(state, 1))]
    for row in range(3):
        cells = (one.split("/")[row].replace(".", marks.empty) for one in state)
        lines.append("   ".join(f"{' '.join(line):<8}" for line in cells))
    return "\n".join(lines)


def picture(game: NotaktoGame, state: State, frame: State) -> Picture | None:
    """The boards side by side; on a finished one nothing is free."""
    if len(state) > MOST:
        return None
    shapes = []
    for i, one in enumerate(state):
        left, top = i % ABREAST * 4, i // ABREAST * 4
        for k in SQUARES:
            x, y, mark = k % 4, k // 4, one[k]
            label = Message(
                "board {board}, column {x}, row {y}: {mark}",
                board=i + 1,
                x=x + 1,
                y=y + 1,
                mark="X" if mark == "X" else Message("empty"),
            )
            kind = "covered" if mark == "." and is_finished(one) else "square"
            look, chips = ("X", ("X",)) if mark == "X" else ("", ())
            id = f"{i + 1}.{x + 1},{y + 1}"
            shapes.append(Shape(id, kind, left + x + 0.5, top + y + 0.5, top + y, left + x, label, look, look, chips))
    wide = min(len(state), ABREAST) or 1
    return Picture("own", wide * 4 - 1, ((len(state) - 1) // ABREAST + 1 or 1) * 4 - 1, tuple(shapes))


def parts(game: NotaktoGame, state: State) -> list[Piece]:
    """The boards."""
    return [
        Piece(
            Message("board {number}", number=i),
            tuple(f"{i}.{k % 4 + 1},{k // 4 + 1}" for k in SQUARES),
        )
        for i in range(1, len(state) + 1)
    ]


def _roomy(game: NotaktoGame, state: State) -> Picture | None:
    """All squares are free to be marked, and there is a place for one more board."""
    board = picture(game, (*state, EMPTY) if len(state) < MOST else state, state)
    if board is None:
        return None
    new = f"{len(state) + 1}."
    shapes = (replace(shape, kind="slot" if shape.id.startswith(new) else "square") for shape in board.shapes)
    return replace(board, shapes=tuple(shapes))


def _set(game: NotaktoGame, state: State, ids: Ids) -> tuple[Game, State] | None:
    """An X put on a square or taken away; on the place for one more board, an empty board."""
    found = re.fullmatch(r"(\d+)\.([123]),([123])", ids[0]) if len(ids) == 1 else None
    if not found or not 0 < int(found[1]) <= len(state) + 1:
        return None
    i, at = int(found[1]) - 1, int(found[2]) - 1 + 4 * (int(found[3]) - 1)
    if i == len(state):
        return game, (*state, EMPTY)
    one = state[i]
    return game, (*state[:i], one[:at] + ("." if one[at] == "X" else "X") + one[at + 1 :], *state[i + 1 :])


def start(game: NotaktoGame, usual: State, rng: Random) -> State:
    """One to three boards with at most two crosses."""
    boards = []
    for _ in range(rng.randint(1, 3)):
        one = ".../.../..."
        for _ in range(rng.randint(0, 2)):
            one = rng.choice(list(board_options(one)))
        boards.append(one)
    return tuple(boards)


NOTAKTO = Face(
    board=board,
    picture=picture,
    setting=Setting(_roomy, _set),
    parts=parts,
    start=start,
    card=in_group("boards", Message("Click an empty square of a board without three in a row.")),
    numbering=no_table,
    past=(
        PastTense("put an X in column {x}, row {y}", "put an X in column {x}, row {y}"),
        PastTense(
            "put an X in column {x}, row {y} of board {board}", "put an X in column {x}, row {y} of board {board}"
        ),
    ),
    which_start=Message("Which boards? Three rows each, such as X../.../..."),
)

FACES: Faces = {NotaktoGame: NOTAKTO}
