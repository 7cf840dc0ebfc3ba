"""nimatron solve"""

from __future__ import annotations

import typer

from ...analysis import analyse
from ...errors import Limit
from ..common import (
    MEMORY,
    POSITIONS,
    SECONDS,
    Json,
    Memory,
    Misere,
    Positions,
    Seconds,
    Session,
    Words,
    show_json,
)
from ..progress import search_progress
from ..screen import show


def solve(
    ctx: typer.Context,
    words: Words,
    misere: Misere = False,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """Who wins, the value, and all winning moves.

    Example: nimatron solve "nim: 3 4 5 + chomp: 2x2"
    """
    session: Session = ctx.obj
    limits = session.limits(positions, seconds, memory)
    position = session.position(words)
    with search_progress() as report:
        analysis = analyse(position, misere, limits, report)
    # Only what is shown is imported: a small question should be answered at once.
    if json:
        from ...present.data import analysis_data

        show_json(analysis_data(analysis))
    else:
        from ...present.text import solved

        show(solved(analysis))
    if analysis.outcome is None:
        raise typer.Exit(Limit.exit_code)
