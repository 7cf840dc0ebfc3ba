"""nimatron sheet"""

from __future__ import annotations

from typing import Annotated

import typer

from ...errors import UsageError
from ...files import write_file
from ...present.text import Line
from ...present.words import tr
from ...teach.sheets import MOST_EXERCISES, MOST_SHEETS, sheets
from ...teach.sheets.blocks import document
from ...teach.sheets.data import document_data
from ...teach.sheets.making import LARGEST_SEED
from ...teach.sheets.pdf import PAPERS, check_paper, pdf
from ..common import Json, Session, complete_game, show_json
from ..screen import show


def sheet(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Such as kayles or subtraction{1,2,6}.", autocompletion=complete_game)
    ],
    exercises: Annotated[int, typer.Option(min=0, max=MOST_EXERCISES, help="How many exercises.")] = 8,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="With the same seed the sheets are the same.")] = 0,
    number: Annotated[
        int, typer.Option("--class", metavar="N", min=1, max=MOST_SHEETS, help="So many different sheets, numbered.")
    ] = 1,
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE.pdf", help="[default: GAME.pdf]")] = "",
    paper: Annotated[str, typer.Option(help=f"One of {', '.join(PAPERS)}.")] = "a4",
    json: Json = False,
) -> None:
    """Print a sheet for pupils: rules, a board, a table to fill in, exercises, and a key on pages of its own.

    Example: nimatron sheet kayles --exercises 8 --seed 3 --out kayles.pdf

    Example: nimatron --lang pl sheet nim --class 24 --out nim.pdf
    """
    check_paper(paper)
    session: Session = ctx.obj
    drawn = [document(one) for one in sheets(game, exercises, seed, number, session.catalog)]
    if json:
        show_json({"schema": "nimatron.sheet/1", "sheets": [document_data(one) for one in drawn]})
        return
    name = out or f"{game.partition('{')[0].strip()}.pdf"
    if not name.lower().endswith(".pdf"):
        raise UsageError("expected a file name that ends in .pdf, not {name!r}", name=name[:80])
    write_file(name, [pdf(drawn, paper)])
    show([Line(tr("Written: {name}", name=name), "good")])
