"""Green Hackenbush: cut an edge of a picture that stands on the ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from ...core.errors import BadText, IllegalPosition
from ...core.game import Game, Part, State
from ...core.message import Message
from ..edges import edges_of, in_order, names_of, vertex_name
from ..graph.rules import NOT_IN_NAMES
from ..lists.rules import shorten, words

GROUND = "0"
"""The name of the ground, to which everything must be joined."""

Edge = tuple[str, str]
"""The names of the two ends, in order; they are equal for a loop."""


class StandingGame(Game[tuple[Edge, ...]]):
    """The state is the edges that are left, in order; an edge may occur several times."""

    loops: bool = True
    """May an edge join a vertex to itself?"""

    def accept(self, state: State) -> State:
        if isinstance(state, str):
            return self.parse(state)
        if not isinstance(state, Sequence):
            state = pairs_of(state)
        edges = [accepted_edge(entry, at) for at, entry in enumerate(state)]
        loop = next((at for at, (a, b) in enumerate(edges) if a == b), None)
        if loop is not None and not self.loops:
            a, b = edges[loop]
            raise IllegalPosition("{a}{between}{b} joins a vertex to itself", loop, a=a, between="-", b=b)
        kept = self.surviving_edges(in_rows(edges))
        if edges and not kept:
            raise IllegalPosition("no edge is joined to the ground, which is called 0: write one such as 0-a", 0)
        return kept

    def surviving_edges(self, edges: tuple[Edge, ...]) -> tuple[Edge, ...]:
        """The edges that stay on the board, given some in order."""
        return edges

    def show(self, state: State) -> str:
        return " ".join(map("-".join, state))

    def parse(self, text: str) -> State:
        edges: list[Edge] = []
        places: list[int] = []
        for place, word in words(text, ",;"):
            names = word.split("-")
            if len(names) < 2 or not all(map(is_name, names)):
                message = "expected an edge such as 0-a or a-b, not {word!r}"
                raise BadText(message, text, place, word=shorten(word))
            edges += pairwise(names)  # a chain such as 0-a-b is read too
            places += [place] * (len(names) - 1)
        return self.accept_from(tuple(edges), text, places)

    def cut(self, state: State, edge: Edge) -> State:
        """What is left after one copy of the edge is cut."""
        i = state.index(edge)
        return self.surviving_edges((*state[:i], *state[i + 1 :]))

    def options(self, state: State) -> Iterator[State]:
        # To cut one of several equal edges or another is the same move.
        return (self.cut(state, edge) for edge in dict.fromkeys(state))


class HackenbushGame(StandingGame):
    """Cut an edge; whatever is then no longer joined to the ground is gone.

    The ground is called 0. Edges may be repeated, and an edge may be a loop. A position is text, pairs, or a graph of
    networkx, rustworkx or igraph with a vertex 0.

    >>> from nimatron import Hackenbush, grundy, winning_moves
    >>> grundy("hackenbush: 0-a a-b b-c c-a 0-d"), list(map(str, winning_moves("hackenbush: 0-a a-b 0-d")))
    (3, ['hackenbush: 0-a 0-d'])
    """

    name = "hackenbush"
    start = (("0", "a"), ("0", "d"), ("a", "b"), ("a", "c"), ("b", "c"), ("d", "e"))

    def surviving_edges(self, edges: tuple[Edge, ...]) -> tuple[Edge, ...]:
        found = connected_edges(edges, GROUND)
        return edges if len(found) == len(edges) else tuple(edges[i] for i in found)

    def components(self, state: State) -> Sequence[Part]:
        return [(self, plant) for plant in plants(state)]

    def put(self, state: State, i: int, option: State) -> State:
        others = (plant for k, plant in enumerate(plants(state)) if k != i)
        return in_rows(edge for plant in (*others, option) for edge in plant)

    def describe(self, before: State, after: State) -> Message | str:
        edge, fallen = cut_edge(before, after)
        if not fallen:
            return Message("cut {edge}", edge="-".join(edge))
        return Message("cut {edge}, and {n} more fall", params={"edge": "-".join(edge), "n": fallen})


def is_name(text: str) -> bool:
    """May a vertex be called so?"""
    return text.split() == [text] and not NOT_IN_NAMES & set(text) and "-" not in text


def accepted_edge(entry: State, at: int) -> Edge:
    """An edge with its ends in order, from a pair or a text such as a-b; or IllegalPosition at entry `at`."""
    names = entry.split("-") if isinstance(entry, str) else entry
    if not isinstance(names, Sequence) or len(names) != 2 or not all(is_name(str(name)) for name in names):
        raise IllegalPosition("expected an edge such as 0-a or a-b, not {word!r}", at, word=entry)
    a, b = map(str, names)
    return (b, a) if in_order(b) < in_order(a) else (a, b)


def pairs_of(graph: object) -> list[Edge]:
    """The edges of a graph of networkx, rustworkx or igraph, of an adjacency dict or of a set of pairs.

    >>> pairs_of({0: ["a", "b"], "a": [0, "b"]})
    [('0', 'a'), ('0', 'b'), ('a', 'b')]
    """
    if not isinstance(graph, Iterable) and not any(hasattr(graph, name) for name in ("edges", "adj", "get_edgelist")):
        raise IllegalPosition("expected edges such as {edges}, not {state!r}", edges="0-a a-b", state=graph)
    found = edges_of(graph)
    name = names_of([*(end for pair in found.pairs for end in pair), *found.labels], _name)
    if name and GROUND not in name.values():
        raise IllegalPosition("there is no vertex {ground}, the ground", ground=GROUND)
    edges = [accepted_edge((name[a], name[b]), at) for at, (a, b) in enumerate(found.pairs)]
    # Adjacency lists name one edge at both ends.
    return list(dict.fromkeys(edges)) if found.at_both_ends else edges


def _name(vertex: object) -> str:
    return vertex_name(vertex, NOT_IN_NAMES | {"-"})


def in_rows(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Edges in the order in which they are written."""
    return tuple(sorted(edges, key=lambda edge: [*map(in_order, edge)]))


def neighbours(edges: Sequence[Edge]) -> dict[str, list[tuple[str, int]]]:
    """For each vertex the other ends of its edges, each with the number of the edge; a loop is named once."""
    around: dict[str, list[tuple[str, int]]] = {}
    for i, (a, b) in enumerate(edges):
        around.setdefault(a, []).append((b, i))
        if a != b:
            around.setdefault(b, []).append((a, i))
    return around


def connected_edges(edges: Sequence[Edge], start: str) -> list[int]:
    """The numbers of the edges that are joined to the vertex `start`, in order."""
    around = neighbours(edges)
    found: set[int] = set()
    seen, todo = {start}, [start]
    while todo:
        for other, i in around.get(todo.pop(), ()):
            found.add(i)
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return sorted(found)


def plants(edges: Sequence[Edge]) -> list[tuple[Edge, ...]]:
    """The parts that only the ground joins, in order of their first edges; each is a game of its own."""
    around = neighbours([edge for edge in edges if GROUND not in edge])
    plant: dict[str, int] = {}
    for count, root in enumerate(dict.fromkeys(name for edge in edges for name in edge if name != GROUND)):
        todo = [root] if root not in plant else []
        while todo:
            vertex = todo.pop()
            if vertex not in plant:
                plant[vertex] = count
                todo += [other for other, _ in around.get(vertex, ())]
    found: dict[int, list[Edge]] = {}
    for a, b in edges:
        # The ground comes first. Loops at it are one part: to cut one of them or another is the same move.
        number = plant[b] if b != GROUND else -1
        found.setdefault(number, []).append((a, b))
    return [tuple(part) for part in found.values()]


def cut_edge(before: State, after: State) -> tuple[Edge, int]:
    """The edge that was cut, and how many others fell."""
    gone: list[Edge] = list((Counter(before) - Counter(after)).elements())
    if len(gone) == 1:
        return gone[0], 0
    # Of what is gone, only the edge that was cut touches what is left.
    left = {GROUND, *(name for edge in after for name in edge)}
    return next(edge for edge in gone if set(edge) & left), len(gone) - 1


Hackenbush = HackenbushGame()
