"""The lines that can be drawn in a land of Sprouts, and what each of them leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from .lands import Region, canonical, regions_of

MIDDLE = "*"
"""The new spot on a line."""

ENDS = "<>"
"""Spots that keep a life after a line has reached them, and are now met from both its sides."""

Drawn = tuple[list[Region], str]
"""What a line makes of its region: one region or two, and the spots elsewhere that it has killed."""


@lru_cache(maxsize=1 << 16)
def children(land: str) -> tuple[tuple[str, ...], ...]:
    """The positions that one move leaves of a land."""
    regions = regions_of(land)
    found = (
        _lands([*made, *regions[:r], *regions[r + 1 :]], dead)
        for r, region in enumerate(regions)
        for made, dead in _in_region(region)
    )
    return tuple(dict.fromkeys(found))


def _lands(regions: list[Region], dead: str) -> tuple[str, ...]:
    return canonical(" ".join([",".join(region) for region in regions]).translate(dict.fromkeys(map(ord, dead))))


def _in_region(region: Region) -> Iterator[Drawn]:
    """What each line makes of a region; of lines that are plainly alike only one."""
    for p, word in enumerate(region):
        if word not in region[:p]:
            yield from _loops(region, p)
            # Of equal boundaries the first is enough for the other end.
            for q in {other: region.index(other, p + 1) for other in region[p + 1 :]}.values():
                yield from _bridges(region, p, q)


def _spent(spot: str, name: str) -> tuple[str, str]:
    """What a spot becomes when a line reaches it, at both sides of the line, and which spot dies elsewhere."""
    if spot == "1":
        return name, ""
    return "", "" if spot == "2" else spot


# -- a line from a boundary to another -------------------------------------------------------------


def _open(word: str, i: int, name: str) -> tuple[str, str]:
    """The boundary, read once around from the end of a line at place i back to it, and which spot dies elsewhere."""
    if word == "0":
        return "1", ""
    end, dead = _spent(word[i], name)
    return end + word[i + 1 :] + word[:i] + end, dead


def _bridges(region: Region, p: int, q: int) -> Iterator[Drawn]:
    others = [word for k, word in enumerate(region) if k not in (p, q)]
    for i, j in product(range(len(region[p])), range(len(region[q]))):
        (first, dead), (second, dead2) = _open(region[p], i, ENDS[0]), _open(region[q], j, ENDS[1])
        yield [[first + MIDDLE + second + MIDDLE, *others]], dead + dead2


# -- a line from a boundary to itself --------------------------------------------------------------


def _loops(region: Region, p: int) -> Iterator[Drawn]:
    others = region[:p] + region[p + 1 :]
    for one, two, dead in _arcs(region[p]):
        for left, right in _deals(others):
            yield [[one, *left], [two, *right]], dead


def _arcs(word: str) -> Iterator[tuple[str, str, str]]:
    """The boundary on each side of a line, and which spots die elsewhere."""
    if word == "0":
        yield ENDS[0] + MIDDLE, ENDS[0] + MIDDLE, ""
        return
    for i, spot in enumerate(word):
        if spot == "1":
            yield MIDDLE, word[i + 1 :] + word[:i] + MIDDLE, ""
        first, dead = _spent(spot, ENDS[0])
        for j in range(i + 1, len(word)):
            if word[j] != spot or spot in "12":  # else it is one spot, with a single life
                last, dead2 = _spent(word[j], ENDS[1])
                inner = first + word[i + 1 : j] + last + MIDDLE
                yield inner, last + word[j + 1 :] + word[:i] + first + MIDDLE, dead + dead2


def _deals(others: Region) -> Iterator[tuple[Region, Region]]:
    """The ways to have the other boundaries on the two sides of a line; equal boundaries are alike."""
    kinds = Counter(others)
    for counts in product(*(range(count + 1) for count in kinds.values())):
        dealt = list(zip(kinds.items(), counts, strict=True))
        yield (
            [word for (word, _), n in dealt for _ in range(n)],
            [word for (word, all_), n in dealt for _ in range(all_ - n)],
        )
