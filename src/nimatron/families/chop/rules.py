"""Chop: cut a rectangle along a line and throw one piece away."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.errors import IllegalPosition
from ...core.game import State
from ...core.message import Message
from ..chomp.rules import read_columns_and_rows
from ..lists.rules import SymmetricPair, first_place


class ChopGame(SymmetricPair):
    """Cut the rectangle along a grid line and throw one of the two pieces away.

    >>> print(*Chop(2, 3).options(), sep="; ")
    chop: 1x3; chop: 2x2; chop: 2x1
    """

    name = "chop"
    entry = Message("a size such as 4x6")
    start = (4, 6)

    def options(self, state: State) -> Iterator[State]:
        c, r = state
        yield from ((a, r) for a in range(c - 1, 0, -1))
        yield from ((c, b) for b in range(r - 1, 0, -1))

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        if 0 in super().accept_all(state):
            raise IllegalPosition(
                "a rectangle has at least 1 column and 1 row, not {width}x{height}", width=state[0], height=state[1]
            )
        return state

    def show(self, state: State) -> str:
        return f"{state[0]}x{state[1]}"

    def parse(self, text: str) -> State:
        return self.accept_from(read_columns_and_rows(text), text, (first_place(text),))

    def describe(self, before: State, after: State) -> Message | str:
        return Message("cut down to {x}x{y}", x=after[0], y=after[1])


Chop = ChopGame()
