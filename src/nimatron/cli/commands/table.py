"""nimatron table"""

from __future__ import annotations

import shutil
from typing import Annotated

import typer

from ...errors import Limit, UsageError
from ...games.listed import read_natural
from ...present.data import family_data
from ...present.families import numbering_of
from ...present.tables import drawn
from ...values.family import family
from ...values.solver import Solver
from ..common import POSITIONS, SECONDS, Json, Misere, Positions, Seconds, Session, complete_game, show_json
from ..progress import search_progress
from ..screen import show

Game = Annotated[
    list[str],
    typer.Argument(metavar="GAME", help="Such as kayles or subtraction{1,2,6}.", autocompletion=complete_game),
]
Size = Annotated[str, typer.Option("--size", "-n", help="How many columns, or columns x rows such as 8x8.")]


def table(
    ctx: typer.Context,
    words: Game,
    size: Size = "",
    misere: Misere = False,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
) -> None:
    """The values of a family: a sequence of heaps, or a grid; P-positions are marked.

    Example: nimatron table kayles -n 72

    Example: nimatron table wythoff -n 8x8
    """
    session: Session = ctx.obj
    columns, rows = _size(size)
    limits = session.limits(positions, seconds, keep=False)
    game = session.game(words)
    with search_progress() as report:
        solver = Solver(limits, report)
        found = family(game, numbering_of(game), columns, rows, misere, solver)
    if json:
        show_json(family_data(found))
    else:
        show(drawn(found, shutil.get_terminal_size((100, 24)).columns))
    if found.trouble:
        raise typer.Exit(Limit.exit_code)


def _size(text: str) -> tuple[int | None, int | None]:
    if not text:
        return None, None
    columns, by, rows = text.partition("x")
    try:
        size = read_natural(columns), read_natural(rows) if by else None
    except ValueError:
        size = 0, None
    if 0 in size:
        raise UsageError("expected a size such as 40 or 8x8, not {text!r}", text=text)
    return size
