"""Geography: a token walks through a graph and never visits a vertex, or an edge, twice."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...core.errors import BadText, IllegalPosition, UsageError
from ...core.game import NOTHING, State
from ...core.message import Message
from ..edges import Edges, in_order, is_label
from ..graph.rules import AnyGraph, GraphGame, Road, in_usual_order
from ..lists.rules import shorten, words


class Walk(GraphGame[tuple[str, ...]]):
    """A token on a graph; the state is its vertex and, in order, what has been used."""

    signs = "->"

    def __init__(self, edges: AnyGraph = (), vertices: Iterable[Any] = ()) -> None:
        """`edges` as text (`a-b b>c`), as pairs, as a mapping from a vertex to its neighbours, or as a graph.

        Graphs of networkx, rustworkx and igraph are accepted; a vertex may be anything hashable.
        """
        roads, names = self.read_graph(edges, vertices)
        self.roads: tuple[Road, ...] = tuple(sorted({in_usual_order(*road) for road in roads}, key=_key))
        self.vertices: tuple[str, ...] = tuple(sorted(names, key=in_order))
        ways: dict[str, dict[str, str]] = {vertex: {} for vertex in self.vertices}
        for a, between, b in self.roads:
            text = f"{a}{between}{b}"
            # Where both `a-b` and `a>b` are given there are two edges, but one of them is enough to walk on first.
            ways[a].setdefault(text, b)
            if between == "-":
                ways[b].setdefault(text, a)
        self._ways = ways

    def _rules(self) -> dict[str, Any]:
        return {"roads": self.roads, "vertices": self.vertices}

    @property
    def undirected(self) -> bool:
        """May every edge be walked both ways?"""
        return all(between == "-" for _, between, _ in self.roads)

    def ways(self, vertex: str) -> Mapping[str, str]:
        """The edges that may be walked from a vertex, each with the vertex at its other end."""
        return self._ways[vertex]

    @property
    def start(self) -> State:
        """The token on the first vertex that has an edge to walk on."""
        return next(((vertex,) for vertex in self.vertices if self._ways[vertex]), NOTHING)

    # -- notation ---------------------------------------------------------------------------

    @property
    def parameters(self) -> str:
        return self.roads_text(self.roads)

    def show(self, state: State) -> str:
        return " ".join(state)

    def parse(self, text: str) -> State:
        found = list(words(text, ",;"))
        if not found:
            raise BadText(
                "expected the vertex of the token, such as {vertex}", text, 0, vertex=" ".join(self.vertices[:1])
            )
        places, entries = zip(*found, strict=True)
        return self.accept_from(entries, text, places)

    def accept(self, state: State) -> State:
        if is_label(state, self._labels):
            state = (self._labels[state],)
        if isinstance(state, str):
            return self.parse(state)
        if not isinstance(state, Sequence) or not state:
            raise IllegalPosition(
                "expected the vertex of the token, such as {vertex}", vertex=" ".join(self.vertices[:1])
            )
        token = self.accept_vertex(state[0], 0)
        used = [self.name_at(entry, at, token) for at, entry in enumerate(state[1:], 1)]
        for at, entry in enumerate(used):
            if entry in used[:at]:
                raise IllegalPosition("{name!r} is there twice", at + 1, name=entry)
        return self.after(token, used)

    def name_at(self, entry: State, at: int, token: str) -> str:
        """What an entry after the first names, or IllegalPosition at entry `at`."""
        raise NotImplementedError

    def after(self, token: str, used: Iterable[str]) -> State:
        """The state with the token there."""
        raise NotImplementedError

    def describe(self, before: State, after: State) -> Message | str:
        return Message("move from {before} to {after}", before=before[0], after=after[0])


class Geography(Walk):
    """Move the token along an edge to a vertex that it has not visited.

    In the notation the visited vertices follow the vertex of the token. Edges such as `a>b` go one way only.

    >>> from nimatron import winning_moves
    >>> print(*winning_moves("geography{a-b b-c}: b"), sep="; ")
    geography{a-b b-c}: a b; geography{a-b b-c}: c b
    """

    name = "geography"

    def options(self, state: State) -> Iterator[State]:
        visited = {*state}
        # Two edges to the same vertex are one move.
        for vertex in dict.fromkeys(self._ways[state[0]].values()):
            if vertex not in visited:
                yield self.after(vertex, state)

    def name_at(self, entry: State, at: int, token: str) -> str:
        vertex = self.accept_vertex(entry, at)
        if vertex == token:
            raise IllegalPosition("{name!r} is there twice", at, name=vertex)
        return vertex

    def after(self, token: str, used: Iterable[str]) -> State:
        return token, *sorted(used, key=in_order)

    def canonical(self, state: State) -> Hashable:
        # Only what the token can still reach decides the game.
        return state[0], self.reachable(state)

    def reachable(self, state: State) -> frozenset[str]:
        """The vertices that the token can still reach, with its own.

        >>> sorted(Geography("a-b b-c c-d").reachable(("c", "b")))
        ['c', 'd']
        """
        token, *visited = state
        seen, todo = {*visited, token}, [token]
        for vertex in todo:  # the list grows during the loop
            new = [other for other in self._ways[vertex].values() if other not in seen]
            seen.update(new)
            todo += dict.fromkeys(new)
        return frozenset(todo)


class EdgeGeography(Walk):
    """Move the token along an edge that has not been used.

    In the notation the used edges follow the vertex of the token. Edges such as `a>b` go one way only.

    >>> from nimatron import winning_moves
    >>> print(*winning_moves("edge-geography{a-b b-c}: b"), sep="; ")
    edge-geography{a-b b-c}: a a-b; edge-geography{a-b b-c}: c b-c
    """

    name = "edge-geography"

    def check_edges(self, found: Edges) -> None:
        twice = found.double_edge()
        if twice is not None:
            raise UsageError("two edges join {a!r} and {b!r}: at most one can", a=twice[0], b=twice[1])

    def options(self, state: State) -> Iterator[State]:
        token, *used = state
        for edge, vertex in self._ways[token].items():
            if edge not in used:
                yield self.after(vertex, (*used, edge))

    def name_at(self, entry: State, at: int, token: str) -> str:
        edge = self._edge(entry)
        if edge not in self._ways.get(edge.partition(">")[0].partition("-")[0], ()):
            raise IllegalPosition("{name!r} is not an edge of the graph", at, name=shorten(str(entry)))
        return edge

    def _edge(self, entry: State) -> str:
        """An edge as the notation has it, from a text such as a-b or from a pair of vertices; else an empty text."""
        if isinstance(entry, tuple | list) and len(entry) == 2:
            a, b = (self._labels.get(end, str(end)) if is_label(end, self._labels) else str(end) for end in entry)
            spelled = ("".join(in_usual_order(a, between, b)) for between in "->" if a != b)
            return next((edge for edge in spelled if edge in self._ways.get(a, ())), "")
        found = re.fullmatch(r"([^->]+)([->])([^->]+)", "".join(entry) if isinstance(entry, tuple) else str(entry))
        return "".join(in_usual_order(*found.groups())) if found else ""

    def after(self, token: str, used: Iterable[str]) -> State:
        return token, *sorted(used, key=lambda edge: _key(tuple(re.split("([->])", edge))))  # type: ignore[arg-type]

    def canonical(self, state: State) -> Hashable:
        # Only what the token can still reach decides the game.
        return state[0], self.reachable(state)

    def reachable(self, state: State) -> frozenset[str]:
        """The edges that the token can still reach.

        >>> sorted(EdgeGeography("a-b b-c c-d").reachable(("c", "b-c")))
        ['c-d']
        """
        token, *gone = state
        used, seen, todo, edges = {*gone}, {token}, [token], set[str]()
        for vertex in todo:  # the list grows during the loop
            for edge, other in self._ways[vertex].items():
                if edge not in used:
                    edges.add(edge)
                    if other not in seen:
                        seen.add(other)
                        todo.append(other)
        return frozenset(edges)


def _key(road: Road) -> list[Any]:
    a, between, b = road
    return [in_order(a), in_order(b), between]
