"""Which search answers which question: mex, the first option that settles it, a proof, or a labelling.

Measured with `benchmarks/proving.py`: plain mex is fastest for a game that never splits. If positions split into
parts, a proof meets fewer of them but looks at some of them again, so small questions are left to mex. Where a search
finds that a position comes back, all that the question can lead to is labelled instead.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, TypeVar

from ...errors import Cycle
from ...game import Game, State
from ...nimbers import Loopy, Value
from .budget import Budget
from .frames import OPEN, Known, is_plain
from .loops import Loops
from .mex import MexSearch
from .outcomes import EARLY, OutcomeSearch
from .proof import Prover
from .tables import Tables

FEW = 1000
"""At most this many positions are searched by mex before a proof is tried."""

T = TypeVar("T")


class Recalled(Exception):
    """The tables have received what a store knows: ask again."""


class Recording(Protocol):
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
        recorder: Recording | None = None,
    ) -> None:
        self.tables, self.budget, self.recorder = tables, budget, recorder
        self.mex = MexSearch(tables, budget, known_value)
        self.outcomes = OutcomeSearch(tables, budget, known_outcome)
        self.prover = Prover(tables, budget, known_value, known_outcome)
        self.loops = Loops(tables, budget, known_value)

    def value(self, game: Game, state: State) -> Value:
        """The Grundy value of `state`, or the value of one that can go on for ever."""
        loopy = self.loops.value
        return self._answered(game, state, "value", lambda: self._value(game, state), lambda: loopy(game, state))

    def is_p(self, game: Game, state: State, misere: bool = False) -> bool:
        """Does the player who has just moved win?"""
        if misere:
            search, loopy = self.outcomes.is_p, self.loops.misere
            return self._answered(
                game, state, "misere", lambda: search(game, state, True), lambda: loopy(game, state) == "P"
            )
        if not is_plain(game):
            return self.has_value(game, state, 0)
        value = self.mex.seen(game, state)
        if value is not None:
            return value == 0
        return self._answered(
            game, state, "outcome", lambda: self.outcomes.is_p(game, state), lambda: self.loops.value(game, state) == 0
        )

    def may_draw(self, game: Game, state: State, misere: bool = False) -> bool:
        """Of a position that is not P: can it be a draw? Most games are never asked more than this."""
        if not self.tables.loopy:
            return False
        if misere:
            return self.tables.of("misere", game).get(game.canonical(state)) is OPEN
        return any(self.tables.holds("place", part_game) for part_game, _ in game.components(state))

    def has_value(self, game: Game, state: State, n: Value) -> bool:
        """Is `n` the value of `state`? If states split, this is often less work than finding the value."""
        if isinstance(n, Loopy):
            return self.value(game, state) == n
        return self._answered(
            game,
            state,
            "excluded",
            lambda: self._has_value(game, state, n),
            lambda: self.loops.value(game, state) == n,
        )

    def _answered(self, game: Game, state: State, kind: str, search: Callable[[], T], labelling: Callable[[], T]) -> T:
        """By search; if a position comes back, by labelling."""
        if not game.loopy:
            with suppress(Cycle):
                return self._asked(game, state, kind, search)
        return labelling()

    def _value(self, game: Game, state: State) -> Value:
        if is_plain(game):
            value: Value | None = self.mex.value(game, state)
        else:
            # What the short mex search found stays in the tables, so the proof starts from there.
            value = self.mex.quick_value(game, state, FEW)
        if value is OPEN:
            raise Cycle([])
        return self.prover.value(game, state) if value is None else value

    def _has_value(self, game: Game, state: State, n: Value) -> bool:
        told = self.prover.told(game, state, n)
        if told is not None:
            return told
        value = self.mex.quick_value(game, state, FEW, EARLY)
        if value is OPEN:
            raise Cycle([])
        return self.prover.has_value(game, state, n) if value is None else value == n

    def _asked(self, game: Game, state: State, kind: str, question: Callable[[], T]) -> T:
        if self.recorder is None:
            return question()
        return self.recorder.asked(game, state, kind, question)
