"""Brussels Sprouts on paper: crosses with free ends, and lines with a bar across them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ...core.game import State
from ...core.message import Message
from ..sprouts.paper import Paper, Walk
from ..sprouts.plane import Plane
from .rules import Region, in_order


def plane_of(state: Sequence[Region]) -> Plane:
    """A drawing of a position; its first spots are the free ends.

    >>> plane = plane_of(((1, 3),))
    >>> [[plane.spots(bound) for bound in region] for region in plane.regions]
    [[[0, 4, 4], [1, 5, 2, 5, 3, 5]], [[4]]]
    """
    plane = Plane()
    tips = [[[plane.ends[plane.add(1)][0] for _ in range(ends)] for ends in region] for region in state]
    for region in tips:
        for piece in region:
            hub = plane.add(len(piece))
            for tip, end in zip(piece, [*plane.ends[hub]], strict=True):
                plane.join(tip, end)
            if len(piece) == 1:
                plane.loop(hub)
        plane.regions.append([piece[0] for piece in region])
    return plane.finish(range(len(state)))


class CrossPaper(Paper):
    """A line may begin and end at each free end."""

    plane = staticmethod(plane_of)

    @staticmethod
    def regions_in(part: Region) -> int:
        return 1

    def lives(self, spot: int) -> int:
        return int(self.ends[spot] == 1)

    def kind(self, walk: Walk) -> int:
        return sum(map(self.lives, walk))

    def state(self) -> tuple[Region, ...]:
        pieces = ([sum(map(self.lives, walk)) for walk in region] for region in self.regions)
        return in_order(tuple(sorted(filter(None, region))) for region in pieces)

    def pieces(self) -> list[State]:
        return [type(self)([region], self.ends).state() for region in self.regions]

    def canonical(self, state: tuple[Region, ...]) -> Hashable:
        return state

    def middle(self, new: int) -> tuple[Walk, Walk, dict[int, int]]:
        return [new, new + 1, new], [new, new + 2, new], {new: 4, new + 1: 1, new + 2: 1}

    def sentence(self, first: int, last: int, region: str, inside: set[int]) -> Message:
        words = {"first": first, "last": last, "inside": ", ".join(map(str, sorted(inside)))}
        if inside:
            return Message("draw from end {first} to end {last}, leaving {inside} inside", params=words)
        return Message("draw from end {first} to end {last}", params=words)
