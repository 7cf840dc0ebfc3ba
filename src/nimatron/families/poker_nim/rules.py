"""Poker Nim: what a player takes goes into a bag, and may be added to a heap again."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import comb

from ...core.errors import BadText, IllegalPosition
from ...core.game import State
from ...core.message import Message
from ..heaps.rules import Heaps, changed_heap, describe_heap_move
from ..strips.rules import MOST_COINS


class PokerNimGame(Heaps):
    """Take any number of coins from a heap into your bag, or add any number from your bag to a heap that is not empty.

    The last two entries of a state are the bags: first the bag of the player who moves next, then the other one. So the
    bags change places with every move, and the position alone says what may be done; in a sum they change places with
    every move in this part. In the notation they follow a slash, and bags that are not written are empty.

    >>> from nimatron import PokerNim
    >>> print(*PokerNim("2 / 1 0"), sep="; ")
    poker-nim: 1 / 0 2; poker-nim: 0 / 0 3; poker-nim: 3 / 0 0
    """

    name = "poker-nim"
    loopy = True
    start = (3, 4, 6, 2, 2)

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        if len(state) < 2:
            raise IllegalPosition("the last two entries are the bags of the players")
        return state

    def show(self, state: State) -> str:
        own, other = state[-2:]
        heaps = " ".join(map(str, state[:-2]))
        return f"{heaps} / {own} {other}".strip()

    def parse(self, text: str) -> State:
        heaps, _, bags = text.partition("/")
        count = len(bags.replace(",", " ").split())
        if count > 2:
            raise BadText("expected the bags of two players, such as {sample}", text, len(heaps), sample="3 4 5 / 2 1")
        return super().parse(f"{heaps} {bags}{' 0' * (2 - count)}")

    def options(self, state: State) -> Iterator[State]:
        own = state[-2]
        for i, heap in enumerate(state[:-2]):
            yield from (self.with_heap(state, i, heap - k) for k in range(1, heap + 1))
            yield from (self.with_heap(state, i, heap + k) for k in range(1, own + 1) if heap)

    def with_heap(self, state: State, i: int, heap: int) -> State:
        """The state after a move that makes heap i so large; the bags change places."""
        own, other = state[-2:]
        return (*state[:i], heap, *state[i + 1 : -2], other, own + state[i] - heap)

    def canonical(self, state: State) -> Hashable:
        return (*sorted(heap for heap in state[:-2] if heap), *state[-2:])

    def tidy(self, state: State) -> State:
        return (*sorted(state[:-2]), *state[-2:])

    def size(self, state: State) -> int:
        coins = sum(state)
        return comb(coins + len(state) - 1, len(state) - 1) if coins <= MOST_COINS else 1 << 64

    def describe(self, before: State, after: State) -> Message | str:
        i, (left,) = changed_heap(before[:-2], after[:-2])
        if left > before[i]:
            return Message("add {n} to heap {heap}", params={"n": left - before[i], "heap": i + 1})
        return describe_heap_move(before[:-2], i, (left,))


PokerNim = PokerNimGame()
