"""Staircase Nim is Nim on every second step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor

from ...core.game import Game, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import Columns, Theorem, Theorems
from ..sources import SPRAGUE_1937
from ..strips.theorems import MANY
from .rules import StaircaseGame, moved_down


def _stair_reach(game: Game, state: State, v: Value) -> Iterator[State]:
    if not isinstance(v, int):
        return
    change = v ^ reduce(xor, state[::2], 0)
    for i, coins in enumerate(state):
        # An odd step (i even) gets smaller itself; coins of an even step make the odd one below it larger.
        n = coins - (coins ^ change) if i % 2 == 0 else (state[i - 1] ^ change) - state[i - 1]
        if 0 < n <= coins:
            yield moved_down(state, i, n)


def _stair_method(game: Game, state: State) -> Message | None:
    if not 0 < len(state) <= MANY:
        return None
    return Message(
        "Only the odd steps count, as Nim heaps: {heaps}. Coins that come down from an even step are sent one step "
        "further at once.",
        heaps=" ".join(map(str, state[::2])),
    )


THEOREMS: Theorems = {
    StaircaseGame: (
        Theorem(
            "the odd steps are Nim heaps", SPRAGUE_1937,
            lambda game, state, solve: reduce(xor, state[::2], 0), reach=_stair_reach, method=_stair_method,
            columns=lambda game, state: Columns(state[::2], 2) if 1 < len(state) <= MANY else None,
        ),
    ),
}  # fmt: skip
