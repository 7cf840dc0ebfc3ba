"""Fibonacci Nim: Zeckendorf's sums of Fibonacci numbers decide who wins."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, zip_longest

from ...core.game import Game, Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import Theorem, Theorems
from ..sources import WHINIHAN
from .rules import FibonacciGame


def zeckendorf(n: int) -> list[int]:
    """The only Fibonacci numbers, no two neighbours, that add up to n; the largest first.

    >>> zeckendorf(12), zeckendorf(0)
    ([8, 3, 1], [])
    """
    numbers = [1, 2]
    while numbers[-1] <= n:
        numbers.append(numbers[-1] + numbers[-2])
    found = []
    # Greedy: the rest is always below the Fibonacci number before, so no two are neighbours.
    for number in reversed(numbers):
        if number <= n:
            found.append(number)
            n -= number
    return found


def _outcome(game: Game, state: State) -> Outcome:
    heap, most = state
    return "N" if heap and most >= zeckendorf(heap)[-1] else "P"


def _reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    """All winning moves: they take the last numbers of the sum, if twice as many are fewer than the next number.

    If 2k is less than the last number of heap - k, the numbers of k and of heap - k are no neighbours. So together they
    are the sum of the heap, and k is what its last numbers add up to.
    """
    if v != 0:
        return None
    heap, most = state
    parts = zeckendorf(heap)[::-1]
    # The sums of the last numbers, each with the number before them.
    ends = zip_longest(accumulate(parts), parts[1:])
    return [(heap - k, 2 * k) for k, after in ends if k <= most and (after is None or 2 * k < after)]


def _method(game: Game, state: State) -> Message | None:
    heap, most = state
    if not heap:
        return None
    parts = zeckendorf(heap)
    params = {"heap": heap, "sum": " + ".join(map(str, parts)), "least": parts[-1], "most": min(heap, most)}
    if _outcome(game, state) == "N":
        return Message(
            "{heap} = {sum} as a sum of Fibonacci numbers, no two of them neighbours. Take the least one, {least}: "
            "twice as many are fewer than the next one, so the opponent cannot take that.",
            params=params,
        )
    if len(parts) == 1:
        return Message(
            "{heap} is a Fibonacci number, and not all of it may be taken; whatever is taken, the opponent can take "
            "the least number of what is left, as a sum of Fibonacci numbers.",
            params=params,
        )
    return Message(
        "{heap} = {sum} as a sum of Fibonacci numbers, no two of them neighbours. At most {most} may be taken, fewer "
        "than the least one, {least}; whatever is taken, the opponent can take the least one of what is left.",
        params=params,
    )


THEOREMS: Theorems = {
    FibonacciGame: (
        Theorem(
            "Fibonacci Nim: lost if less may be taken than the least number of Zeckendorf's sum", WHINIHAN,
            None, _outcome, _reach, method=_method,
        ),
    ),
}  # fmt: skip
