"""Poker Nim is Nim: whoever adds coins sees them taken at once.

The winner only takes, so that the winner's bag grows with every move and play ends, although it need not otherwise.
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
from .rules import PokerNimGame


def _value(game: PokerNimGame, state: State, solve: Solve) -> Value:
    return reduce(xor, state[:-2], 0)


def _reach(game: PokerNimGame, state: State, v: Value) -> Iterator[State]:
    """Only moves that take: those that add make no progress, and a smaller value can always be reached without them."""
    if not isinstance(v, int):
        return
    change = v ^ reduce(xor, state[:-2], 0)
    for i, heap in enumerate(state[:-2]):
        if heap ^ change < heap:
            yield game.changed(state, i, heap ^ change)


def _method(game: PokerNimGame, state: State) -> Message | None:
    if not any(state[:-2]):
        return None
    return Message("The bags do not count: play Nim. If your opponent adds coins to a heap, take them again.")


THEOREMS: Theorems = {
    PokerNimGame: (
        Theorem(
            "the heaps are Nim heaps, because coins that are added can be taken again", WINNING_WAYS,
            _value, reach=_reach, method=_method,
            columns=lambda game, state: Columns(state[:-2], 2) if 3 < len(state) <= MANY else None,
        ),
    ),
}  # fmt: skip
