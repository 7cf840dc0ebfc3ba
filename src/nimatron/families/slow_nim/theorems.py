"""Slow Nim by parities: the number of odd heaps decides who wins, unless there are many.

A move changes the parity of at least one and at most k heaps.

* No odd heap: every move leaves from 1 to k odd heaps.
* From 1 to k odd heaps: take one coin from each of them, and no heap is odd. So these positions are won, and the
  positions without an odd heap are lost.
* k + 1 odd heaps and no other coins: every move makes from 1 to k of them even and leaves from 1 to k odd heaps. So
  these positions are lost.
"""

from __future__ import annotations

from ...core.game import Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems
from ..sources import Source
from .rules import SlowNim


def _total(game: SlowNim, state: State, solve: Solve) -> Value | None:
    """If every move takes exactly one coin, the total decides."""
    return sum(state) % 2 if game.k == 1 or sum(map(bool, state)) <= 1 else None


def _odd_heaps(state: State) -> list[int]:
    return [i for i, heap in enumerate(state) if heap % 2]


def _outcome(game: SlowNim, state: State) -> Outcome | None:
    odd = len(_odd_heaps(state))
    if odd <= game.k:
        return "N" if odd else "P"
    return "P" if odd == game.k + 1 == sum(map(bool, state)) else None


def _method(game: SlowNim, state: State) -> Message | None:
    if _outcome(game, state) != "N":
        return None
    heaps = ", ".join(str(i + 1) for i in _odd_heaps(state))
    return Message("Take one from each odd heap ({heaps}): every heap is even then.", heaps=heaps)


THEOREMS: Theorems = {
    SlowNim: (
        Theorem("every move takes one coin: the parity of the total", THE_RULES, _total),
        Theorem(
            "lost without an odd heap, won with 1 to k odd heaps, lost if k+1 odd heaps are all",
            Source("Gurvich, Ho 2015", "GurvichHo2015"),
            outcome=_outcome,
            method=_method,
        ),
    ),
}
