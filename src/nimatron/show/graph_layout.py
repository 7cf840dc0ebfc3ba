"""Places for the vertices of a graph: arrows point down and seldom cross, neighbours are near each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import ceil, cos, hypot, pi, sin, sqrt
from typing import Any

from ..core.message import Message
from .picture import Picture, Shape

SWEEPS = 6
"""The number of times that each layer is sorted by its neighbours: more sweeps hardly change anything."""

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
"""The shift of every second layer, if layers are narrow."""


ABREAST = 7
"""The most vertices of a layer side by side; a wider layer takes several rows."""

DEEP = 9
"""The most rows of layers: a deeper graph is packed."""


Place = tuple[float, float]
Places = dict[str, Place]
Edges = Iterable[tuple[str, str]]

Vertex = tuple[str, Message, str, tuple[str, ...]]
"""How a vertex is drawn: its kind, label, look and chips, as in a `Shape`."""


def downward_places(vertices: Iterable[str], edges: Edges) -> Places | None:
    """Layers with all arrows pointing down; None if a graph is too deep for that, or goes round in a circle."""
    # Sorted, so that the same graph always has the same picture, in whatever order it was written.
    vertices, edges = sorted(vertices), sorted(edges)
    depths = _depths(vertices, _followers(vertices, edges))
    rows = sum(ceil(len(layer) / ABREAST) for layer in _levels(depths))
    # On a cycle no depth can grow with every arrow, so some arrow would not point down.
    loops = any(depths[v] >= depths[w] for v, w in edges)
    return None if rows > DEEP or loops else layer_places(vertices, edges)


def circle_places(vertices: Sequence[str]) -> Places:
    """All vertices on a circle, the first at the top: no three lie on a line, so every edge can be seen."""
    radius = max(1.5, len(vertices) / 4)
    # y runs down, so the top of the circle is at -90 degrees.
    angles = {v: 2 * pi * i / len(vertices) - pi / 2 for i, v in enumerate(vertices)}
    return {v: (radius * (1 + cos(a)) + 1, radius * (1 + sin(a)) + 1) for v, a in angles.items()}


def layer_places(vertices: Iterable[str], edges: Edges) -> Places:
    """The place of each vertex: in layers by the longest path from above, sorted so that neighbours are near.

    >>> layer_places("abcd", [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])["a"]
    (2.0, 1.0)
    """
    vertices = sorted(vertices)
    edges = list(edges)
    layers, near = _levels(_depths(vertices, _followers(vertices, edges))), _neighbours(vertices, edges)
    for _ in range(SWEEPS):
        # Down and up again: the barycenter method of Sugiyama.
        for above, below in [*pairwise(layers), *pairwise(layers[::-1])]:
            _sort(below, {v: i for i, v in enumerate(above)}, near)
    rows = [row for layer in layers for row in _break_row(layer)]
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


def _neighbours(vertices: Iterable[str], edges: Edges) -> dict[str, set[str]]:
    near: dict[str, set[str]] = {v: set() for v in vertices}
    for v, w in edges:
        if v != w:
            near[v].add(w)
            near[w].add(v)
    return near


def _depths(vertices: Sequence[str], followers: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The length of the longest path to each vertex; on a cycle the length stops at the number of vertices."""
    depth = dict.fromkeys(vertices, 0)
    for _ in range(len(vertices)):
        # Bellman-Ford for longest paths; the bound ends the growth on a cycle.
        deeper = {w: depth[v] + 1 for v in vertices for w in followers[v] if depth[w] <= depth[v] < len(vertices) - 1}
        if not deeper:
            break
        depth.update({w: max(d, depth[w]) for w, d in deeper.items()})
    return depth


def _levels(depths: Mapping[str, int]) -> list[list[str]]:
    return [[v for v, depth in depths.items() if depth == level] for level in sorted(set(depths.values()))]


def _break_row(layer: Sequence[str]) -> list[Sequence[str]]:
    """A layer in rows of about the same length."""
    rows = ceil(len(layer) / ABREAST)
    long = ceil(len(layer) / rows)
    return [layer[i : i + long] for i in range(0, len(layer), long)]


def _sort(layer: list[str], above: Mapping[str, int], near: Mapping[str, set[str]]) -> None:
    """Sort a layer by the mean place of each vertex's neighbours in the layer `above` (or below, on the way up)."""
    place = {v: i for i, v in enumerate(layer)}

    def barycenter(v: str) -> float:
        places = [above[w] for w in near[v] if w in above]
        return sum(places) / len(places) if places else place[v]

    layer.sort(key=barycenter)


def plant_places(edges: Edges, ground: str) -> Places:
    """Places for a plant: a vertex is as high as its distance from the ground, in the middle of its branches.

    The ground itself has no place: it is below whatever touches it.

    >>> plant_places([("0", "a"), ("a", "b"), ("a", "c")], "0")
    {'a': (2.0, 2.8), 'b': (1.0, 1.0), 'c': (3.0, 1.0)}
    """
    near: dict[str, dict[str, None]] = {ground: {}}
    for a, b in edges:
        near.setdefault(a, {})[b] = None
        near.setdefault(b, {})[a] = None
    depth, branches, order = {ground: 0}, dict[str, list[str]](), [ground]
    for vertex in order:  # the list grows during the loop
        branches[vertex] = [other for other in near[vertex] if other not in depth]
        depth.update(dict.fromkeys(branches[vertex], depth[vertex] + 1))
        order += branches[vertex]
    across = _columns(ground, branches)
    high = max(depth.values())
    return {v: (across[v] * ACROSS + 1, (high - depth[v]) * STALK + 1) for v in order if v != ground}


def _columns(root: str, branches: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """Columns 0, 1, 2, ... for the leaves of a tree, and the middle of what grows on it for each other vertex."""
    across: dict[str, float] = {}
    leaves, todo = 0, [root]
    while todo:
        vertex = todo[-1]
        # With a stack of its own instead of recursion: a stalk may have thousands of segments.
        waiting = [other for other in branches[vertex] if other not in across]
        if waiting:
            todo += reversed(waiting)
            continue
        todo.pop()
        if branches[vertex]:
            across[vertex] = sum(across[other] for other in branches[vertex]) / len(branches[vertex])
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
    # The first clear spot, not the clearest: spots begin at the best place.
    return next((spot for spot in spots if clear(spot) >= CLEAR), max(spots, key=clear))


def along(a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
    """Spots for the handle of an edge: its middle, then others near it, further and further aside."""
    (x, y), (u, v) = a, b
    length = hypot(u - x, v - y)
    if not length:  # a loop
        return [
            (x + dx, y + dy) for dx, dy in ((0.9, 0), (-0.9, 0), (0.7, -0.7), (-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7))
        ]
    # The unit vector across the edge.
    side = (v - y) / length, (x - u) / length
    return [
        ((x + u) / 2 + out * side[0], (y + v) / 2 + out * side[1])
        # To both sides in turn, so that the nearest free spot is tried first.
        for out in (0, 0.45, -0.45, 0.9, -0.9, 1.35, -1.35, 1.8, -1.8)
    ]


def room(places: Mapping[Any, Place]) -> tuple[float, float]:
    """The width and height of a board with these places."""
    wide = max((x for x, _ in places.values()), default=0) + 1
    high = max((y for _, y in places.values()), default=0) + 1
    return wide, high


def graph_picture(
    places: Places, vertex: Callable[[str], Vertex], arrows: Iterable[tuple[str, str]], directed: bool
) -> Picture:
    """A graph whose vertices stand at these places."""
    shapes = []
    for order, (name, (x, y)) in enumerate(places.items()):
        kind, label, look, chips = vertex(name)
        shapes.append(Shape(name, kind, x, y, int(y), order, label, look, name, chips))
    return Picture("graph", *room(places), tuple(shapes), arrows=tuple(arrows), directed=directed)


# -- large graphs: vertices as close as they can be hit, and joined ones near each other -----------------

ROUND = 9
"""The most vertices on a circle: of more, neighbours are packed side by side."""

TURNS = 12
"""The number of directions from which `_sweep` looks for rows."""

PASSES = 12
"""The most passes over all pairs of packed vertices: a pass that changes nothing is the last one."""


def undirected_places(vertices: Sequence[str], edges: Edges) -> Places:
    """A circle of few vertices, or many packed."""
    return circle_places(vertices) if len(vertices) <= ROUND else dense_places(vertices, edges)


def dense_places(vertices: Sequence[str], edges: Edges) -> Places:
    """Rows that are shifted in turn, so that few vertices lie in one line; joined vertices stand near each other."""
    return dict(_layout(tuple(vertices), tuple(sorted(edges))))


@lru_cache(maxsize=32)
def _layout(vertices: tuple[str, ...], edges: tuple[tuple[str, str], ...]) -> tuple[tuple[str, Place], ...]:
    near, slots = _neighbours(vertices, edges), _slots(len(vertices))
    # Trees and paths suit the walk, grids the sweep: the arrangement with the shortest edges wins.
    orders = [_walk(vertices, near), *_sweep(_by_distance(vertices, near))]
    # A few places may stay free.
    places = min((dict(zip(order, slots, strict=False)) for order in orders), key=lambda choice: _strain(choice, edges))
    _improve(places, near, slots[len(vertices) :])
    return tuple((v, places[v]) for v in vertices)


def _strain(places: Places, edges: Edges) -> float:
    """The sum of the squares of the lengths of the edges."""
    ends = ((places[v], places[w]) for v, w in edges)
    return sum((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in ends)


def _slots(count: int) -> list[Place]:
    """At least `count` places, row by row to and fro."""
    rows, columns = _shape(count)
    slots = []
    for row in range(rows):
        across = range(columns) if row % 2 == 0 else reversed(range(columns))
        slots += [((column + (row % 2) / 2) * ACROSS + 1, row * DOWN * 1.1 + 1) for column in across]
    return slots


def _shape(count: int) -> tuple[int, int]:
    # A few more rows than columns, because rows lie closer together (1.1 · DOWN) than columns (ACROSS).
    rows = max(1, round(sqrt(count * 1.1)))
    return rows, ceil(count / rows)


def _by_distance(vertices: Sequence[str], near: Mapping[str, set[str]]) -> Places:
    """Places by the distances of a vertex from three vertices far from each other: a grid gets its shape back."""
    first = _walk(vertices, near)[0]
    one = _distances(first, near, len(vertices))
    second = max(vertices, key=lambda v: one[v])
    two = _distances(second, near, len(vertices))
    third = max(vertices, key=lambda v: min(one[v], two[v]))
    three = _distances(third, near, len(vertices))
    # The tiny terms part vertices with equal distances, always in the same way.
    return {v: ((one[v] - two[v]) / 2 + 1e-3 * i, three[v] + 1e-3 * i * i) for i, v in enumerate(vertices)}


def _distances(begin: str, near: Mapping[str, set[str]], count: int) -> dict[str, int]:
    """The length of the shortest path to every vertex; those that no path reaches are far away."""
    distances = {begin: 0}
    queue = [begin]
    for v in queue:
        for w in near[v]:
            if w not in distances:
                distances[w] = distances[v] + 1
                queue.append(w)
    # About the width of a grid: an infinite distance would hide all other differences.
    far = round(sqrt(count)) + 1
    return {v: distances.get(v, far) for v in near}


def _sweep(places: Places) -> list[list[str]]:
    """The vertices in the order of rows, to and fro, looked at from several sides."""
    rows, columns = _shape(len(places))
    orders = []
    for step in range(TURNS):
        turn = pi * step / TURNS
        across = {v: x * cos(turn) - y * sin(turn) for v, (x, y) in places.items()}
        down = sorted(places, key={v: x * sin(turn) + y * cos(turn) for v, (x, y) in places.items()}.__getitem__)
        order: list[str] = []
        for row in range(rows):
            part = down[row * columns : (row + 1) * columns]
            order += sorted(part, key=across.__getitem__, reverse=bool(row % 2))
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
            followers = sorted(near[v] - seen, key=lambda w: (len(near[w]), vertices.index(w)))
            seen.update(followers)
            queue += followers
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
            # An exchange keeps the edge between v and w. The margin stops endless exchanges by rounding errors.
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
