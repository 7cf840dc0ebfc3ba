"""How games of two numbers look, as far as all of them look alike: as a square on a board."""

from __future__ import annotations

from typing import Any

from ...core.game import State
from ...show.face import Face, Faces, Layout
from ...solve.value_table import Numbering
from .rules import Pair


def numbering(game: Any) -> Numbering:
    """The squares of the board."""
    return Numbering(lambda x, y: (x, y))


def layout(state: State) -> Layout:
    """Two numbers are a square on a board."""
    return "board"


PAIR = Face(numbering=numbering, layout=layout)
"""The face of games whose two numbers are not a square."""

FACES: Faces = {Pair: PAIR}
