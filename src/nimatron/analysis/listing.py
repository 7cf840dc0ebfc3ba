"""The legal moves in the order in which they are listed, each with the outcome it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Unpack

from ..errors import Limit
from ..game import Option, Outcome, Position, State
from ..message import Message
from ..values.search.clock import now
from ..values.search.frames import LONG
from ..values.search.limits import Limits, LimitWords, out_of_time, wished
from ..values.solver import Solver

MOST_REPEATS = 1_000_000
"""The most options of one position that are skipped because they were listed before."""


def distinct(position: Position, seconds: float | None = None) -> Iterator[State]:
    """The options in order, each once. This is how they are listed and numbered.

    Raises Limit if the list only repeats itself, as that of a user's own game may do for ever.
    """
    began, repeats = now(), 0
    seen = set()
    for option in position.game.options(position.state):
        if option not in seen:
            seen.add(option)
            yield option
            continue
        repeats += 1
        if repeats % LONG == 0:
            _check_repeats(position, repeats, len(seen), now() - began, seconds)


def _check_repeats(position: Position, repeats: int, found: int, elapsed: float, seconds: float | None) -> None:
    if repeats >= MOST_REPEATS:
        what = Message("the options of {position} repeat themselves", params={"position": str(position)})
        raise Limit(what, found, elapsed)
    if seconds is not None and elapsed > seconds:
        raise out_of_time(seconds, found, elapsed)


@dataclass(frozen=True)
class Judged:
    """A legal move and the outcome it leads to; None if that is not known."""

    option: Option
    outcome: Outcome | None

    @property
    def wins(self) -> bool | None:
        """Does the player who makes this move win?"""
        return None if self.outcome is None else self.outcome == "P"


def judged_moves(
    position: Position,
    misere: bool = False,
    most: int = 1000,
    limits: Limits | None = None,
    **words: Unpack[LimitWords],
) -> list[Judged]:
    """The first `most` legal moves, each with the outcome it leads to."""
    limits = wished(limits, **words)
    with Solver(limits) as solver:
        options = islice(distinct(position, limits.seconds), most)
        return [_judged(solver, position, state, misere) for state in options]


def _judged(solver: Solver, position: Position, state: State, misere: bool) -> Judged:
    try:
        outcome = solver.outcome(position.game, state, misere)
    except Limit:
        outcome = None
    return Judged(Option(position, None, state), outcome)
