"""Pieces that move towards a corner: rook, queen (Wythoff), stones of two-dimensional Nim."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import count

from ..errors import BadText, IllegalPosition, UsageError
from ..game import Game, Part, Spoken, State
from ..message import Message
from .listed import Points, SymmetricPair, is_count, read_natural, whole


class PieceGame(SymmetricPair):
    """One piece on a board; squares count from 0 in the lower left corner."""

    def size(self, state: State) -> int:
        # All squares that can be reached, halved because a square and its mirror image are one.
        return (state[0] + 1) * (state[1] + 1) // 2  # type: ignore[no-any-return]

    def describe(self, before: State, after: State) -> Message | str:
        return Message("move to column {x}, row {y}", params={"x": after[0], "y": after[1]})

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        # A board of 10^18 columns has too many squares to look through.
        numbers = [int(text) for text, _ in said if text.isdecimal()]
        return tuple(numbers) if len(numbers) == 2 and self.allows(state, *numbers) else None

    def allows(self, state: State, a: int, b: int) -> bool:
        """May the piece go to column a, row b?"""
        x, y = state
        return bool((a < x and b == y) or (a == x and b < y))


class RookGame(PieceGame):
    """Move the rook any distance left or down; whoever reaches the corner has made the last move.

    >>> print(*Rook(1, 2).options(), sep="; ")
    rook: 0 2; rook: 1 1; rook: 1 0
    """

    name = "rook"
    start = (5, 7)

    def options(self, state: State) -> Iterator[State]:
        x, y = state
        yield from ((a, y) for a in range(x - 1, -1, -1))
        yield from ((x, b) for b in range(y - 1, -1, -1))


class WythoffGame(PieceGame):
    """Move the queen any distance left, down, or diagonally left and down.

    In `wythoff{r}`, Fraenkel's generalisation, the two distances of a move that goes left and down may differ by less
    than r.

    >>> from nimatron import outcome
    >>> [(x, y) for x in range(8) for y in range(x, 8) if outcome(Wythoff(x, y)) == "P"]
    [(0, 0), (1, 2), (3, 5), (4, 7)]
    >>> [(x, y) for x in range(8) for y in range(x, 8) if outcome(WythoffGame(2)(x, y)) == "P"]
    [(0, 0), (1, 3), (2, 6)]
    """

    name = "wythoff"
    start = (5, 7)

    def __init__(self, width: int = 1) -> None:
        width = whole(width)
        if not is_count(width):
            raise UsageError("the distances differ by less than r, which is at least 1, not {r!r}", r=width)
        self.width = width

    def options(self, state: State) -> Iterator[State]:
        x, y = state
        yield from ((a, y) for a in range(x - 1, -1, -1))
        yield from ((x, b) for b in range(y - 1, -1, -1))
        for d in range(1, x + 1):
            for e in range(max(1, d - self.width + 1), min(y, d + self.width - 1) + 1):
                yield x - d, y - e

    def allows(self, state: State, a: int, b: int) -> bool:
        x, y = state
        aslant = a < x and b < y and abs((x - a) - (y - b)) < self.width
        return super().allows(state, a, b) or bool(aslant)

    @property
    def parameters(self) -> str:
        return "" if self.width == 1 else str(self.width)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        try:
            return cls(read_natural(text.strip()) if text.strip() else 1)
        except ValueError as fault:
            if isinstance(fault, UsageError):
                raise
            raise BadText("expected by how much distances must not differ, such as wythoff{2}", text, 0) from None


class Nim2DGame(Points):
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

    def components(self, state: State) -> Sequence[Part]:
        return [(self, (stone,)) for stone in state]

    def put(self, state: State, i: int, option: State) -> State:
        return (*state[:i], *option, *state[i + 1 :])

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
        params = {"stone": i + 1, "x": after[i][0], "y": after[i][1]}
        return Message("move stone {stone} to column {x}, row {y}", params=params)

    @property
    def parameters(self) -> str:
        return "" if self.width is None else str(self.width)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        if not text.strip():
            return cls()
        try:
            width = read_natural(text.strip())
        except ValueError:
            raise BadText("expected the number of columns, such as nim2d{5}", text, 0) from None
        return cls(width)


def _one_by_one(iterators: list[Iterator[State]]) -> Iterator[tuple[int, State]]:
    for i, iterator in enumerate(iterators):
        for item in iterator:
            yield i, item


def _in_turn(iterators: list[Iterator[State]]) -> Iterator[tuple[int, State]]:
    """One item from each in turn, so that an endless iterator does not hide the others."""
    live = list(enumerate(iterators))
    while live:
        for pair in list(live):
            try:
                yield pair[0], next(pair[1])
            except StopIteration:
                live.remove(pair)


Nim2D = Nim2DGame()
Rook = RookGame()
Wythoff = WythoffGame()
