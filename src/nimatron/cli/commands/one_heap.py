"""nimatron period, compare, sparse, code: questions about one-heap games."""

from __future__ import annotations

from typing import Annotated

import typer

from ...core.errors import Limit
from ...families.octal.rules import Octal
from ...show.code_text import code_data, code_lines
from ...show.sequence_text import (
    PeriodReport,
    comparison_data,
    comparison_lines,
    period_data,
    period_lines,
    sparse_data,
    sparse_lines,
)
from ...solve.comparison import compare as find_difference
from ...solve.heap_run import run_of
from ...solve.sequence import exceptional_heaps
from ...solve.sequence import period as find_period
from ...solve.sequences.long_runs import reach
from ...solve.sequences.periodicity import Period, Unresolved
from ...solve.sequences.rare_values import check_splits
from ...solve.sequences.rare_values import sparse as find_rare
from ..format_option import Format, Out, output_format, write
from ..progress_line import run_progress
from ..screen import show, show_answer, show_json
from ..session import MEMORY, SECONDS, Code, Json, Memory, Seconds, Session, Size, complete_game, heap_game

HEAPS = 10**11
"""The most values computed, by default: a number so large that the clock always ends the search first."""

FEW = 100
"""The most exceptional heaps that are listed."""

Most = Annotated[int, typer.Option("--limit", min=1, help="Compute at most about this many values.")]
Pattern = Annotated[bool, typer.Option("--pattern", help="Show the boundary patterns of an all-but game.")]
Trust = Annotated[bool, typer.Option("--trust", help="Do not derive a long proof a second time.")]


def period(
    ctx: typer.Context,
    code: Code,
    limit: Most = HEAPS,
    seconds: Seconds = SECONDS,
    json: Json = False,
    format: Format = "",
    out: Out = "",
    pattern: Pattern = False,
    trust: Trust = False,
) -> None:
    """The period of a one-heap game with its proof, or how far the search came.

    Exceptional heaps are heaps whose values differ from the values that the period predicts. Before Nimatron calls a
    period proved, the checker of certificates derives its values again. For a long proof this takes a few seconds;
    --trust skips it.

    Example: nimatron period 0.77

    Example: nimatron period "allbut{2,4}" --pattern

    Example: nimatron period 0.77 --format latex
    """
    session: Session = ctx.obj
    limits = session.limits(limit, seconds, keep=False)
    # Wrong options are reported before the search.
    game, output = heap_game(session, code), output_format(format, out, json)
    if pattern:
        from ...explain.boundary_patterns import check_patterns, patterns_of

        check_patterns(game)
    result = find_period(game, limits, trust=trust)
    heaps = exceptional_heaps(game, result) if isinstance(result, Period) else None
    few = heaps if heaps is not None and len(heaps) <= FEW else None
    report = PeriodReport(game, result, few, patterns_of(game) if pattern else None)
    if output:
        from ...show.export import period_rows

        write(lambda: period_rows(result, game), output, out)
    else:
        show_answer(json, period_data, period_lines, report)
    if isinstance(result, Unresolved):
        raise typer.Exit(Limit.exit_code)


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
        result = find_difference(*games, size, limits, report)
    show_answer(json, comparison_data, comparison_lines, result)
    if result.trouble:
        raise typer.Exit(Limit.exit_code)


def sparse(
    ctx: typer.Context,
    code: Code,
    size: Size = 10_000,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
    json: Json = False,
) -> None:
    """Rare values of a take-and-break game: their mask, how many heaps have one, the last; the largest value.

    Example: nimatron sparse grundy -n 10000
    """
    session: Session = ctx.obj
    limits = session.limits(None, seconds, memory, keep=False)
    game = heap_game(session, code)
    # Rare values exist only in games that split heaps; refuse others before the run.
    check_splits(game)
    with run_progress() as report:
        run = run_of(game, limits=limits)
        trouble = reach(run, size, limits, report=report)
    result = find_rare(game, run.values[:size])
    if json:
        show_json(sparse_data(result, size, trouble))
    else:
        show(sparse_lines(result, trouble))
    if trouble:
        raise typer.Exit(Limit.exit_code)


def code(
    text: Annotated[str, typer.Argument(metavar="CODE", help="A code such as 0.07.")],
    json: Json = False,
) -> None:
    """What a take-and-break code is: its one spelling and its standard form.

    Example: nimatron code 0.07
    """
    show_answer(json, code_data, code_lines, Octal(text))
