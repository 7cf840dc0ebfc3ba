"""Sprouts drawn with half-edges, dead spots and all: nothing is reduced, so it is slow and plain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import nimatron as nt
from nimatron.families.sprouts.lands import lands_of

Boundary = int
"""A half-edge with the region on its left, or -1 - spot for a lone spot."""


@dataclass(frozen=True)
class PlaneMap:
    """`turn[d]` is the next half-edge around the spot of d, d ^ 1 its other half."""

    turn: tuple[int, ...]
    spot: tuple[int, ...]
    spots: int
    regions: tuple[tuple[Boundary, ...], ...]

    def step(self) -> list[int]:
        """The half-edge that follows each one along its region."""
        back = {e: d for d, e in enumerate(self.turn)}
        return [back[d ^ 1] for d in range(len(self.turn))]

    def around(self, boundary: Boundary) -> list[int]:
        """The half-edges of a boundary; none for a lone spot."""
        if boundary < 0:
            return []
        step, found = self.step(), [boundary]
        while (following := step[found[-1]]) != boundary:
            found.append(following)
        return found

    def corners(self, boundary: Boundary) -> list[tuple[int, int | None]]:
        """The spots along a boundary, each with its half-edge there."""
        return [(self.spot[d], d) for d in self.around(boundary)] if boundary >= 0 else [(-1 - boundary, None)]

    def moves(self) -> Iterator[PlaneMap]:
        ends = Counter(self.spot)
        for r, region in enumerate(self.regions):
            corners = [(b, *corner) for b, boundary in enumerate(region) for corner in self.corners(boundary)]
            for i, (b, u, d) in enumerate(corners):
                for c, v, e in corners[i:]:
                    if max(ends[u], ends[v]) + (u == v) < 3:
                        yield from self.joined(r, (b, c), (u, d), (v, e))

    def joined(self, r: int, bounds: Any, first: Any, last: Any) -> Iterator[PlaneMap]:
        (u, d), (v, e) = first, last
        x = len(self.turn)
        turn = [*self.turn, x, x + 3, x + 2, x + 1]
        for new, at in ((x, d), (x + 2, x if first == last else e)):
            if at is not None:
                turn[new], turn[at] = turn[at], new
        after = PlaneMap(tuple(turn), (*self.spot, u, self.spots, v, self.spots), self.spots + 1, ())
        others = [boundary for k, boundary in enumerate(self.regions[r]) if k not in bounds]
        rest = self.regions[:r] + self.regions[r + 1 :]
        if x ^ 1 in after.around(x):
            yield replace(after, regions=(*rest, (x, *others)))
            return
        for count in range(len(others) + 1):
            for near in combinations(range(len(others)), count):
                left = [x, *(others[k] for k in near)]
                right = [x ^ 1, *(others[k] for k in range(len(others)) if k not in near)]
                yield replace(after, regions=(*rest, tuple(left), tuple(right)))

    def position(self) -> nt.Position:
        """The same position of the game."""
        ends = Counter(self.spot)
        signs = ["0", "1", None, ""]

        def sign(spot: int) -> str:
            return signs[ends[spot]] if ends[spot] != 2 else chr(0x2000 + spot)  # type: ignore[return-value]

        regions = [["".join(sign(s) for s, _ in self.corners(b)) for b in region] for region in self.regions]
        return nt.Position(nt.Sprouts, tuple(sorted(lands_of(regions))))

    def code(self) -> Any:
        """The same for maps that are equal up to the names of half-edges and one mirror."""
        back = {e: d for d, e in enumerate(self.turn)}
        mirror = tuple(back[d] for d in range(len(self.turn)))
        turned = tuple(tuple(b if b < 0 else b ^ 1 for b in region) for region in self.regions)
        return min(_code(self), _code(replace(self, turn=mirror, regions=turned)))


def _code(whole: PlaneMap) -> Any:
    """Drawings and regions form a tree: walk it from every region, each drawing from every half-edge that it shows."""
    place = {d: (r, k) for r, region in enumerate(whole.regions) for k, b in enumerate(region) for d in whole.around(b)}

    def drawing(r: int, k: int) -> Any:
        half_edges = whole.around(whole.regions[r][k])
        return min(map(walk, half_edges)) if half_edges else ((-3,),)

    def walk(start: int) -> Any:
        number, order, out, seen = {start: 0}, [start], [], {place[start]}
        for d in order:
            for e in (whole.turn[d], d ^ 1):
                if e not in number:
                    number[e] = len(order)
                    order.append(e)
                out.append((number[e],))
            if place[d] not in seen:
                seen.add(place[d])
                out.append((-2, *inside(*place[d])))
        return tuple(out)

    def inside(r: int, k: int) -> Any:
        return tuple(sorted(drawing(r, j) for j in range(len(whole.regions[r])) if j != k))

    regions = range(len(whole.regions))
    return min(tuple(sorted(drawing(r, k) for k in range(len(whole.regions[r])))) for r in regions)


def spots(n: int) -> PlaneMap:
    """n spots and no line."""
    return PlaneMap((), (), n, (tuple(-1 - spot for spot in range(n)),))


def walk_maps(n: int, visit: Callable[[PlaneMap, list[PlaneMap]], None]) -> dict[Any, tuple[int, bool]]:
    """Visit all maps of games with n spots, and find the value of each, and whether misere play is won."""
    known: dict[Any, tuple[int, bool]] = {}

    def solve(whole: PlaneMap) -> tuple[int, bool]:
        key = whole.code()
        if key not in known:
            options = {option.code(): option for option in whole.moves()}
            below = [solve(option) for option in options.values()]
            known[key] = nt.mex({value for value, _ in below}), not below or not all(won for _, won in below)
            visit(whole, [*options.values()])
        return known[key]

    solve(spots(n))
    return known
