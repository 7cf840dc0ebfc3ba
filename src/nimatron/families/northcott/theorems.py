"""Northcott's game is Nim on the gaps, although play need not end.

Whoever meets gaps of nim-sum 0 may make a gap larger, but only by a move backwards; the answer makes it as large as it
was, by a move forwards. A winner who moves only forwards gets nearer to the other edge with each move, so play ends.
The same answers show that a position of nim-sum n is a Nim heap of n also in sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.game import State
from ...core.message import Message
from ...solve.theorem import Theorem, Theorems
from ..nim.theorems import nim_on
from ..sources import WINNING_WAYS
from .rules import Northcott


def gaps(state: State) -> tuple[int, ...]:
    """The numbers of empty columns between the two pieces of each row."""
    return tuple(abs(white - black) - 1 for white, black in state[:-1])


def _moves(game: Northcott, state: State, change: int) -> Iterator[State]:
    """Moves forwards only: those backwards make no progress, and a smaller value can always be reached without them."""
    for i, gap in enumerate(gaps(state)):
        steps = gap - (gap ^ change)
        if steps > 0:
            piece, other = game.pair(state, i)
            yield game.after_move(state, i, piece + steps if piece < other else piece - steps)


def _method(heaps: Sequence[int]) -> Message:
    return Message(
        "The gaps between the two pieces of each row are Nim heaps: {gaps}. Only move forwards; if your opponent moves "
        "backwards, follow by as many columns.",
        gaps=" ".join(map(str, heaps)),
    )


THEOREMS: Theorems = {
    Northcott: (
        nim_on(
            Theorem("the gaps are Nim heaps, because moves backwards can be answered", WINNING_WAYS),
            gaps,
            _moves,
            _method,
        ),
    ),
}
