"""Questions about the values of heaps in a row: how they go on, and when they come back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...explain import PartStep, explain
from ...game import Game, Position
from ...message import Message
from ...present.mexes import derived
from ...present.sequences import PeriodReport, period_lines
from ...present.text import Line
from ...present.words import tr
from ...values.questions import period
from ...values.sequences.periods import Period
from ...values.solver import Solver
from .task import LIMITS, Form, NumberTask


def values_of(game: Game, count: int) -> tuple[int, ...]:
    """The values of heaps of 0, 1, ..., `count` - 1."""
    with Solver(LIMITS) as solver:
        return tuple(int(str(solver.value(game, (n,)))) for n in range(count))


def period_of(game: Game) -> Period | None:
    """The proved period of a game; None if none is known."""
    found = period(game, LIMITS)
    return found if isinstance(found, Period) and found.proved else None


def _listed(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))


@dataclass(frozen=True)
class RowTask(NumberTask):
    """A question about the values of heaps of 0, 1, 2, ...; the first `shown` of them are given."""

    heap: Game
    shown: int

    @property
    def game(self) -> Game:
        return self.heap

    @property
    def about(self) -> Message | None:
        if not self.shown:
            return None
        return Message("Heaps of 0, 1, 2, ... have the values {values}, ...",
                       values=_listed(values_of(self.heap, self.shown)))  # fmt: skip


@dataclass(frozen=True)
class NextValues(RowTask):
    """How do the values go on?"""

    form: ClassVar[Form] = "numbers"
    wanted: int = 3

    @property
    def question(self) -> Message:
        last = self.shown + self.wanted - 1
        return Message("Which values do the heaps of {first} to {last} have?", first=self.shown, last=last)

    @property
    def hint(self) -> Message:
        return Message("Which heaps can a heap of {heap} become, and which values do they have?", heap=self.shown)

    def solution(self) -> tuple[int, ...]:
        return values_of(self.heap, self.shown + self.wanted)[self.shown :]

    def reason(self) -> Iterator[Line]:
        for n in range(self.shown, self.shown + self.wanted):
            (step,) = [s for s in explain(Position(self.heap, (n,)), False, LIMITS, mex=1).steps
                       if isinstance(s, PartStep)]  # fmt: skip
            if step.mex is not None:
                yield from derived(step.mex)


@dataclass(frozen=True)
class PeriodOf(RowTask):
    """After how many heaps do the values come back? With `whole`, also from which heap on."""

    whole: bool = False

    @property
    def form(self) -> Form:  # type: ignore[override]
        return "numbers" if self.whole else "number"

    @property
    def question(self) -> Message:
        if self.whole:
            return Message("From which heap on do the values repeat, and what is their period? (Two numbers.)")
        return Message("The values of heaps repeat. What is their period?")

    @property
    def hint(self) -> Message:
        if self.whole:
            return Message("Which heap is the last one whose value does not come back after a period?")
        return Message(
            "Which heaps have value 0, and how far is it from one to the next? Do the others agree with that?"
        )

    def solution(self) -> tuple[int, ...]:
        found = period_of(self.heap)
        assert found is not None
        return (found.preperiod, found.period) if self.whole else (found.period,)

    def reason(self) -> Iterator[Line]:
        found = period_of(self.heap)
        assert found is not None
        shown = _listed(values_of(self.heap, found.preperiod + 2 * found.period))
        yield Line(tr("Heaps of 0, 1, 2, ... have the values {values}, ...", values=shown))
        yield from period_lines(PeriodReport(self.heap, found))
