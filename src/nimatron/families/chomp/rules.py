"""Chomp: bite off a square and all above and to the right of it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import comb

from ...core.errors import BadText, IllegalPosition
from ...core.game import State
from ...core.message import Message
from ..lists.rules import ListGame, first_place, read_pair, shorten

MOST_ROWS = 10_000
"""The most rows of a board. It is written out row by row, and nobody reads more."""


class ChompGame(ListGame):
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
                # A bite in the first column takes all rows from there on.
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
            return min(tuple(state), transpose(state))
        return tuple(state) if len(state) < state[0] else transpose(state)

    def size(self, state: State) -> int:
        # The bars inside a rectangle correspond to paths along its grid lines; half of them are mirror images.
        # Sides count up to 2000: a larger number of positions is out of reach in any case.
        return comb(min(state[0], 2000) + min(len(state), 2000), min(state[0], len(state), 2000)) // 2

    def parse(self, text: str) -> State:
        if "x" not in text:
            return super().parse(text)
        width, height = read_board(text)
        return (width,) * height

    def describe(self, before: State, after: State) -> Message | str:
        after = after + (0,) * (len(before) - len(after))
        r = next(r for r, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
        return Message("eat from column {x}, row {y}", x=after[r] + 1, y=r + 1)


def transpose(rows: tuple[int, ...]) -> tuple[int, ...]:
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
        raise BadText(message, text, first_place(text), size=shorten(text.strip())) from None


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
