"""Antonim: Nim in which no two heaps may be equal."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.errors import IllegalPosition
from ...core.game import State
from ..heaps.rules import JoinedHeaps


class AntonimGame(JoinedHeaps):
    """Take any number from one heap, but never leave two equal heaps; there may be several empty ones.

    >>> from nimatron import Antonim
    >>> print(*Antonim(1, 3), sep="; ")
    antonim: 0 3; antonim: 1 2; antonim: 1 0
    """

    name = "antonim"
    start = (3, 5, 8)

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        for at, heap in enumerate(state):
            if heap and heap in state[:at]:
                raise IllegalPosition("two heaps of {n}: no two heaps may be equal", at, n=heap)
        return state

    def options(self, state: State) -> Iterator[State]:
        for i, heap in enumerate(state):
            for left in range(heap - 1, -1, -1):
                if left == 0 or left not in state:
                    yield (*state[:i], left, *state[i + 1 :])


Antonim = AntonimGame()
