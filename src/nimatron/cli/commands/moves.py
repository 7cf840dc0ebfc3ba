"""nimatron moves"""

from __future__ import annotations

from typing import Annotated

import typer

from ...analysis import judged_moves
from ...present.data import judged_data
from ...present.text import judged_lines
from ..common import MEMORY, POSITIONS, SECONDS, Json, Memory, Misere, Positions, Seconds, Session, Words, show_json
from ..screen import show


def moves(
    ctx: typer.Context,
    words: Words,
    misere: Misere = False,
    most: Annotated[int, typer.Option("--most", min=1, help="List at most this many.")] = 200,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """All legal moves, numbered; the winning ones are marked.

    Example: nimatron moves "kayles: 5"
    """
    session: Session = ctx.obj
    position = session.position(words)
    judged = judged_moves(position, misere, most + 1, session.limits(positions, seconds, memory))
    more, judged = len(judged) > most, judged[:most]
    if json:
        show_json(judged_data(position, misere, judged, more))
    else:
        show(judged_lines(position, judged, more))
