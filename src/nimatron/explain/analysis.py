"""The analysis of a position: outcome, value, moves and reasons, as far as the limits allow."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import xor
from typing import Literal, TypeVar, Unpack

from ..core.errors import Limit
from ..core.game import Game, Option, Outcome, Position, State, is_misere
from ..core.limits import Budget, LimitOptions, Limits, Progress, make_limits
from ..nimbers.loopy import Loopy, Value
from ..notation.reader import position_of
from ..solve.search.frames import options_of
from ..solve.solver import Solver
from ..solve.theorem import LOOPY_SUM, MISERE_SEARCH, SUM, Because, ReasonedValue
from .move_list import DrawingMoves, WinningMoves

T = TypeVar("T")

Solution = Literal["strong", "weak", "unresolved"]
"""How much is known: see `Analysis.solution`."""

MOST_TRIED = 2000
"""The most options that are tried for a winning move that a theorem knows."""

QUICKLY = 0.25
"""The most seconds for trying them: an option may be a board of millions of coins."""


@dataclass(frozen=True)
class PartValue:
    """A part of a position: its value and the reason for it. `summand` is the number of its game in a sum, from 0."""

    position: Position
    value: Value | None
    summand: int
    because: Because

    @classmethod
    def of(cls, game: Game, state: State, summand: int, found: ReasonedValue) -> PartValue:
        """The part with the value and the reason that a solver returned."""
        return cls(Position(game, state), found.value, summand, found.because)


@dataclass(frozen=True)
class Analysis:
    """Who wins, the value, all winning moves, and why; None for what is not known. `str` gives it in words.

    >>> from nimatron import analyse
    >>> print(analyse("nim: 3"))
    nim: 3
    The player to move wins (N-position, value 3).
    1 winning move:
      take 3  ->  nim: 0
    Why: a heap of n has value n [Bouton 1901]
    """

    position: Position
    misere: bool
    outcome: Outcome | None
    value: Value | None
    winning_moves: WinningMoves | None
    parts: tuple[PartValue, ...]
    because: Because
    """The reason for the outcome."""
    trouble: Limit | None = None
    """The limit that was reached, if something is not known."""
    known_move: Option | None = None
    """A move that wins by a theorem, if not all winning moves are known."""
    ruled_out: tuple[int, ...] = ()
    """If the value is not known: the values that it cannot be, in order."""
    drawing_moves: DrawingMoves | None = None
    """If nobody can force a win: the moves that keep it so. All others lose."""

    def text(self, language: str | None = None) -> str:
        """The answer in words, in a language such as "pl"; by default in the reader's."""
        from ..show.explanation_text import analysis_text

        return analysis_text(self, language)

    def _repr_html_(self) -> str:
        from ..show.html import analysis_html

        return analysis_html(self)

    def __str__(self) -> str:
        return self.text()

    @property
    def at_least(self) -> int:
        """A lower bound for a value that is not known: all smaller values are ruled out."""
        return next((n for n, value in enumerate(self.ruled_out) if value != n), len(self.ruled_out))

    @property
    def solution(self) -> Solution:
        """strong: outcome and moves are known; weak: only the outcome; unresolved: not even that."""
        if self.outcome is None:
            return "unresolved"
        return "weak" if self.winning_moves is None else "strong"


def analyse(
    position: Position | str,
    misere: bool | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **words: Unpack[LimitOptions],
) -> Analysis:
    """Everything that can be found out about a position within the limits. Reaching one is not an error here.

    >>> found = analyse("nim: 3 4 5")
    >>> found.outcome, found.value, found.solution, found.winning_moves
    ('N', 2, 'strong', <1 winning move of nim: 3 4 5>)
    """
    position = position_of(position)
    with Solver(make_limits(limits, **words), progress) as solver:
        return run_analysis(position, is_misere(position.game, misere), solver)


def run_analysis(position: Position, misere: bool, solver: Solver) -> Analysis:
    """The analysis that `solver` makes of a position. The solver can answer more questions under the same limits."""
    return _Analyst(position, misere, solver).analysis()


class _Analyst:
    """Asks for outcome, parts and moves one after the other. A limit ends one question, not the others."""

    def __init__(self, position: Position, misere: bool, solver: Solver) -> None:
        self.position, self.misere, self.solver = position, misere, solver
        self.game, self.state = position.game, position.state
        self.trouble: Limit | None = None

    def analysis(self) -> Analysis:
        # The outcome first: it is often the easiest question, and a limit may end the later ones.
        outcome = self._ask(lambda: self.solver.outcome(self.game, self.state, self.misere))
        parts = self._parts()
        moves = self._ask(lambda: self.solver.winning_moves(self.game, self.state, self.misere))
        value = self._value(parts, outcome)
        return Analysis(
            self.position,
            self.misere,
            outcome,
            value,
            None if moves is None else WinningMoves(self.position, moves),
            parts,
            self._because(parts),
            self.trouble,
            self._known_move() if outcome == "N" and moves is None else None,
            self._impossible_values(outcome) if value is None and not self.misere else (),
            self._drawing() if outcome == "D" else None,
        )

    def _drawing(self) -> DrawingMoves | None:
        moves = self._ask(lambda: self.solver.drawing_moves(self.game, self.state, self.misere))
        if moves is None:
            return None
        return DrawingMoves(self.position, moves, self.solver.has_tried_all_draws(self.game, self.state, self.misere))

    def _impossible_values(self, outcome: Outcome | None) -> tuple[int, ...]:
        # An N-position has a move to value 0, so its own value is not 0, whatever the search has found.
        found = self._ask(lambda: self.solver.impossible_values(self.game, self.state)) or ()
        return tuple(sorted({*found, 0})) if outcome == "N" else found

    def _value(self, parts: tuple[PartValue, ...], outcome: Outcome | None) -> Value | None:
        values = [part.value for part in parts if part.value is not None]
        # Without the second condition an untame misere game, which has no parts, would get the value 0 of an empty sum.
        if len(values) == len(parts) and self._has_parts:
            return reduce(xor, values, 0)
        if values and reduce(xor, values) == Loopy():  # whatever the other parts are
            return Loopy()
        # A theorem may give the outcome without the value; but in normal play P and value 0 are the same.
        return 0 if outcome == "P" and not self.misere else None

    def _known_move(self) -> Option | None:
        """A move to P that is found quickly or by a theorem, such as the middle of a board (symmetric play)."""
        if self.misere:
            return None
        with suppress(Limit):
            # First what the solver finds by itself; the loop below only tries theorems on the options.
            if found := self.solver.one_move(self.game, self.state):
                return Option(self.position, *found)
        quick = Budget(Limits(seconds=QUICKLY))  # of its own: that of the question may be used up
        with suppress(Limit):
            for option in islice(quick.meter(options_of(self.game, self.state)), MOST_TRIED):
                by_theorem = self.solver.theorem_outcome(self.game, option)
                if by_theorem and by_theorem.outcome == "P":
                    return Option(self.position, None, option)
        return None

    def _ask(self, question: Callable[[], T]) -> T | None:
        try:
            return question()
        except Limit as reached:
            self.trouble = self.trouble or reached  # the first limit tells most: later questions fail because of it
            return None

    @property
    def _has_parts(self) -> bool:
        """Do the values of the parts decide the game? In misere play only if it is tame."""
        return not self.misere or self.solver.misere.is_tame(self.game)

    def _parts(self) -> tuple[PartValue, ...]:
        if not self._has_parts:
            return ()
        numbered = [
            (k, part) for k, (game, summand) in enumerate(self.position.summands()) for part in game.components(summand)
        ]
        return tuple(self._part(k, *part) for k, part in numbered)

    def _part(self, summand: int, game: Game, state: State) -> PartValue:
        found = self._ask(lambda: self.solver.part(game, state))
        if found is None:
            # The value is unknown, but the method that would give it is a reason to print.
            return PartValue(Position(game, state), None, summand, self.solver.expert(game).way(state))
        return PartValue.of(game, state, summand, found)

    def _because(self, parts: tuple[PartValue, ...]) -> Because:
        if self.misere:
            with suppress(Limit):  # the answer stands, whatever its reason
                return self.solver.misere.because(self.game, self.state)
            return MISERE_SEARCH
        if by_theorem := self.solver.theorem_outcome(self.game, self.state):
            return by_theorem.because
        if len(parts) == 1:
            return parts[0].because
        return LOOPY_SUM if any(isinstance(part.value, Loopy) for part in parts) else SUM
