"""Questions about many positions at once: mark the lost ones, fill in values, continue a sequence, find its period."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from ...core.errors import UsageError
from ...core.game import Game, Position, is_misere
from ...core.limits import Limits
from ...core.message import Message
from ...explain.ask import grundy
from ...explain.explanations import explain
from ...explain.move_outcomes import distinct
from ...explain.steps import PartStep
from ...notation.reader import heap_game
from ...show.explanation_text import mex_lines
from ...show.faces import numbering_of
from ...show.sequence_text import PeriodReport, period_lines
from ...show.text import Line
from ...show.words import tr, word
from ...solve.sequence import period
from ...solve.sequences.periodicity import Period
from ...solve.solver import Solver
from ...solve.value_table import Numbering, ValueTable, family, member, size_of
from .fields import Fields, Given, flag, number, one_of, text
from .question import LIMITS, AnswerVerdict, NumberQuestion, PracticeQuestion, Question, Teacher, number_list

MOST_CELLS = 400
"""The most cells of one table."""

BLANK = "."
"""A cell that the reader has not filled in yet."""

TABLE = Fields({"game": text}, {"columns": number(1, 60), "rows": number(1, 20), "misere": flag})


class TableQuestion(Question):
    """A question about a table of positions. The names of its cells are `4` in a row, `4,2` in a grid."""

    fields = TABLE

    @cached_property
    def _numbering(self) -> Numbering:
        # A row of single heaps becomes a grid of two heaps if the file asks for rows.
        numbering = numbering_of(self.teacher.catalog.game(self.given["game"]))
        return numbering.grid if self.given.get("rows") and numbering.grid is not None else numbering

    @cached_property
    def table(self) -> ValueTable:
        """The values of all cells, or in misere play their outcomes."""
        game = self.teacher.catalog.game(self.given["game"])
        width, height = size_of(self._numbering, self.given.get("columns"), self.given.get("rows"))
        if width * height > MOST_CELLS:
            raise UsageError("a table in a lesson has at most {most} cells", most=MOST_CELLS)
        misere = is_misere(game, self.given.get("misere"))
        table = family(game, self._numbering, width, height, misere, Solver(self.teacher.limits))
        if table.trouble is not None:
            raise table.trouble
        return table

    def cells(self) -> Iterator[tuple[int, int, object]]:
        """All cells, row by row: column, row, value."""
        for y, line in enumerate(self.table.cells):
            for x, value in enumerate(line):
                yield x, y, value

    def cell_name(self, x: int, y: int) -> str:
        """The name of a cell."""
        table = self.table
        return table.columns[x] if len(table.cells) == 1 else f"{table.columns[x]},{table.rows[y]}"

    def position_at(self, x: int, y: int) -> Position:
        """The position of a cell."""
        x0, y0 = self.table.first
        return Position(self.table.game, member(self.table.game, self._numbering, x0 + x, y0 + y))

    def data(self) -> dict[str, Any]:
        table = self.table
        positions = [[str(self.position_at(x, y)) for x in range(len(table.columns))] for y in range(len(table.cells))]
        names = {"columns": list(table.columns), "rows": list(table.rows)}
        return {"game": str(table.game), **names, "positions": positions, "misere": table.misere}


def table_data(given: Given, teacher: Teacher) -> dict[str, Any]:
    """The data of a table that the page draws without a question."""
    # Any question about tables would do: only its data are used.
    return LostCells(given, teacher).data()


class LostCells(TableQuestion):
    """All cells from which the player to move loses. The answer names them: `0 4 8`, in a grid `0,0 1,2`."""

    name, control = "lost", "marks"
    hints = (
        Message("Where does the player to move lose at once?"),
        Message("From which positions does some move lead to a lost position? From which does no move?"),
    )

    @cached_property
    def _cells_by_loss(self) -> dict[bool, list[str]]:
        """The names of the cells that are lost (True), and of the others."""
        names: dict[bool, list[str]] = {True: [], False: []}
        for x, y, value in self.cells():
            names[value in (0, "P")].append(self.cell_name(x, y))
        return names

    def judge(self, answer: str) -> AnswerVerdict:
        marks, names = set(answer.split()), self._cells_by_loss
        if unknown := sorted(marks - {*names[True], *names[False]}):
            raise UsageError("there is no cell {name!r} in this table", name=unknown[0][:20])
        # Only the first wrong cell is named: the reader finds the others with what was learned from it.
        if wrong := [name for name in names[False] if name in marks]:
            first = min(wrong, key=_by_number)
            return AnswerVerdict(
                False, tr("Look at {name} again: is there no winning move from it?", name=first), (first,)
            )
        if marks == set(names[True]):
            return AnswerVerdict(True)
        return AnswerVerdict(
            False, tr("Everything you marked is lost, but some lost positions are missing.") if marks else ""
        )

    def solution(self) -> str:
        return " ".join(sorted(self._cells_by_loss[True], key=_by_number))

    def mistake(self) -> str:
        return min(self._cells_by_loss[False], default="")

    def reason(self) -> str:
        """The reason why the last of them is lost."""
        # The last one is the largest, and has the most to explain.
        lost = [(x, y) for x, y, value in self.cells() if value in (0, "P")]
        if not lost or (position := self.position_at(*lost[-1])).ended:
            return ""
        x, y = lost[-1]
        return f"{self.cell_name(x, y)}: {self.teacher.reason(position, self.table.misere)}"


def _by_number(name: str) -> tuple[Any, ...]:
    # Numbers in numeric order, before names; the tuples never compare a number with a text.
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in name.split(","))


class CellValues(TableQuestion):
    """The values of all cells, row by row; an empty cell is a point.

    The page shows the first `shown` values; with `edge` it shows the first row and column.
    """

    name, control = "values", "cells"
    fields = TABLE | Fields({}, {"shown": number(0, MOST_CELLS), "edge": flag})
    hints = (
        Message("Which values can one move lead to? Which is the least number that is not among them?"),
        Message("Do you see a pattern? Does it hold for every cell filled in so far?"),
    )

    def data(self) -> dict[str, Any]:
        first, width = self.given.get("shown", 0), len(self.table.columns)
        values = [str(value) if y * width + x < first or (self.given.get("edge") and 0 in (x, y)) else None
                  for x, y, value in self.cells()]  # fmt: skip
        rows = [values[i : i + width] for i in range(0, len(values), width)]
        return super().data() | {"cells": rows}

    def _values(self) -> list[str]:
        if self.table.misere:
            raise UsageError("in misere play a table has no values: ask for the lost positions")
        return [str(value) for _, _, value in self.cells()]

    def judge(self, answer: str) -> AnswerVerdict:
        values, typed = self._values(), answer.replace(";", " ").replace(",", " ").split()
        if len(typed) != len(values):
            raise UsageError("expected {count} values, not {came}", count=len(values), came=len(typed))
        cells = zip(self.cells(), values, typed, strict=True)
        wrong = tuple(self.cell_name(x, y) for (x, y, _), value, word in cells if word not in (value, BLANK))
        if wrong:
            return AnswerVerdict(
                False, tr("Look at {name} again: which values can one move lead to?", name=wrong[0]), wrong
            )
        if BLANK in typed:
            return AnswerVerdict(False, tr("Everything is right so far. Fill in the rest."))
        return AnswerVerdict(True)

    def solution(self) -> str:
        return " ".join(self._values())

    def mistake(self) -> str:
        return " ".join(str(int(value) + 1) for value in self._values())

    def reason(self) -> str:
        """The mex that gives the value of the last cell."""
        *_, (x, y, value) = self.cells()
        here = self.position_at(x, y)
        values = {grundy(Position(here.game, state), self.teacher.limits) for state in distinct(here)}
        numbers = number_list(sorted(n for n in values if isinstance(n, int)))
        facts = {"name": self.cell_name(x, y), "values": numbers, "value": value}
        return tr("{name}: one move leads to {values}; the least number that is missing is {value}.", **facts)


# -- sequences of heaps ----------------------------------------------------------------------------


class RowQuestion(NumberQuestion, PracticeQuestion):
    """A question about the values of heaps of 0, 1, 2, ...; an exercise shows the first `shown` of them."""

    @property
    def game(self) -> Game:
        return heap_game(self.given["game"], self.teacher.catalog)

    @property
    def shown_count(self) -> int:
        """The number of values that the reader sees."""
        return int(self.given.get("shown", 0))

    def values(self, count: int) -> tuple[int, ...]:
        """The values of heaps of 0, 1, ..., `count` - 1."""
        with Solver(self.teacher.limits) as solver:
            # Some values are of numpy, which neither JSON nor a sentence should show.
            return tuple(int(str(solver.value(self.game, (n,)))) for n in range(count))

    @property
    def about(self) -> Message | None:
        return self._listing(self.shown_count) if self.shown_count else None

    def _listing(self, count: int) -> Message:
        values = number_list(self.values(count))
        return Message("Heaps of 0, 1, 2, ... have the values {values}, ...", values=values)


class NextValues(RowQuestion):
    """The values of the next `wanted` heaps."""

    control = "numbers"

    @property
    def _heaps(self) -> range:
        return range(self.shown_count, self.shown_count + self.given["wanted"])

    @property
    def text(self) -> Message:
        first, last = self._heaps[0], self._heaps[-1]
        return Message("Which values do the heaps of {first} to {last} have?", first=first, last=last)

    @property
    def hints(self) -> tuple[Message, ...]:  # type: ignore[override]
        return (
            Message("Which heaps can a heap of {heap} become, and which values do they have?", heap=self.shown_count),
        )

    def numbers(self) -> tuple[int, ...]:
        return self.values(self._heaps.stop)[self.shown_count :]

    def explanation(self) -> Iterator[Line]:
        for n in self._heaps:
            for step in explain(Position(self.game, (n,)), False, self.teacher.limits, mex=1).steps:
                if isinstance(step, PartStep) and step.mex is not None:
                    yield from mex_lines(step.mex)


class PeriodOf(RowQuestion):
    """The period of a one-heap game, its preperiod or its saltus; an exercise with `whole` asks for two of them."""

    name = "period"
    fields = Fields({"game": text}, {"of": one_of("period", "preperiod", "saltus")})
    hints = (
        Message("Write down the values from 0 on: after how many do they repeat?"),
        Message("Do they repeat from the very beginning, or only later?"),
    )

    @property
    def form(self) -> str:
        return "numbers" if self.given.get("whole") else "number"

    @property
    def text(self) -> Message:
        if self.given.get("whole"):
            return Message("From which heap on do the values repeat, and what is their period? (Two numbers.)")
        return Message("The values of heaps repeat. What is their period?")

    @cached_property
    def period(self) -> Period:
        """The proved period."""
        period = period_of(self.game, self.teacher.limits)
        if period is None:
            raise UsageError("no period of {game} is known", game=self.given["game"])
        return period

    def numbers(self) -> tuple[int, ...]:
        if self.given.get("whole"):
            return self.period.preperiod, self.period.period
        return (getattr(self.period, self.given.get("of", "period")),)

    def reason(self) -> str:
        count = min(self.period.preperiod + 2 * self.period.period, 40)
        return tr("The values from 0 on: {values}, …", values=number_list(self.values(count)))

    def explanation(self) -> Iterator[Line]:
        yield Line(word(self._listing(self.period.preperiod + 2 * self.period.period)))
        yield from period_lines(PeriodReport(self.game, self.period))


def period_of(game: Game, limits: Limits = LIMITS) -> Period | None:
    """The proved period of a game; None if none is known."""
    # An observed period may be wrong, and a right answer must not be called wrong.
    # Trusted, because deriving the proof again would delay every exercise.
    result = period(game, 100_000, limits.seconds, trust=True)
    return result if isinstance(result, Period) and result.proved else None
