"""nimatron explain, moves, classes: a closer look at one position."""

from __future__ import annotations

from itertools import chain
from typing import Annotated

import typer

from ...core.errors import Limit, NimatronError, UsageError
from ...core.game import Position, is_misere
from ...core.limits import Limits
from ...explain.boundary_patterns import patterns_of
from ...explain.explanations import explain
from ...explain.move_outcomes import move_outcomes, moves_to
from ...explain.reachable import classes, induction
from ...nimbers.loopy import Value
from ...nimbers.ordinals import ordinal
from ...show.explanation_text import explanation_lines, formal_lines, induction_layout, induction_lines
from ...show.json_data import explanation_data, induction_data, moves_data
from ...show.pattern_text import pattern_lines
from ...show.table_text import class_lines, classes_data
from ...show.text import Line, move_list_lines, reaching_move_lines
from ..screen import show, show_answer, show_json, with_board
from ..session import MEMORY, POSITIONS, SECONDS, Json, Memory, Misere, Positions, Seconds, Session, Words, name_limits

OptionalWords = Annotated[
    list[str] | None,
    typer.Argument(metavar="POSITION", help='Such as "nim: 3 4 5"; with --proof an instance.', show_default=False),
]

DEEPEST = 50
"""The most moves that a derivation goes down; long before that it is too long to read."""


def explain_position(
    ctx: typer.Context,
    words: OptionalWords = None,
    misere: Misere = None,
    steps: Annotated[bool, typer.Option("--steps", help="Backward induction, as in the lessons.")] = False,
    mex: Annotated[bool, typer.Option("--mex", help="Derive each value from the moves and their values.")] = False,
    depth: Annotated[
        int | None,
        typer.Option("--depth", min=1, max=DEEPEST, help="Repeat this for the moves, up to this depth. [default: 1]"),
    ] = None,
    proof: Annotated[
        str,
        typer.Option(
            "--proof",
            metavar="NAME",
            help="Prove a theorem for numbers of your choice; --proof list names all theorems.",
        ),
    ] = "",
    formal: Annotated[
        bool, typer.Option("--formal", help="Show the machine-checked theorems, in words and as Coq reads them.")
    ] = False,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """Why a position is won or lost: parts, values, binary columns, moves.

    Example: nimatron explain "nim: 3 4 5"

    Example: nimatron explain --mex --depth 2 "chomp: 2 1"

    Example: nimatron explain --steps "subtraction{1,2,3}: 13"

    Example: nimatron explain --proof lasker 7
    """
    session: Session = ctx.obj
    limits = session.limits(positions, seconds, memory)
    if proof:
        _show_proof(proof, " ".join(words or ()), json)
        return
    if not words:
        raise UsageError('expected a position such as "nim: 3 4 5", or --proof NAME')
    position = session.position(words)
    if steps:
        _show_steps(position, is_misere(position.game, misere), limits, json)
        return
    # --depth alone implies --mex.
    explanation = explain(position, misere, limits, mex=depth or int(mex))
    if json:
        show_json(explanation_data(explanation))
    else:
        more = formal_lines(explanation.analysis) if formal else ()
        show(with_board(chain(explanation_lines(explanation), more), explanation.analysis.position))
    if explanation.analysis.trouble and explanation.analysis.outcome is not None:  # otherwise the exit code says so
        name_limits(ctx.command)
    if explanation.analysis.outcome is None:
        raise typer.Exit(Limit.exit_code)


def _show_proof(name: str, instance: str, json: bool) -> None:
    # Loaded here: most explanations are of a position.
    from ...explain.proofs.proof import run_proof
    from ...explain.proofs.table import PROOFS, find_proof
    from ...show.proof_text import proof_data, proof_lines, proof_list_data, proof_list_lines

    if name == "list":
        show_answer(json, proof_list_data, proof_list_lines, PROOFS.values())
    else:
        show_answer(json, proof_data, proof_lines, run_proof(find_proof(name), instance))


def _show_steps(position: Position, misere: bool, limits: Limits, json: bool) -> None:
    patterns = patterns_of(position.game)
    layout, rounds = induction_layout(position, induction(position, misere, limits))
    if json:
        show_json(induction_data(position, rounds, patterns))
        return
    show(induction_lines(layout, rounds))
    if patterns:
        show([Line(""), *pattern_lines(patterns)])


def moves(
    ctx: typer.Context,
    words: Words,
    misere: Misere = None,
    most: Annotated[int, typer.Option("--most", min=1, help="List at most this many.")] = 200,
    to: Annotated[str | None, typer.Option("--to", metavar="VALUE", help="Only moves that lead to this value.")] = None,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """All legal moves, numbered, in groups by their values; the winning ones come first.

    Example: nimatron moves "kayles: 5"

    Example: nimatron moves --to 3 "kayles: 7 + nim: 2"
    """
    session: Session = ctx.obj
    limits, position = session.limits(positions, seconds, memory), session.position(words)
    misere = is_misere(position.game, misere)
    value = None if to is None else _value(to, misere)
    if value is None:
        outcomes = move_outcomes(position, misere, most + 1, limits)
    else:
        outcomes = moves_to(position, value, most + 1, limits)
    # One more move than the list may have shows whether there are others.
    more, outcomes = len(outcomes) > most, outcomes[:most]
    if json:
        show_json(moves_data(position, misere, outcomes, more))
    elif value is None:
        show(with_board(move_list_lines(position, outcomes, more), position))
    else:
        show(reaching_move_lines(position, value, outcomes, more))


def _value(text: str, misere: bool) -> Value:
    if misere:
        raise UsageError("only normal play has values: leave out --misere or --to")
    try:
        return ordinal(text)
    except (NimatronError, ValueError):
        raise UsageError("--to takes a value such as 3, not {text!r}", text=text) from None


Most = Annotated[int, typer.Option("--most", min=1, help="Show at most this many of each value.")]


def classes_below(
    ctx: typer.Context,
    words: Words,
    most: Most = 8,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """All positions that play can reach, by value: how many have each, and which.

    Example: nimatron classes "chomp: 3x3"
    """
    session: Session = ctx.obj
    position = session.position(words)
    value_classes = classes(position, session.limits(positions, seconds, memory))
    show_answer(json, classes_data, class_lines, position, value_classes, most)
