"""Graphs as people have them in Python: pairs, adjacency lists, and the graphs of networkx, rustworkx and igraph.

None of these libraries is imported: their graphs are known by what they offer. A text is never taken apart: in a list
of edges, `"ab"` would otherwise be the edge from a to b.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set, Sized
from typing import Any, NamedTuple, Protocol

from ..core.errors import UsageError
from .lists.rules import shorten

Pair = tuple[Any, Any]


class HasEdges(Protocol):
    """A graph as in networkx and rustworkx."""

    @property
    def edges(self) -> Any: ...


class HasEdgeList(Protocol):
    """A graph as in igraph."""

    def get_edgelist(self) -> Any: ...


Joined = HasEdges | HasEdgeList
"""A graph of a library: something that can tell its edges."""


class Edges(NamedTuple):
    """Pairs of labels and all labels; `directed` is None where the source does not say.

    Adjacency lists name an edge at one end or at both (`at_both_ends`); elsewhere a pair that is there twice is
    two edges.
    """

    pairs: list[Pair]
    labels: list[Any]
    directed: bool | None = None
    at_both_ends: bool = False

    def double_edge(self) -> Pair | None:
        """The ends of two edges that join the same vertices, if there are such edges.

        >>> Edges([(1, 2), (2, 1)], []).double_edge(), Edges([(1, 2), (2, 1)], [], directed=True).double_edge()
        ((1, 2), None)
        """
        if self.at_both_ends:
            return None
        # Without directions, a-b and b-a are the same edge.
        count = Counter(pair if self.directed else frozenset(pair) for pair in self.pairs)
        return next((pair for pair in self.pairs if count[pair if self.directed else frozenset(pair)] > 1), None)


def edges_of(source: Any, more: Iterable[Any] = ()) -> Edges:
    """The edges of a graph, an adjacency dict or a list of pairs; `more` are vertices that may have no edge.

    >>> edges_of({"a": ["b", "c"]}).pairs
    [('a', 'b'), ('a', 'c')]
    >>> edges_of([(1, 2), "34"])
    Traceback (most recent call last):
    ...
    nimatron.core.errors.UsageError: expected an edge, a pair of vertices, not '34'
    """
    found = _edges_of(source)
    return found._replace(labels=[*found.labels, *list_vertices(more)])


def list_vertices(vertices: Iterable[Any]) -> list[Any]:
    """Vertices that were given one by one. A text is one vertex at most, and not its letters."""
    if isinstance(vertices, str | bytes) or not isinstance(vertices, Iterable):
        raise UsageError("expected a list of vertices, not {vertices!r}", vertices=vertices)
    return list(vertices)


def _edges_of(source: Any) -> Edges:
    # The most specific library first: another graph may offer the same general names.
    if _offers(source, "edge_list", "node_indices"):
        return _rustworkx(source)
    if _offers(source, "get_edgelist"):
        return _igraph(source)
    if _offers(source, "edges", "nodes", "is_directed", "is_multigraph"):  # networkx: edges of a multigraph have keys
        return Edges(_pairs(source.edges()), list(source.nodes()), bool(source.is_directed()))
    if isinstance(around := _attribute(source, "adj"), Mapping | Sequence):
        return _adjacent(around)._replace(directed=_attribute(source, "is_directed"))
    if isinstance(source, Mapping) and not isinstance(source, Set):  # the edges of a networkx graph are both
        return _adjacent(source)
    if hasattr(source, "edges"):
        labels = _attribute(source, "nodes") or _attribute(source, "vertices") or ()
        return Edges(_pairs(_attribute(source, "edges")), list(labels), _attribute(source, "is_directed"))
    return Edges(_pairs(source), [])


def _offers(source: Any, *methods: str) -> bool:
    return all(callable(getattr(source, name, None)) for name in methods)


def _attribute(source: Any, name: str) -> Any:
    """An attribute, or what it gives if it is a method; None if there is none."""
    value = getattr(source, name, None)
    # Views of networkx can be called as well as iterated: they are used as they are.
    return value() if callable(value) and not isinstance(value, Iterable) else value


def _distinct_labels(labels: Sequence[Any], numbers: Sequence[int]) -> Sequence[Any]:
    """The labels, if they tell the vertices apart; else their numbers."""
    good = all(label is not None and _is_hashable(label) for label in labels)
    return labels if good and len(set(labels)) == len(labels) else numbers


def _rustworkx(graph: Any) -> Edges:
    # Its vertices are numbers that carry what the user likes: names, if they tell the vertices apart.
    numbers = list(graph.node_indices())
    label = dict(zip(numbers, _distinct_labels(list(graph.nodes()), numbers), strict=True))
    pairs = [(label[a], label[b]) for a, b in graph.edge_list()]
    return Edges(pairs, list(label.values()), _offers(graph, "successors"))  # only arrows have them


def _igraph(graph: Any) -> Edges:
    numbers = range(graph.vcount())
    label = _distinct_labels(list(graph.vs["name"]), numbers) if "name" in graph.vs.attributes() else numbers
    return Edges([(label[a], label[b]) for a, b in graph.get_edgelist()], list(label), bool(graph.is_directed()))


def _adjacent(lists: Mapping[Any, Iterable[Any]] | Sequence[Iterable[Any]]) -> Edges:
    pairs = []
    around = dict(lists.items() if isinstance(lists, Mapping) else enumerate(lists))
    for a, others in around.items():
        if isinstance(others, str | bytes) or not isinstance(others, Iterable):
            raise UsageError(
                "expected a list of the vertices that {a!r} is joined to, not {others!r}",
                a=a,
                others=shorten(str(others)),
            )
        pairs += [(a, b) for b in others]
    return Edges(pairs, list(around), at_both_ends=True)


def _pairs(edges: Iterable[Any]) -> list[Pair]:
    if not isinstance(edges, Iterable):
        raise UsageError("expected text, pairs, an adjacency dict or a graph, not {edges!r}", edges=edges)
    pairs: list[Pair] = []
    for edge in edges:
        if not _is_pair(edge):
            raise UsageError("expected an edge, a pair of vertices, not {edge!r}", edge=edge)
        a, b = edge
        pairs.append((a, b))
    return pairs


def _is_pair(edge: Any) -> bool:
    """Has it two ends in order? Rows of an array have; sets have no order, and texts are not taken apart."""
    if isinstance(edge, str | bytes | Set | Mapping):
        return False
    return isinstance(edge, Iterable) and isinstance(edge, Sized) and len(edge) == 2


def vertex_name(label: Any, forbidden: set[str]) -> str:
    """A label as a name of the notation. A tuple such as (0, 1) becomes 0.1, and what a name cannot hold becomes _.

    >>> vertex_name((0, (1, 2)), set("(),")), vertex_name("a b", set()), vertex_name(frozenset({2, 1}), set("{},()"))
    ('0.1.2', 'a_b', '1.2')
    """
    if isinstance(label, tuple | frozenset):
        parts = [vertex_name(part, forbidden) for part in label]
        # A set has no order, so its names are sorted.
        return ".".join(parts if isinstance(label, tuple) else sorted(parts))
    return re.sub(r"\s+", "_", "".join("_" if letter in forbidden else letter for letter in str(label)))


def names_of(labels: Iterable[Any], name: Callable[[Any], str]) -> dict[Any, str]:
    """Each label with its name; UsageError if two labels would have the same."""
    names: dict[Any, str] = {}
    owner: dict[str, Any] = {}
    for label in labels:
        if not _is_hashable(label):
            raise UsageError("expected something hashable as a vertex, not {label!r}", label=label)
        if label not in names:
            names[label] = name(label)
            other = owner.setdefault(names[label], label)
            if other != label:
                raise UsageError(
                    "the vertices {one!r} and {two!r} would have the same name {name}",
                    one=other,
                    two=label,
                    name=names[label],
                )
    return names


def own_labels(names: Mapping[Any, str]) -> dict[Any, str]:
    """The labels that are not their own names."""
    return {label: name for label, name in names.items() if label != name}


def is_label(entry: Any, labels: Mapping[Any, str]) -> bool:
    """Is it one of the labels? What cannot be hashed is none."""
    return _is_hashable(entry) and entry in labels


def _is_hashable(entry: Any) -> bool:
    try:
        hash(entry)  # a tuple with a list in it only looks hashable
    except TypeError:
        return False
    return True


def in_order(name: str) -> list[tuple[str, int]]:
    """A sort key that puts v2 before v10."""
    return [(text, int(piece or 0)) for text, piece in re.findall(r"([^0-9]*)([0-9]{0,18})", name)]
