"""Maximum Nim: at most a part of a heap may be taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.errors import BadText, IllegalMove, UsageError
from ...core.game import Game, Spoken, State, is_count, whole
from ...core.message import Message
from ..heaps.rules import HeapGame, changed_heap, said_take
from ..lists.rules import read_parameter


class MaximumNim(HeapGame):
    """Take at least one coin from a heap, and at most the k-th part of it.

    >>> print(*MaximumNim(2)(7), sep="; ")
    maximum-nim{2}: 6; maximum-nim{2}: 5; maximum-nim{2}: 4
    """

    name = "maximum-nim"
    start = (12,)

    def __init__(self, k: int) -> None:
        k = whole(k)
        if not is_count(k):
            raise UsageError("a move takes at most the k-th part of a heap, k at least 1, not {k!r}", k=k)
        self.k = k

    def heap_options(self, n: int) -> Iterable[int]:
        return range(n - 1, n - n // self.k - 1, -1)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        after = said_take(self, state, said)
        if after is not None and after != state:
            i, (left,) = changed_heap(state, after)
            if (taken := state[i] - left) > (most := state[i] // self.k):
                raise IllegalMove(
                    Message("{n} may not be taken, only {amounts}", params={"n": taken, "amounts": f"1-{most}"})
                )
        return after

    @property
    def parameters(self) -> str:
        return str(self.k)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        message = "expected the part of a heap that may be taken at most, such as {sample} for the half"
        return cls(read_parameter(text, BadText(message, text, 0, sample=f"{cls.name}{{2}}")))
