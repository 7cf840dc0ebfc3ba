"""Wythoff's game and Fraenkel's generalisation: the lost positions are two complementary Beatty sequences."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from ...game import Game, Outcome, State
from ...games.lattice import WythoffGame
from ...message import Message
from ...nimbers import Value
from .theorem import Theorem, Theorems


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
    return range(max(0, n - 1), n + 3)


def _outcome(game: Game, state: State) -> Outcome:
    assert isinstance(game, WythoffGame)
    low, high = sorted(state)
    n, rest = divmod(high - low, game.width)
    return "P" if not rest and low == smaller(n, game.width) else "N"


def _reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    """One lost position in the row, one in the column, and at most two aslant."""
    if v != 0:
        return None
    assert isinstance(game, WythoffGame)
    x, y = state
    r = game.width
    found = [(partner(y, r), y), (x, partner(x, r))]
    # Differences of lost pairs are multiples of r, in both orders; a move aslant changes y - x by less than r.
    for difference in {(y - x) // r * r, -((x - y) // r * r)}:
        low = smaller(abs(difference) // r, r)
        found.append((low, low + difference) if difference >= 0 else (low - difference, low))
    return [(a, b) for a, b in dict.fromkeys(found) if game.allows(state, a, b)]


def _method(game: Game, state: State) -> Message | None:
    assert isinstance(game, WythoffGame)
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


def _is_plain(game: Game) -> bool:
    assert isinstance(game, WythoffGame)
    return game.width == 1


def _is_wide(game: Game) -> bool:
    return not _is_plain(game)


THEOREMS: Theorems = {
    WythoffGame: (
        Theorem(
            "Wythoff: the golden ratio", "Wythoff 1907", None, _outcome, _reach, applies=_is_plain, method=_method
        ),
        Theorem(
            "generalised Wythoff: the pairs of two Beatty sequences", "Fraenkel 1982",
            None, _outcome, _reach, applies=_is_wide, method=_method,
        ),
    ),
}  # fmt: skip
