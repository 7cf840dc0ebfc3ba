"""Northcott's game is Nim on the gaps, although play need not end.

Whoever meets gaps of nim-sum 0 may make a gap larger, but only by a move backwards; the answer makes it as large as it
was, by a move forwards. A winner who moves only forwards gets nearer to the other edge with each move, so play ends.
The same answers show that a position of nim-sum n is a Nim heap of n also in sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor

from ...core.game import State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import Columns, Solve, Theorem, Theorems
from ..sources import WINNING_WAYS
from ..strips.theorems import MANY
from .rules import Northcott


def gaps(state: State) -> tuple[int, ...]:
    """The numbers of empty columns between the two pieces of each row."""
    return tuple(abs(white - black) - 1 for white, black in state[:-1])


def _value(game: Northcott, state: State, solve: Solve) -> Value:
    return reduce(xor, gaps(state), 0)


def _reach(game: Northcott, state: State, v: Value) -> Iterator[State]:
    """Moves forwards only: those backwards make no progress, and a smaller value can always be reached without them."""
    if not isinstance(v, int):
        return
    change = v ^ reduce(xor, gaps(state), 0)
    for i, gap in enumerate(gaps(state)):
        steps = gap - (gap ^ change)
        if steps > 0:
            piece, other = game.pair(state, i)
            yield game.moved(state, i, piece + steps if piece < other else piece - steps)


def _method(game: Northcott, state: State) -> Message | None:
    if not 0 < len(state) - 1 <= MANY:
        return None
    return Message(
        "The gaps between the two pieces of each row are Nim heaps: {gaps}. Only move forwards; if your opponent moves "
        "backwards, follow by as many columns.",
        gaps=" ".join(map(str, gaps(state))),
    )


THEOREMS: Theorems = {
    Northcott: (
        Theorem(
            "the gaps are Nim heaps, because moves backwards can be answered", WINNING_WAYS,
            _value, reach=_reach, method=_method,
            columns=lambda game, state: Columns(gaps(state), 2) if 2 < len(state) <= MANY else None,
        ),
    ),
}  # fmt: skip
