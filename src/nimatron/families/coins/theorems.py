"""Theorems on turning coins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...core.game import Game, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.experts import Experts, Sequences
from ...solve.theorem import Solve, Theorem, Theorems
from ..nim.theorems import heap_period, heap_value
from ..sources import BULANT, WINNING_WAYS
from ..taking.rules import Subtraction
from ..taking.theorems import taking_sequence
from .rules import CoinGame, MockTurtlesGame, RulerGame, SubtractionCoins, Turning, TurtlesGame, TwinsGame
from .turns import TURNINGS, CoinExpert, SubtractionCoinExpert, TripletsTurning, is_odious


def _turning_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    return TURNINGS[type(game)](state[0]).to(v) if isinstance(v, int) else []


def _odious(game: Game, state: State, solve: Solve) -> Value:
    twice: int = 2 * state[0]
    return twice if is_odious(twice) else twice + 1


def _odious_method(game: Game, state: State) -> Message | None:
    if len(state) != 1:
        return None  # each coin has its own sentence
    value, parity = _odious(game, state, lambda *_: 0), f"{2 * state[0]:b}"
    return Message(
        "Coin {x}: twice {x} is {binary} in binary with {n} one; the value has an odd number of ones: {value}.",
        "Coin {x}: twice {x} is {binary} in binary with {n} ones; the value has an odd number of ones: {value}.",
        parity.count("1"),
        x=state[0],
        binary=parity,
        ones=parity.count("1"),
        value=value,
    )


def _triplets_value(game: Game, state: State, solve: Solve) -> Value:
    # Coins 0 and 1 do not have two coins to their left.
    return _odious(game, (state[0] - 2,), solve) if state[0] > 1 else 0


def _triplets_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    return TripletsTurning(state[0]).to(v) if isinstance(v, int) else []


def _ruler_value(game: Game, state: State, solve: Solve) -> Value:
    n: int = state[0]
    return n & -n


def _coins_as_heap(game: SubtractionCoins, state: State, solve: Solve) -> Value | None:
    """A head on coin x is a heap of x."""
    return solve(Subtraction(game.amounts), state)


_AS_NIM = Theorem(
    "a head at x is a Nim heap of x", WINNING_WAYS, heap_value, reach=_turning_reach, period=heap_period,
    formal="CoinGames.turtles_decide",
)  # fmt: skip


THEOREMS: Theorems = {
    TurtlesGame: (_AS_NIM,),
    TwinsGame: (replace(_AS_NIM, formal="CoinGames.twins_decide"),),
    MockTurtlesGame: (
        Theorem(
            "Mock Turtles: 2x or 2x+1, the odious one", WINNING_WAYS,
            _odious, reach=_turning_reach, method=_odious_method, formal="CoinGames.mock_turtles_value",
        ),
    ),
    RulerGame: (
        Theorem(
            "Ruler: the largest power of 2 that divides x", WINNING_WAYS,
            _ruler_value, reach=_turning_reach, formal="CoinGames.ruler_decide",
        ),
    ),
    Turning: (
        Theorem(
            "Triplets: coin x is coin x - 2 of Mock Turtles", WINNING_WAYS,
            _triplets_value, reach=_triplets_reach, applies=lambda game: game.code == "3",
        ),
    ),
    SubtractionCoins: (
        Theorem(
            "a head at x is a subtraction heap of x", BULANT, _coins_as_heap, formal="CoinGames.subtraction_coins_value"
        ),
    ),
}  # fmt: skip

EXPERTS: Experts = {SubtractionCoins: SubtractionCoinExpert}

FOR_SUBCLASSES: Experts = {CoinGame: CoinExpert}

# A head on coin n is a heap of n.
SEQUENCES: Sequences = {SubtractionCoins: lambda game: taking_sequence(Subtraction(game.amounts))}
