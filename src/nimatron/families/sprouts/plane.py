"""A position of Sprouts as lines on a sphere: what its text leaves open is drawn with dead spots, three lines at each.

An end of a line is a number. The ends at a spot are in order, clockwise, and `mate` is the other end of the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from .gluing import turns_of
from .lands import DIGITS, regions_of

End = int

Bound = int
"""An end that begins the walk along a boundary, with the region on the left; -1 - spot for a spot without lines."""


@dataclass
class Plane:
    """Spots, the lines between them and the regions; the first region is around everything."""

    ends: list[list[End]] = field(default_factory=list)
    mate: dict[End, End] = field(default_factory=dict)
    spot: list[int] = field(default_factory=list)
    regions: list[list[Bound]] = field(default_factory=list)

    def add(self, ends: int = 0) -> int:
        """A new spot with so many ends of lines."""
        self.ends.append([])
        for _ in range(ends):
            self.end(len(self.ends) - 1)
        return len(self.ends) - 1

    def end(self, spot: int, at: int | None = None) -> End:
        """A new end at a spot, after the others or before the one at a place."""
        self.spot.append(spot)
        self.ends[spot].insert(len(self.ends[spot]) if at is None else at, len(self.spot) - 1)
        return len(self.spot) - 1

    def join(self, one: End, two: End) -> None:
        """Make a line of two ends."""
        self.mate[one], self.mate[two] = two, one

    def following(self, end: End) -> End:
        """The next end along the boundary."""
        back = self.mate[end]
        around = self.ends[self.spot[back]]
        return around[(around.index(back) + 1) % len(around)]

    def walk(self, bound: Bound) -> list[End]:
        """The ends along a boundary; none for a spot without lines."""
        found = [bound] if bound >= 0 else []
        while found and (end := self.following(found[-1])) != bound:
            found.append(end)
        return found

    def spots(self, bound: Bound) -> list[int]:
        """The spots along a boundary."""
        return [self.spot[end] for end in self.walk(bound)] or [-1 - bound]

    def loop(self, spot: int) -> End:
        """A line from a spot to itself; its end with the region inside on the left."""
        one, two = self.end(spot), self.end(spot)
        self.join(one, two)
        return two

    def knot(self, ends: Sequence[End]) -> None:
        """Join ends that come from all around, clockwise: two directly, others by dead spots."""
        first, *rest = ends
        while len(rest) > 1:
            spot = self.add(3)
            one, two, out = self.ends[spot]
            self.join(first, one)
            self.join(rest.pop(0), two)
            first = out
        self.join(first, rest[0])

    def finish(self, apart: Sequence[int]) -> Plane:
        """Keep some regions apart: all but the first are inside curves without lives. Boundaries left are regions."""
        rest = apart[1:]
        if rest:
            rims = [self.add(1) for _ in range(max(2, len(rest)))]
            stems = [self.ends[rim][0] for rim in rims]
            for r, inside in zip(rest, [self.loop(rim) for rim in rims], strict=False):
                self.regions[r].append(inside)
            self.knot(stems)
            self.regions[apart[0]].append(stems[0])
        known = {end for region in self.regions for bound in region for end in self.walk(bound)}
        for end in self.mate:
            if end not in known:
                self.regions.append([end])
                known |= {*self.walk(end)}
        return self


def plane_of(state: Sequence[str]) -> Plane:
    """A drawing of a position; its first spots are those with lives, in the order of their numbers.

    >>> plane = plane_of(("0,A 2A",))
    >>> [[plane.spots(bound) for bound in region] for region in plane.regions]
    [[[0], [1, 4]], [[1, 4, 3, 2, 3, 4]], [[2, 3]]]
    """
    plane = Plane()
    lands = [_Land(plane, land) for land in state]
    firsts = []
    for land in lands:
        firsts.append(len(plane.regions))
        plane.regions += land.draw()
    return plane.finish(firsts)


class _Land:
    """The regions of one land, drawn boundary by boundary."""

    def __init__(self, plane: Plane, land: str) -> None:
        self.plane = plane
        self.regions = regions_of(land)
        spots: dict[str, int] = {}
        self.words: list[list[tuple[str, int]]] = []
        """For each boundary its signs, each with its spot."""
        for word in chain.from_iterable(self.regions):
            self.words.append([])
            for sign in word:
                spot = spots[sign] if sign in spots else plane.add()
                self.words[-1].append((sign, spot))
                if sign not in DIGITS:
                    spots[sign] = spot

    def draw(self) -> list[list[Bound]]:
        """Draw the lines; the boundaries of each region."""
        turns = turns_of(self.regions)
        words = [word[:: turns[w]] for w, word in enumerate(self.words)]
        sides = [(w, i) for w, word in enumerate(words) for i, (sign, _) in enumerate(word) if sign not in DIGITS]
        tails = {side: self.plane.end(words[side[0]][side[1]][1]) for side in sides}
        """The end of each side of a letter at which the walk along it begins."""
        other = {
            side: next(o for o in sides if o != side and words[o[0]][o[1]] == words[side[0]][side[1]]) for side in sides
        }
        while sides:
            (w, i), around = sides[0], list[End]()
            while (w, i) in sides:
                sides.remove((w, i))
                around.append(tails[other[w, i]])
                i = (i + 1) % len(words[w])
                while words[w][i][0] in DIGITS:
                    around.append(self._stalk(*words[w][i]))
                    i = (i + 1) % len(words[w])
                w, i = other[w, i]
            self.plane.knot(around)
        bounds = []
        for w, word in enumerate(words):
            side = next(((w, i) for i in range(len(word)) if (w, i) in other), None)
            bounds.append(tails[other[side]] if side else self._twig(word))
        rest = iter(bounds)
        return [[next(rest) for _ in region] for region in self.regions]

    def _stalk(self, sign: str, spot: int) -> End:
        """The end of a line that leads to a spot of one life or two."""
        if sign == "1":
            return self.plane.end(spot)
        fork = self.plane.add(3)
        for end in self.plane.ends[fork][1:]:
            self.plane.join(end, self.plane.end(spot))
        return self.plane.ends[fork][0]

    def _twig(self, word: list[tuple[str, int]]) -> Bound:
        """Draw a boundary without letters."""
        (sign, spot), *rest = word
        if rest:
            self.plane.knot([self._stalk(*sign_spot) for sign_spot in word])
        elif sign == "0":
            return -1 - spot
        elif sign == "2":
            return self.plane.loop(spot)
        else:
            end = self.plane.add()
            stalk = self._stalk(sign, spot)
            self.plane.join(stalk, self.plane.end(end))
            self.plane.loop(end)
        return self.plane.ends[spot][-1]
