"""The lost positions with small numbers, found by the rules alone: what a rule is guessed from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

from ..core.game import NOTHING, State
from ..core.limits import Budget
from ..families.formula.enumeration import Solutions
from ..families.formula.rules import OVER, Rules
from ..nimbers.finite import mex


class PositionBox:
    """The positions whose numbers are less than `side`. It grows, and forgets nothing.

    If no move makes a number larger, every lost position marks the positions that move to it. Otherwise each position
    asks its options, which may lie outside.
    """

    def __init__(self, game: Rules, closed: bool, budget: Budget) -> None:
        self.game, self.play, self.closed, self.budget = game, game.play(), closed, budget
        self.side = 0
        self.known: dict[State, bool] = {}
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
        return (state for state, is_lost in self.known.items() if is_lost and max(state) < side)

    def _states(self, side: int) -> Iterator[State]:
        return product(range(side), repeat=len(self.play.heaps))

    def _sieve(self, side: int) -> None:
        back = [
            Solutions(b, move.after, self.play.heaps, boxed=True) for move in self.play.moves for b in move.branches
        ]
        marked = set[State]()
        for state in self._states(side):  # in this order, because no move makes a number larger
            self.budget.spend()
            lost = self.play.is_position(state) and state not in marked and not self._is_won_at_end(state)
            self.known[state] = lost
            if lost:
                marked.update(before for solutions in back for before in solutions(state, side - 1))

    def _is_won_at_end(self, state: State) -> bool:
        if self.game.misere:
            return not self.game.has_options(state)
        return self.play.won is not None and next(self.game.options(state), None) == OVER

    def is_lost(self, state: State) -> bool:
        """Is the player to move lost? By the definition, without recursion: lines of play may be long."""
        path = [] if state in self.known else [(state, self._options(state))]
        while path:
            self.budget.spend()
            current, options = path[-1]
            unknown = NOTHING
            for option in options:
                if option not in self.known:
                    unknown = option
                    break
                if self.known[option]:
                    self.known[current] = False
                    break
            else:
                self.known[current] = self.play.is_position(current) and not self._is_won_at_end(current)
            if unknown is not NOTHING:
                # The option comes again when it is known: its iterator has passed it.
                path[-1] = current, chain([unknown], options)
                path.append((unknown, self._options(unknown)))
            else:
                path.pop()
        return self.known[state]

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

    def _options(self, state: State) -> Iterator[State]:
        if not self.play.is_position(state):
            return iter(())
        return (option for option in self.game.options(state) if option != OVER)
