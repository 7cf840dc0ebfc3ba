"""Nim-sequences of heap games of one's own: options and mex, heap by heap."""

from __future__ import annotations

from typing import Any, TypeGuard

from ...game import Game
from ...games.heaps import HeapGame
from ...nimbers import mex


def is_sum_of_heaps(game: Game) -> TypeGuard[HeapGame]:
    """Is the game what `HeapGame` makes of `heap_options`, nothing else?"""
    rules = type(game)
    same = rules.options is HeapGame.options and rules.components is HeapGame.components
    return same and isinstance(game, HeapGame)


def next_value(game: HeapGame, values: dict[int, int]) -> int | None:
    """The value of the heap after those whose values are known; None if a move does not leave smaller heaps.

    >>> from nimatron import Kayles
    >>> next_value(Kayles, {0: 0, 1: 1, 2: 2, 3: 3})
    1
    """
    seen: set[int] = set()
    add = seen.add
    left: Any
    try:
        for left in game.heap_options(len(values)):
            if left.__class__ is not tuple:
                add(values[left])
            elif len(left) == 2:  # nearly all splits are of this kind
                a, b = left
                add(values[a] ^ values[b])
            else:
                value = 0
                for heap in left:
                    value ^= values[heap]
                add(value)
    except (KeyError, TypeError):
        return None  # no smaller heap, or none at all: search knows what to do with such rules, and what to say of them
    return mex(seen)
