"""Brussels Sprouts: join free ends of crosses in the plane."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from ..errors import BadText, IllegalPosition
from ..game import Game, Part, State
from ..message import Message
from .listed import is_count, read_natural, read_pair, shortened, whole, words

Region = tuple[int, ...]
"""A region of the plane: how many free ends each piece in it or around it turns to it, the fewest first."""

MOST_CROSSES = 1000


class BrusselsSproutsGame(Game[tuple[Region, ...]]):
    """Join two free ends by a line that crosses no other, and put a bar across it: two new ends.

    The state is the regions of the plane in which a move is left. `2x4` stands for two crosses with four ends each.

    >>> from nimatron import BrusselsSprouts
    >>> print(*BrusselsSprouts("4").options(), sep="; ")
    brussels-sprouts: 3; brussels-sprouts: 2 2
    """

    name = "brussels-sprouts"
    start = ((4, 4),)

    def options(self, state: State) -> Iterator[State]:
        for i, region in enumerate(state):
            if region not in state[:i]:
                yield from (in_order((*state[:i], *state[i + 1 :], *left)) for left in dict.fromkeys(joined(region)))

    def components(self, state: State) -> Sequence[Part]:
        return [(self, (region,)) for region in state]

    def put(self, state: State, i: int, option: State) -> State:
        return in_order((*state[:i], *state[i + 1 :], *option))

    def moves_left(self, state: State) -> int:
        """How long the game will last: every play is equally long.

        >>> from nimatron import BrusselsSprouts
        >>> BrusselsSprouts.moves_left(BrusselsSprouts("3x4").state)
        13
        """
        return sum(sum(region) + len(region) - 2 for region in state)

    def accept(self, state: State) -> State:
        if isinstance(state, str):
            return self.parse(state)
        if isinstance(whole(state), int):
            state = (state,)
        if isinstance(state, Sequence) and state and all(isinstance(whole(ends), int) for ends in state):
            state = (state,)  # the pieces of a single region
        if not isinstance(state, Sequence):
            raise IllegalPosition("expected a region such as 4,4 or 2x4, not {word!r}", word=state)
        regions = []
        for at, region in enumerate(state):
            pieces = [whole(ends) for ends in region] if isinstance(region, Sequence) else []
            if not pieces or not all(map(is_count, pieces)):
                raise IllegalPosition("expected a region such as 4,4 or 2x4, not {word!r}", at, word=region)
            regions.append(tuple(sorted(pieces)))
        return in_order(regions)

    def show(self, state: State) -> str:
        return " ".join(",".join(map(str, region)) for region in state)

    def parse(self, text: str) -> State:
        regions = []
        for place, word in words(text, ";"):
            try:
                regions.append(_read(word))
            except ValueError:
                message = "expected a region such as 4,4 or 2x4, not {word!r}"
                raise BadText(message, text, place, word=shortened(word)) from None
        return self.accepted(tuple(regions), text)

    def describe(self, before: State, after: State) -> Message | str:
        gone, new = list(before), []
        for region in after:
            if region in gone:
                gone.remove(region)
            else:
                new.append(region)
        # If a region is left as it was, one of several equal ones: any of them may be the one that was played in.
        return Message(
            "turn region {before} into {after}",
            params={"before": self.show(gone[:1]), "after": self.show(new) or Message("nothing")},
        )


def _read(word: str) -> Region:
    if "x" not in word:
        region = tuple(read_natural(number) for number in word.split(","))
    else:
        crosses, ends = read_pair(word, "x")
        if crosses > MOST_CROSSES:
            raise ValueError(word)
        region = (ends,) * crosses
    if not region or 0 in region:
        raise ValueError(word)
    return region


def in_order(regions: Iterable[Region]) -> tuple[Region, ...]:
    """The regions in which a move is left, the smallest first; where only one end is free there is none."""
    return tuple(sorted(region for region in regions if sum(region) > 1))


def joined(region: Region) -> Iterator[tuple[Region, ...]]:
    """What a move can make of a region: one region, or two."""
    for i, j in combinations(range(len(region)), 2):
        others = [ends for k, ends in enumerate(region) if k not in (i, j)]
        yield (tuple(sorted([*others, region[i] + region[j]])),)
    for i, ends in enumerate(region):
        others = [other for k, other in enumerate(region) if k != i]
        # The line parts the ends of its piece, and the bar adds one on each side; other pieces are on either side.
        for first in range(1, ends // 2 + 1):
            for sides in product((0, 1), repeat=len(others)):
                halves: tuple[list[int], list[int]] = [first], [ends - first]
                for side, other in zip(sides, others, strict=True):
                    halves[side].append(other)
                yield in_order(tuple(sorted(half)) for half in halves)


BrusselsSprouts = BrusselsSproutsGame()
