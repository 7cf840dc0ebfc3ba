"""What one choice may cost in all: every step of it is given a share of what is left."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from ..values.search.budget import Budget
from ..values.search.limits import Limits
from ..values.solver import Solver

Number = TypeVar("Number", int, float)


class Allowance:
    """Positions and seconds for all steps together. A step that finds nothing leaves less to those that follow.

    >>> allowance = Allowance(Limits(positions=1000))
    >>> allowance.budget(most=300).spend(200)
    >>> allowance.left().positions, allowance.left(share=0.5).positions
    (800, 400)
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._whole = Budget(replace(limits, positions=None, memory=None))
        self._given: list[Budget] = []

    def left(self, share: float = 1.0, most: int | None = None, moment: float | None = None) -> Limits:
        """A share of what is left, with at most so many positions and seconds."""
        positions, seconds = self.limits.positions, self.limits.seconds
        if positions is not None:
            positions = int(share * max(0, positions - sum(budget.spent for budget in self._given)))
        if seconds is not None:
            seconds = share * max(0.0, seconds - self._whole.elapsed)
        return replace(self.limits, positions=_least(positions, most), seconds=_least(seconds, moment))

    def budget(self, share: float = 1.0, most: int | None = None, moment: float | None = None) -> Budget:
        """A budget of such a share; what it spends is gone."""
        budget = Budget(self.left(share, most, moment))
        self._given.append(budget)
        return budget

    def solver(self, share: float = 1.0, most: int | None = None, moment: float | None = None) -> Solver:
        """A solver with such a share."""
        solver = Solver(self.left(share, most, moment))
        self._given.append(solver.budget)
        return solver


def _least(one: Number | None, other: Number | None) -> Number | None:
    if one is None or other is None:
        return one if other is None else other
    return min(one, other)
