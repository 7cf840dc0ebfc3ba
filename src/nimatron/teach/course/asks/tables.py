"""Questions about many positions at once: mark the lost ones, fill in values, continue a sequence, find its period."""

from __future__ import annotations

from typing import Any

from ....analysis import distinct, grundy
from ....errors import UsageError
from ....game import Position, is_misere
from ....games.notation import heap_game
from ....message import Message
from ....present.families import numbering_of
from ....present.words import tr
from ....values.family import Numbering, ValueTable, family, member, size_of
from ....values.questions import period
from ....values.sequences.periods import Period
from ....values.solver import Solver
from ..form import Given, Shape, flag, number, one_of, text
from .base import Ask, Teacher, Verdict, listed, read_number

MOST_CELLS = 400
"""The most cells of one table."""

BLANK = "."
"""A cell that is not filled in yet."""

TABLE = Shape({"game": text}, {"columns": number(1, 60), "rows": number(1, 20), "misere": flag})


def table_numbering(teacher: Teacher, given: Given) -> Numbering:
    """Which positions the cells stand for; with rows, those of two heaps where one heap has one row only."""
    numbering = numbering_of(teacher.catalog.game(given["game"]))
    return numbering.grid if given.get("rows") and numbering.grid is not None else numbering


def table_of(teacher: Teacher, given: Given) -> ValueTable:
    """The values of all cells, or in misere play their outcomes."""
    game, numbering = teacher.catalog.game(given["game"]), table_numbering(teacher, given)
    width, height = size_of(numbering, given.get("columns"), given.get("rows"))
    if width * height > MOST_CELLS:
        raise UsageError("a table in a lesson has at most {most} cells", most=MOST_CELLS)
    misere = is_misere(game, given.get("misere"))
    found = family(game, numbering, width, height, misere, Solver(teacher.limits))
    if found.trouble is not None:
        raise found.trouble
    return found


def table_data(teacher: Teacher, given: Given) -> dict[str, Any]:
    """What the page needs to draw the table: labels, and the position of each cell."""
    found = table_of(teacher, given)
    positions = [
        [str(position_at(teacher, given, found, x, y)) for x in range(len(found.columns))]
        for y in range(len(found.cells))
    ]
    data = {"columns": list(found.columns), "rows": list(found.rows), "positions": positions, "misere": found.misere}
    return {"game": str(found.game), **data}


def position_at(teacher: Teacher, given: Given, found: ValueTable, x: int, y: int) -> Position:
    """The position behind a cell."""
    x0, y0 = found.first
    return Position(found.game, member(found.game, table_numbering(teacher, given), x0 + x, y0 + y))


def cell_name(found: ValueTable, x: int, y: int) -> str:
    """How a cell is called: 4 in a row, 4,2 in a grid."""
    return found.columns[x] if len(found.cells) == 1 else f"{found.columns[x]},{found.rows[y]}"


class Lost(Ask):
    """Mark all cells from which the player to move loses. The answer names them: `0 4 8`, in a grid `0,0 1,2`."""

    name, control = "lost", "marks"
    shape = TABLE
    hints = (
        Message("Where has the player to move lost already?"),
        Message("From where does some move lead to a lost position? From where does none?"),
    )

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        return table_data(teacher, self.given)

    def _lost(self, teacher: Teacher) -> tuple[set[str], set[str]]:
        """(The lost cells, all cells.)"""
        found = table_of(teacher, self.given)
        every = {cell_name(found, x, y): cell for y, row in enumerate(found.cells) for x, cell in enumerate(row)}
        return {name for name, cell in every.items() if cell in (0, "P")}, set(every)

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        marked, (lost, every) = set(answer.split()), self._lost(teacher)
        if unknown := sorted(marked - every):
            raise UsageError("there is no cell {name!r} in this table", name=unknown[0][:20])
        if marked == lost:
            return Verdict(True)
        wrong = sorted(marked - lost, key=_by_number)
        if wrong:
            return Verdict(
                False, tr("Look at {name} again: is there no winning move from it?", name=wrong[0]), (wrong[0],)
            )
        return Verdict(False, tr("All that you have marked is lost, but there is more.") if marked else "")

    def solution(self, teacher: Teacher) -> str:
        return " ".join(sorted(self._lost(teacher)[0], key=_by_number))

    def mistake(self, teacher: Teacher) -> str:
        lost, every = self._lost(teacher)
        return " ".join(sorted(every - lost)[:1])

    def reason(self, teacher: Teacher) -> str:
        """Why the last of them is lost."""
        found, position = table_of(teacher, self.given), None
        for y, row in enumerate(found.cells):
            for x, cell in enumerate(row):
                if cell in (0, "P"):
                    name, position = cell_name(found, x, y), position_at(teacher, self.given, found, x, y)
        if position is None or position.ended:
            return ""
        return f"{name}: {teacher.reason(position, found.misere)}"


def _by_number(name: str) -> tuple[Any, ...]:
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in name.split(","))


class Values(Ask):
    """Fill in the values. The answer lists all cells row by row; a cell that is still empty is a point.

    The first `shown` cells are given, and so are all for which `given` tells: `edge` is the first row and column.
    """

    name, control = "values", "cells"
    shape = TABLE | Shape({}, {"shown": number(0, MOST_CELLS), "edge": flag})
    hints = (
        Message("Which values can one move lead to? Which is the least number that is not among them?"),
        Message("Do you see a pattern? Does it hold for all that is filled in so far?"),
    )

    def _table(self, teacher: Teacher) -> ValueTable:
        found = table_of(teacher, self.given)
        if found.misere:
            raise UsageError("in misere play a table has no values: ask for what is lost")
        return found

    def _is_shown(self, x: int, y: int, width: int) -> bool:
        return y * width + x < self.given.get("shown", 0) or bool(self.given.get("edge") and 0 in (x, y))

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        found = self._table(teacher)
        cells = [
            [str(cell) if self._is_shown(x, y, len(row)) else None for x, cell in enumerate(row)]
            for y, row in enumerate(found.cells)
        ]
        return table_data(teacher, self.given) | {"cells": cells}

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        found, words = self._table(teacher), answer.replace(";", " ").replace(",", " ").split()
        cells = [(cell_name(found, x, y), str(c)) for y, row in enumerate(found.cells) for x, c in enumerate(row)]
        if len(words) != len(cells):
            raise UsageError("expected {count} values, not {came}", count=len(cells), came=len(words))
        given = [(name, right, word) for (name, right), word in zip(cells, words, strict=True)]
        wrong = [name for name, right, word in given if word not in (right, BLANK)]
        if wrong:
            return Verdict(
                False, tr("Look at {name} again: which values can one move lead to?", name=wrong[0]), tuple(wrong)
            )
        if any(word == BLANK for _, _, word in given):
            return Verdict(False, tr("So far all is right. Fill in the rest."))
        return Verdict(True)

    def solution(self, teacher: Teacher) -> str:
        return " ".join(str(cell) for row in self._table(teacher).cells for cell in row)

    def mistake(self, teacher: Teacher) -> str:
        return " ".join(str(int(cell) + 1) for cell in self.solution(teacher).split())

    def reason(self, teacher: Teacher) -> str:
        """How the last of them comes about."""
        found = self._table(teacher)
        x, y = len(found.columns) - 1, len(found.cells) - 1
        here = position_at(teacher, self.given, found, x, y)
        reached = {grundy(Position(here.game, state), teacher.limits) for state in distinct(here)}
        numbers = listed(sorted(value for value in reached if isinstance(value, int)))
        told = {"name": cell_name(found, x, y), "values": numbers, "value": found.cells[y][x]}
        return tr("{name}: one move leads to {values}; the least number that is missing is {value}.", **told)


class PeriodOf(Ask):
    """The period of a one-heap game, its preperiod or its saltus."""

    name, control = "period", "number"
    shape = Shape({"game": text}, {"of": one_of("period", "preperiod", "saltus")})
    hints = (
        Message("Write down the values from 0 on: after how many do they come again?"),
        Message("Do they come again from the very beginning, or only later?"),
    )

    def _period(self, teacher: Teacher) -> Period:
        found = period(heap_game(self.given["game"], teacher.catalog), 100_000, teacher.limits.seconds)
        if not isinstance(found, Period):
            raise UsageError("no period of {game} is known", game=self.given["game"])
        return found

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        return Verdict(read_number(answer) == int(self.solution(teacher)))

    def solution(self, teacher: Teacher) -> str:
        return str(getattr(self._period(teacher), self.given.get("of", "period")))

    def reason(self, teacher: Teacher) -> str:
        found = self._period(teacher)
        game = heap_game(self.given["game"], teacher.catalog)
        shown = min(found.preperiod + 2 * found.period, 40)
        values = family(game, numbering_of(game), shown, 1, False, Solver(teacher.limits)).cells[0]
        return tr("The values from 0 on: {values}, …", values=listed(values))
