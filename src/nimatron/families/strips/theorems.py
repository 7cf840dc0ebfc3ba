"""Nimble is Nim; Welter's function; the Silver Dollar game is Nim on the gaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...core.game import Game, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import Solve, Theorem, Theorems, TraitsOf
from ..nim.theorems import AS_NIM, MANY, heap_period, heap_reach, heap_value, nim_on
from ..sources import BULANT, WELTER, WINNING_WAYS
from .rules import NimbleGame, SilverDollarGame, WelterGame, moved_coin

# -- Welter's game ---------------------------------------------------------------------------------


def welter(coins: Iterable[int]) -> int:
    """Welter's function: the nim-sum of the squares and, for each pair, of 2^(k+1) - 1 if they agree in k last bits.

    >>> welter([1, 4, 9]), welter([2, 3, 5, 7])
    (3, 5)
    """
    total, seen = 0, list[int]()
    for coin in coins:
        total ^= coin
        for other in seen:
            # All ones up to the lowest bit in which the two coins differ.
            total ^= (coin ^ other) ^ (coin ^ other) - 1
        seen.append(coin)
    return total


def _welter_value(game: Game, state: State, solve: Solve) -> Value:
    return welter(state)


def welter_place(others: list[int], value: int) -> int:
    """The only square for one more coin that gives the position `value`.

    Bit k of Welter's function is that of the new coin, changed once for each other coin that agrees with it in all
    lower bits. So the bits of the square are found one by one, the lowest first.

    >>> welter_place([1, 4], 3)
    9
    """
    change = value ^ welter(others)
    square, bit, alike = 0, 0, others
    while alike or change >> bit:
        one = (change >> bit ^ len(alike)) & 1
        square |= one << bit
        alike = [other for other in alike if other >> bit & 1 == one]
        bit += 1
    return square


def _welter_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    if not isinstance(v, int):
        return []
    places = ((i, welter_place([*state[:i], *state[i + 1 :]], v)) for i in range(len(state)))
    return [moved_coin(state, i, square) for i, square in places if square < state[i]]


def mates(coins: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Pairs of coins, those first that agree in most of their last bits; a last one may remain alone.

    >>> list(mates([1, 4, 9]))
    [(1, 9), (4,)]
    """
    left = sorted(coins)
    while len(left) > 1:
        pairs = [(a, b) for i, a in enumerate(left) for b in left[i + 1 :]]
        # The higher the lowest bit in which two coins differ, the more last bits they share.
        pair = max(pairs, key=lambda pair: (pair[0] ^ pair[1]) & -(pair[0] ^ pair[1]))
        yield pair
        left = [coin for coin in left if coin not in pair]
    if left:
        yield (left[0],)


def _welter_method(game: Game, state: State) -> Message | None:
    if not 1 < len(state) <= MANY:
        return None
    terms = [f"(({pair[0]} ⊕ {pair[1]}) − 1)" if len(pair) == 2 else str(pair[0]) for pair in mates(state)]
    return Message(
        "Mated coins agree in as many last binary digits as possible: {sum} = {value}.",
        sum=" ⊕ ".join(terms),
        value=welter(state),
    )


# -- the silver dollar game --------------------------------------------------------------------------


def _counted_gaps(state: State) -> dict[int, int]:
    """Every second gap, from the right, by the number of the coin on its right."""
    gaps = SilverDollarGame().gaps(state)
    return {i: gaps[i] for i in range(len(state) - 1, -1, -2)}


def _gaps(state: State) -> tuple[int, ...]:
    return tuple(reversed(_counted_gaps(state).values()))


def _gap_moves(game: Game, state: State, change: int) -> Iterator[State]:
    counted, low = _counted_gaps(state), -1
    for i, square in enumerate(state):
        # A coin makes the gap on its left smaller, the one on its right larger; exactly one of them counts.
        steps = counted[i] - (counted[i] ^ change) if i in counted else (counted[i + 1] ^ change) - counted[i + 1]
        if 0 < steps < square - low:
            yield moved_coin(state, i, square - steps)
        low = square


def _gap_method(heaps: Sequence[int]) -> Message:
    return Message(
        "Every second gap, from the right, is a Nim heap: {gaps}. A move that makes one of them larger is undone by "
        "the coin on its right with as many steps.",
        gaps=" ".join(map(str, heaps)),
    )


THEOREMS: Theorems = {
    NimbleGame: (
        Theorem("a coin on square n is a Nim heap of n", BULANT, heap_value, reach=heap_reach, period=heap_period),
    ),
    WelterGame: (
        Theorem("Welter's function", WELTER, _welter_value, reach=_welter_reach, method=_welter_method),
    ),
    SilverDollarGame: (
        nim_on(
            Theorem("every second gap, from the right, is a Nim heap", WINNING_WAYS), _gaps, _gap_moves, _gap_method
        ),
    ),
}  # fmt: skip

TRAITS: TraitsOf = {NimbleGame: AS_NIM}
