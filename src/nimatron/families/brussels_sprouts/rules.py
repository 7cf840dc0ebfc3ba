"""Brussels Sprouts: join free ends of crosses in the plane."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from ...core.errors import IllegalPosition
from ...core.game import State, is_count, whole
from ...core.message import Message
from ..lists.rules import ListSum, read_natural, read_pair

Region = tuple[int, ...]
"""A region of the plane: how many free ends each piece in it or around it turns to it, the fewest first."""

MOST_CROSSES = 1000


class BrusselsSproutsGame(ListSum):
    """Join two free ends by a line that crosses no other, and put a bar across it: two new ends.

    The state is the regions of the plane in which a move is left. `2x4` stands for two crosses with four ends each.

    >>> from nimatron import BrusselsSprouts
    >>> print(*BrusselsSprouts("4").options(), sep="; ")
    brussels-sprouts: 3; brussels-sprouts: 2 2
    """

    name = "brussels-sprouts"
    start = ((4, 4),)
    entry = Message("a region such as 4,4 or 2x4")
    separators = ";"

    def options(self, state: State) -> Iterator[State]:
        for i, region in enumerate(state):
            if region not in state[:i]:
                # Moves in equal regions lead to equal positions.
                yield from (
                    in_order((*state[:i], *state[i + 1 :], *left)) for left in dict.fromkeys(region_options(region))
                )

    def put(self, state: State, i: int, option: State) -> State:
        return in_order((*state[:i], *state[i + 1 :], *option))

    def play_length(self, state: State) -> int:
        """How long the game will last: every play is equally long.

        >>> from nimatron import BrusselsSprouts
        >>> BrusselsSprouts.play_length(BrusselsSprouts("3x4").state)
        13
        """
        # A move joins two pieces or splits a region, and at the end every free end has a region of its own.
        return sum(sum(region) + len(region) - 2 for region in state)

    def accept(self, state: State) -> State:
        # The pieces of a single region, or a lone piece.
        if isinstance(whole(state), int):
            state = (state,)
        if isinstance(state, Sequence) and state and all(isinstance(whole(ends), int) for ends in state):
            state = (state,)
        return super().accept(state)

    def accept_entry(self, entry: State, at: int) -> State:
        pieces = [whole(ends) for ends in entry] if isinstance(entry, Sequence) else []
        if not pieces or not all(map(is_count, pieces)):
            raise IllegalPosition("expected {entry}, not {word!r}", at, entry=self.entry, word=entry)
        return tuple(sorted(pieces))

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        return in_order(state)

    def read_entry(self, text: str) -> State:
        return _read(text)

    def show_entry(self, entry: State) -> str:
        return ",".join(map(str, entry))

    def describe(self, before: State, after: State) -> Message | str:
        gone, new = list(before), []
        for region in after:
            if region in gone:
                gone.remove(region)
            else:
                new.append(region)
        # If a region is left as it was, one of several equal ones: any of them may be the one that was played in.
        return Message(
            "turn region {before} into {after}", before=self.show(gone[:1]), after=self.show(new) or Message("nothing")
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


def region_options(region: Region) -> Iterator[tuple[Region, ...]]:
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
