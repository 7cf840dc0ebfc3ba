"""Games that take vertices from a graph: Kayles on any graph, and Chomp on any partial order."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any

from ...core.errors import IllegalPosition, UsageError
from ...core.game import Part, Position, State
from ...core.message import Message, Number
from ..edges import in_order, is_label
from ..graph.rules import AnyGraph, GraphGame, in_usual_order
from ..lists.rules import shorten, words
from .normal_forms import normal_form, numbers

NOBODY = "-"
"""The text for "no vertex is left". An empty text means that all vertices are left."""

MOST_VERTICES = 10_000
"""The most vertices of a graph."""


class VertexGame(GraphGame[int]):
    """The state is an int: bit i is set while vertex i, in the order of `vertices`, is left."""

    def __init__(self, edges: AnyGraph = (), vertices: Iterable[Any] = ()) -> None:
        """`edges` as text, as pairs, as a mapping from a vertex to those it is joined to, or as a graph.

        Graphs of networkx, rustworkx and igraph are accepted; a vertex may be anything hashable.
        """
        roads, names = self.read_graph(edges, vertices)
        joined = {(a, b) for a, _, b in (in_usual_order(*road) for road in roads)}
        if len(names) > MOST_VERTICES:
            raise UsageError(
                "at most {most} vertices, not {count}", most=Number(MOST_VERTICES), count=Number(len(names))
            )
        # In order of their names, so that the same graph gives the same game however it was written.
        self.vertices: tuple[str, ...] = tuple(sorted(names, key=in_order))
        self.edges: tuple[tuple[str, str], ...] = tuple(sorted(joined, key=lambda edge: [*map(in_order, edge)]))
        self._number = {name: i for i, name in enumerate(self.vertices)}

    def _rules(self) -> dict[str, Any]:
        return {"edges": self.edges, "vertices": self.vertices}

    @property
    def start(self) -> State:
        """All vertices."""
        return (1 << len(self.vertices)) - 1

    def names(self, state: State) -> list[str]:
        """The vertices that are left."""
        return [self.vertices[i] for i in numbers(state)]

    def lines(self, state: State) -> list[tuple[str, str]]:
        """The edges between the vertices that are left."""
        left = set(self.names(state))
        return [(a, b) for a, b in self.edges if a in left and b in left]

    # -- notation ---------------------------------------------------------------------------

    @classmethod
    def is_name(cls, text: str) -> bool:
        return text != NOBODY and super().is_name(text)

    @property
    def parameters(self) -> str:
        return self.roads_text((a, self.signs, b) for a, b in self.edges)

    def __call__(self, *state: State) -> Position[int]:
        # The state of a position is an int, but in a graph of numbers an int is also the name of a vertex.
        if len(state) == 1 and isinstance(state[0], int) and is_label(state[0], self._labels):
            raise UsageError(
                "{vertex!r} is a vertex and could be bits: write [{vertex!r}] for the vertex, or Position(game, bits)",
                vertex=state[0],
            )
        return super().__call__(*state)

    def accept(self, state: State) -> State:
        if is_label(state, self._labels) and not isinstance(state, int):  # an int is a set of bits
            state = [state]
        if isinstance(state, str):
            return self.parse(state)
        if isinstance(state, int) and not isinstance(state, bool):
            if not 0 <= state <= self.start:
                raise IllegalPosition(
                    "expected the bits of {count} vertices, not {state}", count=len(self.vertices), state=state
                )
            return state
        if not isinstance(state, Iterable):
            raise IllegalPosition("expected the vertices that are left, not {state!r}", state=state)
        left = 0
        for at, entry in enumerate(state):
            name = self.accept_vertex(entry, at)
            if left >> self._number[name] & 1:
                raise IllegalPosition("{name!r} is there twice", at, name=shorten(name))
            left |= 1 << self._number[name]
        return left

    def show(self, state: State) -> str:
        return " ".join(self.names(state)) or NOBODY

    def parse(self, text: str) -> State:
        if text.strip() in ("", NOBODY):
            return 0 if text.strip() else self.start
        places, names = zip(*words(text), strict=True)
        return self.accept_from(names, text, places)

    # -- parts ------------------------------------------------------------------------------

    def neighbours(self, i: int) -> int:
        """The vertices that must stay in the same part as vertex i, as bits."""
        raise NotImplementedError

    def parts(self, state: State) -> list[int]:
        """The connected parts of what is left, in order of their first vertices."""
        found = []
        while state:
            part, new = 0, state & -state
            while new:
                part |= new
                around = 0
                for i in numbers(new):
                    around |= self.neighbours(i)
                new = around & state & ~part
            found.append(part)
            state &= ~part
        return found

    def components(self, state: State) -> Sequence[Part]:
        return [(self, part) for part in self.parts(state)]

    def put(self, state: State, i: int, option: State) -> State:
        part: int = self.components(state)[i][1]
        return state & ~part | option


# -- Kayles on any graph: take two neighbours (a general form of Cram), or a vertex and all its neighbours --


class UndirectedGame(VertexGame):
    """A game on an undirected graph."""

    signs = "-"

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
        return normal_form(self.near, self.near, state)


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
        # Nobody can take a vertex without edges, so it does not matter.
        lone = sum(1 << i for i in numbers(state) if not self.near[i] & state)
        return super().canonical(state & ~lone)

    def describe(self, before: State, after: State) -> Message | str:
        first, second = self.names(before & ~after)
        return Message("take {first} and {second}", first=first, second=second)


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
            return Message("take {vertex}", vertex=vertex)
        others = " ".join(self.names(taken & ~(1 << i)))
        return Message("take {vertex} and with it {others}", vertex=vertex, others=others)


# -- Chomp on any partial order --------------------------------------------------------------------------


class Poset(VertexGame):
    """Take an element and with it all that are above it. a>b says that a is above b.

    Chomp is the order of the squares without the poisoned one, which would be below all the others.

    >>> print(*Poset("b>a c>a")("a", "b", "c").options(), sep="; ")
    poset{b>a c>a}: -; poset{b>a c>a}: a c; poset{b>a c>a}: a b
    """

    name = "poset"

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        below: list[list[int]] = [[] for _ in self.vertices]
        for a, b in self.edges:
            below[self._number[a]].append(self._number[b])
        order = self._from_below(below)
        self.below = _closure(below, order)
        """For each element, all those below it, as bits."""
        above: list[list[int]] = [[] for _ in self.vertices]
        for a, b in self.edges:
            above[self._number[b]].append(self._number[a])
        # Upwards, each element must come after those above it.
        self.above = _closure(above, order[::-1])

    def _from_below(self, below: list[list[int]]) -> list[int]:
        """The elements, each after all those below it; UsageError names a circle."""
        try:
            return list(TopologicalSorter(dict(enumerate(below))).static_order())
        except CycleError as fault:
            # Its second argument is the circle upwards, which ends where it begins.
            circle = " > ".join(self.vertices[i] for i in reversed(fault.args[1]))
            raise UsageError("an order has no cycle, but this is a cycle: {circle}", circle=circle) from None

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
            return Message("take {element}", element=element)
        others = " ".join(self.names(taken & ~(1 << i)))
        return Message("take {element} and with it {others}", element=element, others=others)


def _closure(steps: list[list[int]], order: list[int]) -> tuple[int, ...]:
    """For each element, all that steps lead to, as bits; in `order` an element comes after those its steps lead to."""
    found = [0] * len(steps)
    for i in order:
        for j in steps[i]:
            found[i] |= found[j] | 1 << j
    return tuple(found)
