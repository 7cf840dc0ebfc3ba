"""Theorems on one piece, or stones, on the points of a lattice."""

from __future__ import annotations

from collections.abc import Iterable

from ...game import Game, State
from ...games.lattice import Nim2DGame, RookGame
from ...nimbers import Ordinal, Value, omega_times_plus
from ..because import TAME
from .theorem import BULANT, SUMS, Solve, Theorem, Theorems, Traits, TraitsOf, endless


def _rook_value(game: Game, state: State, solve: Solve) -> Value:
    x, y = state
    return x ^ y  # type: ignore[no-any-return]


def rook_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    """The options along the row and along the column, if they exist: at most one each."""
    x, y = state
    options = [(v ^ y, y)] if v ^ y < x else []
    return options + ([(x, v ^ x)] if v ^ x < y else [])


def _rook_heaps(state: State) -> tuple[int, ...]:
    return state  # type: ignore[no-any-return]


def _nim2d_value(game: Game, state: State, solve: Solve) -> Value:
    assert isinstance(game, Nim2DGame)
    ((x, y),) = state
    return omega_times_plus(y, x) if game.width is None else game.width * y + x


def _nim2d_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    assert isinstance(game, Nim2DGame)
    ((x, y),) = state
    if v >= (omega_times_plus(y, x) if game.width is None else game.width * y + x):
        return []
    if game.width is not None:
        assert isinstance(v, int)
        return [((v % game.width, v // game.width),)]
    if isinstance(v, int):
        return [((v, 0),)]
    assert isinstance(v, Ordinal)
    rows = v.terms[0][1]
    return [((v.finite_part, rows),)]


def _nim2d_longest(game: Game, state: State) -> int | None:
    assert isinstance(game, Nim2DGame)
    ((_, y),) = state
    if game.width is None and y:
        raise endless(game, state)
    return None


THEOREMS: Theorems = {
    RookGame: (Theorem("rook to the corner is Nim with two heaps", SUMS, _rook_value, reach=rook_reach),),
    Nim2DGame: (Theorem("two-dimensional Nim: all lower rows come first", BULANT, _nim2d_value, reach=_nim2d_reach),),
}

TRAITS: TraitsOf = {
    RookGame: Traits(tame=TAME, heaps=_rook_heaps, of_heaps=_rook_heaps),
    Nim2DGame: Traits(tame=TAME, independent=True, longest=_nim2d_longest),
}
