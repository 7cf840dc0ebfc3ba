"""nimatron list, nimatron solve: both load as little as possible, because they answer small questions at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from ...core.errors import Limit, OutOfReach, UsageError
from ...core.game import Position
from ...core.limits import Budget, Limits
from ...explain.analysis import analyse
from ...show.json_data import entry_data
from ...show.text import catalog_lines
from ..screen import show, show_answer, show_json, with_board
from ..session import MEMORY, POSITIONS, SECONDS, Json, Memory, Misere, Positions, Seconds, Session, Words, name_limits


def list_games(
    ctx: typer.Context,
    words: Annotated[bool, typer.Option("--words", help="The terms of the field and their meanings.")] = False,
    json: Json = False,
) -> None:
    """List the games: name, title and an example of the notation.

    Example: nimatron list

    Example: nimatron --lang pl list --words
    """
    session: Session = ctx.obj
    if words:
        from ...show.glossary import glossary_data, glossary_lines

        show_answer(json, glossary_data, glossary_lines)
        return
    if json:
        show_json([entry_data(entry) for entry in session.catalog])
    else:
        show(catalog_lines(session.catalog))


def solve(
    ctx: typer.Context,
    words: Words,
    misere: Misere = None,
    longest: Annotated[bool, typer.Option("--birthday", help="Also print the length of the longest play.")] = False,
    svg: Annotated[str, typer.Option("--svg", metavar="FILE", help="Also draw the board: FILE.svg.")] = "",
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """Who wins, the value, and all winning moves.

    Example: nimatron solve "nim: 3 4 5 + chomp: 2x2"

    Example: nimatron solve "sprouts: (0,0,AB)(AB)" --svg sprouts.svg

    Example: nimatron solve --birthday "cram: 3x3"
    """
    session: Session = ctx.obj
    limits = session.limits(positions, seconds, memory)
    position = session.position(words)
    if svg:
        _draw(position, svg)
    # Only a clock: it measures what the analysis takes of the time for both questions.
    budget = Budget(limits)
    analysis = analyse(position, misere, limits)
    length = _longest(position, limits, budget.elapsed) if longest else None
    # Only what is shown is imported: a small question should be answered at once.
    if json:
        from ...show.json_data import analysis_data, birthday_data

        show_json(analysis_data(analysis) | ({} if length is None else birthday_data(length)))
    else:
        from ...show.text import analysis_lines, longest_play_line

        show(with_board(analysis_lines(analysis), position))
        if length is not None:
            show([longest_play_line(length)])
    if analysis.trouble and analysis.outcome is not None:  # otherwise the exit code says so
        name_limits(ctx.command)
    if analysis.outcome is None or isinstance(length, Limit):
        raise typer.Exit(Limit.exit_code)


def _draw(position: Position, name: str) -> None:
    if not name.lower().endswith(".svg"):
        raise UsageError("expected a file name that ends in .svg, not {name!r}", name=name[:80])
    from ...core.files import write_file

    write_file(name, [position.picture().encode()])


def _longest(position: Position, limits: Limits, spent: float) -> int | Limit | OutOfReach:
    """The length of the longest play within the time that is left, or why it is not known."""
    from ...solve.bottom_up import birthday

    left = None if limits.seconds is None else max(0.0, limits.seconds - spent)
    try:
        return birthday(position, replace(limits, seconds=left))
    except (Limit, OutOfReach) as fault:
        return fault
