"""The rook is Nim with two heaps; the queen's lost squares are two complementary Beatty sequences."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from ...core.game import Game, Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.experts import Experts
from ...solve.theorem import TAME, Solve, Theorem, Theorems, Traits, TraitsOf
from ..sources import SUMS, Source
from .rules import RookGame, WythoffGame
from .squares import QueenExpert


def _rook_value(game: Game, state: State, solve: Solve) -> Value:
    x, y = state
    return x ^ y  # type: ignore[no-any-return]


def rook_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    """The options along the row and along the column, if they exist: at most one each."""
    x, y = state
    # For the nim-sum v, a coordinate must become v xor the other one.
    options = [(v ^ y, y)] if v ^ y < x else []
    return options + ([(x, v ^ x)] if v ^ x < y else [])


def _rook_heaps(state: State) -> tuple[int, ...]:
    return state  # type: ignore[no-any-return]


# -- Wythoff's game and Fraenkel's generalisation --------------------------------------------------


def smaller(n: int, r: int) -> int:
    """floor(n * alpha), alpha = (2 - r + sqrt(r^2 + 4)) / 2, exactly: in floating point it fails for large n.

    >>> [(smaller(n, 1), smaller(n, 1) + n) for n in range(5)]
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    """
    return (n * (2 - r) + isqrt(n * n * (r * r + 4))) // 2


def partner(m: int, r: int) -> int:
    """The only number that makes a lost pair with m.

    >>> [partner(m, 1) for m in range(8)]
    [0, 2, 1, 5, 7, 3, 10, 4]
    """
    # m is floor(n * alpha), or r * n more than that; 1 / alpha is (s + r - 2) / 2r, and 1 / (alpha + r) the rest to 1.
    root = isqrt(m * m * (r * r + 4))
    for n in _near((m * (r - 2) + root) // (2 * r)):
        if smaller(n, r) == m:
            return m + r * n
    for n in _near((m * (r + 2) - root) // (2 * r)):
        if smaller(n, r) + r * n == m:
            return m - r * n
    raise AssertionError(m)  # the two sequences together have every number


def _near(n: int) -> range:
    # The root was rounded down, so the true n may be a neighbour.
    return range(max(0, n - 1), n + 3)


def _outcome(game: WythoffGame, state: State) -> Outcome:
    low, high = sorted(state)
    n, rest = divmod(high - low, game.width)
    return "P" if not rest and low == smaller(n, game.width) else "N"


def _reach(game: WythoffGame, state: State, v: Value) -> Iterable[State] | None:
    """One lost position in the row, one in the column, and at most two aslant."""
    if v != 0:
        return None
    x, y = state
    r = game.width
    found = [(partner(y, r), y), (x, partner(x, r))]
    # Differences of lost pairs are multiples of r, in both orders; a move aslant changes y - x by less than r.
    for difference in {(y - x) // r * r, -((x - y) // r * r)}:
        low = smaller(abs(difference) // r, r)
        found.append((low, low + difference) if difference >= 0 else (low - difference, low))
    return [(a, b) for a, b in dict.fromkeys(found) if game.allows(state, a, b)]


def _method(game: WythoffGame, state: State) -> Message | None:
    low, high = sorted(state)
    r = game.width
    n = (high - low) // r
    pair = smaller(n, r), smaller(n, r) + r * n
    params = {"n": n, "low": pair[0], "high": pair[1]}
    if _outcome(game, state) == "P":
        return Message("This is pair {n} of the lost pairs: {low} and {high}.", params=params)
    if r == 1:
        return Message(
            "The numbers differ by {n}; the lost pair with this difference is {low} and {high}.", params=params
        )
    return Message(
        "The difference of the numbers has {r} in it {n} times; the lost pair number {n} is {low} and {high}.",
        params={**params, "r": r},
    )


THEOREMS: Theorems = {
    RookGame: (Theorem("rook to the corner is Nim with two heaps", SUMS, _rook_value, reach=rook_reach),),
    WythoffGame: (
        Theorem(
            "Wythoff: the golden ratio", Source("Wythoff 1907", "Wythoff1907"),
            None, _outcome, _reach, applies=lambda game: game.width == 1, method=_method,
            formal="Wythoff.wythoff_pairs",
        ),
        Theorem(
            "generalised Wythoff: the pairs of two Beatty sequences", Source("Fraenkel 1982", "Fraenkel1982"),
            None, _outcome, _reach, applies=lambda game: game.width > 1, method=_method,
        ),
    ),
}  # fmt: skip

TRAITS: TraitsOf = {RookGame: Traits(tame=TAME, heaps=_rook_heaps, of_heaps=_rook_heaps)}

EXPERTS: Experts = {WythoffGame: QueenExpert}
