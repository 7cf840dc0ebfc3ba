"""All that can be found out about a position within the limits, as one answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Literal, TypeVar

from ..errors import Limit
from ..game import Game, Option, Outcome, Position, State
from ..nimbers import Loopy, Value, nim_sum
from ..values.because import LOOPY_SUM, MISERE_SEARCH, RETROGRADE, SUM, Because, Reasoned
from ..values.search.budget import Budget
from ..values.search.frames import options_of
from ..values.search.limits import Limits
from ..values.solver import Solver
from ..values.theorems.misere import is_tame, misere_told, tame_because
from ..ways import way, ways
from .winning import DrawingMoves, WinningMoves

T = TypeVar("T")

Solution = Literal["strong", "weak", "unresolved"]
"""How much is known: see `Analysis.solution`."""

MOST_TRIED = 2000
"""The most options that are tried for a winning move that a theorem knows."""

QUICKLY = 0.25
"""The most seconds for trying them: an option may be a board of millions of coins."""


@dataclass(frozen=True)
class Part:
    """A part of a position: its value and the reason for it. `summand` is the number of its game in a sum, from 0."""

    position: Position
    value: Value | None
    summand: int
    because: Because

    @classmethod
    def of(cls, game: Game, state: State, summand: int, found: Reasoned) -> Part:
        """A part whose value has been found."""
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
    parts: tuple[Part, ...]
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
        return ways["analysis"](self, language)

    _repr_html_ = way("analysis in html")

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


def analysed(position: Position, misere: bool, solver: Solver) -> Analysis:
    """What `solver` finds out about a position. It can be asked more questions afterwards, under the same limits."""
    return _Analyst(position, misere, solver).analysis()


class _Analyst:
    """Asks for outcome, parts and moves one after the other. A limit ends one question, not the others."""

    def __init__(self, position: Position, misere: bool, solver: Solver) -> None:
        self.position, self.misere, self.solver = position, misere, solver
        self.game, self.state = position.game, position.state
        self.trouble: Limit | None = None

    def analysis(self) -> Analysis:
        # The outcome first: it is often the easiest question, and a limit may end the later ones.
        outcome = self._asked(lambda: self.solver.outcome(self.game, self.state, self.misere))
        parts = self._parts()
        moves = self._asked(lambda: self.solver.winning_moves(self.game, self.state, self.misere))
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
            self._ruled_out(outcome) if value is None and not self.misere else (),
            self._drawing() if outcome == "D" else None,
        )

    def _drawing(self) -> DrawingMoves | None:
        moves = self._asked(lambda: self.solver.drawing_moves(self.game, self.state, self.misere))
        if moves is None:
            return None
        return DrawingMoves(self.position, moves, self.solver.draws_are_all(self.game, self.state, self.misere))

    def _ruled_out(self, outcome: Outcome | None) -> tuple[int, ...]:
        # An N-position has a move to value 0, so its own value is not 0, whatever the search has found.
        found = self._asked(lambda: self.solver.ruled_out(self.game, self.state)) or ()
        return tuple(sorted({*found, 0})) if outcome == "N" else found

    def _value(self, parts: tuple[Part, ...], outcome: Outcome | None) -> Value | None:
        values = [part.value for part in parts if part.value is not None]
        if len(values) == len(parts) and self._has_parts:
            return nim_sum(*values)
        if values and nim_sum(*values) == Loopy():  # whatever the other parts are
            return Loopy()
        # A theorem may give the outcome without the value; but in normal play P and value 0 are the same.
        return 0 if outcome == "P" and not self.misere else None

    def _known_move(self) -> Option | None:
        """A move to P that is quickly found, or by a theorem: the middle of a board, say, and then symmetric play."""
        if self.misere:
            return None
        with suppress(Limit):
            if found := self.solver.one_move(self.game, self.state):
                return Option(self.position, *found)
        quick = Budget(Limits(seconds=QUICKLY))  # of its own: that of the question may be used up
        with suppress(Limit):
            for option in islice(quick.charged(options_of(self.game, self.state)), MOST_TRIED):
                told = self.solver.told(self.game, option)
                if told and told.outcome == "P":
                    return Option(self.position, None, option)
        return None

    def _asked(self, question: Callable[[], T]) -> T | None:
        try:
            return question()
        except Limit as reached:
            self.trouble = self.trouble or reached  # the first limit tells most: later questions fail because of it
            return None

    @property
    def _has_parts(self) -> bool:
        """Do the values of the parts decide the game? In misere play only if it is tame."""
        return not self.misere or is_tame(self.game)

    def _parts(self) -> tuple[Part, ...]:
        if not self._has_parts:
            return ()
        numbered = [
            (k, part) for k, (game, summand) in enumerate(self.position.summands()) for part in game.components(summand)
        ]
        return tuple(self._part(k, *part) for k, part in numbered)

    def _part(self, summand: int, game: Game, state: State) -> Part:
        found = self._asked(lambda: self.solver.part(game, state))
        if found is None:
            return Part(Position(game, state), None, summand, self.solver.expert(game).way(state))
        return Part.of(game, state, summand, found)

    def _because(self, parts: tuple[Part, ...]) -> Because:
        if self.misere:
            if known := misere_told(self.game, self.state):
                return known.because
            if tame := tame_because(self.game):
                return tame
            repeats = self.solver.search.loops.place(self.game, self.state, misere=True)
            if repeats:
                return RETROGRADE
            with suppress(Limit):  # what is known is known, whatever it rests on
                return self.solver.misere.because(self.game, self.state)
            return MISERE_SEARCH
        if told := self.solver.told(self.game, self.state):
            return told.because
        if len(parts) == 1:
            return parts[0].because
        return LOOPY_SUM if any(isinstance(part.value, Loopy) for part in parts) else SUM
