"""Chop is Nim with two heaps."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import Game, State
from ...nimbers.loopy import Value
from ...solve.theorem import TAME, Solve, Theorem, Theorems, Traits, TraitsOf
from ..corner.theorems import rook_reach
from ..sources import BELING
from .rules import ChopGame


def _chop_value(game: Game, state: State, solve: Solve) -> Value:
    columns, rows = state
    return (columns - 1) ^ (rows - 1)  # type: ignore[no-any-return]


def _chop_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    rook = state[0] - 1, state[1] - 1
    return [(x + 1, y + 1) for x, y in rook_reach(game, rook, v)]


def _chop_heaps(state: State) -> tuple[int, ...]:
    """A side of 1 is an empty heap."""
    return state[0] - 1, state[1] - 1


THEOREMS: Theorems = {
    ChopGame: (Theorem("Chop c x r is Nim with heaps c-1 and r-1", BELING, _chop_value, reach=_chop_reach),),
}  # fmt: skip


TRAITS: TraitsOf = {ChopGame: Traits(tame=TAME, heaps=_chop_heaps, of_heaps=lambda heaps: (heaps[0] + 1, heaps[1] + 1))}
