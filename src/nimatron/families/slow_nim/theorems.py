"""Slow Nim by parities: the number of odd heaps decides who wins, unless there are many.

A move changes the parity of at least one and at most k heaps.

* No odd heap: every move leaves from 1 to k odd heaps.
* From 1 to k odd heaps: take one coin from each of them, and no heap is odd. So these positions are won, and the
  positions without an odd heap are lost.
* k + 1 odd heaps and no other coins: every move makes from 1 to k of them even and leaves from 1 to k odd heaps. So
  these positions are lost.

If a move takes from exactly k heaps and all heaps are even, the other player can always repeat a move: lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems
from ..sources import Source
from .rules import ExactSlowNim, SlowNim


def _total(game: SlowNim, state: State, solve: Solve) -> Value | None:
    """If every move takes exactly one coin, the total decides."""
    return sum(state) % 2 if game.n == 1 or sum(map(bool, state)) <= 1 else None


def _odd_heaps(state: State) -> list[int]:
    return [i for i, heap in enumerate(state) if heap % 2]


def _outcome(game: SlowNim, state: State) -> Outcome | None:
    odd = len(_odd_heaps(state))
    if odd <= game.n:
        return "N" if odd else "P"
    return "P" if odd == game.n + 1 == sum(map(bool, state)) else None


def _method(game: SlowNim, state: State) -> Message | None:
    if _outcome(game, state) != "N":
        return None
    heaps = ", ".join(str(i + 1) for i in _odd_heaps(state))
    return Message("Take one from each odd heap ({heaps}): every heap is even then.", heaps=heaps)


# -- exactly k heaps ---------------------------------------------------------------------------------

LONG = 20_000
"""The largest least heap for which the play by the rule of k of k+1 heaps is followed."""


def _forced_value(game: ExactSlowNim, state: State, solve: Solve) -> Value | None:
    """With k heaps every move is forced; with fewer there is none."""
    heaps = [heap for heap in state if heap]
    return None if len(heaps) > game.n else min(heaps) % 2 if len(heaps) == game.n else 0


def _all_even(game: ExactSlowNim, state: State) -> Outcome | None:
    return None if _odd_heaps(state) else "P"


def idle_heap(heaps: Sequence[int]) -> int:
    """The heap from which nobody takes: a least even one, or if all are odd, a largest one."""
    return min((heap % 2, heap if heap % 2 == 0 else -heap, i) for i, heap in enumerate(heaps))[2]


def remoteness(state: Sequence[int]) -> int:
    """How long all but one heap last if both players follow that rule."""
    heaps, moves = sorted(state), 0
    while heaps[0]:
        i = idle_heap(heaps)
        heaps = sorted(heap if j == i else heap - 1 for j, heap in enumerate(heaps))
        moves += 1
    return moves + heaps[1]


def _all_but_one(game: ExactSlowNim, state: State) -> Outcome | None:
    heaps = [heap for heap in state if heap]
    if len(heaps) != game.n + 1 or game.n < 2 or min(heaps) > LONG:
        return None
    return "N" if remoteness(heaps) % 2 else "P"


def _all_but_one_method(game: ExactSlowNim, state: State) -> Message | None:
    if _all_but_one(game, state) != "N":
        return None
    i = idle_heap([heap or -1 for heap in state])  # an empty heap is no choice; -1 is odd and never the largest
    return Message("Take one from every heap except heap {heap}: the least even one, or the largest if all are odd.",
                   heap=i + 1)  # fmt: skip


THEOREMS: Theorems = {
    ExactSlowNim: (
        Theorem("no more than k heaps: the parity of the least", THE_RULES, _forced_value),
        Theorem("all heaps even: lost, because every move can be repeated", THE_RULES, outcome=_all_even),
        Theorem(
            "k of k+1 heaps: leave out the least even one, or the largest if all are odd",
            Source(
                "Gurvich, Martynov, Maximchuk, Vyalyi 2023",
                "GurvichMartynovMaximchukVyalyi2023",
                full="V. Gurvich, D. Martynov, V. Maximchuk, M. Vyalyi, On remoteness functions of exact slow k-Nim "
                "with k+1 piles (2023)",
            ),
            outcome=_all_but_one,
            method=_all_but_one_method,
        ),
    ),
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
