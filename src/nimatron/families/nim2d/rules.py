"""Two-dimensional Nim: a stone moves to the left, or to any square of a lower row."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import count

from ...core.errors import BadText, IllegalPosition, UsageError
from ...core.game import Game, State, is_count, whole
from ...core.message import Message
from ..lists.rules import ListSum, Points, read_parameter


class Nim2DGame(ListSum, Points):
    """Move one stone left in its row, or to any square of any lower row; rows are infinite, or `width` long.

    >>> [p.state for p in Nim2DGame(2)((1, 1)).options()]
    [((0, 1),), ((0, 0),), ((1, 0),)]
    """

    name = "nim2d"
    entry = Message("a stone x,y, such as 0,2")
    start = ((1, 2), (0, 1))

    def __init__(self, width: int | None = None) -> None:
        width = whole(width)
        if width is not None and not is_count(width):
            raise UsageError("a row has at least 1 square, not {width!r}", width=width)
        self.width = width
        if width == 1:
            # With one column the usual stones would not fit.
            self.start = ((0, 2), (0, 1))

    def _stone_options(self, stone: tuple[int, int]) -> Iterator[State]:
        x, y = stone
        yield from ((a, y) for a in range(x - 1, -1, -1))
        if self.width is not None:
            yield from ((a, b) for b in range(y - 1, -1, -1) for a in range(self.width))
        elif y:
            # Column by column: row by row, the list would never leave the first infinite row.
            yield from ((a, b) for a in count() for b in range(y - 1, -1, -1))

    def options(self, state: State) -> Iterator[State]:
        stones = [self._stone_options(stone) for stone in state]
        for i, squares in _in_turn(stones) if self.width is None else _one_by_one(stones):
            yield (*state[:i], squares, *state[i + 1 :])

    def canonical(self, state: State) -> Hashable:
        # A stone in the corner can never move again, like an empty heap.
        return tuple(sorted(stone for stone in state if stone != (0, 0)))

    def accept_point(self, x: State, y: State, at: int) -> State:
        x, y = super().accept_point(x, y, at)
        if self.width is not None and x >= self.width:
            raise IllegalPosition("the columns are 0 to {last}, not {column}", at, last=self.width - 1, column=x)
        return x, y

    def describe(self, before: State, after: State) -> Message | str:
        i = next(i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
        return Message("move stone {stone} to column {x}, row {y}", stone=i + 1, x=after[i][0], y=after[i][1])

    @property
    def parameters(self) -> str:
        return "" if self.width is None else str(self.width)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        if not text.strip():
            return cls()
        return cls(read_parameter(text, BadText("expected the number of columns, such as nim2d{5}", text, 0)))


def _one_by_one(iterators: list[Iterator[State]]) -> Iterator[tuple[int, State]]:
    for i, iterator in enumerate(iterators):
        for item in iterator:
            yield i, item


def _in_turn(iterators: list[Iterator[State]]) -> Iterator[tuple[int, State]]:
    """One item from each in turn, so that an endless iterator does not hide the others."""
    live = list(enumerate(iterators))
    while live:
        # A copy, because the loop removes from the list.
        for pair in list(live):
            try:
                yield pair[0], next(pair[1])
            except StopIteration:
                live.remove(pair)


Nim2D = Nim2DGame()
