"""Games on graphs: how a graph is read and written; and tokens on a directed graph, which can show any finite game."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from ...core.errors import BadText, IllegalPosition, UsageError
from ...core.game import NOTHING, Game, S, State
from ...core.message import Message
from ..edges import Edges, Joined, edges_of, in_order, is_label, list_vertices, names_of, own_labels, vertex_name
from ..lists.rules import ListSum, shorten, words

NOT_IN_NAMES = set(">{}()[]:,;@+")
"""What names of vertices may not contain, besides spaces. A bracket without its partner could not be read back."""

Road = tuple[str, str, str]
"""The two ends of an edge, and between them `-`, or `>` if it leads only from the first to the second."""

AnyGraph = str | Iterable[tuple[Any, Any]] | Mapping[Any, Iterable[Any]] | Joined
"""A graph as text (`a>b b-c`), as pairs, as a mapping from a vertex to its followers or neighbours, or of a library."""


class GraphGame(Game[S]):
    """A game on a graph, which stands between the braces of the notation."""

    on_graph = True
    """Its parameters may come from a file."""

    signs: ClassVar[str] = ">"
    """What may join two names: `-` for an edge, `>` for an arrow."""

    vertices: Collection[str]

    @property
    def print_order(self) -> tuple[str, ...]:
        """All vertices in the order in which the printed text names them."""
        return tuple(self.vertices)

    def read_graph(self, edges: AnyGraph, vertices: Iterable[Any]) -> tuple[list[Road], list[str]]:
        """The edges and all vertices by their names, in the order in which they are given.

        A vertex may be anything hashable; labels that are not their own names are stored in `_labels`.
        """
        if isinstance(edges, str):
            roads, labels = self._read_text(edges)
            labels += list_vertices(vertices)
        else:
            found = edges_of(edges, vertices)
            self.check_edges(found)
            sign = ">" if self.signs == ">" or (">" in self.signs and found.directed) else "-"
            roads, labels = [(a, sign, b) for a, b in found.pairs], found.labels
        name = names_of([*(end for a, _, b in roads for end in (a, b)), *labels], self._name)
        self._labels, self._names = own_labels(name), frozenset(name.values())
        return [(name[a], sign, name[b]) for a, sign, b in roads], list(name.values())

    def check_edges(self, found: Edges) -> None:
        """UsageError if the game cannot be played on a graph of a library."""
        if self.signs == ">" and found.directed is False:
            raise UsageError("expected a directed graph: an edge without a direction is not an arrow")

    def _read_text(self, text: str) -> tuple[list[Road], list[str]]:
        """Chains such as a-b-c and lone vertices are read too."""
        roads: list[Road] = []
        vertices: list[str] = []
        for place, word in words(text):
            pieces = re.split(f"([{self.signs}])", word)
            names = pieces[::2]
            if not all(map(self.is_name, names)):
                message = "expected an edge such as a{between}b or a vertex such as a, not {word!r}"
                if len(self.signs) > 1:
                    message = "expected an edge such as a-b or a>b, or a vertex such as a, not {word!r}"
                raise BadText(message, text, place, between=self.signs, word=shorten(word))
            roads += [(pieces[i], pieces[i + 1], pieces[i + 2]) for i in range(0, len(pieces) - 2, 2)]
            vertices += names
        return roads, vertices

    @classmethod
    def is_name(cls, text: str) -> bool:
        """May a vertex be called so?"""
        return text.split() == [text] and not (NOT_IN_NAMES | {*cls.signs}) & {*text}

    @classmethod
    def _name(cls, vertex: Any) -> str:
        forbidden = NOT_IN_NAMES | {*cls.signs}
        name = vertex_name(vertex, forbidden)
        if not cls.is_name(name):
            message = "a vertex name has no spaces and none of {forbidden}, not {name!r}"
            raise UsageError(message, forbidden=" ".join(sorted(forbidden)), name=name)
        return name

    def accept_vertex(self, entry: State, at: int) -> str:
        """The name of a vertex, given by its name or its label; or IllegalPosition at entry `at`."""
        name = self._labels[entry] if is_label(entry, self._labels) else str(entry)
        if name not in self._names:
            known = ", ".join(self.print_order[:8]) + (", ..." if len(self._names) > 8 else "")
            raise IllegalPosition(
                "{name!r} is not a vertex of the graph ({known})", at, name=shorten(name), known=known
            )
        return name

    def roads_text(self, roads: Iterable[Road]) -> str:
        """The graph in the notation: its edges, then the vertices without an edge."""
        roads = list(roads)
        touched = {end for a, _, b in roads for end in (a, b)}
        return " ".join([*map("".join, roads), *(name for name in self.print_order if name not in touched)])

    @classmethod
    def from_parameters(cls, text: str) -> Game[S]:
        return cls(text)  # type: ignore[call-arg]

    def __str__(self) -> str:
        return f"{self.name}{{{self.parameters}}}"  # braces even for the empty graph


def in_usual_order(a: str, sign: str, b: str) -> Road:
    """An edge without a direction begins with the lesser name; UsageError for an edge from a vertex to itself."""
    if a == b:
        raise UsageError("{a}{between}{b} joins a vertex to itself", a=a, between=sign, b=b)
    return (b, sign, a) if sign == "-" and in_order(b) < in_order(a) else (a, sign, b)


class Graph(GraphGame[tuple[str, ...]], ListSum):
    """Move one token along an arrow. Several tokens may share a vertex.

    Arrows may go round in circles: then nobody may be able to force a win.

    >>> game = Graph("a>b a>c b>c")
    >>> [p.state for p in game("a", "b").options()]
    [('b', 'b'), ('c', 'b'), ('a', 'c')]
    """

    name = "graph"
    loopy = True
    entry = Message("a vertex of the graph")

    def __init__(self, edges: AnyGraph = (), vertices: Iterable[Any] = ()) -> None:
        """`edges` as text (`a>b b>c`), as pairs, as a mapping from a vertex to its followers, or as a directed graph.

        Graphs of networkx, rustworkx and igraph are accepted; a vertex may be anything hashable.
        """
        arrows, names = self.read_graph(edges, vertices)
        followers: dict[str, dict[str, None]] = {}  # dicts keep the written order and drop doubles
        for a, _, b in arrows:
            followers.setdefault(a, {})[b] = None
        # Vertices that no arrow leaves come last, so that the printed text is read back in the same order.
        for vertex in [*(b for _, _, b in arrows), *names]:
            followers.setdefault(vertex, {})
        self.edges = frozenset((a, b) for a, targets in followers.items() for b in targets)
        self.vertices: frozenset[str] = frozenset(followers)
        self._followers = {a: tuple(targets) for a, targets in followers.items()}

    @property
    def start(self) -> State:
        """A token on the first vertex that no arrow leads to; if there is none, on the first vertex."""
        targets = {b for _, b in self.edges}
        first = next(((v,) for v in self._followers), NOTHING)
        return next(((v,) for v in self._followers if v not in targets), first)

    def _rules(self) -> dict[str, Any]:
        return {"edges": self.edges, "vertices": self.vertices}  # sets: the written order is not part of the rules

    @property
    def print_order(self) -> tuple[str, ...]:
        """All vertices in the order in which the printed text names them."""
        named = (name for a, targets in self._followers.items() for b in targets for name in (a, b))
        return tuple(dict.fromkeys([*named, *self._followers]))

    def followers(self, vertex: str) -> tuple[str, ...]:
        """The vertices to which an arrow leads from this one."""
        return self._followers[vertex]

    def options(self, state: State) -> Iterator[State]:
        for i, vertex in enumerate(state):
            for target in self._followers[vertex]:
                yield (*state[:i], target, *state[i + 1 :])

    def canonical(self, state: State) -> Hashable:
        return state if len(state) == 1 else tuple(sorted(state))

    def accept(self, state: State) -> State:
        # A label may be a tuple itself, as (0, 1) in a grid: then it is one vertex, not two.
        return super().accept([state] if is_label(state, self._labels) else state)

    def accept_entry(self, entry: State, at: int) -> State:
        return self.accept_vertex(entry, at)

    def read_entry(self, text: str) -> State:
        return text

    def describe(self, before: State, after: State) -> Message | str:
        # An arrow may lead back to where it begins; then no token has moved.
        moved = (
            i
            for i, (a, b) in enumerate(zip(before, after, strict=True))
            if a != b or (before == after and a in self.followers(a))
        )
        i = next(moved)
        params = {"token": i + 1, "before": before[i], "after": after[i]}
        if len(before) == 1:
            return Message("move from {before} to {after}", params=params)
        return Message("move token {token} from {before} to {after}", params=params)

    @property
    def parameters(self) -> str:
        return self.roads_text((a, ">", b) for a, targets in self._followers.items() for b in targets)
