"""Sprouts: lines from spot to spot, each with a new spot on it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from ...core.errors import IllegalMove, IllegalPosition
from ...core.game import Game, Part, Spoken, State, whole
from ...core.message import Message
from ..lists.rules import natural
from .lands import MOST_SPOTS, distinct, lands_of, regions_of, weight
from .lines import Line, Place, children, lines, named
from .written import read

POSITIONS_A_LIFE = 1.9
"""A search meets about so many times as many positions with each more life: measured up to five spots."""


class SproutsGame(Game[tuple[str, ...]]):
    """Draw a line from a spot to a spot, or to itself, and put a new spot on it; no spot may have more than three ends.

    Lines do not cross. The state is the lands of the paper, which no line can join; `3` stands for three spots.

    >>> from nimatron import Sprouts
    >>> print(*Sprouts(2).options(), sep="; ")
    sprouts: (0,AB)(AB); sprouts: (1A1A)
    """

    name = "sprouts"
    start = ("0,0,0",)

    merges = True
    """A finished land leaves no place, so moves in equal lands lead to the same paper."""

    def options(self, state: State) -> Iterator[State]:
        seen: set[State] = set()
        for i, land in enumerate(state):
            for lands in children(land):
                option = self.put(state, i, lands)
                if option not in seen:
                    seen.add(option)
                    yield option

    def components(self, state: State) -> Sequence[Part]:
        return [(self, (land,)) for land in state]

    def put(self, state: State, i: int, option: State) -> State:
        return (*state[:i], *option, *state[i + 1 :])

    def canonical(self, state: State) -> Hashable:
        return tuple(sorted(state))

    def size(self, state: State) -> int:
        return int(POSITIONS_A_LIFE ** sum(map(weight, state)))

    def accept(self, state: State) -> State:
        if isinstance(state, str):
            return self.parse(state)
        if isinstance(spots := whole(state), int):
            if natural(spots) > MOST_SPOTS:
                raise IllegalPosition("at most {most} spots, not {count}", most=MOST_SPOTS, count=spots)
            return lands_of([["0"] * spots])
        if not isinstance(state, Sequence) or not all(isinstance(land, str) for land in state):
            raise IllegalPosition('expected a number of spots, or lands such as "(0,0,AB)(AB)"')
        return self.parse(" ".join(_in_brackets(distinct(state)))) if state else ()

    def show(self, state: State) -> str:
        if not state:
            return "0"
        if len(state) == 1 and not state[0].strip("0,"):
            return str(state[0].count("0"))
        return " ".join(_in_brackets(distinct(state)))

    def parse(self, text: str) -> State:
        return lands_of(read(text))

    def describe(self, before: State, after: State) -> Message | str:
        found = lines_to(before).get(after)
        return _words(*found) if found else super().describe(before, after)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        """The two spots, then those on one side of the line.

        >>> Sprouts.move(("0,0,0",), [Spoken("2"), Spoken("2"), Spoken("3")])
        ('0,AB 0,AB',)
        """
        spots = [int(text) for text, _ in said if text.isascii() and text.isdecimal()]
        if len(spots) < max(2, len(said)):
            return None
        first, last, *inside = spots
        found = {
            self.put(state, i, lands)
            for i, names in enumerate(numbers(state))
            for one, two in product((place for place in names if names[place] == first), names)
            if names[two] == last
            for lands in named(
                state[i], one, two, {place for place in names if place[0] == one[0] and names[place] in inside}
            )
            if {*inside} <= {*names.values()}
        }
        if not found and not inside:
            raise IllegalMove(Message("no line leads from spot {first} to spot {last}", first=first, last=last))
        return found.pop() if len(found) == 1 else None


def _in_brackets(lands: Sequence[str]) -> Iterator[str]:
    return ("".join(f"({','.join(region)})" for region in regions_of(land)) for land in lands)


Numbers = dict[Place, int]
"""The number of the spot at each place of a land."""


def numbers(state: State) -> list[Numbers]:
    """The spots of each land, numbered through in the order in which they are written; a letter is one spot.

    >>> [[*names.values()] for names in numbers(("0,A 2A", "11"))]
    [[1, 2, 3, 2], [4, 5]]
    """
    total, found = 0, []
    for land in state:
        names: Numbers = {}
        letters: dict[str, int] = {}
        for r, region in enumerate(regions_of(land)):
            for p, word in enumerate(region):
                for i, spot in enumerate(word):
                    if spot not in letters:
                        total += 1
                        if spot.isalpha():
                            letters[spot] = total
                    names[r, p, i] = letters.get(spot, total)
        found.append(names)
    return found


@lru_cache(maxsize=8)
def lines_to(before: State) -> dict[State, tuple[Line, Numbers]]:
    """A line to each option, with the numbers of the spots in its land."""
    found: dict[State, tuple[Line, Numbers]] = {}
    for i, (land, names) in enumerate(zip(before, numbers(before), strict=True)):
        for line, lands in lines(land):
            found.setdefault(Sprouts.put(before, i, lands), (line, names))
    return found


def _words(line: Line, names: Numbers) -> Message:
    first, last = names[line.first], names[line.last]
    region = str(line.first[0] + 1) if _meet_twice(first, last, names) else ""
    inside = min(({names[place] for place in side} - {first, last} for side in line.sides), key=lambda s: (len(s), *s))
    return in_words(first, last, region, inside)


def in_words(first: int, last: int, region: str, inside: set[int]) -> Message:
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


def _meet_twice(first: int, last: int, names: Numbers) -> bool:
    """Do two spots meet in more than one region?"""
    regions = [{r for (r, _, _), name in names.items() if name == spot} for spot in (first, last)]
    return len(regions[0] & regions[1]) > 1


Sprouts = SproutsGame()
