"""Poker Nim is Nim: whoever adds coins sees them taken at once.

The winner only takes, so that the winner's bag grows with every move and play ends, although it need not otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.game import State
from ...core.message import Message
from ...solve.theorem import Theorem, Theorems
from ..nim.theorems import nim_on
from ..sources import WINNING_WAYS
from .rules import PokerNimGame


def _moves(game: PokerNimGame, state: State, change: int) -> Iterator[State]:
    """Only moves that take: those that add make no progress, and a smaller value can always be reached without them."""
    for i, heap in enumerate(state[:-2]):
        if heap ^ change < heap:
            yield game.with_heap(state, i, heap ^ change)


def _method(heaps: Sequence[int]) -> Message:
    return Message("The bags do not count: play Nim. If your opponent adds coins to a heap, take them again.")


THEOREMS: Theorems = {
    PokerNimGame: (
        nim_on(
            Theorem("the heaps are Nim heaps, because coins that are added can be taken again", WINNING_WAYS),
            lambda state: state[:-2],
            _moves,
            _method,
        ),
    ),
}
