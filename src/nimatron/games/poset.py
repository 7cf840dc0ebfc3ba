"""Chomp on any partial order."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from ..errors import UsageError
from ..game import State
from ..message import Message
from .vertices import VertexGame, normal_form, numbers


class Poset(VertexGame):
    """Take an element and with it all that are above it. a>b says that a is above b.

    Chomp is the order of the squares without the poisoned one, which would be below all the others.

    >>> print(*Poset("b>a c>a")("a", "b", "c").options(), sep="; ")
    poset{b>a c>a}: -; poset{b>a c>a}: a c; poset{b>a c>a}: a b
    """

    name = "poset"
    between = ">"
    directed = True

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        below: list[list[int]] = [[] for _ in self.vertices]
        for a, b in self.edges:
            below[self._number[a]].append(self._number[b])
        order = self._from_below(below)
        self.below = _reached(below, order)
        """For each element, all those below it, as bits."""
        above: list[list[int]] = [[] for _ in self.vertices]
        for a, b in self.edges:
            above[self._number[b]].append(self._number[a])
        self.above = _reached(above, order[::-1])

    def _from_below(self, below: list[list[int]]) -> list[int]:
        """The elements, each after all those below it; UsageError names a circle."""
        # Depth first, with the path kept in a dict instead of recursion: a chain may have thousands of elements.
        order: dict[int, None] = {}
        for start in range(len(below)):
            path = {} if start in order else {start: iter(below[start])}
            while path:
                top = next(reversed(path))
                i = next(path[top], None)
                if i is None:
                    del path[top]
                    order[top] = None
                elif i in path:
                    circle = [self.vertices[k] for k in [*path][[*path].index(i) :]]
                    raise UsageError(
                        "an order has no circle, but here is {circle}", circle=" > ".join([*circle, circle[0]])
                    )
                elif i not in order:
                    path[i] = iter(below[i])
        return list(order)

    def lines(self, state: State) -> list[tuple[str, str]]:
        """Each remaining element paired with those immediately below it."""
        pairs = ((i, j) for i in numbers(state) for j in numbers(self.below[i] & state))
        # Immediately below: nothing that is left lies between the two.
        return [(self.vertices[i], self.vertices[j]) for i, j in pairs if not self.below[i] & self.above[j] & state]

    def options(self, state: State) -> Iterator[State]:
        for i in numbers(state):
            yield state & ~(self.above[i] | 1 << i)

    def neighbours(self, i: int) -> int:
        return self.above[i] | self.below[i]

    def canonical(self, state: State) -> Hashable:
        return normal_form(self.above, self.below, state)

    def describe(self, before: State, after: State) -> Message | str:
        taken = before & ~after
        i = next(i for i in numbers(taken) if (self.above[i] | 1 << i) & before == taken)
        element = self.vertices[i]
        if taken == 1 << i:
            return Message("take {element}", params={"element": element})
        others = " ".join(self.names(taken & ~(1 << i)))
        return Message("take {element} and with it {others}", params={"element": element, "others": others})


def _reached(steps: list[list[int]], order: list[int]) -> tuple[int, ...]:
    """For each element, all that steps lead to, as bits; in `order` an element comes after those its steps lead to."""
    found = [0] * len(steps)
    for i in order:
        for j in steps[i]:
            found[i] |= found[j] | 1 << j
    return tuple(found)
