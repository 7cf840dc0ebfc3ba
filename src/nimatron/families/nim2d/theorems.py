"""The values of two-dimensional Nim are ordinals."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import State
from ...nimbers.loopy import Value
from ...nimbers.ordinals import Ordinal, omega_times_plus
from ...solve.theorem import TAME, Solve, Theorem, Theorems, Traits, TraitsOf, endless
from ..sources import BULANT
from .rules import Nim2DGame


def _nim2d_value(game: Nim2DGame, state: State, solve: Solve) -> Value:
    ((x, y),) = state
    return omega_times_plus(y, x) if game.width is None else game.width * y + x


def _nim2d_reach(game: Nim2DGame, state: State, v: Value) -> Iterable[State]:
    ((x, y),) = state
    if v >= (omega_times_plus(y, x) if game.width is None else game.width * y + x):
        return []
    if game.width is not None:
        assert isinstance(v, int)
        return [((v % game.width, v // game.width),)]
    if isinstance(v, int):
        return [((v, 0),)]
    assert isinstance(v, Ordinal)
    # The value is below ω^2, so the coefficient of its first term counts the rows below.
    rows = v.terms[0][1]
    return [((v.finite_part, rows),)]


def _nim2d_longest(game: Nim2DGame, state: State) -> int | None:
    ((_, y),) = state
    if game.width is None and y:
        raise endless(game, state)
    return None


THEOREMS: Theorems = {
    Nim2DGame: (Theorem("two-dimensional Nim: all lower rows come first", BULANT, _nim2d_value, reach=_nim2d_reach),),
}


TRAITS: TraitsOf = {Nim2DGame: Traits(tame=TAME, independent=True, longest=_nim2d_longest)}
