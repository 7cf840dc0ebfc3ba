"""nimatron solve"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from ...analysis import analyse
from ...errors import Limit, OutOfReach
from ...game import Position
from ...values.search.budget import Budget
from ...values.search.limits import Limits
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
    misere: Misere = None,
    longest: Annotated[bool, typer.Option("--birthday", help="Also the length of the longest play.")] = False,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """Who wins, the value, and all winning moves.

    Example: nimatron solve "nim: 3 4 5 + chomp: 2x2"

    Example: nimatron solve --birthday "cram: 3x3"
    """
    session: Session = ctx.obj
    limits = session.limits(positions, seconds, memory)
    position = session.position(words)
    budget = Budget(limits)
    with search_progress() as report:
        analysis = analyse(position, misere, limits, report)
    length = _longest(position, limits, budget.elapsed) if longest else None
    # Only what is shown is imported: a small question should be answered at once.
    if json:
        from ...present.data import analysis_data, birthday_data

        show_json(analysis_data(analysis) | ({} if length is None else birthday_data(length)))
    else:
        from ...present.text import lasting, solved

        show(solved(analysis))
        if length is not None:
            show([lasting(length)])
    if analysis.outcome is None or isinstance(length, Limit):
        raise typer.Exit(Limit.exit_code)


def _longest(position: Position, limits: Limits, spent: float) -> int | Limit | OutOfReach:
    """The length of the longest play within the time that is left, or why it is not known."""
    from ...values.longest import birthday

    left = None if limits.seconds is None else max(0.0, limits.seconds - spent)
    try:
        return birthday(position, replace(limits, seconds=left))
    except (Limit, OutOfReach) as fault:
        return fault
