"""JSON shapes that `--json` and the API share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, overload

from ..core.errors import Limit, NimatronError, OutOfReach
from ..core.game import Game, Option, Position
from ..core.message import Message
from ..families.catalog import Entry
from ..nimbers.loopy import Loopy, Value
from ..nimbers.ordinals import Ordinal
from ..solve.theorem import Because
from .words import word, word_error

if TYPE_CHECKING:
    from ..explain.analysis import Analysis, PartValue
    from ..explain.boundary_patterns import Patterns
    from ..explain.move_outcomes import MoveOutcome
    from ..explain.reachable import Induction
    from ..explain.steps import Explanation
    from ..nimbers.expression import Calculation
    from ..solve.value_table import Row, ValueTable

EXACT = 1 << 53
"""Beyond this JavaScript and other JSON readers would round."""

MOST_MOVES = 1000
"""The most winning moves that are listed; their number is exact even beyond it."""


Number = int | str | list[int | str]
"""A value in JSON; ∞(K) is the list of K, in order."""


@overload
def number(value: int | Ordinal) -> int | str: ...
@overload
def number(value: Value | None) -> Number | None: ...
def number(value: Value | None) -> Number | None:
    """A value as an int if every JSON reader keeps it exactly, else as text; ordinals are in ASCII; ∞(K) is a list."""
    if isinstance(value, Loopy):
        return [_finite(each) for each in sorted(value)]
    return None if value is None else _finite(value)


def _finite(value: int | Ordinal) -> int | str:
    if isinstance(value, Ordinal):
        return value.ascii()
    # int() makes a plain number of numpy's integers, which `json` refuses.
    return int(value) if abs(value) <= EXACT else str(value)


def analysis_data(analysis: Analysis) -> dict[str, Any]:
    """The shape `nimatron.analysis/1`."""
    moves = analysis.winning_moves
    data: dict[str, Any] = {
        "schema": "nimatron.analysis/1",
        "position": str(analysis.position),
        "misere": analysis.misere,
        "value": number(analysis.value),
        "outcome": analysis.outcome,
        "solution": analysis.solution,
        "because": because_data(analysis.because),
        # The count may exceed 2^53, even the size of a machine word.
        "winning_count": None if moves is None else number(moves.total),
        "winning_moves": None if moves is None else [move_data(move) for move in moves.first(MOST_MOVES)],
        "parts": [part_data(part) for part in analysis.parts],
    }
    # Rare facts have keys only where they exist: most readers never need them.
    if analysis.drawing_moves is not None:
        data["drawing_count"] = number(analysis.drawing_moves.total) if analysis.drawing_moves.complete else None
        data["drawing_moves"] = [move_data(move) for move in analysis.drawing_moves.first(MOST_MOVES)]
    if analysis.known_move is not None:
        data["known_move"] = move_data(analysis.known_move)
    if analysis.ruled_out:
        data["value_not"] = list(map(number, analysis.ruled_out))
        data["value_at_least"] = analysis.at_least
    if analysis.trouble:
        data["trouble"] = word_error(analysis.trouble)
    return data


def birthday_data(length: int | Limit | OutOfReach) -> dict[str, Any]:
    """The length of the longest play, beside an analysis; null if it is not known."""
    return {"birthday": None if isinstance(length, NimatronError) else number(length)}


def entry_data(entry: Entry) -> dict[str, Any]:
    """A game of the catalog."""
    return {
        "id": entry.id,
        "title": entry.title,
        "sample": entry.sample,
        "rules": entry.rules,
        "source": entry.source,
        "aliases": list(entry.aliases),
    }


def move_data(move: Option) -> dict[str, Any]:
    """A move in words, the position after it, and the part that it changes."""
    return {"text": word(move.describe()), "after": str(move), "part": move.part}


def part_data(part: PartValue) -> dict[str, Any]:
    """A part, its value and the reason."""
    return {
        "position": str(part.position),
        "value": number(part.value),
        "summand": part.summand,
        "because": because_data(part.because),
    }


def because_data(because: Because) -> dict[str, str]:
    """The theorem or the search that a value or an outcome rests on, and the formal proof if there is one."""
    data = {"kind": because.kind, "name": str(because.name), "source": str(because.source), "status": because.status}
    return data | ({"formal": because.formal} if because.formal else {})


def explanation_data(explanation: Explanation) -> dict[str, Any]:
    """The shape `nimatron.explanation/1`: the analysis and its steps."""
    return {
        "schema": "nimatron.explanation/1",
        "analysis": analysis_data(explanation.analysis),
        "steps": [plain(step) for step in explanation.steps],
    }


def induction_data(position: Position, induction: Induction, patterns: Patterns | None) -> dict[str, Any]:
    """The shape `nimatron.induction/1`: the states round by round, and the boundary patterns of an all-but game."""
    show = position.game.show
    return {
        "schema": "nimatron.induction/1",
        "position": str(position),
        "misere": induction.misere,
        "rounds": [{"mark": r.mark, "states": [show(state) for state in r.states]} for r in induction.rounds],
        "patterns": plain(patterns.levels) if patterns else [],
    }


def plain(thing: Any) -> Any:
    """Steps, pictures and everything in them as JSON, field by field."""
    if thing is None or isinstance(thing, str | float | bool):  # most of what a picture holds
        return thing
    if isinstance(thing, int | Loopy | Ordinal):
        return number(thing)
    if isinstance(thing, Message):
        return word(thing)
    if isinstance(thing, tuple | list):
        return [plain(item) for item in thing]
    # Not at the top: commands that print numbers only should not load the analysis.
    from ..explain.analysis import PartValue

    if isinstance(thing, Option):
        return move_data(thing)
    if isinstance(thing, Position | Game):
        return str(thing)
    if isinstance(thing, PartValue):
        return part_data(thing)
    if isinstance(thing, Limit):
        return word_error(thing)
    return {field.name: plain(getattr(thing, field.name)) for field in fields(thing)} if is_dataclass(thing) else thing


def moves_data(position: Position, misere: bool, outcomes: Sequence[MoveOutcome], more: bool) -> dict[str, Any]:
    """The shape `nimatron.moves/1`: legal moves with the outcomes and the values they lead to."""
    moves = [move_data(j.option) | {"outcome": j.outcome, "wins": j.wins, "value": number(j.value)} for j in outcomes]
    return {"schema": "nimatron.moves/1", "position": str(position), "misere": misere, "moves": moves, "more": more}


def family_data(family: ValueTable) -> dict[str, Any]:
    """The shape `nimatron.table/1`: the values of a family (in misere play, its outcomes), row by row."""
    return {
        "schema": "nimatron.table/1",
        "game": str(family.game),
        "misere": family.misere,
        "columns": list(family.columns),
        "rows": list(family.rows),
        "first": list(family.first),
        "cells": [_cells(row) for row in family.cells],
        "trouble": word_error(family.trouble) if family.trouble else None,
    }


def _cells(row: Row) -> list[Number | None]:
    # Nearly all values of a large table are small numbers: they need no further look.
    return [
        cell if (type(cell) is int and -EXACT <= cell <= EXACT) or isinstance(cell, str) else number(cell)
        for cell in row
    ]


def nimber_data(answer: Calculation) -> dict[str, Any]:
    """The shape `nimatron.nimber/1`: the value of an expression, and the operations that lead to it."""
    return {
        "schema": "nimatron.nimber/1",
        "expression": answer.text,
        "kind": answer.kind,
        "values": [number(value) for value in answer.values],
        "operations": [plain(operation) for operation in answer.operations],
        "notes": [word(note) for note in answer.notes],
    }


def nimber_table_data(operation: str, cells: Sequence[Sequence[int]]) -> dict[str, Any]:
    """The shape `nimatron.nimber-table/1`: row a and column b hold the result for a and b."""
    return {"schema": "nimatron.nimber-table/1", "operation": operation, "cells": [list(row) for row in cells]}
