"""Misere play: who makes the last move loses.

Sums of tame parts follow the rule of misere Nim; all other games are searched. Nothing here
uses cancelling pairs or the split of coin games into heads: both hold in normal play only.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Game, Outcome, State, Sum
from ...games.grids import ChopGame
from ...games.heaps import AllBut, NimbleGame, NimGame, Subtraction
from ...games.lattice import Nim2DGame, RookGame
from ...nimbers import Value, nim_sum

TAME = (NimGame, NimbleGame, RookGame, ChopGame, Nim2DGame, Subtraction, AllBut)
"""Nim and what is isomorphic to it; take-away games by Ferguson's pairing: G(n) = 1 exactly when
G(n - a) = 0, a the smallest amount."""


def is_tame(game: Game) -> bool:
    """Does the rule of misere Nim hold for every position of `game`?"""
    if isinstance(game, Sum):
        return all(map(is_tame, game.games))
    return type(game) in TAME


def as_heaps(game: Game, part: State) -> tuple[int, ...] | None:
    """The two Nim heaps that a rook or a rectangle is; None for a part that is like one heap of its value."""
    if isinstance(game, RookGame):
        return part  # type: ignore[no-any-return]
    if isinstance(game, ChopGame):
        return part[0] - 1, part[1] - 1
    return None


def heaps_reach(game: Game, part: State, targets: Sequence[Value]) -> list[State]:
    """The options of such a part in which one of its heaps is reduced to its target."""
    heaps: tuple[State, ...] = as_heaps(game, part) or ()
    options: list[tuple[State, ...]] = [(*heaps[:k], v, *heaps[k + 1 :]) for k, v in enumerate(targets) if v < heaps[k]]
    one = isinstance(game, ChopGame)  # a side of 1 is an empty heap
    return [tuple(heap + one for heap in option) for option in options]


def tame_outcome(values: Sequence[Value]) -> Outcome:
    """Some value of 2 or more: as in normal play. Otherwise the other way round.

    >>> tame_outcome([1, 2, 3]), tame_outcome([1, 1]), tame_outcome([1])
    ('P', 'N', 'P')
    """
    losing = 0 if any(value > 1 for value in values) else 1
    return "P" if nim_sum(*values) == losing else "N"


def tame_target(values: Sequence[Value]) -> list[Value]:
    """The value that each part must move to: xor 0 while another part is large, else xor 1."""
    total = nim_sum(*values)
    large = sum(value > 1 for value in values)
    return [total ^ value ^ (0 if large - (value > 1) else 1) for value in values]
