"""A piece that moves towards the corner of a board: the rook, and the queen of Wythoff's game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...core.errors import BadText, UsageError
from ...core.game import Game, Spoken, State, is_count, whole
from ...core.message import Message
from ..lists.rules import SymmetricPair, read_natural


class PieceGame(SymmetricPair):
    """One piece on a board; squares count from 0 in the lower left corner."""

    def size(self, state: State) -> int:
        # All squares that can be reached, halved because a square and its mirror image are one.
        return (state[0] + 1) * (state[1] + 1) // 2  # type: ignore[no-any-return]

    def parse(self, text: str) -> State:
        # h8 is a square as on a chessboard: its column and its row count from 0.
        square = re.fullmatch(r"\s*([a-z])\s?([1-9][0-9]{0,17})\s*", text.lower())
        return (
            self.accept_from((ord(square[1]) - ord("a"), int(square[2]) - 1), text) if square else super().parse(text)
        )

    def describe(self, before: State, after: State) -> Message | str:
        return Message("move to column {x}, row {y}", x=after[0], y=after[1])

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


Rook = RookGame()
Wythoff = WythoffGame()
