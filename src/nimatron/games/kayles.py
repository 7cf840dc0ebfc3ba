"""Kayles on any graph: take two neighbours (Arc Kayles, a general form of Cram), or a vertex and all its neighbours."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from ..game import Part, State
from ..message import Message
from .vertices import VertexGame, forest_form, normal_form, numbers


class UndirectedGame(VertexGame):
    """A game on an undirected graph."""

    between = "-"
    directed = False

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        near = [0] * len(self.vertices)
        for a, b in self.edges:
            i, j = self._number[a], self._number[b]
            near[i] |= 1 << j
            near[j] |= 1 << i
        self.near = tuple(near)

    def neighbours(self, i: int) -> int:
        return self.near[i]

    def canonical(self, state: State) -> Hashable:
        return forest_form(self.near, state) or normal_form(self.near, self.near, state)


class ArcKayles(UndirectedGame):
    """Take two vertices that are joined by an edge.

    >>> path = ArcKayles("a-b b-c")
    >>> print(*path("a", "b", "c").options(), sep="; ")
    arc-kayles{a-b b-c}: c; arc-kayles{a-b b-c}: a
    """

    name = "arc-kayles"

    def options(self, state: State) -> Iterator[State]:
        for i in numbers(state):
            for j in numbers(self.near[i] & state & -1 << i):  # only later neighbours: each edge once
                yield state & ~(1 << i | 1 << j)

    def components(self, state: State) -> Sequence[Part]:
        # A part with a single bit set is a vertex without edges, which nobody can take.
        return [(self, part) for part in self.parts(state) if part & part - 1]

    def canonical(self, state: State) -> Hashable:
        lone = sum(1 << i for i in numbers(state) if not self.near[i] & state)
        return super().canonical(state & ~lone)

    def describe(self, before: State, after: State) -> Message | str:
        first, second = self.names(before & ~after)
        return Message("take {first} and {second}", params={"first": first, "second": second})


class NodeKayles(UndirectedGame):
    """Take a vertex and with it all its neighbours.

    >>> path = NodeKayles("a-b b-c")
    >>> print(*path("a", "b", "c").options(), sep="; ")
    node-kayles{a-b b-c}: c; node-kayles{a-b b-c}: -; node-kayles{a-b b-c}: a
    """

    name = "node-kayles"

    def options(self, state: State) -> Iterator[State]:
        left = (state & ~(self.near[i] | 1 << i) for i in numbers(state))
        # In a triangle, say, taking any of the three vertices leaves the same.
        yield from dict.fromkeys(left)

    def describe(self, before: State, after: State) -> Message | str:
        taken = before & ~after
        i = next(i for i in numbers(taken) if (self.near[i] | 1 << i) & before == taken)
        vertex = self.vertices[i]
        if taken == 1 << i:
            return Message("take {vertex}", params={"vertex": vertex})
        others = " ".join(self.names(taken & ~(1 << i)))
        return Message("take {vertex} and with it {others}", params={"vertex": vertex, "others": others})
