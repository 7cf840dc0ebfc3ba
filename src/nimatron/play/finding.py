"""What a player can find out about the moves of a position within limits."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from random import Random

from ..analysis import DrawingMoves, WinningMoves, distinct
from ..errors import Limit
from ..game import Option, Outcome, Position, State
from ..values.search.budget import Budget
from ..values.search.limits import Limits
from ..values.solver import Solver
from .allowance import Allowance

QUICK = 2_000
"""The most positions in a first, quick search."""

MANY = 2_000
"""The most options that are looked through."""

MOMENT = 0.5
"""Seconds for making options to choose from."""

LONG_SEARCH, SHORT_STEP = 0.6, 0.2
"""How much of what is left the long search may use, and a step that only looks at what is known."""

WORK = 200_000
"""The most options times parts that are looked at: with 100,000 heaps every option costs that much more."""


@dataclass(frozen=True)
class Found:
    """`moves` win; if `complete`, they are all that do. `outcome` is None if it is not known who wins."""

    outcome: Outcome | None
    moves: Sequence[Position] = ()
    complete: bool = True
    draws: Sequence[Position] = ()
    """If nobody can force a win: the moves that keep it so."""

    @property
    def count(self) -> int | None:
        """How many moves win; None if that is not known."""
        return total(self.moves) if self.complete else None


def total(moves: Sequence[Position]) -> int:
    """How many moves there are, even beyond what len() can count."""
    return moves.total if isinstance(moves, WinningMoves) else len(moves)


def find(position: Position, misere: bool, allowance: Allowance) -> Found:
    """The winning moves: a quick search, then what is known of single options, then a long search."""
    found = _searched(position, misere, allowance.solver(most=QUICK))
    found = found or _known_win(position, misere, allowance)
    found = found or _searched(position, misere, allowance.solver(LONG_SEARCH))
    # The long search leaves values behind that may now decide some of the options.
    return found or _known_win(position, misere, allowance) or Found(_outcome(position, misere), complete=False)


def _searched(position: Position, misere: bool, solver: Solver) -> Found | None:
    try:
        moves = WinningMoves(position, solver.winning_moves(position.game, position.state, misere))
        if moves and not moves.first(1):
            return None  # there are some, but they turn too many coins to be made
        outcome = "N" if moves else solver.outcome(position.game, position.state, misere)
        draws = solver.drawing_moves(position.game, position.state, misere) if outcome == "D" else []
        return Found(outcome, moves, draws=DrawingMoves(position, draws).first(MANY))
    except Limit:
        return None


def _known_win(position: Position, misere: bool, allowance: Allowance) -> Found | None:
    """An option that a theorem shows to be lost for the other player, such as the middle of a symmetric board."""
    moment = Budget(allowance.left(SHORT_STEP, moment=MOMENT))
    with suppress(Limit):
        for option in _first(position, room(position, 300), moment.seconds):
            moment.look()
            known = Position(position.game, option)
            if _outcome(known, misere) == "P":
                return Found("N", [known], complete=False)
    return None


def _outcome(position: Position, misere: bool) -> Outcome | None:
    """The outcome, if it is known without a search."""
    try:
        return Solver(Limits(positions=0)).outcome(position.game, position.state, misere)
    except Limit:
        return None


def judged(options: Sequence[Position], misere: bool, allowance: Allowance) -> list[Outcome | None]:
    """Who wins after each of the options, as far as the allowance goes: it is shared out between them."""
    found: list[Outcome | None] = []
    for tried, option in enumerate(options):
        solver = allowance.solver(1 / (len(options) - tried))
        try:
            solver.budget.look()  # when the time is up, even beginning to answer would take too long
            found.append(solver.outcome(option.game, option.state, misere))
        except Limit:
            found.append(None)
    return found


def hopeful(options: Sequence[Position], misere: bool, allowance: Allowance) -> tuple[Sequence[Position], bool]:
    """The options that win, and True; else those that draw or are not known to lose, if any, and False."""
    outcomes = judged(options, misere, allowance)
    for wanted in ("P", "D", None):
        if found := [option for option, outcome in zip(options, outcomes, strict=True) if outcome == wanted]:
            return found, wanted == "P"
    return options, False


def stubborn(options: Sequence[Position], misere: bool, allowance: Allowance) -> list[Position]:
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


def room(position: Position, most: int) -> int:
    """How many options of `position` may be looked at: fewer if each has many parts."""
    return max(1, min(most, WORK // max(1, len(position.game.components(position.state)))))


def _first(position: Position, most: int, seconds: float | None = MOMENT) -> list[State]:
    """The first options: `most`, or as many as can be made in a moment, for one may be a board of millions of coins.

    There is always one, if the position has any.
    """
    found: list[State] = []
    with suppress(Limit):
        for option in islice(distinct(position, Budget(Limits(seconds=seconds))), most):
            found.append(option)
    return found


def sample(position: Position, rng: Random, most: int = MANY, seconds: float | None = MOMENT) -> list[Position]:
    """All options if they are few; otherwise a random selection of them."""
    game, state = position.game, position.state
    most = room(position, most)
    options = _first(position, most + 1, seconds)
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
