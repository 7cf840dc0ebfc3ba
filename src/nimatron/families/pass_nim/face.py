"""How Nim with a pass looks: heaps of coins, and the pass as a row of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks
from ...show.face import Faces, PastTense, in_group
from ...show.picture import Picture, Shape
from ...show.words import tr
from ..heaps import face as heaps
from .rules import NimWithPassGame

PASS = Message("the pass")


def picture(game: Any, state: State, frame: State) -> Picture | None:
    """The heaps, and below them one coin for the pass."""
    drawn = heaps.picture(game, state, frame)
    if drawn is None:
        return None
    rows = (*drawn.lines[:-1], replace(drawn.lines[-1], name=PASS))
    return replace(drawn, shapes=tuple(_name_shapes(drawn.shapes, len(state) - 1)), lines=rows)


def _name_shapes(shapes: tuple[Shape, ...], last: int) -> Iterator[Shape]:
    yield from (replace(shape, label=PASS) if shape.row == last else shape for shape in shapes)


def board(game: Any, state: State, marks: Marks) -> str:
    """A line of sticks for each heap, and a line for the pass."""
    sticks = heaps.board(game, state[:-1], marks)
    return f"{sticks}\n{tr('the pass')}" if sticks and state[-1] else sticks


def start(game: Any, usual: State, rng: Random) -> State:
    """As many heaps as usual, and the pass."""
    return (*(rng.randint(1, 9) for _ in usual[:-1]), 1)


NIM_WITH_PASS = replace(
    heaps.HEAPS,
    board=board,
    picture=picture,
    start=start,
    setting=None,
    card=in_group("heaps", Message("Click a coin: it and all to its right are taken. The last row is the pass.")),
    past=(*heaps.PAST, PastTense("pass", "passed")),
)

FACES: Faces = {NimWithPassGame: NIM_WITH_PASS}
