"""Places for the vertices of a graph, such that arrows point down and seldom cross."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin

SWEEPS = 6
"""How often each layer is sorted by its neighbours: more sweeps hardly change anything."""

# Lengths are in cells of the picture.
ACROSS = 2.0
"""The distance between the vertices of a layer."""

DOWN = 1.6
"""The distance between layers."""

ASIDE = 1.4
"""How far every second layer is shifted, if layers are narrow."""


Places = dict[str, tuple[float, float]]
Edges = Iterable[tuple[str, str]]


def circular(vertices: Sequence[str]) -> Places:
    """All vertices on a circle, the first at the top: no three lie on a line, so every edge can be seen."""
    radius = max(1.5, len(vertices) / 4)
    angles = {v: 2 * pi * i / len(vertices) - pi / 2 for i, v in enumerate(vertices)}
    return {v: (radius * (1 + cos(a)) + 1, radius * (1 + sin(a)) + 1) for v, a in angles.items()}


def layered(vertices: Iterable[str], edges: Edges) -> Places:
    """The place of each vertex: in layers by the longest path from above, sorted so that neighbours are near.

    >>> layered("abcd", [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])["a"]
    (2.0, 1.0)
    """
    vertices = sorted(vertices)
    followers: dict[str, list[str]] = {v: [] for v in vertices}
    for v, w in sorted(edges):
        if v != w:
            followers[v].append(w)
    layers = _layers(vertices, followers)
    near = {v: set(followers[v]) for v in vertices}
    for v in vertices:
        for w in followers[v]:
            near[w].add(v)
    for _ in range(SWEEPS):
        for above, below in [*pairwise(layers), *pairwise(layers[::-1])]:
            _sort(below, {v: i for i, v in enumerate(above)}, near)
    wide = max(map(len, layers), default=0)
    # Narrow layers are shifted in turn: if vertices stood exactly below each other, arrows would hide arrows.
    turn = ASIDE if wide <= 2 else 0.0
    return {
        v: ((i + (wide - len(layer)) / 2) * ACROSS + 1 + turn * (k % 2), k * DOWN + 1)
        for k, layer in enumerate(layers)
        for i, v in enumerate(layer)
    }


def _layers(vertices: Sequence[str], followers: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Vertices by the length of the longest path to them; on a cycle the length stops at the number of vertices."""
    depth = dict.fromkeys(vertices, 0)
    for _ in range(len(vertices)):
        deeper = {w: depth[v] + 1 for v in vertices for w in followers[v] if depth[w] <= depth[v] < len(vertices) - 1}
        if not deeper:
            break
        depth.update({w: max(d, depth[w]) for w, d in deeper.items()})
    levels = sorted(set(depth.values()))
    return [[v for v in vertices if depth[v] == level] for level in levels]


def _sort(layer: list[str], above: Mapping[str, int], near: Mapping[str, set[str]]) -> None:
    """Sort a layer by the mean place of each vertex's neighbours in the layer `above` (or below, on the way up)."""
    place = {v: i for i, v in enumerate(layer)}

    def wanted(v: str) -> float:
        places = [above[w] for w in near[v] if w in above]
        return sum(places) / len(places) if places else place[v]

    layer.sort(key=wanted)


def room(places: Places) -> tuple[float, float]:
    """The width and height of a board with these places."""
    wide = max((x for x, _ in places.values()), default=0) + 1
    high = max((y for _, y in places.values()), default=0) + 1
    return wide, high
