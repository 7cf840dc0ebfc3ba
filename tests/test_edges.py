"""Graphs of other libraries, adjacency lists and pairs, with labels of any kind."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimatron as nt

networkx = pytest.importorskip("networkx")
rustworkx = pytest.importorskip("rustworkx")

PATH = [("v0", "v1"), ("v1", "v2"), ("v2", "v3"), ("v3", "v4")]
"""Names of two letters, which a careless reader takes for pairs."""


class Plain:
    """A graph of one's own: methods instead of attributes."""

    def __init__(self, pairs: list[tuple[Any, Any]]) -> None:
        self.pairs = pairs

    def edges(self) -> list[tuple[Any, Any]]:
        return self.pairs

    def nodes(self) -> list[Any]:
        return ["alone"]


class LikeIgraph:
    """The part of igraph's interface that is used."""

    class Vertices:
        def __init__(self, names: list[str] | None) -> None:
            self.names = names

        def attributes(self) -> list[str]:
            return ["name"] if self.names else []

        def __getitem__(self, attribute: str) -> list[str]:
            return {"name": self.names or []}[attribute]

    def __init__(self, pairs: list[tuple[int, int]], count: int, names: list[str] | None, directed: bool) -> None:
        self.pairs, self.count, self.vs, self.directed = pairs, count, self.Vertices(names), directed

    def get_edgelist(self) -> list[tuple[int, int]]:
        return self.pairs

    def vcount(self) -> int:
        return self.count

    def is_directed(self) -> bool:
        return self.directed


def rust(directed: bool, pairs: list[tuple[str, str]]) -> Any:
    graph = rustworkx.PyDiGraph() if directed else rustworkx.PyGraph()
    number: dict[str, int] = {}
    for end in (end for pair in pairs for end in pair):
        if end not in number:
            number[end] = graph.add_node(end)
    graph.add_edges_from_no_data([(number[a], number[b]) for a, b in pairs])
    return graph


@pytest.mark.parametrize(
    "graph", [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, lambda p: rust(False, p), dict]
)
def test_names_of_two_letters_stay_names(graph: Any) -> None:
    path = {a: [b] for a, b in PATH} if graph is dict else graph(PATH)
    assert nt.NodeKayles(path) == nt.NodeKayles(PATH) == nt.NodeKayles("v0-v1-v2-v3-v4")
    assert nt.grundy(nt.NodeKayles(path)()) == nt.grundy("node-kayles{v0-v1-v2-v3-v4}:") == 3
    assert nt.grundy(nt.ArcKayles(path)()) == 0


@pytest.mark.parametrize("graph", [networkx.DiGraph, networkx.MultiDiGraph, lambda p: rust(True, p), Plain])
def test_arrows_of_a_directed_graph(graph: Any) -> None:
    alone = ["alone"] if graph is Plain else []
    assert nt.Graph(graph(PATH)) == nt.Graph(PATH, alone)
    assert nt.Poset(graph(PATH)) == nt.Poset(PATH, alone)


@pytest.mark.parametrize("graph", [networkx.Graph(PATH), rust(False, PATH), LikeIgraph([(0, 1)], 2, None, False)])
@pytest.mark.parametrize("game", [nt.Graph, nt.Poset])
def test_edges_without_direction_are_no_arrows(game: Any, graph: Any) -> None:
    with pytest.raises(nt.UsageError, match="directed graph"):
        game(graph)


def test_graphs_like_those_of_igraph() -> None:
    assert nt.NodeKayles(LikeIgraph([(0, 1), (1, 2)], 4, None, False)) == nt.NodeKayles([(0, 1), (1, 2)], [3])
    assert nt.Graph(LikeIgraph([(0, 1)], 2, ["aa", "bb"], True)) == nt.Graph("aa>bb")


def test_a_vertex_of_a_grid_is_named_by_its_numbers() -> None:
    game = nt.NodeKayles(networkx.grid_2d_graph(3, 3))
    assert game.vertices[:4] == ("0.0", "0.1", "0.2", "1.0")
    assert game((0, 0), (0, 1)) == game("0.0 0.1")
    assert game((2, 2)) == game("2.2")
    arrows = nt.Graph([((0, 1), (0, 0)), ((1, 1), (0, 1))])
    assert arrows((1, 1)) == arrows("1.1")
    assert arrows((1, 1), (0, 1)) == arrows("1.1 0.1")
    assert nt.parse(str(arrows((1, 1)))) == arrows((1, 1))


def test_vertices_without_edges_are_kept() -> None:
    graph = networkx.Graph(PATH)
    graph.add_node("zz")
    assert "zz" in nt.NodeKayles(graph).vertices
    assert nt.NodeKayles(rustworkx.generators.path_graph(5)) == nt.NodeKayles("0-1-2-3-4")


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (["ab"], "'ab'"),
        ("a-b", None),
        ([("a", "b", 3)], "3"),
        ({"a": "bc"}, "list of the vertices"),
        ({"a": 7}, "list of the vertices"),
        ([1, 2], "pair"),
        (7, "adjacency dict"),
        ([(1, "1")], "both be called 1"),
        ([([], "b")], "hashable"),
        ([(("a", []), "b")], "hashable"),
    ],
)
def test_what_is_no_graph_is_named(given: Any, named: str | None) -> None:
    if named is None:
        assert nt.NodeKayles(given).vertices == ("a", "b")
        return
    with pytest.raises(nt.UsageError, match=named):
        nt.NodeKayles(given)


LABELS = st.one_of(st.integers(-3, 3), st.tuples(st.integers(0, 2), st.integers(0, 2)), st.sampled_from(["ab", "cd"]))


@given(st.lists(st.tuples(LABELS, LABELS).filter(lambda pair: pair[0] != pair[1]), max_size=7))
def test_labels_do_not_change_the_game(pairs: list[tuple[Any, Any]]) -> None:
    ends = list(dict.fromkeys(end for pair in pairs for end in pair))
    renamed = {end: f"x{i}" for i, end in enumerate(ends)}
    there = nt.NodeKayles(networkx.Graph(pairs))()
    assert nt.grundy(there) == nt.grundy(nt.NodeKayles([(renamed[a], renamed[b]) for a, b in pairs])())
