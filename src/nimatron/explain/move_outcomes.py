"""The legal moves in the order in which they are listed, each with the outcome it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import ParamSpec, TypeVar, Unpack

from ..core.errors import Limit
from ..core.game import Option, Outcome, Position, State
from ..core.limits import Budget, LimitOptions, Limits, make_limits
from ..core.message import Message
from ..nimbers.loopy import Value
from ..solve.search.frames import options_of
from ..solve.solver import Solver
from .ask import reach

P = ParamSpec("P")
T = TypeVar("T")

MOST_REPEATS = 1_000_000
"""The most options of one position that are skipped because they were listed before."""


def distinct(position: Position, budget: Budget | None = None) -> Iterator[State]:
    """The options in order, each once, within the `budget`. This is how they are listed and numbered.

    Raises Limit if the list only repeats itself, as that of a user's own game may do for ever.
    """
    budget, repeats = budget or Budget(), 0
    seen = set()
    for option in budget.meter(options_of(position.game, position.state)):
        if option not in seen:
            seen.add(option)
            yield option
            continue
        repeats += 1
        if repeats >= MOST_REPEATS:
            what = Message("the options of {position} lead back to it", position=str(position))
            raise Limit(what, len(seen), budget.elapsed)


@dataclass(frozen=True)
class MoveOutcome:
    """A legal move, the outcome it leads to, and in normal play the value; None for what is not known."""

    option: Option
    outcome: Outcome | None
    value: Value | None = None

    @property
    def wins(self) -> bool | None:
        """Does the player who makes this move win?"""
        return None if self.outcome is None else self.outcome == "P"


def move_outcomes(
    position: Position,
    misere: bool = False,
    most: int = 1000,
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> list[MoveOutcome]:
    """The first `most` legal moves, each with the outcome and the value it leads to."""
    limits = make_limits(limits, **words)
    with Solver(limits) as solver:
        # Listed first: if a limit ends the judging, the moves are there all the same.
        options = list(islice(distinct(position, Budget(limits)), most))
        # All outcomes before the first value: a value may be far more work, and use up the limits.
        outcomes = [_ask_within(solver.budget, solver.outcome, position.game, state, misere) for state in options]
        values = [
            None if misere else _ask_within(solver.budget, solver.value, position.game, state) for state in options
        ]
    rows = zip(options, outcomes, values, strict=True)
    return [MoveOutcome(Option(position, None, state), outcome, value) for state, outcome, value in rows]


def _ask_within(budget: Budget, question: Callable[P, T], *arguments: P.args, **words: P.kwargs) -> T | None:
    try:
        budget.look()  # when the time is up, even beginning to answer would take too long
        return question(*arguments, **words)
    except Limit:
        return None


def moves_to(
    position: Position,
    n: Value,
    most: int = 1000,
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> list[MoveOutcome]:
    """The first `most` moves that lead to value `n`."""
    found = reach(position, n, limits, **words)
    # A value decides the outcome, so nothing is searched again.
    return [MoveOutcome(option, "N" if n else "P", n) for option in found.first(most)]
