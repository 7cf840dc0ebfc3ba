"""The game of Euclid: values along the quotients of Euclid's algorithm."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import Solve, Theorem, Theorems
from ..sources import Source
from .rules import EuclidGame

MANY = 12
"""The most quotients that are listed in a sentence."""


def quotients(high: int, low: int) -> list[int]:
    """The partial quotients of high / low.

    >>> quotients(50, 7)
    [7, 7]
    """
    found = []
    while low:
        found.append(high // low)
        high, low = low, high % low
    return found


def along(counts: list[int], least: int) -> list[int]:
    """The values of the positions with these quotients, the last one first: each is its quotient, or one less.

    From a position with quotient q a player may go to the next one, of value v, and to all between: their values count
    up from 0 without v. So the value is q, and q - 1 if v is at least q. The last number to be reached is 0, which is
    v = 0 if it may be left; otherwise there is no such v, and the value is q - 1.

    >>> along([7, 7], 1), along([7, 7], 0)
    ([6, 7], [7, 6])
    """
    values: list[int] = []
    for q in reversed(counts):
        below = values[-1] if values else 0
        taken = not values and least == 1
        values.append(q - 1 if taken or q <= below else q)
    return values


def _value(game: EuclidGame, state: State, solve: Solve) -> Value:
    if game.least:
        return nivasch(*state)
    low, high = sorted(state)
    return along(quotients(high, low), game.least)[-1] if low else 0


def nivasch(a: int, b: int) -> int:
    """floor(|a/b - b/a|): the value if both numbers stay positive."""
    # In whole numbers, because floating point fails for large ones.
    return abs(a * a - b * b) // (a * b)


def _reach(game: EuclidGame, state: State, v: Value) -> Iterable[State]:
    """The position of value v on the way down: found by its number, since the values on the way count up."""
    low, high = sorted(state)
    if not low or not isinstance(v, int):
        return []
    counts = quotients(high, low)
    below = along(counts[1:], game.least)[-1] if counts[1:] else 0 if game.least == 0 else None
    q = counts[0]
    # The position with j times the smaller number and the remainder has value j, one less up to the value below.
    j = 0 if v == below else v + 1 if below is None or v < below else v
    left = high % low + j * low
    if j >= q or left < game.least:
        return []
    found = [(left, low), (low, left)]
    # From equal numbers, either one may be reduced.
    return found if state[0] == state[1] else [found[0] if state[0] == high else found[1]]


def _outcome(game: EuclidGame, state: State) -> Outcome:
    """Lost if the larger number is less than the golden ratio times the smaller one, and perhaps if they are equal."""
    low, high = sorted(state)
    if not low:
        return "P"
    if low == high:
        return "P" if game.least else "N"
    # The ratio is below the golden ratio, tested without floating point.
    return "P" if high * high - high * low - low * low < 0 else "N"


def _method(game: EuclidGame, state: State) -> Message | None:
    low, high = sorted(state)
    counts = quotients(high, low)
    if not counts or len(counts) > MANY:
        return None
    values = along(counts, game.least)
    params = {
        "high": high, "low": low, "quotients": " ".join(map(str, counts)),
        "values": " ".join(map(str, reversed(values))), "ratio": f"{_ratio(high, low)}",
    }  # fmt: skip
    if _outcome(game, state) == "P":
        return Message(
            "{high} / {low} is about {ratio}, less than the golden ratio 1.618. Euclid's algorithm has the quotients "
            "{quotients}; the positions along it have the values {values}.",
            params=params,
        )
    return Message(
        "{high} / {low} is about {ratio}. Euclid's algorithm has the quotients {quotients}; the positions along it "
        "have the values {values}: each its quotient, or 1 less if the value after it is at least as large.",
        params=params,
    )


def _ratio(high: int, low: int) -> str:
    """high / low with three decimals, exactly, however large the numbers are."""
    whole, thousandths = divmod(1000 * high // low, 1000)
    return f"{whole}.{thousandths:03d}"


THEOREMS: Theorems = {
    EuclidGame: (
        Theorem(
            "Euclid: the value is floor(a/b - b/a)", Source("Nivasch 2006", "Nivasch2006"),
            _value, _outcome, _reach, applies=lambda game: game.least == 1, method=_method,
        ),
        Theorem(
            "Euclid to zero: lost between 1 and the golden ratio", Source("Cole, Davie 1969", "ColeDavie1969"),
            _value, _outcome, _reach, applies=lambda game: game.least == 0, method=_method,
        ),
    ),
}  # fmt: skip
