"""Moore's theorem adds the heaps in binary, column by column, modulo k + 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb

from ...core.game import Outcome, State
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Columns, Solve, Theorem, Theorems
from ..sources import Source
from .replies import MooreReplies
from .rules import Moore

MOST_SETS = 20_000
"""The most sets of heaps by which the replies in Moore's Nim are counted."""


def _outcome(game: Moore, state: State) -> Outcome:
    return "P" if all(ones % (game.k + 1) == 0 for ones in _columns(state)) else "N"


def _columns(heaps: Sequence[int]) -> list[int]:
    """How many heaps have a one in each binary column, from the right."""
    width = max(heaps, default=0).bit_length()
    return [sum(heap >> bit & 1 for heap in heaps) for bit in range(width)]


def _few_heaps(game: Moore, state: State, solve: Solve) -> Value | None:
    """With at most k heaps left any smaller total can be reached, so the value is the total."""
    return sum(state) if sum(map(bool, state)) <= game.k else None


def _reach(game: Moore, state: State, v: Value) -> Iterable[State] | None:
    # Sets of up to k heaps are counted one by one; with very many heaps that would be no shortcut.
    if v != 0 or comb(sum(map(bool, state)), game.k) > MOST_SETS:
        return None
    return MooreReplies(state, game.k)


THEOREMS: Theorems = {
    Moore: (
        Theorem("at most k heaps: the total", THE_RULES, _few_heaps, reach=_reach),
        Theorem(
            "Moore: every binary column divisible by k+1", Source("Moore 1910", "Moore1910"),
            None, _outcome, _reach, columns=lambda game, state: Columns(tuple(state), game.k + 1),
            formal="Moore.moore_balanced",
        ),
    ),
}  # fmt: skip
