"""The lines that can be drawn in a land of Sprouts, and what each of them leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from .lands import Region, canonical, regions_of

MIDDLE = "*"
"""The new spot on a line."""

ENDS = "<>"
"""Spots that keep a life after a line has reached them, and are now met from both its sides."""

Place = tuple[int, int, int]
"""Where a spot is met: the region, the boundary, the place in its word."""


@dataclass(frozen=True)
class Line:
    """A line from one spot to another; if it closes a curve, the places on its two sides."""

    first: Place
    last: Place
    sides: tuple[list[Place], list[Place]] = ([], [])


Drawn = tuple[list[Region], str]
"""What a line makes of its region: one region or two, and the spots elsewhere that it has killed."""


def lines(land: str) -> Iterator[tuple[Line, tuple[str, ...]]]:
    """Each line, with the lands after it; of lines that are plainly alike only one."""
    regions = regions_of(land)
    for r, region in enumerate(regions):
        rest = regions[:r] + regions[r + 1 :]
        for line, (made, dead) in _in_region(r, region):
            yield line, _lands([*made, *rest], dead)


@lru_cache(maxsize=1 << 16)
def children(land: str) -> tuple[tuple[str, ...], ...]:
    """The positions that one move leaves of a land."""
    return tuple(dict.fromkeys(after for _, after in lines(land)))


def named(land: str, first: Place, last: Place, inside: set[Place]) -> Iterator[tuple[str, ...]]:
    """The lands after each line between two places that has just the places `inside` on one side of it."""
    (r, p, i), (r2, q, j) = sorted((first, last))
    regions = regions_of(land)
    region, rest = regions[r], regions[:r] + regions[r + 1 :]
    if r == r2 and p == q:
        left = [k for k in range(len(region)) if k != p and inside & {*_places(r, region, [k])}]
        right = [k for k in range(len(region)) if k != p and k not in left]
        for near, far in ((left, right), (right, left)):
            for a, b, one, two, dead in _arcs(region[p]):
                if (a, b) == (i, j) and inside in map(set, _loop(r, region, (p, i, j), near, far).sides):
                    made, _ = _halves(region, (one, near), (two, far), dead)
                    yield _lands([*made, *rest], dead)
    elif r == r2 and not inside:
        for line, (made, dead) in _bridges(r, region, p, q):
            if line.first[2] == i and line.last[2] == j:
                yield _lands([*made, *rest], dead)


def _lands(regions: list[Region], dead: str) -> tuple[str, ...]:
    return canonical(" ".join([",".join(region) for region in regions]).translate(dict.fromkeys(map(ord, dead))))


def _in_region(r: int, region: Region) -> Iterator[tuple[Line, Drawn]]:
    for p, word in enumerate(region):
        if word not in region[:p]:
            yield from _loops(r, region, p)
            # Of equal boundaries the first is enough for the other end.
            ends = {other: region.index(other, p + 1) for other in region[p + 1 :]}
            for q in ends.values():
                yield from _bridges(r, region, p, q)


def _spent(spot: str, name: str) -> tuple[str, str]:
    """What a spot becomes when a line reaches it, at both sides of the line, and which spot dies elsewhere."""
    if spot == "1":
        return name, ""
    return "", "" if spot == "2" else spot


# -- a line from a boundary to another -------------------------------------------------------------


def _opened(word: str, i: int, name: str) -> tuple[str, str]:
    """The boundary, read once around from the end of a line at place i back to it, and which spot dies elsewhere."""
    if word == "0":
        return "1", ""
    end, dead = _spent(word[i], name)
    return end + word[i + 1 :] + word[:i] + end, dead


def _bridges(r: int, region: Region, p: int, q: int) -> Iterator[tuple[Line, Drawn]]:
    others = [word for k, word in enumerate(region) if k not in (p, q)]
    for i in range(len(region[p])):
        first, dead = _opened(region[p], i, ENDS[0])
        for j in range(len(region[q])):
            second, dead2 = _opened(region[q], j, ENDS[1])
            whole = first + MIDDLE + second + MIDDLE
            yield Line((r, p, i), (r, q, j)), ([[whole, *others]], dead + dead2)


# -- a line from a boundary to itself --------------------------------------------------------------


def _loops(r: int, region: Region, p: int) -> Iterator[tuple[Line, Drawn]]:
    others = [q for q in range(len(region)) if q != p]
    for i, j, one, two, dead in _arcs(region[p]):
        for left, right in _deals(region, others):
            yield _loop(r, region, (p, i, j), left, right), _halves(region, (one, left), (two, right), dead)


def _loop(r: int, region: Region, ends: tuple[int, int, int], left: list[int], right: list[int]) -> Line:
    p, i, j = ends
    inner = [(r, p, k) for k in range(i + 1, j)] + _places(r, region, left)
    outer = [(r, p, k) for k in range(len(region[p])) if not i <= k <= j] + _places(r, region, right)
    return Line((r, p, i), (r, p, j), (inner, outer))


def _halves(region: Region, one: tuple[str, list[int]], two: tuple[str, list[int]], dead: str) -> Drawn:
    return [[word, *(region[q] for q in side)] for word, side in (one, two)], dead


def _arcs(word: str) -> Iterator[tuple[int, int, str, str, str]]:
    """The places of the two ends, the boundary on each side, and which spots die elsewhere."""
    if word == "0":
        yield 0, 0, ENDS[0] + MIDDLE, ENDS[0] + MIDDLE, ""
        return
    for i, spot in enumerate(word):
        if spot == "1":
            yield i, i, MIDDLE, word[i + 1 :] + word[:i] + MIDDLE, ""
        first, dead = _spent(spot, ENDS[0])
        for j in range(i + 1, len(word)):
            if word[j] != spot or spot in "12":  # else it is one spot, with a single life
                last, dead2 = _spent(word[j], ENDS[1])
                inner = first + word[i + 1 : j] + last + MIDDLE
                yield i, j, inner, last + word[j + 1 :] + word[:i] + first + MIDDLE, dead + dead2


def _deals(region: Region, others: list[int]) -> Iterator[tuple[list[int], list[int]]]:
    """The ways to have the other boundaries on the two sides of a line; equal boundaries are alike."""
    kinds: dict[str, list[int]] = {}
    for q in others:
        kinds.setdefault(region[q], []).append(q)
    for counts in product(*(range(len(alike) + 1) for alike in kinds.values())):
        dealt = list(zip(kinds.values(), counts, strict=True))
        yield [q for alike, n in dealt for q in alike[:n]], [q for alike, n in dealt for q in alike[n:]]


def _places(r: int, region: Region, boundaries: list[int]) -> list[Place]:
    return [(r, q, k) for q in boundaries for k in range(len(region[q]))]
