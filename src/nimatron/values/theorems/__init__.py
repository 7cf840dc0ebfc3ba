"""What is known without search: a file for each family, and each theorem a record with its source.

The tests check every record against plain search.
"""

from __future__ import annotations

from functools import lru_cache

from ...game import Game
from . import boards, coins, graphs, heaps, lattice
from .theorem import Theorem, Theorems

__all__ = ["THEOREMS", "Theorem", "theorems_of"]

THEOREMS: Theorems = {
    **heaps.THEOREMS,
    **coins.THEOREMS,
    **lattice.THEOREMS,
    **boards.THEOREMS,
    **graphs.THEOREMS,
}


def theorems_of(game: Game) -> tuple[Theorem, ...]:
    """What is known about a game without search."""
    return _applying(game) if type(game) in THEOREMS else ()


@lru_cache(maxsize=1000)
def _applying(game: Game) -> tuple[Theorem, ...]:
    """The theorems that apply, cached because a position may have very many parts of one game."""
    return tuple(theorem for theorem in THEOREMS[type(game)] if theorem.applies(game))
