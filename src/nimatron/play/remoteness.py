"""The remoteness of a position (Steinhaus): its length if the winner hurries and the loser resists."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ..core.errors import Limit
from ..core.game import Game, Position, State
from ..core.limits import Budget
from .findings import Allowance

LOOKS = 4_000
"""The most options to look at before the length counts as unknown: somebody is waiting for an answer."""

PATIENCE = 1.0
"""The most seconds for counting the moves: the rules of a user's own game may be slow."""

SHARE = 0.3
"""The share of an allowance for lengths: most of it is for games that are not small."""

MOST_PARTS = 40
"""The most parts of a game that can be small."""


class Lengths:
    """The number of moves to the end from any position of one game; Limit if the game is not small.

    Its parity gives the outcome too: the player to move loses at even lengths, in misere play at odd ones.
    """

    def __init__(self, game: Game, misere: bool, budget: Budget) -> None:
        self.game, self.lost, self.budget = game, int(misere), budget
        self._table: dict[Hashable, int] = {}
        self._options: dict[Hashable, list[Hashable]] = {}

    def of(self, state: State) -> int:
        key, todo = self.game.canonical, [state]
        while todo:  # a recursion without Python's stack
            here = key(todo[-1])
            unknown = [] if here in self._options else list(self._unknown_options(here, todo[-1]))
            todo += unknown
            if not unknown:
                self._table[here] = self._length(here)
                todo.pop()
        return self._table[key(state)]

    def _unknown_options(self, here: Hashable, state: State) -> Iterator[State]:
        self._options[here] = []
        for option in self.game.options(state):
            # States may be long, and looking at a long one costs more.
            self.budget.spend(1 + len(option) // 16 if isinstance(option, tuple) else 1)
            key = self.game.canonical(option)
            self._options[here].append(key)
            if key not in self._table:
                yield option

    def _length(self, here: Hashable) -> int:
        """A winner takes the shortest way to a lost position, a loser the longest way of all."""
        if any(key not in self._table for key in self._options[here]):  # a position that can come back has no length
            self.budget.spend(LOOKS)
            self.budget.look()
        seen = {self._table[key] for key in self._options[here]}
        winning = [length for length in seen if length % 2 == self.lost]
        return 1 + (min(winning) if winning else max(seen)) if seen else 0


def best_by_length(position: Position, misere: bool, allowance: Allowance) -> list[Position] | None:
    """The fastest wins, or else the moves that resist longest; None if the game is too large."""
    game, state = position.game, position.state
    if len(game.components(state)) > MOST_PARTS or game.size(state) > LOOKS:
        return None
    lengths = Lengths(game, misere, allowance.budget(SHARE, LOOKS, PATIENCE))
    try:
        length = lengths.of(state)
        return [option for option in position.options() if lengths.of(option.state) == length - 1]
    except Limit:
        return None
