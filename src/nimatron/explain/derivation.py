"""A value by its definition: the options, their values, and the least number that is not among them.

A theorem answers at once, but only the definition shows why. The derivation can be as deep as the reader asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from ..core.errors import Limit
from ..core.game import Game, Position, State
from ..core.message import Message
from ..nimbers.loopy import Value
from ..solve.solver import Solver

Describe = Callable[[State], Message | str]
"""Words the move to an option."""

MOST_LISTED = 50
"""The most moves of one position that are listed. If there are more, only the values of the options are given."""

MOST_OPTIONS = 2000
"""The most options whose values are asked for. If there are more, nothing is derived from them."""

MOST_SHOWN = 400
"""The most positions in one tree. Beyond it, values are given without their options."""


@dataclass(frozen=True)
class MexTree:
    """A position and its value, and how it follows from the options."""

    position: Position
    value: Value | None
    """None if it is not known within the limits."""
    values: tuple[Value, ...] | None = None
    """The values of the options, each once; None where the tree ends: too deep, too many, or listed further up."""
    moves: tuple[MexMove, ...] = ()
    """The moves, unless there are too many to list."""


@dataclass(frozen=True)
class MexMove:
    """A move in words, and what it leads to."""

    move: Message | str
    to: MexTree


def from_definition(game: Game, state: State, depth: int, solver: Solver, describe: Describe | None = None) -> MexTree:
    """The value of a position, derived from its options, theirs from their own, and so on, `depth` times.

    `describe` calls the moves of the position itself as they are called in a larger whole.

    >>> from nimatron import Nim
    >>> with Solver() as solver:
    ...     found = from_definition(Nim, (2,), 1, solver)
    >>> found.value, found.values
    (2, (0, 1))
    """
    return _Derivation(solver).derive(game, state, depth, describe)


class _Derivation:
    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.listed: set[tuple[Game, State]] = set()
        self.room = MOST_SHOWN

    def derive(self, game: Game, state: State, depth: int, describe: Describe | None = None) -> MexTree:
        state = game.tidy(state)
        position, value = Position(game, state), self._value(game, state)
        if depth <= 0 or (game, state) in self.listed or self.room <= 0:
            return MexTree(position, value)
        # One option beyond the limit shows that there are too many.
        options = list(islice(_without_reorderings(game, state), MOST_OPTIONS + 1))
        values = [self._value(game, option) for option in options[:MOST_OPTIONS]]
        if len(options) > MOST_OPTIONS or None in values:
            return MexTree(position, value)
        shown = tuple(sorted({value for value in values if value is not None}))
        if len(options) > MOST_LISTED:
            return MexTree(position, value, shown)
        # Before the recursion: a position that occurs again further down is not listed a second time.
        self.listed.add((game, state))
        self.room -= len(options)
        describe = describe or partial(game.describe, state)
        moves = (MexMove(describe(option), self.derive(game, option, depth - 1)) for option in options)
        return MexTree(position, value, shown, tuple(moves))

    def _value(self, game: Game, state: State) -> Value | None:
        try:
            return self.solver.value(game, state)
        except Limit:
            return None


def _without_reorderings(game: Game, state: State) -> Iterator[State]:
    """The options, without those that differ from an earlier one only in the order of their heaps."""
    seen = set()
    for option in game.options(state):
        tidy = game.tidy(option)
        if tidy not in seen:
            seen.add(tidy)
            yield option
