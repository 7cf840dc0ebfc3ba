"""A drawing on the page: from its regions to the position, and from a position to the line that leads to it.

A drawing is a text: regions with semicolons between them, boundaries with commas, and the numbers of the spots along a
boundary with hyphens, as in `0-3,1;0-3,2`. Dead spots are in it too.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product, takewhile
from typing import Any, NamedTuple, Self

from ...core.errors import BadText
from ...core.game import State
from ...core.message import Message
from .lands import NAMES, Region, group_by_spots, lands_of, lives, regions_of
from .plane import Plane, plane_of

Walk = list[int]
Regions = list[list[Walk]]

MOST_SPOTS = 400
"""The most spots of a drawing: the numbers of spots are less."""


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


class Paper(ABC):
    """The regions of a drawing, and how many ends of lines are at each spot."""

    def __init__(self, regions: Regions, ends: dict[int, int]) -> None:
        self.regions, self.ends = regions, ends

    @classmethod
    def of(cls, plane: Plane) -> Self:
        """The drawing of a plane."""
        regions = [[plane.spots(bound) for bound in region] for region in plane.regions]
        return cls(regions, {spot: len(ends) for spot, ends in enumerate(plane.ends)})

    @classmethod
    @abstractmethod
    def plane(cls, state: State) -> Plane:
        """A plane with a position drawn on it."""

    @staticmethod
    @abstractmethod
    def regions_in(part: Any) -> int:
        """How many regions a part of a position has."""

    @classmethod
    def draw(cls, state: State) -> Self:
        """A drawing of a position."""
        return cls.of(cls.plane(state))

    def ends_of(self, line: PaperLine) -> tuple[int, int]:
        """The spots that a line joins."""
        here = self.regions[line.region]
        return here[line.boundary][line.place], here[line.boundary2][line.place2]

    @abstractmethod
    def lives(self, spot: int) -> int:
        """How many more lines may end at a spot."""

    @abstractmethod
    def state(self) -> State:
        """The position."""

    @abstractmethod
    def pieces(self) -> list[State]:
        """For each region the part of the position to which it belongs."""

    @abstractmethod
    def canonical(self, state: State) -> Hashable:
        """What positions have in common that are equal."""

    @abstractmethod
    def middle(self, new: int) -> tuple[Walk, Walk, dict[int, int]]:
        """What a line has in its middle: the spots on each of its sides, and their ends."""

    def kind(self, walk: Walk) -> Hashable:
        """What boundaries have in common that are alike: those without lines."""
        return self.ends[walk[0]] == 0 or tuple(walk)

    def line_to(self, state: State) -> tuple[PaperLine, Paper] | None:
        """A line that leaves this position, and the drawing after it."""
        wanted = self.canonical(state)
        return next((found for found in self.lines() if self.canonical(found[1].state()) == wanted), None)

    def lines(self) -> Iterator[tuple[PaperLine, Paper]]:
        """The lines that can be drawn, those with few boundaries on the left first."""
        for r, region in enumerate(self.regions):
            kinds = [self.kind(walk) for walk in region]
            # Of boundaries that are alike, two are enough for the ends.
            corners = [
                (b, i)
                for b, walk in enumerate(region)
                for i, spot in enumerate(walk)
                if self.lives(spot) and kinds[:b].count(kinds[b]) < 2
            ]
            for k, (b, i) in enumerate(corners):
                for b2, j in corners[k:]:
                    if self._may_join((r, b, i), (r, b2, j)):
                        yield from self._between(r, (b, i), (b2, j), self._deals(region, b))

    def _may_join(self, one: tuple[int, int, int], two: tuple[int, int, int]) -> bool:
        u, v = (self.regions[r][b][i] for r, b, i in (one, two))
        return self.lives(u) > (one == two) and self.lives(v) > 0 and (u != v or one == two)

    def _between(
        self, r: int, one: tuple[int, int], two: tuple[int, int], deals: Iterable[tuple[list[int], list[int]]]
    ) -> Iterator[tuple[PaperLine, Paper]]:
        """The lines between two corners, for each way to have the other boundaries on both sides."""
        (b, i), (b2, j) = one, two
        region, rest = self.regions[r], self.regions[:r] + self.regions[r + 1 :]
        walk, walk2 = region[b], region[b2]
        near, far, fresh = self.middle(max(self.ends) + 1)
        ends = {**self.ends, **fresh}
        for spot in (walk[i], walk2[j]):
            ends[spot] += 1
        paper = type(self)
        if b != b2:
            whole = [*self._around(walk, i), *near, *self._around(walk2, j), *far]
            others = [other for k, other in enumerate(region) if k not in (b, b2)]
            yield PaperLine(r, b, i, b2, j, []), paper([[whole, *others], *rest], ends)
            return
        if i == j:
            left_walk = [walk[i], *near]
            right_walk = [*(self._around(walk, i)), *far]
        else:
            right_walk, left_walk = [*walk[i : j + 1], *near], [*walk[j:], *walk[: i + 1], *far]
        for left, right in deals:
            sides = [right_walk, *(region[k] for k in right)], [left_walk, *(region[k] for k in left)]
            yield PaperLine(r, b, i, b, j, left), paper([*sides, *rest], ends)

    def _around(self, walk: Walk, i: int) -> Walk:
        """The walk from the end of a line at place i around to it; a spot without other lines is met once."""
        return [*walk[i:], *walk[: i + 1]] if self.ends[walk[i]] else [walk[i]]

    def _deals(self, region: list[Walk], b: int) -> Iterator[tuple[list[int], list[int]]]:
        """The ways to have the other boundaries on both sides; dead ones are nowhere."""
        alive = [k for k, walk in enumerate(region) if k != b and any(map(self.lives, walk))]
        kinds: dict[Hashable, list[int]] = {}
        for k in alive:
            kinds.setdefault(self.kind(region[k]), []).append(k)
        for counts in product(*(range(len(alike) + 1) for alike in kinds.values())):
            left = [k for alike, n in zip(kinds.values(), counts, strict=True) for k in alike[:n]]
            yield left, [k for k in alive if k not in left]

    def between(self, first: int, last: int, inside: set[int]) -> Iterator[Paper]:
        """The drawings after the lines between two spots that have just the spots `inside` on one side."""
        for r, region in enumerate(self.regions):
            corners = [(b, i, spot + 1) for b, walk in enumerate(region) for i, spot in enumerate(walk)]
            for (b, i, u), (b2, j, v) in combinations_with_replacement(corners, 2):
                if {u, v} == {first, last} and self._may_join((r, b, i), (r, b2, j)):
                    near = [k for k, walk in enumerate(region) if k != b and inside & {spot + 1 for spot in walk}]
                    far = [k for k in range(len(region)) if k not in (b, *near)]
                    for line, after in self._between(r, (b, i), (b2, j), [(near, far), (far, near)]):
                        if inside in self.sides(line):
                            yield after

    def sides(self, line: PaperLine) -> tuple[set[int], set[int]]:
        """The live spots on both sides of a line that closes a curve."""
        sides: tuple[set[int], set[int]] = set(), set()
        if line.boundary == line.boundary2:
            for (b, i), spot in self._alive(line.region).items():
                in_arc = line.place < i < line.place2
                sides[b in line.left if b != line.boundary else not in_arc].add(spot)
        ends = {spot + 1 for spot in self.ends_of(line)}
        return sides[0] - ends, sides[1] - ends

    def _alive(self, r: int) -> dict[tuple[int, int], int]:
        """The numbers of the live spots along the boundaries of a region."""
        region = self.regions[r]
        return {(b, i): spot + 1 for b, walk in enumerate(region) for i, spot in enumerate(walk) if self.lives(spot)}

    def words(self, line: PaperLine) -> Message:
        """A line in the numbers of the sheet, which begin with 1; a region is named by its spots."""
        first, last = (spot + 1 for spot in self.ends_of(line))
        inside = min(self.sides(line), key=lambda side: (len(side), *sorted(side)))
        met = [{spot + 1 for walk in region for spot in walk} for region in self.regions]
        region = "-".join(map(str, sorted({*self._alive(line.region).values()})))
        return self.sentence(first, last, region if sum({first, last} <= spots for spots in met) > 1 else "", inside)

    def sentence(self, first: int, last: int, region: str, inside: set[int]) -> Message:
        """A line: its spots, its region if the spots meet in several, and the spots on one side of it."""
        words = {"first": first, "last": last, "inside": ", ".join(map(str, sorted(inside))), "region": region}
        if region and inside:
            return Message(
                "in region {region}, draw from spot {first} to spot {last}, leaving {inside} inside", params=words
            )
        if region:
            return Message("in region {region}, draw from spot {first} to spot {last}", params=words)
        if inside:
            return Message("draw from spot {first} to spot {last}, leaving {inside} inside", params=words)
        return Message("draw from spot {first} to spot {last}", params=words)


@lru_cache(maxsize=16)
def _drawn_lines(kind: type[Paper], state: State) -> tuple[Paper, dict[Hashable, list[PaperLine]]]:
    """A drawing of a position, and the lines to each option."""
    paper, lines = kind.draw(state), dict[Hashable, list[PaperLine]]()
    for line, after in paper.lines():
        lines.setdefault(paper.canonical(after.state()), []).append(line)
    return paper, lines


def drawn_move(kind: type[Paper], before: State, after: State) -> tuple[Paper, PaperLine | None]:
    """A drawing of a position, and a line to an option; of several equal parts in the one that the move changes."""
    paper, lines = _drawn_lines(kind, before)
    found = lines.get(paper.canonical(after), [])
    unchanged = takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))
    first = sum(kind.regions_in(part) for part, _ in unchanged)
    return paper, next((line for line in found if line.region >= first), found[0] if found else None)


class SproutsPaper(Paper):
    """Sprouts: at most three lines end at a spot."""

    plane = staticmethod(plane_of)

    @staticmethod
    def regions_in(part: str) -> int:
        return len(regions_of(part))

    def lives(self, spot: int) -> int:
        return max(0, 3 - self.ends[spot])

    def _texts(self) -> list[Region]:
        twice = sorted(spot for spot in self.ends if self.ends[spot] == 2)
        if len(twice) > len(NAMES):
            raise BadText("at most {most} spots, not {count}", "", 0, most=len(NAMES), count=len(twice))
        signs = {spot: "01"[n] for spot, n in self.ends.items() if n < 2}
        signs |= {spot: NAMES[i] for i, spot in enumerate(twice)}
        return [["".join(signs.get(spot, "") for spot in walk) for walk in region] for region in self.regions]

    def state(self) -> tuple[str, ...]:
        return lands_of(self._texts())

    def pieces(self) -> list[State]:
        regions = self._texts()
        # A region with a single life joins nothing.
        open_ = [region if lives(region) > 1 else [] for region in regions]
        states = [(land, lands_of([region for region in land if region])) for land in group_by_spots(open_)]
        return [next(state for land, state in states if any(other is region for other in land)) for region in open_]

    def canonical(self, state: State) -> Hashable:
        return tuple(sorted(state))

    def middle(self, new: int) -> tuple[Walk, Walk, dict[int, int]]:
        return [new], [new], {new: 2}


def read_regions(text: str) -> tuple[Regions, dict[int, int]]:
    """The regions that a text means, and how many ends of lines are at each spot."""
    if not re.fullmatch(r"[0-9]{1,3}([-,;][0-9]{1,3})*", text):
        raise BadText("expected the regions of a drawing, such as 0-3,1;0-3,2", text, 0)
    regions = [[list(map(int, walk.split("-"))) for walk in region.split(",")] for region in text.split(";")]
    walks = [walk for region in regions for walk in region]
    met = Counter(spot for walk in walks for spot in walk)
    if max(met) >= MOST_SPOTS:
        raise BadText("expected the regions of a drawing, such as 0-3,1;0-3,2", text, 0)
    # A walk passes a spot once for each end of a line; a spot alone has none.
    return regions, {**met, **{walk[0]: 0 for walk in walks if len(walk) == met[walk[0]] == 1}}
