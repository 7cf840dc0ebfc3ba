"""Places for the vertices of a graph, so that arrows point down and cross little."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin

SWEEPS = 6
"""Times that each layer is sorted by its neighbours: more hardly changes anything."""

ACROSS, DOWN, ASIDE = 2.0, 1.6, 1.4
"""Distances between vertices and between layers, in cells; and how far every second layer is shifted."""


Places = dict[str, tuple[float, float]]
Edges = Iterable[tuple[str, str]]


def circular(vertices: Sequence[str]) -> Places:
    """All vertices on a circle, the first at the top: no three lie on a line, so every edge is seen."""
    radius = max(1.5, len(vertices) / 4)
    angles = {v: 2 * pi * i / len(vertices) - pi / 2 for i, v in enumerate(vertices)}
    return {v: (radius * (1 + cos(a)) + 1, radius * (1 + sin(a)) + 1) for v, a in angles.items()}


def layered(vertices: Iterable[str], edges: Edges) -> Places:
    """The place of each vertex: layers by the longest way down, sorted so that neighbours are near.

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
    # Lone vertices below each other stand to the left and right in turn, or arrows would hide arrows.
    turn = ASIDE if wide <= 2 else 0.0
    return {
        v: ((i + (wide - len(layer)) / 2) * ACROSS + 1 + turn * (k % 2), k * DOWN + 1)
        for k, layer in enumerate(layers)
        for i, v in enumerate(layer)
    }


def _layers(vertices: Sequence[str], followers: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Vertices by the length of the longest way to them; on a cycle the length is cut at the number of vertices."""
    depth = dict.fromkeys(vertices, 0)
    for _ in range(len(vertices)):
        deeper = {w: depth[v] + 1 for v in vertices for w in followers[v] if depth[w] <= depth[v] < len(vertices) - 1}
        if not deeper:
            break
        depth.update({w: max(d, depth[w]) for w, d in deeper.items()})
    levels = sorted(set(depth.values()))
    return [[v for v in vertices if depth[v] == level] for level in levels]


def _sort(layer: list[str], above: Mapping[str, int], near: Mapping[str, set[str]]) -> None:
    """By the mean place of the neighbours in the layer beside it."""
    place = {v: i for i, v in enumerate(layer)}

    def wanted(v: str) -> float:
        places = [above[w] for w in near[v] if w in above]
        return sum(places) / len(places) if places else place[v]

    layer.sort(key=wanted)


def room(places: Places) -> tuple[float, float]:
    """Width and height of a board with these places."""
    wide = max((x for x, _ in places.values()), default=0) + 1
    high = max((y for _, y in places.values()), default=0) + 1
    return wide, high
