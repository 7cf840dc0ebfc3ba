"""nimatron table"""

from __future__ import annotations

import shutil
from typing import Annotated

import typer

from ...core.errors import Limit, UsageError
from ...core.game import Game as Rules
from ...core.game import is_misere
from ...families.heaps.rules import HeapGame
from ...families.lists.rules import read_natural
from ...notation.reader import SIGNS
from ...show.export import table_rows
from ...show.faces import numbering_of
from ...show.json_data import family_data
from ...show.table_text import table_lines
from ...solve.experts import sequence_of
from ...solve.sequence import exceptional_heaps, period
from ...solve.sequences.periodicity import Period
from ...solve.solver import Solver
from ...solve.value_table import Numbering, family
from ..format_option import Format, Out, output_format, write
from ..progress_line import search_progress
from ..screen import show, show_json
from ..session import POSITIONS, SECONDS, Json, Misere, Positions, Seconds, Session, complete_game

Game = Annotated[
    list[str],
    typer.Argument(metavar="GAME", help="Such as kayles or subtraction{1,2,6}.", autocompletion=complete_game),
]
SOON = 20_000
"""The most values for the search of a period, whose exceptions are marked."""

Genus = Annotated[bool, typer.Option("--genus", help="The misere genus of each heap, such as 4^146.")]
Size = Annotated[str, typer.Option("--size", "-n", help="How many columns, or columns x rows such as 8x8.")]


def table(
    ctx: typer.Context,
    words: Game,
    size: Size = "",
    misere: Misere = None,
    genus: Genus = False,
    json: Json = False,
    format: Format = "",
    out: Out = "",
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
) -> None:
    """The values of a family: a sequence of heaps, or a grid; P-positions are marked.

    12x7 writes twelve heaps to a line and marks the exceptional ones; a table of Nim with several rows has two heaps.

    Example: nimatron table kayles -n 12x7

    Example: nimatron table nim -n 8x8

    Example: nimatron table wythoff -n 8x8

    Example: nimatron table kayles --genus -n 40

    Example: nimatron table wythoff -n 8x8 --out wythoff.tex
    """
    session: Session = ctx.obj
    columns, rows = _size(size)
    output = output_format(format, out, json)
    limits = session.limits(positions, seconds, keep=False)
    game, per_line = session.game(words), None
    numbering = numbering_of(game)
    _check_size(game, numbering, columns, rows)
    # Two numbers mean a grid where the game has one, otherwise lines of a long row.
    if numbering.flat and columns and rows:
        if numbering.grid:
            numbering = numbering.grid
        else:
            columns, per_line = columns * rows, columns
    with search_progress() as report:
        solver = Solver(limits, report)
        values = family(game, numbering, columns, rows, is_misere(game, misere) or genus, solver, genera=genus)
    if output:
        write(lambda: table_rows(values), output, out)
    elif json:
        show_json(family_data(values))
    else:
        exceptions = _exceptions(game) if per_line and not (misere or genus) else []
        show(table_lines(values, shutil.get_terminal_size((100, 24)).columns, per_line, exceptions))
    if values.trouble:
        raise typer.Exit(Limit.exit_code)


def _check_size(game: Rules, numbering: Numbering, columns: int | None, rows: int | None) -> None:
    """Tables with named columns have exactly these."""
    if numbering.names is not None and (columns not in (None, len(numbering.names)) or rows not in (None, 1)):
        raise UsageError("the table of {game} has {n} columns: leave out --size", game=game, n=len(numbering.names))


def _exceptions(game: Rules) -> list[int]:
    """The heaps that do not fit the period, if one is soon proved."""
    if not isinstance(game, HeapGame) or sequence_of(game) is None:
        return []
    # Trusted, because the marks are only a help to the eye: a second derivation would delay the table.
    result = period(game, limit=SOON, trust=True)
    return exceptional_heaps(game, result) or [] if isinstance(result, Period) else []


def _size(text: str) -> tuple[int | None, int | None]:
    if not text:
        return None, None
    columns, by, rows = text.translate(SIGNS).partition("x")
    try:
        size = read_natural(columns), read_natural(rows) if by else None
    except ValueError:
        size = 0, None
    if 0 in size:
        raise UsageError("expected a size such as 40 or 8x8, not {text!r}", text=text)
    return size
