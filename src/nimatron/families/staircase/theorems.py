"""Staircase Nim is Nim on every second step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.game import Game, State
from ...core.message import Message
from ...solve.theorem import Theorem, Theorems
from ..nim.theorems import nim_on
from ..sources import SPRAGUE_1937
from .rules import StaircaseGame, move_down


def _moves(game: Game, state: State, change: int) -> Iterator[State]:
    for i, coins in enumerate(state):
        # An odd step (i even) gets smaller itself; coins of an even step make the odd one below it larger.
        n = coins - (coins ^ change) if i % 2 == 0 else (state[i - 1] ^ change) - state[i - 1]
        if 0 < n <= coins:
            yield move_down(state, i, n)


def _method(heaps: Sequence[int]) -> Message:
    return Message(
        "Only the odd steps count, as Nim heaps: {heaps}. Coins that come down from an even step are sent one step "
        "further at once.",
        heaps=" ".join(map(str, heaps)),
    )


THEOREMS: Theorems = {
    StaircaseGame: (
        nim_on(
            Theorem("the odd steps are Nim heaps", SPRAGUE_1937),
            lambda state: state[::2],
            _moves,
            _method,
        ),
    ),
}
