"""Which search answers which question: mex, the first option that settles it, or a labelling.

The outcome of a sum needs the values of its parts, so only games that never split have a search for outcomes alone. If
a search meets a position again on its own path, the positions below the question are labelled instead.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from ...core.errors import Cycle
from ...core.game import Game, State
from ...core.limits import Budget
from ...nimbers.loopy import Value
from .cycles import Loops
from .frames import OPEN, Known
from .memo import Tables
from .mex import MexSearch
from .outcomes import OutcomeSearch

if TYPE_CHECKING:
    from ..store.recorder import Recorder

T = TypeVar("T")


class Chooser:
    """Answers every kind of question by search, each by the search that suits it; a `recorder` saves the answers."""

    def __init__(
        self,
        tables: Tables,
        budget: Budget,
        known_value: Known,
        known_outcome: Known,
        recorder: Recorder | None = None,
    ) -> None:
        self.tables, self.budget, self.recorder = tables, budget, recorder
        self.known_value, self.known_outcome = known_value, known_outcome

    @cached_property
    def mex(self) -> MexSearch:
        """Values by the definition."""
        return MexSearch(self.tables, self.budget, self.known_value)

    @cached_property
    def outcomes(self) -> OutcomeSearch:
        """Outcomes up to the first option that settles them."""
        return OutcomeSearch(self.tables, self.budget, self.known_outcome)

    @cached_property
    def loops(self) -> Loops:
        """Labels of positions that can repeat."""
        return Loops(self.tables, self.budget, self.known_value)

    def value(self, game: Game, state: State) -> Value:
        """The Grundy value of `state`, or the value of one that can continue for ever."""
        return self._answer(
            game, state, "value", lambda: self.mex.value(game, state), lambda: self.loops.value(game, state)
        )

    def is_p(self, game: Game, state: State, misere: bool = False) -> bool:
        """Does the player who has just moved win? In normal play only for a game that never splits."""
        if misere:
            return self._answer(
                game,
                state,
                "misere",
                lambda: self.outcomes.is_p(game, state, True),
                lambda: self.loops.misere(game, state) == "P",
            )
        value = self.mex.stored_value(game, state)
        if value is not None:
            return value == 0
        return self._answer(
            game, state, "outcome", lambda: self.outcomes.is_p(game, state), lambda: self.loops.value(game, state) == 0
        )

    def may_draw(self, game: Game, state: State, misere: bool = False) -> bool:
        """Of a position that is not P: can it be a draw? Most games are never asked more than this."""
        if not self.tables.loopy:
            return False
        if misere:
            return self.tables.of("misere", game).get(game.canonical(state)) is OPEN
        return any(self.tables.holds("place", part_game) for part_game, _ in game.components(state))

    def _answer(self, game: Game, state: State, kind: str, search: Callable[[], T], labelling: Callable[[], T]) -> T:
        """The answer of a search; of a labelling if positions repeat."""
        # A search of a game that declares its loops would only end with Cycle.
        if not game.loopy:
            with suppress(Cycle):
                return search() if self.recorder is None else self.recorder.answer(game, state, kind, search)
        return labelling()
