"""A value by its definition: the options, their values, and the least number that is not among these.

A theorem answers at once, but only the definition shows why: it can be asked for, as deep as one likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from ..errors import Limit
from ..game import Game, Position, State
from ..message import Message
from ..nimbers import Value
from ..values.solver import Solver

Describe = Callable[[State], Message | str]
"""Words the move to an option."""

MOST_LISTED = 50
"""The most moves of one position that are listed. If there are more, only the values they lead to are told."""

MOST_OPTIONS = 2000
"""The most options whose values are asked for. If there are more, nothing is derived from them."""

MOST_SHOWN = 400
"""The most positions in one tree. Beyond it, values are given without their options."""


@dataclass(frozen=True)
class Mex:
    """A position and its value, and how it follows from the options."""

    position: Position
    value: Value | None
    """None if it is not known within the limits."""
    values: tuple[Value, ...] | None = None
    """The values of the options, each once; None where the tree ends: too deep, too many, or told further up."""
    moves: tuple[MexMove, ...] = ()
    """The moves, unless there are too many to list."""


@dataclass(frozen=True)
class MexMove:
    """A move in words, and what it leads to."""

    move: Message | str
    to: Mex


def from_definition(game: Game, state: State, depth: int, solver: Solver, describe: Describe | None = None) -> Mex:
    """The value of a position, derived from its options, theirs from their own, and so on, `depth` times.

    `describe` calls the moves of the position itself as they are called in a larger whole.

    >>> from nimatron import Nim
    >>> with Solver() as solver:
    ...     found = from_definition(Nim, (2,), 1, solver)
    >>> found.value, found.values
    (2, (0, 1))
    """
    return _Derivation(solver).derived(game, state, depth, describe)


class _Derivation:
    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self.told: set[tuple[Game, State]] = set()
        self.room = MOST_SHOWN

    def derived(self, game: Game, state: State, depth: int, describe: Describe | None = None) -> Mex:
        state = game.tidy(state)
        position, value = Position(game, state), self._value(game, state)
        if depth <= 0 or (game, state) in self.told or self.room <= 0:
            return Mex(position, value)
        options = list(islice(_tidied(game, state), MOST_OPTIONS + 1))
        values = [self._value(game, option) for option in options[:MOST_OPTIONS]]
        if len(options) > MOST_OPTIONS or None in values:
            return Mex(position, value)
        shown = tuple(sorted({value for value in values if value is not None}))
        if len(options) > MOST_LISTED:
            return Mex(position, value, shown)
        self.told.add((game, state))
        self.room -= len(options)
        describe = describe or partial(game.describe, state)
        moves = (MexMove(describe(option), self.derived(game, option, depth - 1)) for option in options)
        return Mex(position, value, shown, tuple(moves))

    def _value(self, game: Game, state: State) -> Value | None:
        try:
            return self.solver.value(game, state)
        except Limit:
            return None


def _tidied(game: Game, state: State) -> Iterator[State]:
    """The options, without those that differ from an earlier one only in the order of their heaps."""
    seen = set()
    for option in game.options(state):
        tidy = game.tidy(option)
        if tidy not in seen:
            seen.add(tidy)
            yield option
