"""The search of a player with limits: which moves win, draw or resist longest."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import TypeVar

from ..core.errors import Limit
from ..core.game import Option, Outcome, Position, State
from ..core.limits import Budget, Limits
from ..explain.move_list import DrawingMoves, WinningMoves
from ..explain.move_outcomes import distinct
from ..solve.solver import Solver

QUICK = 2_000
"""The most positions in a first, quick search."""

MANY = 2_000
"""The most options that a player looks at."""

MOMENT = 0.5
"""Seconds for making options to choose from."""

LONG_SEARCH, SHORT_STEP = 0.6, 0.2
"""The shares of the remaining allowance for the long search, and for a step that asks theorems only."""

WORK = 200_000
"""The most options times parts that a player looks at: with 100,000 heaps every option costs as much more."""


@dataclass(frozen=True)
class MoveFindings:
    """The result of a search: `moves` win and, if `complete`, no others do. `outcome` is None if it is not known."""

    outcome: Outcome | None
    moves: Sequence[Position] = ()
    complete: bool = True
    draws: Sequence[Position] = ()
    """The moves that keep a draw, if nobody can force a win."""

    @property
    def count(self) -> int | None:
        """The number of winning moves; None if it is not known."""
        return count_moves(self.moves) if self.complete else None


def count_moves(moves: Sequence[Position]) -> int:
    """The number of moves, even beyond what len() can count."""
    return moves.total if isinstance(moves, WinningMoves) else len(moves)


def find_wins(position: Position, misere: bool, allowance: Allowance) -> MoveFindings:
    """The winning moves: by a quick search, then by theorems about single options, then by a long search."""
    found = _search(position, misere, allowance.solver(SHORT_STEP, most=QUICK))
    found = found or _known_win(position, misere, allowance)
    found = found or _search(position, misere, allowance.solver(LONG_SEARCH))
    # The long search leaves values behind that may now decide some of the options.
    return found or _known_win(position, misere, allowance) or MoveFindings(_outcome(position, misere), complete=False)


def _search(position: Position, misere: bool, solver: Solver) -> MoveFindings | None:
    try:
        moves = WinningMoves(position, solver.winning_moves(position.game, position.state, misere))
        if moves and not moves.first(1):
            return None  # there are some, but they turn too many coins to be made
        outcome = "N" if moves else solver.outcome(position.game, position.state, misere)
        draws = solver.drawing_moves(position.game, position.state, misere) if outcome == "D" else []
        return MoveFindings(outcome, moves, draws=DrawingMoves(position, draws).first(MANY))
    except Limit:
        return None


def _known_win(position: Position, misere: bool, allowance: Allowance) -> MoveFindings | None:
    """An option that a theorem shows to be lost for the other player, such as the middle of a symmetric board."""
    moment = Budget(allowance.rest(SHORT_STEP, moment=MOMENT))
    with suppress(Limit):
        for option in _first_options(position, option_limit(position, 300), moment.seconds):
            moment.look()
            known = Position(position.game, option)
            if _outcome(known, misere) == "P":
                return MoveFindings("N", [known], complete=False)
    return None


def _outcome(position: Position, misere: bool) -> Outcome | None:
    """The outcome, if it is known without a search."""
    try:
        return Solver(Limits(positions=0)).outcome(position.game, position.state, misere)
    except Limit:
        return None


def outcomes_of(options: Sequence[Position], misere: bool, allowance: Allowance) -> list[Outcome | None]:
    """The outcome of each option, None if its share of the allowance does not suffice."""
    found: list[Outcome | None] = []
    for tried, option in enumerate(options):
        solver = allowance.solver(1 / (len(options) - tried))
        try:
            solver.budget.look()  # when the time is up, even beginning to answer would take too long
            found.append(solver.outcome(option.game, option.state, misere))
        except Limit:
            found.append(None)
    return found


def best_hopes(options: Sequence[Position], misere: bool, allowance: Allowance) -> tuple[Sequence[Position], bool]:
    """The options that win, and True; else those that draw or are not known to lose, if any, and False."""
    outcomes = outcomes_of(options, misere, allowance)
    for wanted in ("P", "D", None):
        if found := [option for option, outcome in zip(options, outcomes, strict=True) if outcome == wanted]:
            return found, wanted == "P"
    return options, False


def longest_resistance(options: Sequence[Position], misere: bool, allowance: Allowance) -> list[Position]:
    """The options with the fewest winning replies. One whose replies are hard to find counts as having none."""
    # One solver for all of them: what it learns of one option helps with the next.
    solver = allowance.solver(most=10 * QUICK)
    replies = [_replies(option, misere, solver) for option in options]
    return [option for option, count in zip(options, replies, strict=True) if count == min(replies)]


def _replies(option: Position, misere: bool, solver: Solver) -> int:
    try:
        solver.budget.look()  # when the time is up, even beginning to answer would take too long
        return WinningMoves(option, solver.winning_moves(option.game, option.state, misere)).total
    except Limit:
        return 0


def option_limit(position: Position, most: int) -> int:
    """The most options of `position` to look at: fewer if each has many parts."""
    return max(1, min(most, WORK // max(1, len(position.game.components(position.state)))))


def _first_options(position: Position, most: int, seconds: float | None = MOMENT) -> list[State]:
    """The first options: at most `most`, and only while time is left: one may be a board of millions of coins.

    There is always one, if the position has any.
    """
    found: list[State] = []
    with suppress(Limit):
        for option in islice(distinct(position, Budget(Limits(seconds=seconds))), most):
            found.append(option)
    return found


def sample_options(position: Position, rng: Random, most: int = MANY, seconds: float | None = MOMENT) -> list[Position]:
    """All options if they are few; otherwise a random selection of them."""
    game, state = position.game, position.state
    most = option_limit(position, most)
    options = _first_options(position, most + 1, seconds)
    if len(options) <= most:
        return [Position(game, option) for option in options]
    parts = game.components(state)
    if len(parts) == 1:
        return [Position(game, option) for option in rng.sample(options, most)]
    chosen = rng.sample(range(len(parts)), min(len(parts), most))
    from_each = max(1, most // len(chosen))
    return [
        Option(position, i, option)
        for i in chosen
        for option in islice(parts[i][0].options(parts[i][1]), from_each)
    ]  # fmt: skip


Number = TypeVar("Number", int, float)


class Allowance:
    """The positions and seconds of one choice. Each step takes a share, and later steps have less.

    >>> allowance = Allowance(Limits(positions=1000))
    >>> allowance.budget(most=300).spend(200)
    >>> allowance.rest().positions, allowance.rest(share=0.5).positions
    (800, 400)
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._whole = Budget(replace(limits, positions=None, memory=None))
        self._given: list[Budget] = []

    def rest(self, share: float = 1.0, most: int | None = None, moment: float | None = None) -> Limits:
        """A share of the rest, with at most `most` positions and `moment` seconds."""
        positions, seconds = self.limits.positions, self.limits.seconds
        if positions is not None:
            positions = int(share * max(0, positions - sum(budget.spent for budget in self._given)))
        if seconds is not None:
            seconds = share * max(0.0, seconds - self._whole.elapsed)
        return replace(self.limits, positions=_least(positions, most), seconds=_least(seconds, moment))

    def budget(self, share: float = 1.0, most: int | None = None, moment: float | None = None) -> Budget:
        """A budget with such a share; later shares are smaller by what it spends."""
        budget = Budget(self.rest(share, most, moment))
        self._given.append(budget)
        return budget

    def solver(self, share: float = 1.0, most: int | None = None, moment: float | None = None) -> Solver:
        """A solver with such a share."""
        solver = Solver(self.rest(share, most, moment))
        self._given.append(solver.budget)
        return solver


def _least(one: Number | None, other: Number | None) -> Number | None:
    if one is None or other is None:
        return one if other is None else other
    return min(one, other)
