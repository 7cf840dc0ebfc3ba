"""Nim with a pass: values of one heap, lost pairs of heaps. For three heaps and the pass no formula is known."""

from __future__ import annotations

from ...core.game import Game, Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems
from ..sources import BOUTON
from .rules import NimWithPassGame


def _without(game: Game, state: State, solve: Solve) -> Value | None:
    if state[-1]:
        return None
    value = 0
    for heap in state[:-1]:
        value ^= heap
    return value


def _one_heap(game: Game, state: State, solve: Solve) -> Value | None:
    """Passing leaves value n: 0 for no coin, then in pairs 2, 1, 4, 3, ..."""
    heaps = [heap for heap in state[:-1] if heap]
    if not state[-1] or len(heaps) > 1:
        return None
    (n,) = heaps or (0,)
    return 0 if n == 0 else n + 1 if n % 2 else n - 1


def _two_heaps(game: Game, state: State) -> Outcome | None:
    heaps = sorted(heap for heap in state[:-1] if heap)
    if not state[-1] or len(heaps) != 2:
        return None
    a, b = heaps
    return "P" if a % 2 and b == a + 1 else "N"


def _method(game: Game, state: State) -> Message | None:
    return Message("With the pass, two heaps are lost if they are 2k-1 and 2k.") if _two_heaps(game, state) else None


THEOREMS: Theorems = {
    NimWithPassGame: (
        Theorem("without the pass: Nim", BOUTON, _without),
        Theorem("one heap and the pass: an odd n has value n+1, an even n from 2 on n-1", THE_RULES, _one_heap),
        Theorem("two heaps and the pass: lost if they are 2k-1 and 2k", THE_RULES, outcome=_two_heaps, method=_method),
    ),
}
