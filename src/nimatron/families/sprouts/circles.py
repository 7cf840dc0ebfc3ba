"""A plane drawn with circles: triangles fill its regions, and each of their corners has a circle that touches others.

There is one such packing for the triangles inside a rim (Koebe); its lines never cross. Collins and Stephenson find it.
"""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterator, Sequence
from itertools import chain, takewhile
from math import acos, asin, exp, log, pi, sin, sqrt
from typing import NamedTuple

from .plane import Bound, End, Plane

Point = complex

BEADS = 2
"""At least so many points of a line lie between its spots."""

ROOM, SHARE = 12, 0.6
"""How many points a curve has: so many, and a share of those of all that is drawn inside."""

ROUNDS = 4000
MOMENTUM = 0.9
EXACT = 1e-6


class Sheet(NamedTuple):
    """The places of the spots, and for each line its two spots and its points."""

    spots: list[Point]
    lines: list[tuple[int, int, list[Point]]]


def sheet_of(plane: Plane) -> Sheet:
    """The drawing of a plane; the first region is around everything."""
    spots = len(plane.ends)
    if spots < 2 and not plane.mate:
        return Sheet([0j] * spots, [])
    count, regions, lines = _add_points(plane)
    triangles, rim = _triangles(regions, count)
    at = _places(triangles, _radii(triangles, rim))
    return Sheet([at[v] for v in range(spots)], [(points[0], points[-1], [at[v] for v in points]) for points in lines])


class _Beads:
    """How many points each line has: a curve needs more if much is drawn inside."""

    def __init__(self, plane: Plane) -> None:
        self.plane = plane
        self.counts = {min(pair): BEADS for pair in plane.mate.items()}
        walks = [{bound: plane.walk(bound) for bound in region} for region in plane.regions]
        home = {end: r for r, region in enumerate(walks) for end in chain.from_iterable(region.values())}
        order, depth = [0], {0: 0}
        for r in order:
            for end in chain.from_iterable(walks[r].values()):
                if (beyond := home[plane.mate[end]]) not in depth:
                    depth[beyond] = depth[r] + 1
                    order.append(beyond)
        self.outer: dict[int, list[End]] = {}
        """Along each region but the first, the lines that lie on the way to the first."""
        for r in reversed(order[1:]):
            ends = [*chain.from_iterable(walks[r].values())]
            self.outer[r] = outer = [end for end in ends if depth[home[plane.mate[end]]] < depth[r]]
            rim = {min(end, plane.mate[end]) for end in outer}
            inside = sum(1 + self.counts[min(end, plane.mate[end])] for end in ends if end not in outer)
            room = ROOM + SHARE * (inside + len(walks[r]) - 1)
            while sum(1 + self.counts[line] for line in rim) < room:
                for line in rim:
                    self.counts[line] += 1

    def outer_part(self, r: int) -> tuple[Bound, int]:
        """Where the lines of a region begin that lie on the way to the first, and how many points they have."""
        outer = self.outer.get(r, [])
        first = self.plane.regions[r][0] if not outer else outer[0]
        walk = self.plane.walk(first)
        i = next((i for i, end in enumerate(walk) if end in outer and walk[i - 1] not in outer), 0)
        part = takewhile(lambda end: end in outer, walk[i:] + walk[:i])
        return walk[i] if walk else first, sum(1 + self.counts[min(end, self.plane.mate[end])] for end in part)


class _Region(NamedTuple):
    """The corners along a region, and how many of them come before those of what is drawn inside; 0: nothing is."""

    corners: list[int]
    outer: int


def _add_points(plane: Plane) -> tuple[int, list[_Region], list[list[int]]]:
    """With points on the lines, and in each region one that joins its boundaries: how many points; regions; lines."""
    fine, found = Plane([list(ends) for ends in plane.ends], {}, list(plane.spot)), _Beads(plane)
    lines, starts = [], []
    for one, count in found.counts.items():
        beads = [fine.add(2) for _ in range(count)]
        lines.append([fine.spot[one], *beads, fine.spot[plane.mate[one]]])
        _string(fine, one, beads, plane.mate[one])
    for r, region in enumerate(plane.regions):
        first, length = found.outer_part(r)
        if len(region) > 1:
            centre, outer = fine.add(), plane.walk(first)
            for bound in [first, *(bound for bound in region if bound not in (first, *outer))]:
                # A line to the corner before the end with which the walk begins.
                spot = plane.spot[bound] if bound >= 0 else -1 - bound
                end = fine.end(spot, fine.ends[spot].index(bound) if bound >= 0 else None)
                _string(fine, end, [fine.add(2)], fine.end(centre))
            first, length = fine.ends[centre][0], length + 2
        starts.append((first, length))
    regions = [_Region(fine.spots(first), length) for first, length in starts]
    return len(fine.ends), [_Region(one, n if n < len(one) else 0) for one, n in regions], lines


def _string(plane: Plane, one: End, beads: Sequence[int], two: End) -> None:
    for bead in beads:
        plane.join(one, plane.ends[bead][0])
        one = plane.ends[bead][1]
    plane.join(one, two)


Triangle = tuple[int, int, int]


def _triangles(regions: Sequence[_Region], count: int) -> tuple[list[Triangle], set[int]]:
    """Triangles that fill all regions but the first, and the points of the rim that is left.

    Along each region goes a ring of new points, one for each corner, so that no two points are joined twice.
    """
    found, rim = list[Triangle](), set[int]()
    for r, (corners, outer) in enumerate(regions):
        ring = [count + i for i in range(len(corners))]
        count += len(ring)
        for i, corner in enumerate(corners):
            following = (i + 1) % len(ring)
            found += [(corner, corners[following], ring[i]), (ring[i], corners[following], ring[following])]
        if r:
            found += _fill(ring, count, outer)
            count += 1
        else:
            rim = {*ring}
    return found, rim


def _fill(ring: list[int], centre: int, split: int) -> Iterator[Triangle]:
    """Triangles inside a ring: around a centre, or from the part before the split to that after it."""
    if not split:
        yield from zip(ring, ring[1:] + ring[:1], [centre] * len(ring), strict=True)
        return
    i, j = 0, len(ring) - 1
    while i + 1 < j:
        if i * (len(ring) - split) <= (len(ring) - 1 - j) * split:
            yield ring[i], ring[i + 1], ring[j]
            i += 1
        else:
            yield ring[i], ring[j - 1], ring[j]
            j -= 1


def _radii(triangles: Sequence[Triangle], rim: set[int]) -> list[float]:
    """The radii for which the circles around each point inside close up; those of the rim are 1."""
    around: list[list[tuple[int, int]]] = [[] for _ in range(1 + max(map(max, triangles)))]
    for triangle in triangles:
        for i, corner in enumerate(triangle):
            around[corner].append((triangle[i - 2], triangle[i - 1]))
    inside = [v for v, pairs in enumerate(around) if pairs and v not in rim]
    radii, speed = [1.0] * len(around), [0.0] * len(around)
    for _ in range(ROUNDS):
        turns = [_turn(radii, v, around[v]) for v in inside]
        if max((abs(turn - 2 * pi) for turn in turns), default=0) < EXACT:
            break
        for v, turn in zip(inside, turns, strict=True):
            # If all neighbours were equal, this radius would close up.
            share, least = sin(turn / (2 * len(around[v]))), sin(pi / len(around[v]))
            speed[v] = MOMENTUM * speed[v] + log(share / (1 - share) * (1 - least) / least)
        for v in inside:
            radii[v] *= exp(speed[v])
    return radii


def _turn(radii: Sequence[float], centre: int, pairs: Sequence[tuple[int, int]]) -> float:
    """The angles at the centre of a circle, all together."""
    mine = radii[centre]
    return sum(2 * asin(sqrt(radii[a] / (mine + radii[a]) * radii[b] / (mine + radii[b]))) for a, b in pairs)


def _places(triangles: Sequence[Triangle], radii: Sequence[float]) -> dict[int, Point]:
    """The centres of the circles: the third corner of a triangle follows from two."""
    apex = {(t[i], t[(i + 1) % 3]): t[(i + 2) % 3] for t in triangles for i in range(3)}
    a, b = triangles[-1][:2]
    at: dict[int, Point] = {a: 0j, b: complex(radii[a] + radii[b])}
    todo = [(a, b), (b, a)]
    while todo:
        a, b = todo.pop()
        if (c := apex.pop((a, b), None)) is None:
            continue
        todo += [(c, b), (a, c)]
        if c in at:
            continue
        ab, ac, bc = radii[a] + radii[b], radii[a] + radii[c], radii[b] + radii[c]
        turn = acos(max(-1.0, min(1.0, (ab * ab + ac * ac - bc * bc) / (2 * ab * ac))))
        at[c] = at[a] + (at[b] - at[a]) / ab * rect(ac, turn)
    return at
