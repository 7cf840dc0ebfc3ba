"""Graphs as people have them in Python: pairs, adjacency lists, and the graphs of networkx, rustworkx and igraph.

None of these libraries is imported: their graphs are known by what they offer. A text is never taken apart: in a list
of edges, `"ab"` would otherwise be the edge from a to b.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ..errors import UsageError
from .listed import shortened

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
    """Pairs of labels and all labels; `directed` is None where the source does not say."""

    pairs: list[Pair]
    labels: list[Any]
    directed: bool | None = None


def edges_of(source: Any, more: Iterable[Any] = ()) -> Edges:
    """The edges of a graph, an adjacency dict or a list of pairs; `more` are vertices that may have no edge.

    >>> edges_of({"a": ["b", "c"]}).pairs
    [('a', 'b'), ('a', 'c')]
    >>> edges_of([(1, 2), "34"])
    Traceback (most recent call last):
    ...
    nimatron.errors.UsageError: expected an edge, a pair of vertices, not '34'
    """
    found = _found(source)
    return found._replace(labels=[*found.labels, *more])


def _found(source: Any) -> Edges:
    if _offers(source, "edge_list", "node_indices"):
        return _rustworkx(source)
    if _offers(source, "get_edgelist"):
        return _igraph(source)
    if isinstance(getattr(source, "adj", None), Mapping):  # networkx: its `edges` have three entries in a multigraph
        return _adjacent(source.adj)._replace(directed=_called(source, "is_directed"))
    if isinstance(source, Mapping):
        return _adjacent(source)
    if hasattr(source, "edges"):
        labels = _called(source, "nodes") or _called(source, "vertices") or ()
        return Edges(_pairs(_called(source, "edges")), list(labels), _called(source, "is_directed"))
    return Edges(_pairs(source), [])


def _offers(source: Any, *methods: str) -> bool:
    return all(callable(getattr(source, name, None)) for name in methods)


def _called(source: Any, name: str) -> Any:
    """An attribute, or what it gives if it is a method; None if there is none."""
    value = getattr(source, name, None)
    return value() if callable(value) and not isinstance(value, Iterable) else value


def _rustworkx(graph: Any) -> Edges:
    # Its vertices are numbers that carry what the user likes: names, if they tell the vertices apart.
    numbers = list(graph.node_indices())
    carried = list(graph.nodes())
    named = all(label is not None and _hashed(label) for label in carried)
    labels = carried if named and len(set(carried)) == len(carried) else numbers
    label = dict(zip(numbers, labels, strict=True))
    pairs = [(label[a], label[b]) for a, b in graph.edge_list()]
    return Edges(pairs, labels, "directed" in type(graph).__name__.lower() or "DiGraph" in type(graph).__name__)


def _igraph(graph: Any) -> Edges:
    labels = list(graph.vs["name"]) if "name" in graph.vs.attributes() else list(range(graph.vcount()))
    return Edges([(labels[a], labels[b]) for a, b in graph.get_edgelist()], labels, bool(graph.is_directed()))


def _adjacent(lists: Mapping[Any, Iterable[Any]]) -> Edges:
    pairs = []
    for a, others in lists.items():
        if isinstance(others, str) or not isinstance(others, Iterable):
            raise UsageError(
                "expected a list of the vertices that {a!r} is joined to, not {others!r}",
                a=a,
                others=shortened(str(others)),
            )
        pairs += [(a, b) for b in others]
    return Edges(pairs, list(lists))


def _pairs(edges: Iterable[Any]) -> list[Pair]:
    if not isinstance(edges, Iterable):
        raise UsageError("expected text, pairs, an adjacency dict or a graph, not {edges!r}", edges=edges)
    pairs: list[Pair] = []
    for edge in edges:
        if isinstance(edge, str) or not isinstance(edge, Sequence) or len(edge) != 2:
            raise UsageError("expected an edge, a pair of vertices, not {edge!r}", edge=edge)
        pairs.append((edge[0], edge[1]))
    return pairs


def written(label: Any, forbidden: set[str]) -> str:
    """A label as a name of the notation. A tuple such as (0, 1) becomes 0.1; texts stay as they are.

    >>> written((0, (1, 2)), set("(),")), written("a b", set()), written(frozenset({2, 1}), set("{},()"))
    ('0.1.2', 'a b', '1.2')
    """
    if isinstance(label, str):
        return label
    if isinstance(label, tuple | frozenset):
        parts = [written(part, forbidden) for part in label]
        return ".".join(parts if isinstance(label, tuple) else sorted(parts))
    return re.sub(r"\s+", "_", "".join("_" if letter in forbidden else letter for letter in str(label)))


def names_of(labels: Iterable[Any], name: Callable[[Any], str]) -> dict[Any, str]:
    """Each label with its name; UsageError if two labels would have the same."""
    names: dict[Any, str] = {}
    owner: dict[str, Any] = {}
    for label in labels:
        if not _hashed(label):
            raise UsageError("expected something hashable as a vertex, not {label!r}", label=label)
        if label not in names:
            names[label] = name(label)
            other = owner.setdefault(names[label], label)
            if other != label:
                raise UsageError(
                    "two vertices, {one!r} and {two!r}, would both be called {name}",
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
    return _hashed(entry) and entry in labels


def _hashed(entry: Any) -> bool:
    try:
        hash(entry)  # a tuple with a list in it only looks hashable
    except TypeError:
        return False
    return True
