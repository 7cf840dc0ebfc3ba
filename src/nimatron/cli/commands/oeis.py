"""nimatron oeis: sequences of the encyclopedia of integer sequences that are answers about games."""

from __future__ import annotations

from typing import Annotated

import typer

from ...core.errors import OutOfReach
from ...show.oeis_text import oeis_data, oeis_lines
from ...solve.integer_sequences import SEQUENCES, integer_sequence
from ..screen import show_answer
from ..session import MEMORY, SECONDS, Json, Memory, Seconds, Session

Number = Annotated[str, typer.Argument(help="A number such as A002186; without one, the list.", show_default=False)]
Size = Annotated[int, typer.Option("-n", "--size", min=1, help="How many terms.")]


def oeis(
    ctx: typer.Context,
    number: Number = "",
    size: Size = 30,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
    json: Json = False,
) -> None:
    """Sequences of the OEIS that Nimatron computes: the terms, and the command that prints them.

    Example: nimatron oeis A002186

    Example: nimatron oeis A030193 -n 100

    Example: nimatron oeis
    """
    session: Session = ctx.obj
    rows = [integer_sequence(number)] if number else list(SEQUENCES)
    limits = session.limits(None, seconds, memory, keep=False)
    sequences = [(row, row.terms(size if number else len(row.printed), limits)) for row in rows]
    show_answer(json, oeis_data, oeis_lines, sequences)
    if short := next((row for row, terms in sequences if len(terms) < (size if number else len(row.printed))), None):
        raise OutOfReach("{number} has more terms than Nimatron computes within these limits", number=short.number)
