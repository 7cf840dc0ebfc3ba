"""Mark by the number of zeros at the end in binary: a heap is lost if that is odd.

A heap 2^k m with odd m and odd k is lost: one coin less is odd, and half of it has k - 1 zeros. From any other heap
above 0 a move leads to such a heap or to 0. Won heaps have value 1 or 2, because there are at most two moves.
"""

from __future__ import annotations

from ...core.game import Game, Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import Solve, Theorem, Theorems
from ..sources import Source
from .rules import MarkGame


def _zeros(n: int) -> int:
    """How many zeros a number above 0 ends with in binary."""
    return (n & -n).bit_length() - 1


def _is_lost(n: int) -> bool:
    return n == 0 or _zeros(n) % 2 == 1


def _value(game: Game, state: State, solve: Solve) -> Value:
    (n,) = state
    if _is_lost(n):
        return 0
    swaps = 0
    while True:
        # One option of a won heap is lost, and the other one tells which of 1 and 2 the value is.
        other = n // 2 if _is_lost(n - 1) else n - 1
        if _is_lost(other):
            return 2 if swaps % 2 else 1
        n, swaps = other, swaps + 1


def _outcome(game: Game, state: State) -> Outcome | None:
    return None if len(state) != 1 else "P" if _is_lost(state[0]) else "N"


def _method(game: Game, state: State) -> Message | None:
    if len(state) != 1 or not state[0]:
        return None
    params = {"n": state[0], "bits": _zeros(state[0])}
    return Message("{n} ends with {bits} zeros in binary: leave a heap that ends with an odd number of them, or none.",
                   params=params)  # fmt: skip


THEOREMS: Theorems = {
    MarkGame: (
        Theorem(
            "lost if the heap ends with an odd number of zeros in binary",
            Source("Fraenkel 2011", "Fraenkel2011", full="A. S. Fraenkel, Aperiodic subtraction games (2011)"),
            _value,
            _outcome,
            method=_method,
        ),
    ),
}
