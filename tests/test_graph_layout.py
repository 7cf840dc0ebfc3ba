"""Where the vertices of graphs are drawn: apart from each other, arrows pointing down, neighbours side by side."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

from hypothesis import given, settings
from hypothesis import strategies as st

from nimatron.show.graph_layout import Places, dense_places, downward_places, layer_places, undirected_places

NAMES = [f"v{i}" for i in range(40)]


def apart(places: Places) -> float:
    return min(dist(a, b) for a, b in combinations(places.values(), 2))


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[str], list[tuple[str, str]]]:
    names = NAMES[: draw(st.integers(2, 24))]
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(lambda pair: pair[0] != pair[1])
    return names, draw(st.lists(pairs, max_size=40, unique=True))


@settings(max_examples=6, deadline=None)
@given(graphs())
def test_every_vertex_has_a_place_of_its_own(graph: tuple[list[str], list[tuple[str, str]]]) -> None:
    names, edges = graph
    for places in (dense_places(names, edges), undirected_places(names, edges), layer_places(names, edges)):
        assert set(places) == set(names)
        assert apart(places) > 0.99


@settings(max_examples=6, deadline=None)
@given(graphs())
def test_arrows_point_down_or_no_layers_are_made(graph: tuple[list[str], list[tuple[str, str]]]) -> None:
    names, edges = graph
    forward = [(v, w) for v, w in edges if NAMES.index(v) < NAMES.index(w)]
    places = downward_places(names, forward)
    if places is not None:
        assert all(places[v][1] < places[w][1] for v, w in forward)
    if edges:
        circle = [*edges, *((w, v) for v, w in edges)]
        assert downward_places(names, circle) is None


def test_a_long_path_is_wound() -> None:
    path = list(pairwise(NAMES))
    assert downward_places(NAMES, path) is None
    places = dense_places(NAMES, path)
    assert max(dist(places[v], places[w]) for v, w in path) < 2.5
    assert max(max(place) for place in places.values()) < 16


def test_a_grid_is_found_again() -> None:
    grid = [(f"v{i}", f"v{i + 1}") for i in range(35) if i % 6 != 5] + [(f"v{i}", f"v{i + 6}") for i in range(30)]
    places = dense_places(NAMES[:36], grid)
    assert max(dist(places[v], places[w]) for v, w in grid) < 2.5
