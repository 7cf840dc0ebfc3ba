"""End-Nim: heaps in a row, taken from its ends."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ...core.game import State
from ...core.message import Message
from ..lists.rules import ListGame


class EndNimGame(ListGame):
    """Take any number from the first or from the last heap of the row.

    An emptied heap is gone, and its neighbour is the end of the row.

    >>> from nimatron import EndNim, winning_moves
    >>> list(map(str, winning_moves(EndNim(1, 3, 3))))
    ['end-nim: 3 3', 'end-nim: 1 3 1']
    """

    name = "end-nim"
    entry = Message("a heap size from 0 on")
    start = (3, 1, 2)

    def options(self, state: State) -> Iterator[State]:
        if state:
            yield from (with_first(state, n) for n in range(state[0] - 1, -1, -1))
        if len(state) > 1:
            yield from (with_right(state, n) for n in range(state[-1] - 1, -1, -1))

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        return tuple(heap for heap in state if heap)

    def canonical(self, state: State) -> Hashable:
        return self.tidy(state)  # type: ignore[no-any-return]

    def tidy(self, state: State) -> State:
        # A row read from the right is the same game.
        return min(state, state[::-1])

    def size(self, state: State) -> int:
        # Of what is left only the two ends are not whole: a heap, or two of them with all between.
        total = sum(state)
        return (total * total - sum(heap * heap for heap in state)) // 2 + total  # type: ignore[no-any-return]

    def describe(self, before: State, after: State) -> Message | str:
        taken = sum(before) - sum(after)
        if len(before) == 1:
            return Message("take {n}", params={"n": taken})
        if taken <= before[-1] and with_right(before, before[-1] - taken) == after:
            return Message("take {n} from the right end", params={"n": taken})
        return Message("take {n} from the left end", params={"n": taken})


def with_first(state: State, n: int) -> State:
    """The row after its first heap became n."""
    return (n, *state[1:]) if n else state[1:]


def with_right(state: State, n: int) -> State:
    """The row after its last heap became n."""
    return (*state[:-1], n) if n else state[:-1]


EndNim = EndNimGame()
