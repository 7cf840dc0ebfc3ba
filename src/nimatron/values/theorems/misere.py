"""Misere play: whoever makes the last move loses.

Sums of tame parts follow the rule of misere Nim; all other games are searched. Nothing here cancels equal pairs or
splits coin games into heads: both are valid only in normal play.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Game, Outcome, State, Sum
from ...games.grids import ChopGame
from ...games.heaps import AllBut, NimbleGame, NimGame, Subtraction
from ...games.lattice import Nim2DGame, RookGame
from ...nimbers import Value, nim_sum

TAME = (NimGame, NimbleGame, RookGame, ChopGame, Nim2DGame, Subtraction, AllBut)
"""Nim and games isomorphic to it, and take-away games.

The latter are tame by Ferguson's pairing: G(n) = 1 if and only if G(n - a) = 0, where a is the smallest amount.
"""


def is_tame(game: Game) -> bool:
    """Does the rule of misere Nim hold for every position of `game`?"""
    if isinstance(game, Sum):
        return all(map(is_tame, game.games))
    return type(game) in TAME


def as_heaps(game: Game, part: State) -> tuple[int, ...] | None:
    """The two Nim heaps that a rook or a rectangle equals; None for a part that is like one heap of its value."""
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
    """As in normal play if some value is 2 or more, otherwise the other way round.

    >>> tame_outcome([1, 2, 3]), tame_outcome([1, 1]), tame_outcome([1])
    ('P', 'N', 'P')
    """
    losing = 0 if any(value > 1 for value in values) else 1
    return "P" if nim_sum(*values) == losing else "N"


def tame_target(values: Sequence[Value]) -> list[Value]:
    """The value that each part must move to: nim-sum 0 if another part is large, else nim-sum 1."""
    total = nim_sum(*values)
    large = sum(value > 1 for value in values)
    return [total ^ value ^ (0 if large - (value > 1) else 1) for value in values]
