"""nimatron compare"""

from __future__ import annotations

from typing import Annotated

import typer

from ...errors import Limit
from ...present.sequences import compared_data, compared_lines
from ...values.comparing import compare as find_difference
from ..common import MEMORY, SECONDS, Json, Memory, Seconds, Session, complete_game, show_json
from ..progress import run_progress
from ..screen import show
from ..sequences import Size, heap_game

One = Annotated[str, typer.Argument(metavar="A", help="A code, a name or a set.", autocompletion=complete_game)]
Two = Annotated[str, typer.Argument(metavar="B", help="Another one.", autocompletion=complete_game)]


def compare(
    ctx: typer.Context,
    one: One,
    two: Two,
    size: Size = 10_000,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
    json: Json = False,
) -> None:
    """Where the values of two one-heap games first differ; or that they are equal so far, or for ever.

    Example: nimatron compare 0.161 0.36 -n 1000
    """
    session: Session = ctx.obj
    limits = session.limits(None, seconds, memory, keep=False)
    games = heap_game(session, one), heap_game(session, two)
    with run_progress() as report:
        found = find_difference(*games, size, limits, report)
    if json:
        show_json(compared_data(found))
    else:
        show(compared_lines(found))
    if found.trouble:
        raise typer.Exit(Limit.exit_code)
