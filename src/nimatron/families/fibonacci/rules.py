"""Fibonacci Nim: take at most twice as many as the opponent has just taken."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from ...core.errors import IllegalMove, IllegalPosition
from ...core.game import Spoken, State
from ...core.message import Message
from ..lists.rules import ListGame


class FibonacciGame(ListGame):
    """Take at most twice as many as the opponent took in the last move; the first move may not take all.

    The state is (heap, most): the coins that are left, and how many of them may be taken now.

    >>> from nimatron import Fibonacci, winning_moves
    >>> Fibonacci(12).state, list(map(str, winning_moves(Fibonacci(12))))
    ((12, 11), ['fibonacci: 11 2'])
    """

    name = "fibonacci"
    entry = Message("a heap, and the most that may be taken, such as 13 4")
    start = (20, 19)

    def options(self, state: State) -> Iterator[State]:
        heap, most = state
        return ((heap - n, 2 * n) for n in range(1, min(heap, most) + 1))

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        if len(state) == 1:
            # A heap alone is a start: the first move may not take all.
            return state[0], max(0, state[0] - 1)
        if len(state) != 2:
            raise IllegalPosition(
                "expected {entry} (here: {count})", max(0, min(2, len(state) - 1)), entry=self.entry, count=len(state)
            )
        return state

    def canonical(self, state: State) -> Hashable:
        heap, most = state
        # A bound above the heap means the same as the heap.
        return heap, min(heap, most)

    def size(self, state: State) -> int:
        heap, most = state
        return heap * min(heap, most)  # type: ignore[no-any-return]

    def describe(self, before: State, after: State) -> Message | str:
        return Message("take {n}", params={"n": before[0] - after[0]})

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        if len(said) != 1 or not said[0].text.isdecimal():
            return None
        heap, most = state
        taken = heap - int(said[0].text) if said[0].role == "left" else int(said[0].text)
        if not 1 <= taken <= min(heap, most):
            raise IllegalMove(Message("from 1 to {most} may be taken", most=min(heap, most)))
        return heap - taken, 2 * taken


Fibonacci = FibonacciGame()
