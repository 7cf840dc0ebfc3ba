"""The lost positions with small numbers, found by the rules alone: what a rule is guessed from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from ..core.game import State
from ..core.limits import Budget
from ..families.formula.enumeration import Solutions
from ..families.formula.plain_outcomes import PlainOutcomes
from ..families.formula.rules import Rules
from ..nimbers.finite import mex


class PositionBox(PlainOutcomes):
    """The positions whose numbers are less than `side`. It grows, and forgets nothing.

    If no move makes a number larger, every lost position marks the positions that move to it. Otherwise each position
    asks its options, which may lie outside.
    """

    def __init__(self, game: Rules, closed: bool, budget: Budget) -> None:
        super().__init__(game, budget.spend)
        self.play, self.closed, self.budget = game.play(), closed, budget
        self.side = 0
        self.values: dict[State, int] = {}

    def grow(self, side: int) -> None:
        """Decide all positions whose numbers are less than `side`."""
        if side <= self.side:
            return
        if self.closed:
            self._sieve(side)
        else:
            for state in self._states(side):
                self.is_lost(state)
        self.side = side

    def lost(self, side: int) -> Iterator[State]:
        """The lost positions whose numbers are less than `side`."""
        for state, is_lost in self.known.items():
            if is_lost and max(state) < side:
                self.budget.spend()  # each becomes a word of a tree
                yield state

    def positions(self, side: int) -> Iterator[State]:
        """The positions whose numbers are less than `side`."""
        return filter(self.play.is_position, self._states(side))

    def _states(self, side: int) -> Iterator[State]:
        return product(range(side), repeat=len(self.play.heaps))

    def _sieve(self, side: int) -> None:
        back = [
            Solutions(b, move.after, self.play.heaps, boxed=True) for move in self.play.moves for b in move.branches
        ]
        marked = Counter[State]()
        for state in self._states(side):  # in this order, because no move makes a number larger
            self.budget.spend()
            lost = marked[state] <= self.game.block and self.play.is_position(state)
            self.known[state] = lost = lost and not self.game.is_won_at_end(state)
            if lost:
                marked.update({before for solutions in back for before in solutions(state, side - 1)})

    def value(self, state: State) -> int:
        """The value of a position, by options and mex, without recursion."""
        path = [] if state in self.values else [state]
        while path:
            self.budget.spend()
            current = path[-1]
            options = list(self._options(current))
            unknown = [option for option in options if option not in self.values]
            if unknown:
                path += unknown
            else:
                self.values[current] = mex(self.values[option] for option in options)
                path.pop()
        return self.values[state]
