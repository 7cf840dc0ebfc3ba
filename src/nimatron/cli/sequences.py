"""What the commands about nim-sequences share: reading a code, limits."""

from __future__ import annotations

from typing import Annotated

import typer

from ..game import Game
from ..games.notation import heap_game as read_heap_game
from ..games.notation import with_heaps
from .common import Session, complete_game

Code = Annotated[
    str,
    typer.Argument(
        metavar="CODE",
        help="A code such as 0.77, a name such as kayles, or a set such as subtraction{1,2,6}.",
        autocompletion=complete_game,
    ),
]
Size = Annotated[int, typer.Option("--size", "-n", min=1, help="How many values: of the heaps 0 to N-1.")]


def heap_game(session: Session, text: str) -> Game:
    """The one-heap game that a code, a name, a set or FILE:NAME means."""
    own = session.own_game(text.strip())
    return read_heap_game(text, session.catalog) if own is None else with_heaps(own)
