"""nimatron explain"""

from __future__ import annotations

from typing import Annotated

import typer

from ...errors import Limit
from ...explain import explain, induction, patterns_of
from ...game import Position, is_misere
from ...present.data import explanation_data, induction_data
from ...present.explanation import arranged, explained, induced
from ...present.patterns import patterned
from ...present.text import Line
from ...values.search.limits import Limits
from ..common import MEMORY, POSITIONS, SECONDS, Json, Memory, Misere, Positions, Seconds, Session, Words, show_json
from ..screen import show

DEEPEST = 50
"""The most moves that a derivation goes down; long before that it is too long to read."""


def explain_position(
    ctx: typer.Context,
    words: Words,
    misere: Misere = None,
    steps: Annotated[bool, typer.Option("--steps", help="Backward induction, as in the lessons.")] = False,
    mex: Annotated[bool, typer.Option("--mex", help="Derive each value from the moves and their values.")] = False,
    depth: Annotated[
        int | None, typer.Option("--depth", min=1, max=DEEPEST, help="... and theirs, so many moves deep. [default: 1]")
    ] = None,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """Why a position is won or lost: parts, values, binary columns, moves.

    Example: nimatron explain "nim: 3 4 5"

    Example: nimatron explain --mex --depth 2 "chomp: 2 1"

    Example: nimatron explain --steps "subtraction{1,2,3}: 13"
    """
    session: Session = ctx.obj
    limits, position = session.limits(positions, seconds, memory), session.position(words)
    if steps:
        _show_steps(position, is_misere(position.game, misere), limits, json)
        return
    explanation = explain(position, misere, limits, mex=depth or int(mex))
    if json:
        show_json(explanation_data(explanation))
    else:
        show(explained(explanation))
    if explanation.analysis.outcome is None:
        raise typer.Exit(Limit.exit_code)


def _show_steps(position: Position, misere: bool, limits: Limits, json: bool) -> None:
    patterns = patterns_of(position.game)
    layout, found = arranged(position, induction(position, misere, limits))
    if json:
        show_json(induction_data(position, found, patterns))
        return
    show(induced(layout, found))
    if patterns:
        show([Line(""), *patterned(patterns)])
