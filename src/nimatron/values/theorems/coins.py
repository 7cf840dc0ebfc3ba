"""Theorems on turning coins."""

from __future__ import annotations

from collections.abc import Iterable

from ...game import Game, Part, State
from ...games.coins import MockTurtlesGame, RulerGame, SubtractionCoins, Tartan, Turning, TurtlesGame, TwinsGame
from ...games.heaps import Subtraction
from ...message import Message
from ...nimbers import Value, nim_mul
from ..moves.turning import TURNINGS, TripletsTurning, is_odious, is_row
from ..sequences.periods import Period
from .theorem import BULANT, WINNING_WAYS, Solve, Theorem, Theorems


def _head_value(game: Game, state: State, solve: Solve) -> Value:
    return state[0]  # type: ignore[no-any-return]


def _head_period(game: Game) -> Period:
    return Period(0, 1, saltus=1)


def _turning_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    return TURNINGS[type(game)](state[0]).to(v) if isinstance(v, int) else []


def _odious(game: Game, state: State, solve: Solve) -> Value:
    twice: int = 2 * state[0]
    return twice if is_odious(twice) else twice + 1


def _odious_method(game: Game, state: State) -> Message | None:
    if len(state) != 1:
        return None  # each coin has its own sentence
    value, parity = _odious(game, state, lambda *_: 0), f"{2 * state[0]:b}"
    params = {"x": state[0], "binary": parity, "ones": parity.count("1"), "value": value}
    return Message(
        "Coin {x}: twice {x} is {binary} in binary with {n} one; the value has an odd number of ones: {value}.",
        "Coin {x}: twice {x} is {binary} in binary with {n} ones; the value has an odd number of ones: {value}.",
        parity.count("1"),
        params=params,
    )


def _is_triplets(game: Game) -> bool:
    assert isinstance(game, Turning)
    return game.code == "3"


def _triplets_value(game: Game, state: State, solve: Solve) -> Value:
    return _odious(game, (state[0] - 2,), solve) if state[0] > 1 else 0


def _triplets_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    return TripletsTurning(state[0]).to(v) if isinstance(v, int) else []


def _ruler_value(game: Game, state: State, solve: Solve) -> Value:
    n: int = state[0]
    return n & -n


def _coins_as_heap(game: Game, state: State, solve: Solve) -> Value | None:
    """A head on coin x is a heap of x."""
    assert isinstance(game, SubtractionCoins)
    return solve(Subtraction(game.amounts), state)


def _tartan_rows(game: Game, state: State) -> tuple[Part, Part]:
    """The column and the row of a single head, as positions of their own."""
    assert isinstance(game, Tartan)
    ((x, y),) = state
    return (game.columns, (x,)), (game.rows, (y,))


def _tartan_value(game: Game, state: State, solve: Solve) -> Value | None:
    assert isinstance(game, Tartan)
    if not (is_row(game.columns) and is_row(game.rows)):
        return None
    a, b = (solve(*row) for row in _tartan_rows(game, state))
    assert isinstance(a, int)
    assert isinstance(b, int)
    return nim_mul(a, b)


_AS_NIM = Theorem(
    "a head at x is a Nim heap of x", WINNING_WAYS, _head_value, reach=_turning_reach, period=_head_period
)

THEOREMS: Theorems = {
    TurtlesGame: (_AS_NIM,),
    TwinsGame: (_AS_NIM,),
    MockTurtlesGame: (
        Theorem(
            "Mock Turtles: 2x or 2x+1, the odious one", WINNING_WAYS,
            _odious, reach=_turning_reach, method=_odious_method,
        ),
    ),
    RulerGame: (
        Theorem("Ruler: the largest power of 2 that divides x", WINNING_WAYS, _ruler_value, reach=_turning_reach),
    ),
    Turning: (
        Theorem(
            "Triplets: coin x is coin x - 2 of Mock Turtles", WINNING_WAYS,
            _triplets_value, reach=_triplets_reach, applies=_is_triplets,
        ),
    ),
    SubtractionCoins: (Theorem("a head at x is a subtraction heap of x", BULANT, _coins_as_heap),),
    Tartan: (
        Theorem("tartan theorem: the nim-product of the two values", WINNING_WAYS, _tartan_value, factors=_tartan_rows),
    ),
}  # fmt: skip
