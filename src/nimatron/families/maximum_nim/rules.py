"""Maximum Nim: at most a part of a heap may be taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.game import Spoken, State
from ...core.message import Message
from ..heaps.rules import HeapGame, said_take
from ..lists.rules import OneNumber
from ..taking.amounts import Amounts


class MaximumNim(OneNumber, HeapGame):
    """Take at least one coin from a heap, and at most the n-th part of it.

    >>> print(*MaximumNim(2)(7), sep="; ")
    maximum-nim{2}: 6; maximum-nim{2}: 5; maximum-nim{2}: 4
    """

    name = "maximum-nim"
    start = (12,)
    number = Message("the part of a heap that may be taken at most, 2 for the half")

    def heap_options(self, n: int) -> Iterable[int]:
        return range(n - 1, n - n // self.n - 1, -1)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        return said_take(self, state, said, lambda heap: Amounts.of_runs([(1, heap // self.n)]))
