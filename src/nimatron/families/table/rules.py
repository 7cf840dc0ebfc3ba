"""Coins on a table with a grid: squares that must not overlap."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from ...core.errors import BadText, IllegalPosition, UsageError
from ...core.game import Game, State, is_count, whole
from ...core.message import Message
from ..lists.rules import Points, read_natural

Square = tuple[int, int]
"""The lower left corner of a coin."""

MANY = 64
"""Positions with more coins are not reduced by symmetry: no search of them ends, and the images only cost time."""


class Table(Points):
    """Put a coin (a square of `side`) on the table so that none overlap.

    The state lists the lower left corners of the coins, by row, then by column.

    >>> [p.state for p in Table(1, 3, 1)(((0, 1),)).options()]
    [((0, 0), (0, 1)), ((0, 1), (0, 2))]
    """

    name = "table"
    entry = Message("the lower left corner x,y of a coin, such as 0,2")
    start = ()

    def __init__(self, width: int, height: int, side: int) -> None:
        width, height, side = map(whole, (width, height, side))
        for size in (width, height, side):
            if not is_count(size):
                raise UsageError("width, height and side of a table are at least 1, not {size!r}", size=size)
        self.width, self.height, self.side = width, height, side

    def fits(self, state: State, square: Square) -> bool:
        """Is there room for another coin with its corner on this square?"""
        return not any(self.overlap(square, other) for other in state)

    def overlap(self, a: Square, b: Square) -> bool:
        """Would coins with their corners on these squares lie on each other?"""
        return abs(a[0] - b[0]) < self.side and abs(a[1] - b[1]) < self.side

    def free_squares(self, state: State) -> Iterator[Square]:
        """The squares on which the corner of another coin may lie."""
        side, end = self.side, self.width - self.side + 1
        for y in range(self.height - side + 1):
            free = 0  # the first column where a coin is clear of all coins so far
            for x in sorted(x for x, other in state if abs(other - y) < side):
                yield from ((a, y) for a in range(free, x - side + 1))
                free = max(free, x + side)
            yield from ((a, y) for a in range(free, end))

    def options(self, state: State) -> Iterator[State]:
        for square in self.free_squares(state):
            yield _in_order((*state, square))

    def mirror(self, square: Square) -> Square:
        """The place on the opposite side of the table's centre."""
        return self.width - self.side - square[0], self.height - self.side - square[1]

    def canonical(self, state: State) -> Hashable:
        if len(state) > MANY:
            return tuple(state)
        across = self.width - self.side
        up = self.height - self.side
        images = [state, [(across - x, y) for x, y in state], [(x, up - y) for x, y in state]]
        images.append([self.mirror(square) for square in state])
        # A square table may also be reflected in its diagonal.
        if self.width == self.height:
            images += [[(y, x) for x, y in image] for image in images]
        return min(_in_order(image) for image in images)

    def size(self, state: State) -> int:
        # Coins of side 1 can fill any subset of the free squares; larger coins leave fewer choices.
        room = (self.width * self.height - len(state) * self.side**2) // self.side**2
        # About an eighth of the positions are different, because the table has symmetries.
        return 1 << max(0, min(room, 4000) - 3)

    def accept_point(self, x: State, y: State, at: int) -> State:
        x, y = super().accept_point(x, y, at)
        if x > self.width - self.side or y > self.height - self.side:
            raise IllegalPosition(
                "a coin at {x},{y} does not fit on the table of {width}x{height}",
                at,
                x=x,
                y=y,
                width=self.width,
                height=self.height,
            )
        return x, y

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        for at, square in enumerate(state):
            if not self.fits(state[:at], square):
                raise IllegalPosition("the coin at {square} overlaps another", at, square=self.show_entry(square))
        return _in_order(state)

    def describe(self, before: State, after: State) -> Message | str:
        ((x, y),) = set(after) - set(before)
        return Message("put a coin at column {x}, row {y}", x=x + 1, y=y + 1)

    @property
    def parameters(self) -> str:
        return f"{self.width},{self.height},{self.side}"

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        try:
            width, height, side = (read_natural(word.strip()) for word in text.split(","))
        except ValueError:
            raise BadText("expected width, height and side of a coin, such as table{4,4,2}", text, 0) from None
        return cls(width, height, side)


def _in_order(squares: Sequence[Square] | list[Square]) -> tuple[Square, ...]:
    return tuple(sorted(squares, key=lambda square: (square[1], square[0])))
