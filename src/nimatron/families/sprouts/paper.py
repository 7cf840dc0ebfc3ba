"""Sprouts drawn on a sheet: from its regions to the position, and from a position to the line that leads to it.

A drawing is a text: regions with semicolons between them, boundaries with commas, and the numbers of the spots along a
boundary with hyphens, as in `0-3,1;0-3,2`. Dead spots are in it too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from ...core.errors import BadText
from .lands import NAMES, lands_of

Walk = list[int]
Regions = list[list[Walk]]

MOST_SPOTS = 60
"""The most spots of a drawing: the numbers of spots are less."""

FULL = 3
"""So many ends of lines a spot has at most."""


class PaperLine(NamedTuple):
    """A line on the sheet: its region, and for each end the boundary and the place in its walk.

    If it closes a curve, `left` are the boundaries beside the walk from the second end on to the first.
    """

    region: int
    boundary: int
    place: int
    boundary2: int
    place2: int
    left: list[int]


class Paper:
    """The regions of a drawing, and how many ends of lines are at each spot."""

    def __init__(self, regions: Regions, ends: dict[int, int]) -> None:
        self.regions, self.ends = regions, ends

    def lands(self) -> tuple[str, ...]:
        """The lands of the position."""
        twice = sorted(spot for spot in self.ends if self.ends[spot] == FULL - 1)
        signs = {spot: "01"[n] for spot, n in self.ends.items() if n < FULL - 1}
        signs |= {spot: NAMES[i] for i, spot in enumerate(twice)}
        return lands_of([["".join(signs.get(spot, "") for spot in walk) for walk in region] for region in self.regions])

    def line_to(self, lands: tuple[str, ...]) -> PaperLine | None:
        """A line that leaves these lands, in whatever order."""
        wanted = sorted(lands)
        return next((line for line, after in self.lines() if sorted(after.lands()) == wanted), None)

    def lines(self) -> Iterator[tuple[PaperLine, Paper]]:
        """The lines that can be drawn, those with few boundaries on the left first."""
        for r, region in enumerate(self.regions):
            # Spots without lines are alike: two of them are enough for the ends.
            lone = [b for b, walk in enumerate(region) if not self.ends[walk[0]]]
            corners = [
                (b, i)
                for b, walk in enumerate(region)
                for i, spot in enumerate(walk)
                if self.ends[spot] < FULL and b not in lone[2:]
            ]
            for k, (b, i) in enumerate(corners):
                for b2, j in corners[k:]:
                    u, v = region[b][i], region[b2][j]
                    if u != v or ((b, i) == (b2, j) and self.ends[u] < FULL - 1):
                        yield from self._between(r, (b, i), (b2, j))

    def _between(self, r: int, one: tuple[int, int], two: tuple[int, int]) -> Iterator[tuple[PaperLine, Paper]]:
        (b, i), (b2, j) = one, two
        region, rest, new = self.regions[r], self.regions[:r] + self.regions[r + 1 :], max(self.ends) + 1
        walk, walk2 = region[b], region[b2]
        ends = {**self.ends, new: 2}
        for spot in (walk[i], walk2[j]):
            ends[spot] += 1
        if b != b2:
            whole = [*self._around(walk, i), new, *self._around(walk2, j), new]
            others = [other for k, other in enumerate(region) if k not in (b, b2)]
            yield PaperLine(r, b, i, b2, j, []), Paper([[whole, *others], *rest], ends)
            return
        if i == j:
            inner, outer = [walk[i], new], [*self._around(walk, i), new]
            outer = [walk[i], new] if not self.ends[walk[i]] else outer
            right_walk, left_walk = outer, inner
        else:
            right_walk, left_walk = [*walk[i : j + 1], new], [*walk[j:], *walk[: i + 1], new]
        for left, right in self._deals(region, b):
            sides = [right_walk, *(region[k] for k in right)], [left_walk, *(region[k] for k in left)]
            yield PaperLine(r, b, i, b, j, left), Paper([*sides, *rest], ends)

    def _around(self, walk: Walk, i: int) -> Walk:
        """The walk from the end of a line at place i around to it; a spot without other lines is met once."""
        return [*walk[i:], *walk[: i + 1]] if self.ends[walk[i]] else [walk[i]]

    def _deals(self, region: list[Walk], b: int) -> Iterator[tuple[list[int], list[int]]]:
        """The ways to have the other boundaries on both sides; dead ones are nowhere."""
        alive = [k for k, walk in enumerate(region) if k != b and any(self.ends[spot] < FULL for spot in walk)]
        lone = [k for k in alive if not self.ends[region[k][0]]]
        drawn = [k for k in alive if k not in lone]
        for count, sides in product(range(len(lone) + 1), product((False, True), repeat=len(drawn))):
            left = lone[:count] + [k for k, side in zip(drawn, sides, strict=True) if side]
            yield left, [k for k in alive if k not in left]


def first_paper(state: tuple[str, ...]) -> str | None:
    """The drawing of spots without any line; None for other positions, which do not say how they were drawn."""
    spots = state[0].count("0") if len(state) == 1 and not state[0].strip("0,") else 0
    return ",".join(map(str, range(spots))) or None


def read_paper(text: str) -> Paper:
    """The drawing that a text means."""
    if not re.fullmatch(r"[0-9]{1,2}([-,;][0-9]{1,2})*", text):
        raise BadText("expected the regions of a drawing, such as 0-3,1;0-3,2", text, 0)
    regions = [[list(map(int, walk.split("-"))) for walk in region.split(",")] for region in text.split(";")]
    walks = [walk for region in regions for walk in region]
    met = Counter(spot for walk in walks for spot in walk)
    if max(met) >= MOST_SPOTS or max(met.values()) > FULL:
        raise BadText("expected the regions of a drawing, such as 0-3,1;0-3,2", text, 0)
    return Paper(regions, {**met, **{walk[0]: 0 for walk in walks if len(walk) == met[walk[0]] == 1}})
