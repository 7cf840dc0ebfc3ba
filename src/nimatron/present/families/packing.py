"""Places for the vertices of large graphs: as close as they can be hit, and joined ones near each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil, cos, pi, sin, sqrt

from .layout import ACROSS, DOWN, Edges, Place, Places, circular

ROUND = 9
"""The most vertices on a circle: of more, neighbours are packed side by side."""

RELAXING = 30
"""How often each vertex is pulled to where it belongs: later rounds hardly move anything."""

TURNS = 12
"""From this many sides rows are looked for among vertices that are to be packed."""

PASSES = 12
"""How often all pairs of packed vertices are looked at: a pass that changes nothing is the last one."""


def undirected(vertices: Sequence[str], edges: Edges) -> Places:
    """A circle of few vertices, or many packed."""
    return circular(vertices) if len(vertices) <= ROUND else packed(vertices, edges)


def packed(vertices: Sequence[str], edges: Edges) -> Places:
    """Rows that are shifted in turn, so that few vertices lie in one line; joined vertices stand near each other."""
    return dict(_packed(tuple(vertices), tuple(sorted(edges))))


@lru_cache(maxsize=32)
def _packed(vertices: tuple[str, ...], edges: tuple[tuple[str, str], ...]) -> tuple[tuple[str, Place], ...]:
    near: dict[str, set[str]] = {v: set() for v in vertices}
    for v, w in edges:
        if v != w:
            near[v].add(w)
            near[w].add(v)
    slots = _slots(len(vertices))
    orders = [_walk(vertices, near), *_swept(_relaxed(vertices, near))]
    # A few places may stay free.
    places = min((dict(zip(order, slots, strict=False)) for order in orders), key=lambda found: _strain(found, edges))
    _improve(places, near, slots[len(vertices) :])
    return tuple((v, places[v]) for v in vertices)


def _strain(places: Places, edges: Edges) -> float:
    """How long the edges are."""
    ends = ((places[v], places[w]) for v, w in edges)
    return sum((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in ends)


def _slots(count: int) -> list[Place]:
    """So many places, row by row to and fro."""
    rows, columns = _shape(count)
    slots = []
    for row in range(rows):
        across = range(columns) if row % 2 == 0 else reversed(range(columns))
        slots += [((column + (row % 2) / 2) * ACROSS + 1, row * DOWN * 1.1 + 1) for column in across]
    return slots


def _shape(count: int) -> tuple[int, int]:
    rows = max(1, round(sqrt(count * 1.1)))
    return rows, ceil(count / rows)


def _relaxed(vertices: Sequence[str], near: Mapping[str, set[str]]) -> Places:
    """Places whose distances are about those in the graph, by stress majorisation."""
    apart = {v: _distances(v, near, len(vertices)) for v in vertices}
    # To begin with, how far a vertex is from three others that are far from each other.
    first = _walk(vertices, near)[0]
    second = max(vertices, key=lambda v: apart[first][v])
    third = max(vertices, key=lambda v: min(apart[first][v], apart[second][v]))
    places = {
        v: ((apart[first][v] - apart[second][v]) / 2 + 1e-3 * i, apart[third][v] + 1e-3 * i * i)
        for i, v in enumerate(vertices)
    }
    for _ in range(RELAXING):
        for v in vertices:
            places[v] = _pulled(v, places, apart[v])
    return places


def _pulled(v: str, places: Places, apart: Mapping[str, int]) -> Place:
    """Where the others would like a vertex to be, the near ones more than the far ones."""
    (x, y), across, down, weight = places[v], 0.0, 0.0, 0.0
    for w, distance in apart.items():
        if w != v:
            a, b = places[w]
            scale = distance / (sqrt((x - a) ** 2 + (y - b) ** 2) or 1)
            pull = 1 / distance**2
            across += pull * (a + (x - a) * scale)
            down += pull * (b + (y - b) * scale)
            weight += pull
    return across / weight, down / weight


def _distances(begin: str, near: Mapping[str, set[str]], count: int) -> dict[str, int]:
    """The length of the shortest path to every vertex; those that no path reaches are far away."""
    found = {begin: 0}
    queue = [begin]
    for v in queue:
        for w in near[v]:
            if w not in found:
                found[w] = found[v] + 1
                queue.append(w)
    far = round(sqrt(count)) + 1
    return {v: found.get(v, far) for v in near}


def _swept(places: Places) -> list[list[str]]:
    """The vertices in the order of rows, to and fro, looked at from several sides."""
    rows, columns = _shape(len(places))
    orders = []
    for step in range(TURNS):
        turn = pi * step / TURNS
        seen = {v: (x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for v, (x, y) in places.items()}
        down = sorted(seen, key=lambda v: seen[v][1])
        order: list[str] = []
        for row in range(rows):
            part = down[row * columns : (row + 1) * columns]
            order += sorted(part, key=lambda v: seen[v][0], reverse=bool(row % 2))
        orders.append(order)
    return orders


def _walk(vertices: Sequence[str], near: Mapping[str, set[str]]) -> list[str]:
    """All vertices such that neighbours follow each other closely: breadth first, from those with few neighbours."""
    order: list[str] = []
    seen: set[str] = set()
    for begin in sorted(vertices, key=lambda v: (len(near[v]), vertices.index(v))):
        queue = [begin] if begin not in seen else []
        seen.add(begin)
        for v in queue:
            order.append(v)
            found = sorted(near[v] - seen, key=lambda w: (len(near[w]), vertices.index(w)))
            seen.update(found)
            queue += found
    return order


def _improve(places: Places, near: Mapping[str, set[str]], free: list[Place]) -> None:
    """Exchange vertices, and move them to free places, as long as that brings neighbours together."""

    def cost(v: str, at: Place, other: str = "") -> float:
        around = (places[w] for w in near[v] if w != other)
        return sum((at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in around)

    for _ in range(PASSES):
        better = False
        for v, w in combinations(places, 2):
            a, b = places[v], places[w]
            if cost(v, b, w) + cost(w, a, v) < cost(v, a, w) + cost(w, b, v) - 1e-9:
                places[v], places[w] = b, a
                better = True
        for v in places:
            for i, slot in enumerate(free):
                if cost(v, slot) < cost(v, places[v]) - 1e-9:
                    free[i], places[v] = places[v], slot
                    better = True
        if not better:
            return
