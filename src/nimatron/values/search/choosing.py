"""Which search answers which question: mex, the first option that settles it, or a proof.

Measured with `benchmarks/proving.py`: plain mex is fastest for a game that never splits. If positions split into
parts, a proof meets fewer of them but looks at some of them again, so small questions are left to mex.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from ...game import Game, State
from ...nimbers import Value
from .budget import Budget
from .frames import Known, is_plain
from .mex import MexSearch
from .outcomes import EARLY, OutcomeSearch
from .proof import Prover
from .tables import Tables

FEW = 1000
"""At most this many positions are searched by mex before a proof is tried."""

T = TypeVar("T")


class Recalled(Exception):
    """The tables have received what a store knows: ask again."""


class Keeper(Protocol):
    """Something that keeps answers beyond this process, and may know some already."""

    def asked(self, game: Game, state: State, kind: str, question: Callable[[], T]) -> T:
        """The answer to `question`, which is asked again if more has become known."""


class Chooser:
    """Answers to all kinds of questions by search, with the help of earlier answers that a `recorder` has kept."""

    def __init__(
        self,
        tables: Tables,
        budget: Budget,
        known_value: Known,
        known_outcome: Known,
        recorder: Keeper | None = None,
    ) -> None:
        self.tables, self.budget, self.recorder = tables, budget, recorder
        self.mex = MexSearch(tables, budget, known_value)
        self.outcomes = OutcomeSearch(tables, budget, known_outcome)
        self.prover = Prover(tables, budget, known_value, known_outcome)

    def value(self, game: Game, state: State) -> Value:
        """The Grundy value of `state`."""
        return self._asked(game, state, "value", lambda: self._value(game, state))

    def is_p(self, game: Game, state: State, misere: bool = False) -> bool:
        """Does the player who has just moved win?"""
        if not misere and not is_plain(game):
            return self.has_value(game, state, 0)
        value = None if misere else self.mex.seen(game, state)
        if value is not None:
            return value == 0
        kind = "misere" if misere else "outcome"
        return self._asked(game, state, kind, lambda: self.outcomes.is_p(game, state, misere))

    def has_value(self, game: Game, state: State, n: Value) -> bool:
        """Is `n` the value of `state`? If states split, this is often less work than finding the value."""
        return self._asked(game, state, "excluded", lambda: self._has_value(game, state, n))

    def _value(self, game: Game, state: State) -> Value:
        if is_plain(game):
            return self.mex.value(game, state)
        # What the short mex search found stays in the tables, so the proof starts from there.
        value = self.mex.quick_value(game, state, FEW)
        return self.prover.value(game, state) if value is None else value

    def _has_value(self, game: Game, state: State, n: Value) -> bool:
        told = self.prover.told(game, state, n)
        if told is not None:
            return told
        value = self.mex.quick_value(game, state, FEW, EARLY)
        return self.prover.has_value(game, state, n) if value is None else value == n

    def _asked(self, game: Game, state: State, kind: str, question: Callable[[], T]) -> T:
        if self.recorder is None:
            return question()
        return self.recorder.asked(game, state, kind, question)
