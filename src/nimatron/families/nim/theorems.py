"""Bouton's theorem: the value of a heap is its size."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import Game, State
from ...nimbers.loopy import Value
from ...solve.sequences.periodicity import Period
from ...solve.theorem import TAME, Solve, Theorem, Theorems, Traits, TraitsOf, endless
from ..sources import BOUTON
from .rules import NimGame


def heap_value(game: Game, state: State, solve: Solve) -> Value:
    """The value of a heap: its size."""
    return state[0]  # type: ignore[no-any-return]


def heap_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    """The one move to value `v`."""
    return [(v,)] if v < state[0] else []


def heap_period(game: Game) -> Period:
    """The values grow by 1 from heap to heap."""
    return Period(0, 1, saltus=1)


def _heap_longest(game: Game, state: State) -> int:
    heap: Value = state[0]
    if not isinstance(heap, int):
        raise endless(game, state)
    return heap


THEOREMS: Theorems = {
    NimGame: (Theorem("a heap of n has value n", BOUTON, heap_value, reach=heap_reach, period=heap_period,
                      formal="Nim.bouton"),),
}  # fmt: skip

AS_NIM = Traits(tame=TAME, longest=_heap_longest)


TRAITS: TraitsOf = {NimGame: AS_NIM}
