"""nimatron moves"""

from __future__ import annotations

from typing import Annotated

import typer

from ...analysis import judged_moves, moves_to
from ...errors import NimatronError, UsageError
from ...game import is_misere
from ...nimbers import Value
from ...nimbers.ordinals import ordinal
from ...present.data import judged_data
from ...present.text import judged_lines, reaching_lines
from ..common import MEMORY, POSITIONS, SECONDS, Json, Memory, Misere, Positions, Seconds, Session, Words, show_json
from ..screen import show


def moves(
    ctx: typer.Context,
    words: Words,
    misere: Misere = None,
    most: Annotated[int, typer.Option("--most", min=1, help="List at most this many.")] = 200,
    to: Annotated[str | None, typer.Option("--to", metavar="VALUE", help="Only those that lead to this value.")] = None,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """All legal moves, numbered, with their values; the winning ones are marked.

    Example: nimatron moves "kayles: 5"

    Example: nimatron moves --to 3 "kayles: 7 + nim: 2"
    """
    session: Session = ctx.obj
    limits, position = session.limits(positions, seconds, memory), session.position(words)
    misere = is_misere(position.game, misere)
    value = None if to is None else _value(to, misere)
    if value is None:
        judged = judged_moves(position, misere, most + 1, limits)
    else:
        judged = moves_to(position, value, most + 1, limits)
    more, judged = len(judged) > most, judged[:most]
    if json:
        show_json(judged_data(position, misere, judged, more))
    elif value is None:
        show(judged_lines(position, judged, more))
    else:
        show(reaching_lines(position, value, judged, more))


def _value(text: str, misere: bool) -> Value:
    if misere:
        raise UsageError("only normal play has values: leave out --misere or --to")
    try:
        return ordinal(text)
    except (NimatronError, ValueError):
        raise UsageError("--to takes a value such as 3, not {text!r}", text=text) from None
