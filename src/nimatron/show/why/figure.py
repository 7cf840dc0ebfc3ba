"""The picture that fits a position: columns of bits, a line of heaps, a map, or its moves by value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ...core.errors import Limit
from ...core.game import Game, Outcome, Position, State
from ...core.limits import Limits
from ...explain.analysis import Analysis
from ...explain.move_outcomes import distinct
from ...explain.steps import ColumnsStep, Explanation, ResiduesStep, TargetsStep
from ...families.catalog import name_of
from ...families.heaps.face import shapes_of
from ...families.moore.rules import Moore
from ...nimbers.field import nim_sum
from ...nimbers.loopy import Loopy, Value
from ...solve.solver import Solver
from ...solve.value_table import ValueTable, family
from ..explanation_text import nim_sum_equation
from ..faces import face_of
from ..json_data import number
from ..pictures import option_data, picture_data
from ..words import tr, word

ROWS = 16
"""The most rows of a picture in columns."""

WIDEST = 64
"""The most binary columns; wider values are only named."""

LINE = 40
"""The longest line of heaps."""

MAP = 16
"""The most columns and rows of a map."""

OPTIONS = 60
"""The most moves whose values are asked for."""

SLOTS = 24
"""The most values in a row of options."""

Data = dict[str, Any]


def picture_of(explanation: Explanation, parts: list[NamedPart], limits: Limits) -> Data | None:
    """The picture for the page; None if no picture fits."""
    analysis = explanation.analysis
    # A theorem about residues sees heaps where the parts of the position are others.
    for step in explanation.steps:
        if isinstance(step, ResiduesStep):
            return _residues(step, analysis.position.game)
    if len(parts) > 1:
        return _columns(explanation, parts)
    return _alone(analysis, limits)


def _columns(explanation: Explanation, parts: list[NamedPart]) -> Data:
    """A row for each part: its value in binary; below them which columns have an odd number of ones."""
    step = next((step for step in explanation.steps if isinstance(step, ColumnsStep)), None)
    targets = next((step.targets for step in explanation.steps if isinstance(step, TargetsStep)), ())
    aims = {target.part: target.target for target in targets if target.moves}
    width = _width([*(part.value for part in parts), step.total if step else None])
    # An empty heap is left out: a row of zeros does not help.
    rows = [i for i, part in enumerate(parts) if not part.ended] or [*range(len(parts))]
    # Parts with a winning move appear even beyond the first rows: the sentence speaks of them.
    rows = sorted({*rows[:ROWS], *(i for i in rows if i in aims)})[: 2 * ROWS]
    return {
        "kind": "columns",
        "modulus": 2,
        "places": _places(width),
        "rows": [_row(i, parts[i], aims.get(i), width) for i in rows],
        "more": len(parts) - len(rows) if len(rows) >= ROWS else 0,
        "total": _value_text(step.total) if step else None,
        "sums": _bits(step.total, width) if step else [],
        "equation": nim_sum_equation(step) if step else "",
    }


def _row(i: int, part: NamedPart, target: Value | None, width: int) -> Data:
    about = {"part": i, "name": part.name, "value": _value_text(part.value), "ids": part.ids}
    return about | {"bits": _bits(part.value, width), "target": None if target is None else _value_text(target)}


def _value_text(value: Value | None) -> str:
    """A value as people read it."""
    return "?" if value is None else str(value)


def _width(values: Sequence[Value | None]) -> int:
    """The number of columns that the values need; 0 if they have no columns."""
    whole = [value for value in values if isinstance(value, int)]
    wide = max((value.bit_length() for value in whole), default=0) or 1
    return wide if len(whole) == len(values) and wide <= WIDEST else 0


def _places(width: int) -> list[int | str]:
    return [number(1 << bit) for bit in reversed(range(width))]


def _bits(value: Value | None, width: int) -> list[int]:
    return [value >> bit & 1 for bit in reversed(range(width))] if isinstance(value, int) else []


def _residues(step: ResiduesStep, game: Game) -> Data:
    """Heaps whose ones count modulo a number; in some games they are gaps or steps, and only a theorem sees heaps."""
    width, heaps = len(step.residues), step.values[:ROWS]
    return {
        "kind": "columns",
        "modulus": step.modulus,
        "places": _places(width),
        "rows": [_heap(i, heap, width, isinstance(game, Moore)) for i, heap in enumerate(heaps)],
        "more": len(step.values) - len(heaps),
        # Only modulo 2 are the residues the bits of a nim-sum.
        "total": str(nim_sum(*step.values)) if step.modulus == 2 else None,
        "sums": list(step.residues),
        "equation": "",
    }


def _heap(i: int, heap: int, width: int, has_shapes: bool) -> Data:
    name = tr("heap {number}", number=i + 1) if has_shapes else tr("Nim heap {number}", number=i + 1)
    ids = [f"0:{id}" for id in shapes_of(i + 1, heap)] if has_shapes else []
    about = {"part": i, "name": name, "value": str(heap), "ids": ids}
    return about | {"bits": _bits(heap, width), "target": None}


def _alone(analysis: Analysis, limits: Limits) -> Data | None:
    """A position of one part: a map or a line that it stands on, else its moves by the value they lead to."""
    position, layout = analysis.position, face_of(analysis.position.game).layout(analysis.position.state)
    if position.ended:
        return None
    # The family draws the strategy of normal play.
    if not analysis.misere and (strategy := _strategy(position)):
        return strategy
    try:
        with Solver(limits) as solver:
            if layout == "board" and all(n < MAP for n in position.state):
                return _map(position, analysis.misere, solver)
            if layout == "row" and _on_a_line(position):
                return _line(position, analysis.misere, solver)
            return _options(position, analysis, solver)
    except Limit:  # the sentence and the moves are worth showing without a picture
        return None


def _strategy(position: Position) -> Data | None:
    """The board with the winner's strategy, if the family can draw it."""
    draw = face_of(position.game).strategy
    picture = draw(position.game, position.state, position.state) if draw else None
    return None if picture is None else {"kind": "board", "picture": picture_data(picture)}


def _map(position: Position, misere: bool, solver: Solver) -> Data | None:
    """The squares around a piece with their values (in misere play outcomes), and where it may go."""
    numbering = face_of(position.game).numbering(position.game)
    if numbering is None:
        return None
    x, y = position.state
    first = numbering.first
    # At least the size of a chessboard, and one line beyond the piece.
    sizes = [min(MAP, max(8, at + 2 - least)) for at, least in zip((x, y), first, strict=True)]
    table = family(position.game, numbering, sizes[0], sizes[1], misere, solver)
    if table.trouble or _endless(table):
        return None
    return {
        "kind": "map",
        "columns": list(table.columns),
        "rows": list(table.rows),
        "cells": [[cell if isinstance(cell, str) else number(cell) for cell in row] for row in table.cells],
        "at": [x - first[0], y - first[1]],
        "options": [
            {"at": [option[0] - first[0], option[1] - first[1]], **option_data(position, option)}
            for option in distinct(position, solver.budget)
        ],
    }


def _endless(table: ValueTable) -> bool:
    """True if there is an infinite value, which has no place in a picture of numbers."""
    return any(isinstance(cell, Loopy) for row in table.cells for cell in row)


def _on_a_line(position: Position) -> bool:
    """True for one heap that is not too large, if every move leaves at most one heap."""
    (heap,) = position.state
    if not isinstance(heap, int) or heap > LINE:
        return False
    return all(len(option) == 1 for option in islice(position.game.options(position.state), LINE))


def _line(position: Position, misere: bool, solver: Solver) -> Data | None:
    """The heaps from 0 on with their values, and where a move leads."""
    numbering = face_of(position.game).numbering(position.game)
    if numbering is None or not numbering.flat:
        return None
    (heap,) = position.state
    table = family(position.game, numbering, heap + 1, misere=misere, solver=solver)
    if table.trouble or _endless(table):
        return None
    return {
        "kind": "line",
        "first": numbering.first[0],
        "cells": [cell if isinstance(cell, str) else number(cell) for cell in table.cells[0]],
        "at": heap,
        "options": [{"at": option[0], **option_data(position, option)} for option in distinct(position, solver.budget)],
    }


def _options(position: Position, analysis: Analysis, solver: Solver) -> Data | None:
    """The moves by the value they lead to (in misere play by who wins then), and the value that is missing."""
    states = list(islice(distinct(position, solver.budget), OPTIONS + 1))
    if len(states) > OPTIONS:
        return _slots(position, _witnesses(analysis, solver), analysis.value, True)
    if analysis.misere:
        return _judge(position, states, solver)
    valued = [(solver.value(position.game, state), state) for state in states]
    return _slots(position, valued, analysis.value, False)


def _witnesses(analysis: Analysis, solver: Solver) -> list[tuple[Value, Any]]:
    """A move to each value below the value of the position."""
    game, state, value = analysis.position.game, analysis.position.state, analysis.value
    if analysis.misere or not isinstance(value, int) or value > SLOTS:
        return []
    return [(n, solver.reach(game, state, n)[0]) for n in range(value)]


def _slots(position: Position, valued: list[tuple[Value, Any]], mex: Value | None, some: bool) -> Data | None:
    groups: dict[int, list[Data]] = {}
    for value, state in valued:
        if not isinstance(value, int):
            return None
        groups.setdefault(value, []).append(option_data(position, state))
    if not isinstance(mex, int) or mex > SLOTS or not groups:
        return None
    # The mex has a slot of its own, which is empty: that is what the picture shows.
    largest = min(max(*groups, mex), SLOTS)
    return {
        "kind": "options",
        "mex": mex,
        "some": some,
        "slots": [{"value": value, "moves": groups.get(value, [])} for value in range(largest + 1)],
    }


def _judge(position: Position, states: list[Any], solver: Solver) -> Data:
    """The moves of misere play by the outcome that they leave: lost, won, drawn."""
    # Both slots exist even without a move, the winning one first.
    groups: dict[Outcome, list[Data]] = {"P": [], "N": []}
    for state in states:
        groups.setdefault(solver.outcome(position.game, state, True), []).append(option_data(position, state))
    slots = [{"value": outcome, "moves": moves} for outcome, moves in groups.items()]
    return {"kind": "options", "mex": None, "some": False, "slots": slots}


# -- parts by the names that players give them -------------------------------------------------------


@dataclass(frozen=True)
class NamedPart:
    """A part as players see it; `ids` are its shapes on the boards, and nothing can be done in an `ended` one."""

    name: str
    value: Value | None
    ids: list[str]
    ended: bool


def named_parts(analysis: Analysis) -> list[NamedPart]:
    """The parts of an analysis, in their order; none where values decide nothing, as in most misere play."""
    if not analysis.parts:
        return []
    summands = analysis.position.summands()
    titles = _titles([game for game, _ in summands])
    names = [
        piece
        for k, ((game, state), title) in enumerate(zip(summands, titles, strict=True))
        for piece in _pieces(k, game, state, title, len(summands) > 1)
    ]
    pairs = zip(analysis.parts, names, strict=True)
    return [NamedPart(name, part.value, ids, part.position.ended) for part, (name, ids) in pairs]


def _titles(games: list[Game]) -> list[str]:
    """The names of the games side by side; games of the same name have numbers."""
    titles = [tr(name_of(game)) for game in games]
    counts = Counter(titles)
    parts = [tr("part {number}", number=k) for k in range(1, len(games) + 1)]
    pairs = zip(titles, parts, strict=True)
    return [tr("{game}, {part}", game=title, part=part) if counts[title] > 1 else title for title, part in pairs]


def _pieces(k: int, game: Game, state: State, title: str, one_of_many: bool) -> Iterator[tuple[str, list[str]]]:
    """The name and the shapes of each component of summand k."""
    face, count = face_of(game), len(game.components(state))
    pieces = face.parts(game, state) if face.parts else []
    # A face that names other pieces than the components would mix up names and values.
    if len(pieces) != count:
        picture = face.picture(game, state, state)
        ids = [f"{k}:{shape.id}" for shape in picture.shapes] if picture and count == 1 else []
        yield from ((title if count == 1 else tr("part {number}", number=i + 1), ids) for i in range(count))
        return
    for piece in pieces:
        name = word(piece.name)
        if one_of_many:
            name = tr("{game}, {part}", game=title, part=name) if count > 1 else title
        yield name, [f"{k}:{id}" for id in piece.shapes]
