"""Nim in which a move takes from at most k heaps, and Moore's Nim, which lets you take any amounts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ...core.game import State
from ...core.message import Message
from ..heaps.rules import JoinedHeaps, describe_heap_move
from ..lists.rules import OneNumber


class SeveralHeaps(OneNumber, JoinedHeaps):
    """A move takes from at least one and at most n heaps: write `takes` and `describe_several`."""

    number = Message("the largest number of heaps in one move")

    start: State = (3, 4, 5)

    def sizes(self, count: int) -> Iterable[int]:
        """In how many of so many heaps a move may be."""
        return range(1, min(self.n, count) + 1)

    def chosen(self, heaps: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """The sets of these heaps, which are not empty, from which a move may take."""
        for size in self.sizes(len(heaps)):
            yield from combinations(heaps, size)

    def takes(self, heaps: Sequence[int]) -> Iterable[Sequence[int]]:
        """What a move in all these heaps can leave of them."""
        raise NotImplementedError

    def describe_several(self, before: State, after: State, changed: Sequence[int]) -> Message:
        """A move in the heaps with these numbers, from 0 on, in words."""
        raise NotImplementedError

    def options(self, state: State) -> Iterator[State]:
        # A move may change several heaps, so the game is not the sum of its heaps and has no components.
        heaps = [i for i, heap in enumerate(state) if heap]
        for chosen in self.chosen(heaps):
            for left in self.takes([state[i] for i in chosen]):
                option = list(state)
                for i, heap in zip(chosen, left, strict=True):
                    option[i] = heap
                yield tuple(option)

    def describe(self, before: State, after: State) -> Message | str:
        changed = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
        if len(changed) == 1:
            return describe_heap_move(before, changed[0], (after[changed[0]],))
        return self.describe_several(before, after, changed)


class Moore(SeveralHeaps):
    """Moore's Nim_k: take from at least one and at most k heaps, any amounts.

    >>> len(list(Moore(2)(1, 1, 1).options()))
    6
    """

    name = "moore"

    def takes(self, heaps: Sequence[int]) -> Iterator[list[int]]:
        # Not itertools.product: it would first make a list of all numbers below each heap.
        left = [heap - 1 for heap in heaps]
        while True:
            yield left
            # Counts down like an odometer.
            i = len(left) - 1
            while i >= 0 and left[i] == 0:
                left[i] = heaps[i] - 1
                i -= 1
            if i < 0:
                return
            left[i] -= 1

    def describe_several(self, before: State, after: State, changed: Sequence[int]) -> Message:
        taken = ", ".join(f"{before[i] - after[i]}/{i + 1}" for i in changed)
        return Message("take from {k} heaps (amount/heap): {taken}", k=len(changed), taken=taken)
