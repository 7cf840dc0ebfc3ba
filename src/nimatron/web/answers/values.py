"""Answers about values: sequences, periods and tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ...explain import patterns_of
from ...game import Game, Position, is_misere
from ...games.catalog import Entry
from ...games.coins import CoinGame, Tartan
from ...games.heaps import HeapGame
from ...games.notation import coded_game, heap_game, with_heaps
from ...present.commands import comparison_commands, family_commands, period_commands, sequence_commands
from ...present.data import family_data
from ...present.families import face_of, numbering_of
from ...present.sequences import PeriodReport, compared_data, compared_lines, period_data, period_lines, sequence_data
from ...present.words import tr
from ...values.comparing import compare
from ...values.family import family, member, size_of
from ...values.questions import period
from ...values.running import run_of
from ...values.search.budget import Budget
from ...values.sequences.periods import Period
from ...values.sequences.runs import reach
from ..limits import MOST_COINS, POSITIONS
from .asked import Asked, lines_data
from .positions import analysis

MEMORY = 1 << 30
"""How many bytes a worker may grow by for one sequence: half of its address space."""

PACED = 0.6
"""The part of its time after which an answer at some pace begins no more rows: the last one should end in time too."""

SHOWN = 0.25
"""If all rows of a table take more seconds than this, the first ones are shown before."""


def sequence(asked: Asked, game: str, n: int) -> Any:
    """The first values of a one-heap game, or of a single coin of a coin game."""
    rules = coded_game(game, asked.catalog)
    if face_of(rules).counts == "coin":
        return _coins(asked, rules, n)
    # With its own limit of memory a long run ends with the values so far, not with a MemoryError.
    limits = replace(asked.limits, memory=MEMORY)
    run = run_of(with_heaps(rules), limits=limits)
    trouble = reach(run, n, limits)
    asked.note(trouble)
    about = {"counts": "heap", "first": 0, "commands": sequence_commands(rules, n)}
    return sequence_data(rules, run.values[:n], n, trouble) | about


def _coins(asked: Asked, game: Game, n: int) -> dict[str, Any]:
    numbering = numbering_of(game)
    found = family(game, numbering, min(n, MOST_COINS), solver=asked.solver())
    asked.note(found.trouble)
    data = family_data(found)
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
        "commands": family_commands(found),
    }


def periods(asked: Asked, game: str) -> Any:
    """The period of a one-heap game with its proof, or how far the search came."""
    rules = heap_game(game, asked.catalog)
    # Values of a sequence cost far less than positions of a search, hence the larger limit; time is what ends it.
    found = period(rules, POSITIONS * 100, asked.seconds)
    asked.limited = not isinstance(found, Period)
    report = PeriodReport(rules, found)
    lines = lines_data(period_lines(report))
    # The page draws the patterns, so the lines need not.
    data = period_data(replace(report, patterns=patterns_of(rules)))
    return data | {"lines": lines, "commands": period_commands(rules)}


def explorable(asked: Asked) -> Any:
    """For each game of the catalog, what can be looked at: a table of its values, a sequence."""
    return {"schema": "nimatron.explorable/1", "games": [_explorable(asked, entry) for entry in asked.catalog]}


def _explorable(asked: Asked, entry: Entry) -> dict[str, Any]:
    rules = asked.position(entry.sample).game if entry.sample else asked.catalog.game(entry.id)
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
    asked: Asked,
    game: str,
    columns: int,
    rows: int,
    misere: bool | None = None,
    row: int = 0,
    height: int | None = None,
    pace: int | None = None,
) -> Any:
    """The values of a family of positions: a row or a grid; with `height` only so many of its rows, from `row` on.

    After `pace` milliseconds of work, or when time is short, no further row is begun: whoever asks can show what is
    there and ask for the rest. Time is short if somebody else waits.
    """
    rules = asked.catalog.game(game)
    numbering = numbering_of(rules)
    size = size_of(numbering, columns, rows)
    piece = range(row, size[1] if height is None else row + height)
    solver, wanted = asked.solver(), len(range(size[1])[piece.start : piece.stop])
    enough = None if pace is None else _Pace(asked, pace / 1000, solver.budget, 0 if row else wanted)
    found = family(rules, numbering, columns, rows, is_misere(rules, misere), solver, piece, enough=enough)
    if found.trouble and asked.leisure and len(found.cells) > 1:  # the rows before it need not be computed again
        found = replace(found, cells=found.cells[:-1], rows=found.rows[:-1], trouble=None)
    asked.note(found.trouble)
    about = {"size": list(size), "row": row, "commands": family_commands(found, size[1])}
    return family_data(found) | about


@dataclass
class _Pace:
    """Tells after each row whether a piece of a table is large enough after some seconds of work, and should be shown.

    Where nobody waits, pieces may be large. But if the `first` one is one of many, it is not: there is nothing to look
    at before it. `first` is the number of its rows, or 0 for a later piece.
    """

    asked: Asked
    seconds: float
    budget: Budget
    first: int
    done: int = 0

    def __call__(self, worked: float) -> bool:
        self.done += 1
        leisure = self.asked.leisure
        at_leisure = leisure is not None and leisure.time()
        if worked > min(self.seconds, PACED * self.asked.seconds):
            most = min(self.seconds, leisure.seconds) if leisure and at_leisure else 0.0
            if worked > most or worked * self.first > SHOWN * self.done:
                return True
        if at_leisure:
            self.budget.restart()  # the next row has as much time as the first one
        return False


def cell(asked: Asked, game: str, column: int, row: int, misere: bool | None = None) -> Any:
    """The position behind a cell of a table, analysed."""
    rules = asked.catalog.game(game)
    return analysis(asked, str(Position(rules, member(rules, numbering_of(rules), column, row))), misere)


def comparison(asked: Asked, one: str, two: str, n: int) -> Any:
    """The first heap at which two one-heap games differ."""
    games = heap_game(one, asked.catalog), heap_game(two, asked.catalog)
    found = compare(*games, n, replace(asked.limits, memory=MEMORY))
    asked.note(found.trouble)
    commands = comparison_commands(*games, n)
    return compared_data(found) | {"lines": lines_data(compared_lines(found)), "commands": commands}
