"""Antonim with up to three heaps: add one to each heap and play Nim. For more heaps no formula is known here."""

from __future__ import annotations

from ...core.game import Game, Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems
from ..sources import WINNING_WAYS
from .rules import AntonimGame


def _one_heap(game: Game, state: State, solve: Solve) -> Value | None:
    return sum(state) if sum(map(bool, state)) <= 1 else None


def _outcome(game: Game, state: State) -> Outcome | None:
    heaps = [heap for heap in state if heap]
    if len(heaps) > 3:
        return None
    if len(heaps) < 2:
        return "N" if heaps else "P"
    a, b, c = (*heaps, 0)[:3]
    return "P" if (a + 1) ^ (b + 1) ^ (c + 1) == 0 else "N"


def _method(game: Game, state: State) -> Message | None:
    heaps = [heap for heap in state if heap]
    if len(heaps) not in (2, 3):
        return None
    added = ", ".join(str(heap + 1) for heap in (*heaps, 0)[:3])
    return Message("Play Nim as if each of three heaps had one coin more: {heaps}.", heaps=added)


THEOREMS: Theorems = {
    AntonimGame: (
        Theorem("one heap is a heap of Nim", THE_RULES, _one_heap),
        Theorem(
            "up to three heaps: lost if they are lost in Nim with one coin more in each", WINNING_WAYS,
            outcome=_outcome, method=_method,
        ),
    ),
}  # fmt: skip
