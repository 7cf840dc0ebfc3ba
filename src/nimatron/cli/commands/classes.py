"""nimatron classes"""

from __future__ import annotations

from typing import Annotated

import typer

from ...analysis import classes
from ...present.classes import classed, classes_data
from ..common import MEMORY, POSITIONS, SECONDS, Json, Memory, Positions, Seconds, Session, Words, show_json
from ..screen import show

Most = Annotated[int, typer.Option("--most", min=1, help="Show at most this many of each value.")]


def classes_below(
    ctx: typer.Context,
    words: Words,
    most: Most = 8,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """All positions that play can reach, by value: how many have each, and which.

    Example: nimatron classes "chomp: 3x3"
    """
    session: Session = ctx.obj
    position = session.position(words)
    found = classes(position, session.limits(positions, seconds, memory))
    if json:
        show_json(classes_data(position, found, most))
    else:
        show(classed(position, found, most))
