"""Sprouts: lines from spot to spot, each with a new spot on it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from ...core.errors import IllegalMove, IllegalPosition
from ...core.game import Game, Part, Spoken, State, whole
from ...core.message import Message
from ..lists.rules import natural
from .lands import MOST_SPOTS, distinct, lands_of, regions_of, weight
from .lines import children
from .paper import SproutsPaper, drawn_move
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
        drawing, line = drawn_move(SproutsPaper, before, after)
        return drawing.words(line) if line else super().describe(before, after)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        """The two spots, then those on one side of the line.

        >>> Sprouts.move(("0,0,0",), [Spoken("2"), Spoken("2"), Spoken("3")])
        ('0,AB 0,AB',)
        """
        spots = [int(text) for text, _ in said if text.isascii() and text.isdecimal()]
        if len(spots) < max(2, len(said)):
            return None
        first, last, *inside = spots
        drawing = SproutsPaper.draw(state)
        found = {self.canonical(after.state()) for after in drawing.between(first, last, {*inside})}
        if not found and not inside:
            raise IllegalMove(Message("no line leads from spot {first} to spot {last}", first=first, last=last))
        return (
            next(option for option in self.options(state) if self.canonical(option) in found)
            if len(found) == 1
            else None
        )


def _in_brackets(lands: Sequence[str]) -> Iterator[str]:
    return ("".join(f"({','.join(region)})" for region in regions_of(land)) for land in lands)


Sprouts = SproutsGame()
