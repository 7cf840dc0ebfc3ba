"""Brussels Sprouts: every play is equally long, so only the parity counts."""

from __future__ import annotations

from collections.abc import Iterable

from ...game import Game, State
from ...games.sprouts import BrusselsSproutsGame
from ...message import Message
from ...nimbers import Value
from .theorem import WINNING_WAYS, Solve, Theorem, Theorems


def _left(game: Game, state: State) -> int:
    assert isinstance(game, BrusselsSproutsGame)
    return game.moves_left(state)


def _value(game: Game, state: State, solve: Solve) -> Value:
    return _left(game, state) % 2


def _reach(game: Game, state: State, v: Value) -> Iterable[State]:
    return game.options(state) if v == 1 - _left(game, state) % 2 else []


def _method(game: Game, state: State) -> Message | None:
    ends, pieces = sum(map(sum, state)), sum(map(len, state))
    return Message(
        "Whatever anybody does, {n} moves are left: the {ends} free ends always stay as many and end in a region each, "
        "and the {pieces} pieces of a region are joined.",
        params={"n": _left(game, state), "ends": ends, "pieces": pieces},
    )


THEOREMS: Theorems = {
    BrusselsSproutsGame: (
        Theorem(
            "Brussels Sprouts: the number of moves is fixed, 5n - 2 for n crosses", WINNING_WAYS,
            _value, reach=_reach, method=_method,
        ),
    ),
}  # fmt: skip
