"""What is known without search: a file for each family, each theorem a record with its source.

Every record is checked against plain search in the tests.
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
    """What is known of a game without search."""
    return _applying(game) if type(game) in THEOREMS else ()


@lru_cache(maxsize=1000)
def _applying(game: Game) -> tuple[Theorem, ...]:
    """Found once: a position may have very many parts of one game."""
    return tuple(theorem for theorem in THEOREMS[type(game)] if theorem.applies(game))
