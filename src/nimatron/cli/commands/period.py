"""nimatron period"""

from __future__ import annotations

from typing import Annotated

import typer

from ...errors import Limit
from ...present.sequences import PeriodReport, period_data, period_lines
from ...values.questions import exceptional_heaps
from ...values.questions import period as find_period
from ...values.sequences.periods import Period, Unresolved
from ..common import SECONDS, Json, Seconds, Session, show_json
from ..formats import Format, Out, asked, write
from ..screen import show
from ..sequences import Code, heap_game

HEAPS = 10**11
"""The most values computed, unless told otherwise: so many that the clock always ends the search first."""

FEW = 100
"""The most exceptional heaps that are listed."""

Most = Annotated[int, typer.Option("--limit", min=1, help="Compute at most about this many values.")]


Pattern = Annotated[bool, typer.Option("--pattern", help="Show the boundary patterns of an all-but game.")]


def period(
    ctx: typer.Context,
    code: Code,
    limit: Most = HEAPS,
    seconds: Seconds = SECONDS,
    json: Json = False,
    format: Format = "",
    out: Out = "",
    pattern: Pattern = False,
) -> None:
    """The period of a one-heap game with its proof, or how far the search came.

    Exceptional heaps are those whose values differ from what the period would give.

    Example: nimatron period 0.77

    Example: nimatron period "allbut{2,4}" --pattern

    Example: nimatron period 0.77 --format latex
    """
    session: Session = ctx.obj
    limits = session.limits(limit, seconds, keep=False)
    game, output = heap_game(session, code), asked(format, out, json)
    if pattern:
        from ...explain import check_patterned, patterns_of

        check_patterned(game)
    found = find_period(game, limits)
    heaps = exceptional_heaps(game, found) if isinstance(found, Period) else None
    few = heaps if heaps is not None and len(heaps) <= FEW else None
    report = PeriodReport(game, found, few, patterns_of(game) if pattern else None)
    if output:
        from ...present.formats import period_rows

        write(period_rows(found, game), output, out)
    elif json:
        show_json(period_data(report))
    else:
        show(period_lines(report))
    if isinstance(found, Unresolved):
        raise typer.Exit(Limit.exit_code)
