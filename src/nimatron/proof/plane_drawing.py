"""Sprouts drawn with corners, for checkers: it shares nothing with the texts that the solver searches.

A corner is a place between two neighbouring lines at a spot. Each corner leads to the next one along its region.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product

from .seal import Unreadable, brief

Boundary = tuple[int, ...]
Region = tuple[Boundary, ...]

FREE = 3
"""The lives of a spot without lines."""


@dataclass
class Drawing:
    """Spots, lines and regions; each region is one corner of each of its boundaries."""

    after: dict[int, int] = field(default_factory=dict)
    spot: dict[int, int] = field(default_factory=dict)
    lives: dict[int, int] = field(default_factory=dict)
    regions: list[list[int]] = field(default_factory=list)

    def corner(self, spot: int) -> int:
        """A new corner at a spot, which leads to itself."""
        corner = len(self.after)
        self.after[corner], self.spot[corner] = corner, spot
        return corner

    def boundary(self, corner: int) -> list[int]:
        """The corners along a boundary."""
        found = [corner]
        while (following := self.after[found[-1]]) != corner:
            found.append(following)
        return found

    def copy(self) -> Drawing:
        """The same drawing, to be drawn on."""
        return Drawing(dict(self.after), dict(self.spot), dict(self.lives), self.regions)

    def add(self, region: Iterable[Iterable[int]]) -> None:
        """Add a region, given by the spots along its boundaries."""
        firsts = []
        for word in region:
            corners = [self.corner(spot) for spot in word]
            self.after.update(zip(corners, corners[1:] + corners[:1], strict=True))
            firsts.append(corners[0])
        self.regions.append(firsts)

    # -- moves --------------------------------------------------------------------------------

    def moves(self) -> Iterator[Drawing]:
        """The drawing after each line that can be drawn."""
        for r, region in enumerate(self.regions):
            # Spots without lines are alike: two of them are enough for the ends.
            lone = [first for first in region if self._is_lone(first)]
            corners = [(first, c) for first in region if first not in lone[2:] for c in self.boundary(first)]
            for i, (first, c) in enumerate(corners):
                for second, d in corners[i:]:
                    # One spot has several corners only with a single life, which one line cannot use twice.
                    if (c != d or self.lives[self.spot[c]] > 1) and (c == d or self.spot[c] != self.spot[d]):
                        others = [corner for corner in region if corner not in (first, second)]
                        yield from self._connect(r, others, c, d)

    def _is_lone(self, corner: int) -> bool:
        return self.lives[self.spot[corner]] == FREE

    def _connect(self, r: int, others: list[int], c: int, d: int) -> Iterator[Drawing]:
        line = self.copy()
        one, two = line._line(c, d)
        rest = self.regions[:r] + self.regions[r + 1 :]
        if two in line.boundary(one):
            yield Drawing(line.after, line.spot, line.lives, [[one, *others], *rest])
            return
        lone = [corner for corner in others if self._is_lone(corner)]
        drawn = [corner for corner in others if corner not in lone]
        for count, sides in product(range(len(lone) + 1), product((0, 1), repeat=len(drawn))):
            halves = [one, *lone[:count]], [two, *lone[count:]]
            for side, corner in zip(sides, drawn, strict=True):
                halves[side].append(corner)
            yield Drawing(line.after, line.spot, line.lives, [*halves, *rest])

    def _line(self, c: int, d: int) -> tuple[int, int]:
        """Draw from corner c to corner d; returns the corners on both sides of the new spot."""
        new = max(self.lives) + 1
        self.lives[new] = 1
        one, two = self.corner(new), self.corner(new)
        c_free, d_free = (self.lives[self.spot[corner]] == FREE for corner in (c, d))
        for corner in (c, d):
            self.lives[self.spot[corner]] -= 1
        if c == d:
            inner = self.corner(self.spot[c])
            self.after[inner], self.after[one] = one, inner
            # Outside, the walk passes the new spot on its way around c.
            back = c if c_free else self._second_corner(c)
            self.after[c], self.after[two] = two, back
            return one, two
        leave, reach = c if c_free else self._second_corner(c), d if d_free else self._second_corner(d)
        self.after[c], self.after[one] = one, reach
        self.after[d], self.after[two] = two, leave
        return one, two

    def _second_corner(self, corner: int) -> int:
        """A second corner behind a new line: the walk goes on from it."""
        new = self.corner(self.spot[corner])
        self.after[new] = self.after[corner]
        return new

    # -- what matters for play -----------------------------------------------------------------

    def lands(self) -> list[Land]:
        """The parts that no line can join, without what no move can use."""
        regions = [tuple(self.live(first) for first in region) for region in self.regions]
        while (simpler := self._simpler(regions)) != regions:
            regions = simpler
        groups: list[list[Region]] = []
        for region in regions:
            spots = {spot for word in region for spot in word}
            near = [
                group for group in groups if any(spot in spots for other in group for word in other for spot in word)
            ]
            groups = [group for group in groups if group not in near]
            groups.append([*(other for group in near for other in group), region])
        return [Land.of(group, self.lives) for group in groups]

    def live(self, first: int) -> Boundary:
        """The spots along a boundary that have lives."""
        return tuple(self.spot[corner] for corner in self.boundary(first) if self.lives[self.spot[corner]])

    def _simpler(self, regions: list[Region]) -> list[Region]:
        found: list[Region] = []
        for region in regions:
            spots = sorted({spot for word in region for spot in word})
            left = sum(self.lives[spot] for spot in spots)
            if left > FREE:
                found.append(tuple(once for word in region if (once := _once(word))))
            elif left > 1:
                # With few lives it does not matter where the spots are.
                found.append((tuple(spots),))
        return self._without_pairs(found)

    def _without_pairs(self, regions: list[Region]) -> list[Region]:
        """Two spots that meet in two regions can be joined in one of them only."""
        pairs = Counter(region for region in regions if len(region) == 1 and len(region[0]) == 2)
        twice = [pair for pair, count in pairs.items() if count > 1]
        return [region for region in regions if region not in twice] + twice


def _once(word: Boundary) -> Boundary:
    """A boundary on which a spot met twice in a row is met once."""
    found = [spot for i, spot in enumerate(word) if i == 0 or spot != word[i - 1]]
    return tuple(found[:-1] if len(found) > 1 and found[0] == found[-1] else found)


def read_drawing(text: str) -> Drawing:
    """The drawing that a text means: a number of spots, or regions such as (0,0,AB)(AB)."""
    if re.fullmatch("[0-9]{1,2}", text):
        text = f"({','.join('0' * int(text))})" if int(text) else ""
    if not re.fullmatch(r"(\((0|[^\W0_3-9]+)(,(0|[^\W0_3-9]+))*\)\s*)*", text):
        raise Unreadable(
            "the field {key} must hold regions such as (0,0,AB)(AB), not {text}", key="values", text=brief(text)
        )
    drawing, names = Drawing(), dict[str, int]()

    def spot(sign: str) -> int:
        number = names.setdefault(sign, len(drawing.lives)) if sign.isalpha() else len(drawing.lives)
        drawing.lives[number] = 1 if sign.isalpha() else FREE - int(sign)
        return number

    for region in re.findall(r"\((.*?)\)", text):
        drawing.add([[spot(sign) for sign in word] for word in region.split(",")])
    if any(count > 2 for count in Counter(sign for sign in text if sign.isalpha()).values()):
        raise Unreadable(
            "the field {key} must hold regions such as (0,0,AB)(AB), not {text}", key="values", text=brief(text)
        )
    return drawing


# -- equal lands -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Land:
    """Regions that share spots, and a mark that equal lands have in common."""

    regions: tuple[Region, ...]
    views: tuple[int, ...]
    """What each region looks like; only regions that look alike can stand for each other."""
    colors: dict[int, int]
    twice: frozenset[int]
    """The spots that are met twice."""
    lives: dict[int, int]

    def drawing(self) -> Drawing:
        """The land alone on a paper."""
        drawing = Drawing(lives={spot: self.lives[spot] for spot in self.colors})
        for region in self.regions:
            drawing.add(region)
        return drawing

    @classmethod
    def of(cls, regions: list[Region], lives: dict[int, int]) -> Land:
        met = Counter(spot for region in regions for word in region for spot in word)
        colors = {spot: hash((lives[spot], count)) for spot, count in met.items()}
        views: list[int] = []
        for _ in range(ROUNDS):
            views = [_view(region, colors) for region in regions]
            seen: dict[int, list[int]] = {spot: [] for spot in met}
            for region, view in zip(regions, views, strict=True):
                for word in region:
                    for spot in word:
                        seen[spot].append(view)
            colors = {spot: hash((colors[spot], *sorted(seen[spot]))) for spot in met}
        return cls(tuple(regions), tuple(views), colors, frozenset(spot for spot in met if met[spot] > 1), lives)

    @property
    def mark(self) -> tuple[int, ...]:
        return tuple(sorted(self.views))

    def equals(self, other: Land) -> bool:
        """Does a map of spots carry each region onto a region of the other land, perhaps seen from behind?"""
        # Rare regions first, because they leave few ways.
        order = sorted(range(len(self.regions)), key=lambda r: (self.views.count(self.views[r]), r))
        return self.mark == other.mark and _Matching(self, other).regions(order, {*range(len(other.regions))}, {})


ROUNDS = 3
"""How often what a spot sees is looked at again."""


def _view(region: Region, colors: dict[int, int]) -> int:
    """The colours along the boundaries, from whatever place and side they are read."""
    sides = []
    for step in (1, -1):
        words = [tuple(colors[spot] for spot in word)[::step] for word in region]
        sides.append(sorted(min(word[i:] + word[:i] for i in range(len(word))) for word in words))
    return hash(tuple(min(sides)))


Spots = dict[int, int]


@dataclass
class _Matching:
    """The ways to map the spots of a land that are met twice onto those of another."""

    one: Land
    two: Land

    def regions(self, left: list[int], free: set[int], spots: Spots) -> bool:
        """Can the other regions be matched too?"""
        if not left:
            return True
        r, *rest = left
        return any(
            self.regions(rest, free - {q}, more)
            for q in sorted(free)
            if self.one.views[r] == self.two.views[q]
            for step in (1, -1)
            for more in self._boundaries([*self.one.regions[r]], [*self.two.regions[q]], step, spots)
        )

    def _boundaries(self, left: list[Boundary], free: list[Boundary], step: int, spots: Spots) -> Iterator[Spots]:
        if not left:
            yield spots
            return
        word, *rest = left
        tried = []
        for k, target in enumerate(free):
            for i in range(len(target)):
                more = self._along(word, (target[i:] + target[:i])[::step], spots)
                # Boundaries without a spot that is met twice are alike.
                if more is not None and more not in tried:
                    tried.append(more)
                    yield from self._boundaries(rest, free[:k] + free[k + 1 :], step, more)

    def _along(self, word: Boundary, target: Boundary, spots: Spots) -> Spots | None:
        """The map with the spots along a boundary; None if they do not fit."""
        if [self.one.colors[spot] for spot in word] != [self.two.colors[spot] for spot in target]:
            return None
        more = {**spots, **{spot: to for spot, to in zip(word, target, strict=True) if spot in self.one.twice}}
        fits = all(more.get(spot, to) == to for spot, to in zip(word, target, strict=True))
        fits = fits and all(more[spot] == to for spot, to in spots.items())
        return more if fits and len({*more.values()}) == len(more) else None
