"""Maximum Nim: at most a part of a heap may be taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.errors import IllegalMove
from ...core.game import Spoken, State
from ...core.message import Message
from ..heaps.rules import HeapGame, changed_heap, said_take
from ..lists.rules import OneNumber


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
        after = said_take(self, state, said)
        if after is not None and after != state:
            i, (left,) = changed_heap(state, after)
            if (taken := state[i] - left) > (most := state[i] // self.n):
                raise IllegalMove(
                    Message("{n} may not be taken, only {amounts}", params={"n": taken, "amounts": f"1-{most}"})
                )
        return after
