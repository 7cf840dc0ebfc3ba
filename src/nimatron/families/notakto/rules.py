"""Notakto: noughts and crosses with crosses only, on several boards."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache

from ...core.errors import IllegalPosition
from ...core.game import State
from ...core.message import Message
from ..lists.rules import ListSum

EMPTY = ".../.../..."

ROWS_OF_THREE = ((0, 1, 2), (4, 5, 6), (8, 9, 10), (0, 4, 8), (1, 5, 9), (2, 6, 10), (0, 5, 10), (2, 5, 8))
"""The places of each line in the text of a board."""

SQUARES = tuple(i for i, mark in enumerate(EMPTY) if mark == ".")


class NotaktoGame(ListSum):
    """Put an X on an empty square of a board without three in a row.

    The state is the boards, each as three rows from the top. A board with three in a row is finished.

    >>> from nimatron import Notakto, outcome
    >>> [outcome(Notakto([".../.../..."] * boards)) for boards in (1, 2, 3)]
    ['N', 'P', 'N']
    """

    name = "notakto"
    misere = True
    start = (EMPTY, EMPTY)
    entry = Message("a board such as {board}", board=EMPTY)

    def options(self, state: State) -> Iterator[State]:
        for i, board in enumerate(state):
            for after in board_options(board):
                yield (*state[:i], after, *state[i + 1 :])

    def canonical(self, state: State) -> Hashable:
        # A finished board has no moves, and a board may be turned round and reflected.
        return tuple(sorted(least_image(board) for board in state if not is_finished(board)))

    def size(self, state: State) -> int:
        return int(46 ** min(100, sum(not is_finished(board) for board in state)))

    def accept_entry(self, entry: State, at: int) -> State:
        if not isinstance(entry, str) or not _is_board(entry):
            raise IllegalPosition("expected {entry}, not {word!r}", at, entry=self.entry, word=entry)
        return entry.upper()

    def read_entry(self, text: str) -> State:
        if not _is_board(text):
            raise ValueError(text)
        return text

    def describe(self, before: State, after: State) -> Message | str:
        i = next(i for i, board in enumerate(before) if board != after[i])
        at = next(k for k in SQUARES if before[i][k] != after[i][k])
        params = {"x": at % 4 + 1, "y": at // 4 + 1, "board": i + 1}
        if len(before) == 1:
            return Message("put an X in column {x}, row {y}", params=params)
        return Message("put an X in column {x}, row {y} of board {board}", params=params)


def _is_board(text: str) -> bool:
    rows = text.upper().split("/")
    return len(rows) == 3 and all(len(row) == 3 and set(row) <= set(".X") for row in rows)


@cache
def is_finished(board: str) -> bool:
    """Are there three in a row?"""
    return any(all(board[k] == "X" for k in line) for line in ROWS_OF_THREE)


def board_options(board: str) -> Iterator[str]:
    """A board with one X more; a finished one gets none."""
    if not is_finished(board):
        yield from (f"{board[:k]}X{board[k + 1 :]}" for k in SQUARES if board[k] == ".")


@cache
def least_image(board: str) -> str:
    """The first of the eight images of a board, by rotation and reflection."""
    rows = board.split("/")
    images = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        images += ["/".join(rows), "/".join(rows[::-1])]
    return min(images)


Notakto = NotaktoGame()
