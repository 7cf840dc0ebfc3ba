"""Bouton's theorem: the value of a heap is its size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from ...core.game import Game, State
from ...core.message import Message
from ...nimbers.field import nim_sum
from ...nimbers.loopy import Value
from ...solve.sequences.periodicity import Period
from ...solve.theorem import TAME, Columns, Solve, Theorem, Theorems, Traits, TraitsOf, endless
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

MANY = 12
"""The most heaps that are listed in a sentence or in columns."""


def nim_on(
    theorem: Theorem,
    heaps: Callable[[State], Sequence[int]],
    moves: Callable[[Any, State, int], Iterable[State]],
    method: Callable[[Sequence[int]], Message],
) -> Theorem:
    """A theorem that certain numbers of a position are Nim heaps.

    `moves` makes the moves that change one of them, or its value, by xor with a number, and that win; `method` says in
    words how to play.
    """

    def reach(game: Game, state: State, v: Value) -> Iterable[State]:
        return moves(game, state, v ^ nim_sum(*heaps(state))) if isinstance(v, int) else ()

    return replace(
        theorem,
        value=lambda game, state, solve: nim_sum(*heaps(state)), reach=reach,
        method=lambda game, state: method(heaps(state)) if 0 < len(heaps(state)) <= MANY else None,
        columns=lambda game, state: Columns(tuple(heaps(state)), 2) if 1 < len(heaps(state)) <= MANY else None,
    )  # fmt: skip


AS_NIM = Traits(tame=TAME, longest=_heap_longest)


TRAITS: TraitsOf = {NimGame: AS_NIM}
