"""Maximum Nim by Levine's recursion: at most f(n) coins may be taken, and f grows by 0 or 1 from heap to heap.

If f grows at n, the value of n is f(n); else it is the value of the largest heap that no move reaches, n - f(n) - 1. So
the f(n) + 1 heaps from n - f(n) to n have the values 0 to f(n), each once.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import State
from ...nimbers.loopy import Value
from ...solve.theorem import Solve, Theorem, Theorems
from ..sources import Source
from .rules import MaximumNim


def _value(game: MaximumNim, state: State, solve: Solve) -> Value:
    (n,) = state
    while n % game.n:
        n -= n // game.n + 1
    return n // game.n  # type: ignore[no-any-return]


def _reach(game: MaximumNim, state: State, v: Value) -> Iterable[State]:
    """The heaps of value v are v k, and from each one the next is the k-th part of the rest further."""
    (n,) = state
    heap: int = v * game.n  # type: ignore[operator]
    while heap < n:
        if heap >= n - n // game.n:
            return [(heap,)]
        if game.n == 1:
            break
        heap = game.n * heap // (game.n - 1) + 1
    return []


THEOREMS: Theorems = {
    MaximumNim: (
        Theorem(
            "a multiple n of k has value n/k; any other as the largest heap that no move reaches",
            Source("Levine 2006", "Levine2006", full="L. Levine, Fractal sequences and restricted Nim (2006)"),
            _value,
            reach=_reach,
        ),
    ),
}
