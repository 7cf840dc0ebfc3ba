"""How long a game lasts when the winner hurries and the loser resists: its remoteness (Steinhaus)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ..errors import Limit
from ..game import Game, Position, State
from ..values.search.budget import Budget
from ..values.search.limits import Limits
from .allowance import Allowance

LOOKS = 4_000
"""The most options that are looked at before the length counts as unknown: somebody is waiting for an answer."""

PATIENCE = 1.0
"""The most seconds for counting the moves: the rules of one's own game may be slow."""

SHARE = 0.3
"""The share of what a choice may cost that lengths may take: most of it is for games that are not small."""

MOST_PARTS = 40
"""The most parts of a game that can be small."""


class _Frame:
    """A position whose options are being looked at: one level of a recursion without Python's stack."""

    __slots__ = ("key", "options", "pending", "seen")

    def __init__(self, key: Hashable, options: Iterator[State]) -> None:
        self.key, self.options = key, options
        self.pending: Hashable = None
        self.seen: set[int] = set()


class Lengths:
    """The number of moves to the end from any position of one game; Limit if the game is not small.

    Its parity gives the outcome too: the player to move loses at even lengths, in misere play at odd ones.
    """

    def __init__(self, game: Game, misere: bool, budget: Budget | None = None) -> None:
        self.game, self.lost = game, int(misere)
        self.budget = budget or Budget(Limits(positions=LOOKS, seconds=PATIENCE))
        self._table: dict[Hashable, int] = {}

    def of(self, state: State) -> int:
        todo = [self._frame(state)]
        while todo:
            frame = todo[-1]
            if frame.pending is not None:
                frame.seen.add(self._table[frame.pending])
                frame.pending = None
            unknown = self._look(frame)
            if unknown is None:
                self._table[frame.key] = self._length(frame.seen)
                todo.pop()
            else:  # a cycle would go on here for ever, but for the limit
                todo.append(unknown)
        return self._table[self.game.canonical(state)]

    def _frame(self, state: State) -> _Frame:
        return _Frame(self.game.canonical(state), iter(self.game.options(state)))

    def _look(self, frame: _Frame) -> _Frame | None:
        """Look at options until one must be measured first."""
        for option in frame.options:
            # States may be long, and looking at a long one costs more.
            self.budget.spend(1 + len(option) // 16 if isinstance(option, tuple) else 1)
            length = self._table.get(self.game.canonical(option))
            if length is None:
                unknown = self._frame(option)
                frame.pending = unknown.key
                return unknown
            frame.seen.add(length)
        return None

    def _length(self, seen: set[int]) -> int:
        """A winner takes the shortest way to a lost position, a loser the longest way of all."""
        winning = [length for length in seen if length % 2 == self.lost]
        return 1 + (min(winning) if winning else max(seen)) if seen else 0


def best_by_length(position: Position, misere: bool, allowance: Allowance) -> list[Position] | None:
    """The fastest wins, or else the moves that resist longest; None if the game is too large to tell."""
    game, state = position.game, position.state
    if len(game.components(state)) > MOST_PARTS or game.size(state) > LOOKS:
        return None
    lengths = Lengths(game, misere, allowance.budget(SHARE, LOOKS, PATIENCE))
    try:
        length = lengths.of(state)
        return [option for option in position.options() if lengths.of(option.state) == length - 1]
    except Limit:
        return None
