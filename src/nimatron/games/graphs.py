"""Tokens on a directed graph. Any finite game can be drawn this way."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..errors import BadText, IllegalPosition, UsageError
from ..game import NOTHING, Game, Part, State
from ..message import Message
from .edges import Edges, Joined, edges_of, is_label, listed, names_of, own_labels, written
from .listed import Listed, shortened, words

NOT_IN_NAMES = set(">{}()[]:,;@+")
"""What names of vertices may not contain, besides spaces. A bracket without its partner could not be read back."""


class Graph(Listed):
    """Move one token along an arrow. Several tokens may share a vertex.

    Arrows may go round in circles: then nobody may be able to force a win.

    >>> game = Graph("a>b a>c b>c")
    >>> [p.state for p in game("a", "b").options()]
    [('b', 'b'), ('c', 'b'), ('a', 'c')]
    """

    name = "graph"
    loopy = True
    entry = Message("a vertex of the graph")

    def __init__(
        self,
        edges: str | Iterable[tuple[Any, Any]] | Mapping[Any, Iterable[Any]] | Joined = (),
        vertices: Iterable[Any] = (),
    ) -> None:
        """`edges` as text (`a>b b>c`), as pairs, as a mapping from a vertex to its followers, or as a directed graph.

        Graphs of networkx, rustworkx and igraph are accepted; a vertex may be anything hashable.
        """
        if isinstance(edges, str):
            pairs, alone = read_edges(edges)
            found = Edges(pairs, [*alone, *listed(vertices)])
        else:
            found = edges_of(edges, vertices)
        if found.directed is False:
            raise UsageError("expected a directed graph: an edge without a direction is no arrow")
        name = names_of([*(end for pair in found.pairs for end in pair), *found.labels], _name)
        self._labels = own_labels(name)
        followers: dict[str, dict[str, None]] = {}  # dicts keep the written order and drop doubles
        arrows = [(name[a], name[b]) for a, b in found.pairs]
        for a, b in arrows:
            followers.setdefault(a, {})[b] = None
        # Vertices that no arrow leaves come last, so that the printed text is read back in the same order.
        for vertex in [*(b for _, b in arrows), *(name[label] for label in found.labels)]:
            followers.setdefault(vertex, {})
        self.edges = frozenset((a, b) for a, targets in followers.items() for b in targets)
        self.vertices = frozenset(followers)
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
    def written(self) -> tuple[str, ...]:
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

    def components(self, state: State) -> Sequence[Part]:
        return [(self, (vertex,)) for vertex in state]

    def put(self, state: State, i: int, option: State) -> State:
        return (*state[:i], *option, *state[i + 1 :])

    def canonical(self, state: State) -> Hashable:
        return state if len(state) == 1 else tuple(sorted(state))

    def accept(self, state: State) -> State:
        # A label may be a tuple itself, as (0, 1) in a grid: then it is one vertex, not two.
        return super().accept([state] if is_label(state, self._labels) else state)

    def accept_entry(self, entry: State, at: int) -> State:
        vertex = self._labels[entry] if is_label(entry, self._labels) else str(entry)
        if vertex not in self.vertices:
            known = ", ".join(list(self._followers)[:8]) + (", ..." if len(self.vertices) > 8 else "")
            raise IllegalPosition(
                "{name!r} is not a vertex of the graph ({known})", at, name=shortened(vertex), known=known
            )
        return vertex

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
        arrows = [f"{a}>{b}" for a, targets in self._followers.items() for b in targets]
        touched = {v for edge in self.edges for v in edge}
        return " ".join(arrows + [v for v in self._followers if v not in touched])

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        return cls(text)

    def __str__(self) -> str:
        return f"{self.name}{{{self.parameters}}}"


def read_edges(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """`a>b a>c d` as edges and lone vertices; chains `a>b>c` are read too."""
    edges: list[tuple[str, str]] = []
    lone: list[str] = []
    for place, word in words(text):
        names = word.split(">")
        for name in names:
            if not _is_name(name):
                message = "expected an arrow such as a>b or a vertex such as a, not {word!r}"
                raise BadText(message, text, place, word=shortened(word))
        edges += pairwise(names)
        if len(names) == 1:
            lone.append(word)
    return edges, lone


def _name(vertex: Any) -> str:
    name = written(vertex, NOT_IN_NAMES)
    if not _is_name(name):
        raise UsageError("a vertex name has no spaces and none of > {{ }} ( ) [ ] : , ; @ +, not {name!r}", name=name)
    return name


def _is_name(text: str) -> bool:
    return text.split() == [text] and not NOT_IN_NAMES & set(text)
