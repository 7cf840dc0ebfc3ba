"""Brussels Sprouts: every play is equally long, so only the parity counts."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import Solve, Theorem, Theorems
from ..sources import WINNING_WAYS
from .rules import BrusselsSproutsGame


def _value(game: BrusselsSproutsGame, state: State, solve: Solve) -> Value:
    return game.play_length(state) % 2


def _reach(game: BrusselsSproutsGame, state: State, v: Value) -> Iterable[State]:
    return game.options(state) if v == 1 - game.play_length(state) % 2 else []


def _method(game: BrusselsSproutsGame, state: State) -> Message | None:
    ends, pieces = sum(map(sum, state)), sum(map(len, state))
    return Message(
        "Whatever the players do, {n} moves are left: the {ends} free ends always stay as many and end in a region "
        "each, "
        "and the {pieces} pieces of a region are joined.",
        params={"n": game.play_length(state), "ends": ends, "pieces": pieces},
    )


THEOREMS: Theorems = {
    BrusselsSproutsGame: (
        Theorem(
            "Brussels Sprouts: the number of moves is fixed, 5n - 2 for n crosses", WINNING_WAYS,
            _value, reach=_reach, method=_method,
        ),
    ),
}  # fmt: skip
