"""Answers about values: sequences, periods, tables, nimbers, graphs, and rules for lost positions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import lt
from typing import Any

from ...core.errors import UsageError
from ...core.game import NOTHING, Game, Position, is_misere
from ...discover.discovery import discover
from ...explain.boundary_patterns import patterns_of
from ...families.catalog import Entry
from ...families.coins.rules import CoinGame
from ...families.formula.rules import Rules
from ...families.graph.rules import Graph
from ...families.heaps.rules import HeapGame
from ...families.tartan.rules import Tartan
from ...families.vertices.rules import ArcKayles, NodeKayles, Poset
from ...nimbers.expression import evaluate
from ...nimbers.field import nim_mul, nim_sum
from ...nimbers.loopy import Loopy
from ...notation.reader import heap_game, with_heaps
from ...show.commands import (
    comparison_commands,
    discovery_commands,
    family_commands,
    nimber_commands,
    nimber_table_commands,
    period_commands,
    sequence_commands,
)
from ...show.discovery_text import discovery_data, discovery_lines
from ...show.faces import face_of, numbering_of
from ...show.json_data import family_data, nimber_data, nimber_table_data
from ...show.nimber_text import calculation_lines
from ...show.sequence_text import (
    PeriodReport,
    comparison_data,
    comparison_lines,
    period_data,
    period_lines,
    sequence_data,
)
from ...show.words import tr
from ...solve.comparison import compare
from ...solve.heap_run import run_of
from ...solve.sequence import period as find_period
from ...solve.sequences.long_runs import reach
from ...solve.sequences.periodicity import Period
from ...solve.value_table import ValueTable, family, member, size_of
from .position_answers import analysis
from .request import MOST_COINS, POSITIONS, AnswerContext, lines_data

MEMORY = 1 << 30
"""The bytes by which a worker may grow for one sequence: half of its address space."""

PACE_SHARE = 0.6
"""The share of its time after which an answer with a pace begins no more rows: the last row has to end in time too."""


def sequence(context: AnswerContext, game: str, n: int) -> Any:
    """The first values of a one-heap game, or of a single coin of a coin game."""
    rules = context.catalog.game(game)
    if face_of(rules).counts == "coin":
        return _coins(context, rules, n)
    # With its own limit of memory a long run ends with the values so far, not with a MemoryError.
    limits = replace(context.limits, memory=MEMORY)
    run = run_of(with_heaps(rules), limits=limits)
    trouble = reach(run, n, limits)
    context.note(trouble)
    about = {"counts": "heap", "first": 0, "commands": sequence_commands(rules, n)}
    return sequence_data(rules, run.values[:n], n, trouble) | about


def _coins(context: AnswerContext, game: Game, n: int) -> dict[str, Any]:
    numbering = numbering_of(game)
    table = family(game, numbering, min(n, MOST_COINS), solver=context.solver())
    context.note(table.trouble)
    data = family_data(table)
    values = [value for value in data["cells"][0] if value is not None]
    return {
        "schema": "nimatron.sequence/1",
        "game": str(game),
        "wanted": n,
        "computed": len(values),
        "largest": max(values, default=None),
        "trouble": data["trouble"],
        "values": values,
        "counts": "coin",
        "first": numbering.first[0],
        "commands": family_commands(table),
    }


def period(context: AnswerContext, game: str) -> Any:
    """The period of a one-heap game with its proof, or how far the search came."""
    rules = heap_game(game, context.catalog)
    # Values of a sequence cost far less than positions of a search, hence the larger limit; time is what ends it.
    result = find_period(rules, POSITIONS * 100, context.seconds, trust=True)
    context.limited = not isinstance(result, Period)
    report = PeriodReport(rules, result)
    lines = lines_data(period_lines(report))
    # The page draws the patterns, so the lines need not.
    data = period_data(replace(report, patterns=patterns_of(rules)))
    return data | {"lines": lines, "commands": period_commands(rules)}


def explorable(context: AnswerContext) -> Any:
    """For each game of the catalog, whether it has a table of values or a sequence to explore."""
    return {"schema": "nimatron.explorable/1", "games": [_explorable(context, entry) for entry in context.catalog]}


def _explorable(context: AnswerContext, entry: Entry) -> dict[str, Any]:
    rules = context.position(entry.sample).game if entry.sample else context.catalog.game(entry.id)
    numbering = face_of(rules).numbering(rules)
    single = isinstance(rules, (HeapGame, CoinGame)) and not isinstance(rules, Tartan)
    return {
        "id": entry.id,
        "title": tr(entry.title),
        "rules": str(rules),
        "table": numbering is not None,
        "flat": bool(numbering and numbering.flat),
        "names": bool(numbering and numbering.names),
        "usual": list((numbering and numbering.usual) or (16, 16)),
        "sequence": face_of(rules).counts if single else None,
    }


def table(
    context: AnswerContext,
    game: str,
    columns: int,
    rows: int,
    misere: bool | None = None,
    row: int = 0,
    height: int | None = None,
    pace: int | None = None,
) -> Any:
    """The values of a family of positions: a row or a grid; with `height` only this many rows, from `row` on.

    After `pace` milliseconds of work, or when time is short, no further row begins: the page can show the rows that
    are ready and ask for the others.
    """
    rules = context.catalog.game(game)
    numbering = numbering_of(rules)
    size = size_of(numbering, columns, rows)
    piece = range(row, size[1] if height is None else row + height)
    # Addresses give milliseconds, limits are in seconds.
    most = None if pace is None else min(pace / 1000, PACE_SHARE * context.seconds)
    enough = None if most is None else partial(lt, most)
    values = family(rules, numbering, columns, rows, is_misere(rules, misere), context.solver(), piece, enough=enough)
    if values.trouble and most is not None and len(values.cells) > 1:  # the rows before it need not be computed again
        values = replace(values, cells=values.cells[:-1], rows=values.rows[:-1], trouble=None)
    context.note(values.trouble)
    about = {"size": list(size), "row": row, "commands": family_commands(values, size[1])}
    return family_data(values) | about


def cell(context: AnswerContext, game: str, column: int, row: int, misere: bool | None = None) -> Any:
    """The position behind a cell of a table, analysed."""
    rules = context.catalog.game(game)
    return analysis(context, str(Position(rules, member(rules, numbering_of(rules), column, row))), misere)


def comparison(context: AnswerContext, one: str, two: str, n: int) -> Any:
    """The first heap at which two one-heap games differ."""
    games = heap_game(one, context.catalog), heap_game(two, context.catalog)
    result = compare(*games, n, replace(context.limits, memory=MEMORY))
    context.note(result.trouble)
    commands = comparison_commands(*games, n)
    return comparison_data(result) | {"lines": lines_data(comparison_lines(result)), "commands": commands}


# -- nimbers --------------------------------------------------------------------------------------


def nimber(context: AnswerContext, expression: str) -> Any:
    """The value of an expression of nimbers, and the steps that lead to it."""
    calculation = evaluate(expression, steps=True)
    result, *_ = calculation_lines(calculation)
    steps = [line.text for line in calculation_lines(calculation, steps=True)]
    return nimber_data(calculation) | {"text": result.text, "steps": steps, "commands": nimber_commands(expression)}


def nimbers(context: AnswerContext, operation: str, size: int) -> Any:
    """The table of an operation on all pairs of numbers below `size`."""
    combine: Callable[[int, int], int] = nim_mul if operation == "product" else nim_sum
    cells = [[combine(a, b) for b in range(size)] for a in range(size)]
    return nimber_table_data(operation, cells) | {"commands": nimber_table_commands(operation, size)}


# -- rules for lost positions ---------------------------------------------------------------------

SEARCH_SHARE = 0.8
"""The share of its time in which an answer may look for a rule; the rest is for words."""

SEARCH_MEMORY = 500 << 20
"""The bytes by which a worker may grow during the search."""


def discovery(context: AnswerContext, rules: str) -> Any:
    """The lost positions of a game from formulas, as a rule in words and as an automaton to draw."""
    game = Rules.from_parameters(rules)
    assert isinstance(game, Rules)
    result = discover(game, SEARCH_SHARE * context.seconds, memory=SEARCH_MEMORY)
    context.limited = result.limited
    data = discovery_data(result)
    del data["certificate"], data["seconds"]
    return data | {
        "position": game.write(game.start),
        "start": list(game.start),
        "numbers": game.numbers.split(),
        "lines": lines_data(discovery_lines(result, table=False)),
        "commands": discovery_commands(game),
    }


# -- graphs ---------------------------------------------------------------------------------------

ON_VERTICES: tuple[Any, ...] = (Graph, ArcKayles, NodeKayles, Poset)
"""The rules for which a graph can be drawn."""


def graph(context: AnswerContext, text: str = "", arrows: str = "", vertices: str = "", game: str = Graph.name) -> Any:
    """A graph as text and as data, with the value of every vertex; for another `game`, with all vertices to play on."""
    names = arrows.split()
    if len(names) % 2:
        raise UsageError("arrows: expected names in pairs, from and to, not {count} names", count=len(names))
    pairs = list(zip(names[::2], names[1::2], strict=True))
    rules = {kind.name: kind for kind in ON_VERTICES}.get(game, Graph)
    on_graph = rules(text) if text else rules(pairs, vertices.split())
    return _tokens(context, on_graph) if isinstance(on_graph, Graph) else _vertices(on_graph)


def _vertices(game: Any) -> dict[str, Any]:
    """The graph of a game that takes vertices: a single vertex has no value."""
    names = list(game.vertices)
    return {
        "schema": "nimatron.graph/1",
        "text": game.parameters,
        "vertices": names,
        "edges": [list(pair) for pair in game.edges],
        "position": game.write(game.parse(" ".join(names))) if names else None,
        "values": [None] * len(names),
        "trouble": None,
        "commands": [],
    }


def _tokens(context: AnswerContext, game: Graph) -> dict[str, Any]:
    first = game.print_order[:1] if game.start is NOTHING else game.start
    return {
        "schema": "nimatron.graph/1",
        "text": game.parameters,
        "vertices": list(game.print_order),
        "edges": [[vertex, target] for vertex in game.print_order for target in game.followers(vertex)],
        "position": game.write(first) if first else None,
        **_vertex_values(context, game),
    }


def _vertex_values(context: AnswerContext, game: Graph) -> dict[str, Any]:
    """The value of each vertex; where play can continue for ever, it may be infinite."""
    table = family(game, numbering_of(game), solver=context.solver())
    context.note(table.trouble)
    data = family_data(table)
    commands = family_commands(table) if table.columns else []
    return {"values": data["cells"][0], "trouble": data["trouble"] or _endless(table), "commands": commands}


def _endless(table: ValueTable) -> str | None:
    """The sentence about infinite values, if there are any."""
    if not any(isinstance(value, Loopy) for value in table.cells[0]):
        return None
    return tr("positions can repeat: from a vertex with ∞ play need not end")
