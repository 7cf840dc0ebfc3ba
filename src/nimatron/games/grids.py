"""Chocolate bars and rectangles: Chomp and Chop."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import comb

from ..errors import BadText, IllegalPosition
from ..game import State
from ..message import Message
from .listed import Listed, SymmetricPair, first_place, read_pair, shortened

MOST_ROWS = 10_000
"""The most rows of a board. It is written out row by row, and nobody reads more."""


class ChompGame(Listed):
    """Eat a square with all that lie above and to the right of it; the lower left one is poisoned.

    >>> [p.state for p in Chomp(2, 2).options()]
    [(1, 1), (2,), (2, 1)]
    """

    name = "chomp"
    entry = Message("row lengths from the bottom that never grow, such as 5 5 1, or a size such as 3x4")
    start = (4, 4, 4)

    def options(self, state: State) -> Iterator[State]:
        for r, length in enumerate(state):
            for c in range(1 if r == 0 else 0, length):  # the poisoned square is left to the loser
                eaten = (min(row, c) for row in state[r:]) if c else ()
                yield (*state[:r], *eaten)

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        if not state or state[0] == 0:
            raise IllegalPosition("a bar has at least its poisoned square")
        for at in range(1, len(state)):
            if state[at] > state[at - 1]:
                message = "rows never grow upwards: row {row} has {squares} squares above {below}"
                raise IllegalPosition(message, at, row=at + 1, squares=state[at], below=state[at - 1])
        if len(state) > MOST_ROWS:
            raise IllegalPosition("at most {most} rows, not {count}", most=MOST_ROWS, count=len(state))
        return tuple(row for row in state if row)

    def canonical(self, state: State) -> Hashable:
        # The wider of the two mirror images: its list of rows is shorter.
        if len(state) == state[0]:
            return min(tuple(state), transposed(state))
        return tuple(state) if len(state) < state[0] else transposed(state)

    def size(self, state: State) -> int:
        # The bars inside a rectangle correspond to paths along its grid lines; half of them are mirror images.
        return comb(min(state[0], 2000) + min(len(state), 2000), min(state[0], len(state), 2000)) // 2

    def parse(self, text: str) -> State:
        if "x" not in text:
            return super().parse(text)
        width, height = read_board(text)
        return (width,) * height

    def describe(self, before: State, after: State) -> Message | str:
        after = after + (0,) * (len(before) - len(after))
        r = next(r for r, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
        return Message("eat from column {x}, row {y}", params={"x": after[r] + 1, "y": r + 1})


class ChopGame(SymmetricPair):
    """Cut the rectangle along a grid line and throw one of the two pieces away.

    >>> print(*Chop(2, 3).options(), sep="; ")
    chop: 1x3; chop: 2x2; chop: 2x1
    """

    name = "chop"
    entry = Message("a size such as 4x6")
    start = (4, 6)

    def options(self, state: State) -> Iterator[State]:
        c, r = state
        yield from ((a, r) for a in range(c - 1, 0, -1))
        yield from ((c, b) for b in range(r - 1, 0, -1))

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        if 0 in super().accept_all(state):
            raise IllegalPosition(
                "a rectangle has at least 1 column and 1 row, not {width}x{height}", width=state[0], height=state[1]
            )
        return state

    def show(self, state: State) -> str:
        return f"{state[0]}x{state[1]}"

    def parse(self, text: str) -> State:
        place = first_place(text)
        try:
            size = read_pair(text.strip(), "x")
        except ValueError:
            raise BadText(
                "expected {entry}, not {word!r}", text, place, entry=self.entry, word=shortened(text.strip())
            ) from None
        return self.accepted(size, text, (place,))

    def describe(self, before: State, after: State) -> Message | str:
        return Message("cut down to {x}x{y}", params={"x": after[0], "y": after[1]})


def transposed(rows: tuple[int, ...]) -> tuple[int, ...]:
    """The bar reflected in its diagonal."""
    columns: list[int] = []
    for height in range(len(rows), 0, -1):
        # Row `height` is the highest one that reaches these columns.
        columns += [height] * (rows[height - 1] - len(columns))
    return tuple(columns)


def read_columns_and_rows(text: str) -> tuple[int, int]:
    """`3x4` as two numbers; BadText if it is nothing of that form."""
    try:
        return read_pair(text.strip(), "x")
    except ValueError:
        message = "expected a size in columns x rows such as 3x4, not {size!r}"
        raise BadText(message, text, first_place(text), size=shortened(text.strip())) from None


def read_board(text: str) -> tuple[int, int]:
    """The columns and rows of a board that is not empty; BadText if it has too many rows to write out."""
    width, height = read_columns_and_rows(text)
    place = first_place(text)
    if not (width and height):
        raise BadText(
            "a board has at least 1 column and 1 row, not {width}x{height}", text, place, width=width, height=height
        )
    if height > MOST_ROWS:
        raise BadText("at most {most} rows, not {count}", text, place, most=MOST_ROWS, count=height)
    return width, height


Chomp = ChompGame()
Chop = ChopGame()
