"""Places for the vertices of a graph, such that arrows point down and seldom cross."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin

SWEEPS = 6
"""How often each layer is sorted by its neighbours: more sweeps hardly change anything."""

# Lengths are in cells of the picture.
ACROSS = 2.0
"""The distance between the vertices of a layer."""

DOWN = 1.6
"""The distance between layers."""

STALK = 1.8
"""The distance between a vertex and what grows on it: there is a handle between them."""

CLEAR = 0.75
"""The distance that handles of edges keep from everything else."""

ASIDE = 1.4
"""How far every second layer is shifted, if layers are narrow."""


ABREAST = 7
"""The most vertices of a layer side by side; a wider layer takes several rows."""

DEEP = 9
"""The most rows of layers: a deeper graph is packed."""


Place = tuple[float, float]
Places = dict[str, Place]
Edges = Iterable[tuple[str, str]]


def downwards(vertices: Iterable[str], edges: Edges) -> Places | None:
    """Layers with all arrows pointing down; None if a graph is too deep for that, or goes round in a circle."""
    vertices, edges = sorted(vertices), sorted(edges)
    depths = _depths(vertices, _followers(vertices, edges))
    rows = sum(ceil(len(layer) / ABREAST) for layer in _levels(depths))
    loops = any(depths[v] >= depths[w] for v, w in edges)
    return None if rows > DEEP or loops else layered(vertices, edges)


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
    followers = _followers(vertices, edges)
    layers = _levels(_depths(vertices, followers))
    near = {v: set(followers[v]) for v in vertices}
    for v in vertices:
        for w in followers[v]:
            near[w].add(v)
    for _ in range(SWEEPS):
        for above, below in [*pairwise(layers), *pairwise(layers[::-1])]:
            _sort(below, {v: i for i, v in enumerate(above)}, near)
    rows = [row for layer in layers for row in _broken(layer)]
    wide = max(map(len, rows), default=0)
    # Narrow layers are shifted in turn: if vertices stood exactly below each other, arrows would hide arrows.
    turn = ASIDE if wide <= 2 else 0.0
    return {
        v: ((i + (wide - len(row)) / 2) * ACROSS + 1 + turn * (k % 2), k * DOWN + 1)
        for k, row in enumerate(rows)
        for i, v in enumerate(row)
    }


def _followers(vertices: Sequence[str], edges: Edges) -> dict[str, list[str]]:
    followers: dict[str, list[str]] = {v: [] for v in vertices}
    for v, w in sorted(edges):
        if v != w:
            followers[v].append(w)
    return followers


def _depths(vertices: Sequence[str], followers: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The length of the longest path to each vertex; on a cycle the length stops at the number of vertices."""
    depth = dict.fromkeys(vertices, 0)
    for _ in range(len(vertices)):
        deeper = {w: depth[v] + 1 for v in vertices for w in followers[v] if depth[w] <= depth[v] < len(vertices) - 1}
        if not deeper:
            break
        depth.update({w: max(d, depth[w]) for w, d in deeper.items()})
    return depth


def _levels(depths: Mapping[str, int]) -> list[list[str]]:
    return [[v for v, depth in depths.items() if depth == level] for level in sorted(set(depths.values()))]


def _broken(layer: Sequence[str]) -> list[Sequence[str]]:
    """A layer in rows of about the same length."""
    rows = ceil(len(layer) / ABREAST)
    long = ceil(len(layer) / rows)
    return [layer[i : i + long] for i in range(0, len(layer), long)]


def _sort(layer: list[str], above: Mapping[str, int], near: Mapping[str, set[str]]) -> None:
    """Sort a layer by the mean place of each vertex's neighbours in the layer `above` (or below, on the way up)."""
    place = {v: i for i, v in enumerate(layer)}

    def wanted(v: str) -> float:
        places = [above[w] for w in near[v] if w in above]
        return sum(places) / len(places) if places else place[v]

    layer.sort(key=wanted)


def planted(edges: Edges, ground: str) -> Places:
    """Places for what stands on the ground: each vertex as high as its distance from there, above its own growth.

    The ground itself has no place: it is below whatever touches it.

    >>> planted([("0", "a"), ("a", "b"), ("a", "c")], "0")
    {'a': (2.0, 2.8), 'b': (1.0, 1.0), 'c': (3.0, 1.0)}
    """
    near: dict[str, dict[str, None]] = {ground: {}}
    for a, b in edges:
        near.setdefault(a, {})[b] = None
        near.setdefault(b, {})[a] = None
    depth, grown, order = {ground: 0}, dict[str, list[str]](), [ground]
    for vertex in order:  # the list grows during the loop
        grown[vertex] = [other for other in near[vertex] if other not in depth]
        depth.update(dict.fromkeys(grown[vertex], depth[vertex] + 1))
        order += grown[vertex]
    across = _columns(ground, grown)
    high = max(depth.values())
    return {v: (across[v] * ACROSS + 1, (high - depth[v]) * STALK + 1) for v in order if v != ground}


def _columns(root: str, grown: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """Columns 0, 1, 2, ... for the leaves of a tree, and the middle of what grows on it for each other vertex."""
    across: dict[str, float] = {}
    leaves, todo = 0, [root]
    while todo:
        vertex = todo[-1]
        waiting = [other for other in grown[vertex] if other not in across]
        if waiting:
            todo += reversed(waiting)
            continue
        todo.pop()
        if grown[vertex]:
            across[vertex] = sum(across[other] for other in grown[vertex]) / len(grown[vertex])
        else:
            across[vertex] = leaves
            leaves += 1
    return across


def beside(spots: Iterable[tuple[float, float]], taken: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """The first of some spots that is clear of all that are taken, or the clearest."""
    taken = list(taken)

    def clear(spot: tuple[float, float]) -> float:
        return min((hypot(spot[0] - x, spot[1] - y) for x, y in taken), default=CLEAR)

    spots = list(spots)
    return next((spot for spot in spots if clear(spot) >= CLEAR), max(spots, key=clear))


def along(a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
    """Spots for the handle of an edge: its middle, then others near it, further and further aside."""
    (x, y), (u, v) = a, b
    length = hypot(u - x, v - y)
    if not length:  # a loop
        return [
            (x + dx, y + dy) for dx, dy in ((0.9, 0), (-0.9, 0), (0.7, -0.7), (-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7))
        ]
    side = (v - y) / length, (x - u) / length
    return [
        ((x + u) / 2 + out * side[0], (y + v) / 2 + out * side[1])
        for out in (0, 0.45, -0.45, 0.9, -0.9, 1.35, -1.35, 1.8, -1.8)
    ]


def room(places: Places) -> tuple[float, float]:
    """The width and height of a board with these places."""
    wide = max((x for x, _ in places.values()), default=0) + 1
    high = max((y for _, y in places.values()), default=0) + 1
    return wide, high
