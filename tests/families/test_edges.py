"""Graphs of other libraries, adjacency lists and pairs, with labels of any kind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from every_row import every_row
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


@every_row("graph", [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, lambda p: rust(False, p), dict])
def test_names_of_two_letters_stay_names(graph: Any) -> None:
    path = {a: [b] for a, b in PATH} if graph is dict else graph(PATH)
    assert nt.NodeKayles(path) == nt.NodeKayles(PATH) == nt.NodeKayles("v0-v1-v2-v3-v4")
    assert nt.grundy(nt.NodeKayles(path)()) == nt.grundy("node-kayles{v0-v1-v2-v3-v4}:") == 3
    assert nt.grundy(nt.ArcKayles(path)()) == 0


@every_row("graph", [networkx.DiGraph, networkx.MultiDiGraph, lambda p: rust(True, p), Plain])
def test_arrows_of_a_directed_graph(graph: Any) -> None:
    alone = ["alone"] if graph is Plain else []
    assert nt.Graph(graph(PATH)) == nt.Graph(PATH, alone)
    assert nt.Poset(graph(PATH)) == nt.Poset(PATH, alone)


@every_row("graph", [networkx.Graph(PATH), rust(False, PATH), LikeIgraph([(0, 1)], 2, None, False)])
@every_row("game", [nt.Graph, nt.Poset])
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


@every_row(
    ("given", "named"),
    [
        (["ab"], "'ab'"),
        ("a-b", None),
        ([("a", "b", 3)], "3"),
        ({"a": "bc"}, "list of the vertices"),
        ({"a": 7}, "list of the vertices"),
        ([1, 2], "pair"),
        (7, "adjacency dict"),
        ([(1, "1")], "have the same name 1"),
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


def test_the_edges_of_a_graph_are_pairs() -> None:
    grid = networkx.grid_2d_graph(2, 3)
    assert nt.NodeKayles(grid.edges) == nt.NodeKayles(list(grid.edges)) == nt.NodeKayles(grid)
    assert nt.Graph(networkx.DiGraph(PATH).edges) == nt.Graph(PATH)
    assert nt.NodeKayles(np.array([[0, 1], [1, 2]])) == nt.NodeKayles("0-1-2")


@pytest.mark.parametrize("names", [["aa", "aa", "bb"], [None, None, None]])
def test_names_that_do_not_tell_vertices_apart_are_left_out(names: Any) -> None:
    assert nt.Graph(LikeIgraph([(0, 1), (1, 2)], 3, names, True)) == nt.Graph("0>1>2")


def test_every_directed_graph_of_rustworkx_is_one() -> None:
    dag = rustworkx.PyDAG()
    dag.add_nodes_from(["aa", "bb"])
    dag.add_edge(0, 1, None)
    assert nt.Graph(dag) == nt.Graph("aa>bb")


@every_row("given", [[b"ab"], {"a": b"bc"}, [{"a", "b"}], [{"a": 1, "b": 2}]])
def test_only_pairs_are_edges(given: Any) -> None:
    with pytest.raises(nt.UsageError):
        nt.NodeKayles(given)


@every_row("rules", [nt.NodeKayles, nt.Poset, nt.Graph, nt.Geography])
def test_more_vertices(rules: Any) -> None:
    assert set(rules("a", vertices=["bb", (0, 1)]).vertices) == {"a", "bb", "0.1"}
    with pytest.raises(nt.UsageError, match="list of vertices"):
        rules("a", vertices="bc")


def test_names_that_the_notation_cannot_hold() -> None:
    club = nt.NodeKayles(networkx.Graph([("Mr Hi", "Officer-2"), ("Officer-2", "z")]))
    assert club.vertices == ("Mr_Hi", "Officer_2", "z")
    assert club("Mr Hi") == club(["Mr Hi"]) == club("Mr_Hi")
    assert nt.parse(str(club("Mr Hi", "z"))) == club("Mr Hi", "z")
    with pytest.raises(nt.UsageError, match="have the same name"):
        nt.NodeKayles([("a b", "a_b")])


def test_a_number_that_is_a_vertex_is_not_taken_for_bits() -> None:
    game = nt.NodeKayles(networkx.path_graph(4))
    with pytest.raises(nt.UsageError, match=r"write \[2\]"):
        game(2)
    assert str(game([2])).endswith(": 2")
    assert game(15) == game()


def test_edges_that_have_been_used_may_have_any_labels() -> None:
    game = nt.EdgeGeography(networkx.grid_2d_graph(2, 2))
    assert game((0, 0), ((0, 0), (0, 1))) == game((0, 0), ((0, 1), (0, 0))) == game("0.0 0.0-0.1")
    arrows = nt.EdgeGeography(networkx.DiGraph([(1, 2), (2, 3)]))
    assert arrows(2, (1, 2)) == arrows("2 1>2")
    with pytest.raises(nt.IllegalPosition, match="not an edge"):
        game((0, 0), ((0, 0), (1, 1)))


def test_edges_side_by_side_matter_where_edges_are_used_up() -> None:
    double = networkx.MultiGraph([(0, 1), (0, 1), (1, 2)])
    with pytest.raises(nt.UsageError, match="two edges"):
        nt.EdgeGeography(double)
    assert nt.Geography(double) == nt.Geography("0-1 1-2")
    assert nt.EdgeGeography({0: [1], 1: [0, 2], 2: [1]}) == nt.EdgeGeography("0-1 1-2")


@pytest.mark.parametrize("game", [nt.Hackenbush, nt.Nimstring])
def test_pictures_that_stand_on_vertex_0(game: Any) -> None:
    tree = networkx.balanced_tree(2, 2)
    expected = game(list(tree.edges))
    rows = [list(tree[vertex]) for vertex in tree]
    assert expected == game(tree) == game(tree.edges) == game(dict(enumerate(rows))) == game({*tree.edges})
    assert expected == game(rustworkx.networkx_converter(tree))
    assert expected == game(LikeIgraph(list(tree.edges), 7, None, False))
    double = networkx.MultiGraph([(0, 1), (0, 1), (1, 2)])
    assert game(double) == game("0-1 0-1 1-2")
    with pytest.raises(nt.IllegalPosition, match="the ground"):
        game(networkx.path_graph(["a", "b"]))
    with pytest.raises(nt.IllegalPosition, match="expected edges"):
        game(7)
