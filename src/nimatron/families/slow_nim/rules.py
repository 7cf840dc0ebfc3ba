"""Slow Nim: take one coin from each of a few heaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...core.game import State
from ...core.message import Message
from ..moore.rules import SeveralHeaps


class SlowNim(SeveralHeaps):
    """Take one coin from each of at least one and at most k heaps.

    >>> from nimatron import SlowNim, outcome
    >>> [str(option) for option in SlowNim(2)(1, 2).options()], outcome(SlowNim(2)(1, 3, 5))
    (['slow-nim{2}: 0 2', 'slow-nim{2}: 1 1', 'slow-nim{2}: 0 1'], 'P')
    """

    name = "slow-nim"

    def takes(self, heaps: Sequence[int]) -> Iterator[list[int]]:
        yield [heap - 1 for heap in heaps]

    def describe_several(self, before: State, after: State, changed: Sequence[int]) -> Message:
        return Message("take one from each of the heaps {heaps}", heaps=", ".join(str(i + 1) for i in changed))


class ExactSlowNim(SlowNim):
    """Take one coin from each of exactly k heaps.

    >>> [str(option) for option in ExactSlowNim(2)(1, 2, 1).options()]
    ['exact-slow-nim{2}: 0 1 1', 'exact-slow-nim{2}: 0 2 0', 'exact-slow-nim{2}: 1 1 0']
    """

    name = "exact-slow-nim"

    def sizes(self, count: int) -> Iterable[int]:
        return (self.n,) if self.n <= count else ()
