"""Theorems on one piece, or stones, on the points of a lattice."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from ...game import Game, Outcome, State
from ...games.lattice import Nim2DGame, RookGame, WythoffGame
from ...nimbers import Value, omega_times_plus
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


def _golden(d: int) -> int:
    """floor(d * phi) with phi = (1 + sqrt 5) / 2, exactly: in floating point it fails for large d."""
    return (d + isqrt(5 * d * d)) // 2


def _wythoff_outcome(game: Game, state: State) -> Outcome:
    low, high = sorted(state)
    return "P" if low == _golden(high - low) else "N"


def _wythoff_reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    """The queen can reach at most three P-positions: one each in the row, the column and the diagonal."""
    if v != 0:
        return None
    x, y = state
    found = [(_wythoff_partner(y), y), (x, _wythoff_partner(x))]
    low = _golden(abs(x - y))
    found.append((low, low + y - x) if y >= x else (low + x - y, low))
    return [(a, b) for a, b in dict.fromkeys(found) if (a, b) != (x, y) and a <= x and b <= y]


def _wythoff_partner(n: int) -> int:
    """The m for which (n, m) is a P-position: each n has exactly one."""
    d = _index_of_golden(n)
    if _golden(d) == n:
        return n + d
    # n is the larger of its pair: n = floor(d * phi^2) = floor(d * phi) + d.
    d = (3 * n - isqrt(5 * n * n)) // 2
    return next(_golden(e) for e in range(max(0, d - 2), d + 3) if _golden(e) + e == n)


def _index_of_golden(n: int) -> int:
    """The least d with floor(d * phi) >= n."""
    d = max(0, (isqrt(5 * n * n) - n) // 2 - 2)
    while _golden(d) < n:
        d += 1
    return d


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
    WythoffGame: (Theorem("Wythoff: the golden ratio", "Wythoff 1907", None, _wythoff_outcome, _wythoff_reach),),
    Nim2DGame: (Theorem("two-dimensional Nim: all lower rows come first", BULANT, _nim2d_value, reach=_nim2d_reach),),
}

TRAITS: TraitsOf = {
    RookGame: Traits(tame=True, heaps=_rook_heaps, of_heaps=_rook_heaps),
    Nim2DGame: Traits(tame=True, independent=True, longest=_nim2d_longest),
}
