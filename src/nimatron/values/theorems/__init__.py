"""What is known without search: a file for each family, and each theorem a record with its source.

The tests check every record against plain search.
"""

from __future__ import annotations

from functools import lru_cache

from ...game import Game
from . import (
    boards,
    chomp,
    circles,
    coins,
    endnim,
    euclid,
    fibonacci,
    geography,
    graphs,
    hackenbush,
    heaps,
    lattice,
    notakto,
    sprouts,
    strips,
    wythoff,
)
from .theorem import Theorem, Theorems, Traits, TraitsOf, always

__all__ = ["THEOREMS", "TRAITS", "Theorem", "Traits", "theorems_of", "traits_of"]

THEOREMS: Theorems = {
    **heaps.THEOREMS,
    **coins.THEOREMS,
    **lattice.THEOREMS,
    **boards.THEOREMS,
    **chomp.THEOREMS,
    **graphs.THEOREMS,
    **wythoff.THEOREMS,
    **strips.THEOREMS,
    **euclid.THEOREMS,
    **fibonacci.THEOREMS,
    **endnim.THEOREMS,
    **hackenbush.THEOREMS,
    **geography.THEOREMS,
    **notakto.THEOREMS,
    **circles.THEOREMS,
    **sprouts.THEOREMS,
}

TRAITS: TraitsOf = {
    **heaps.TRAITS,
    **lattice.TRAITS,
    **boards.TRAITS,
    **graphs.TRAITS,
    **notakto.TRAITS,
    **circles.TRAITS,
}

NO_TRAITS = Traits()

ALWAYS = {rules: found for rules, found in THEOREMS.items() if all(theorem.applies is always for theorem in found)}
"""Most theorems hold for all rules of their class: of these games nothing has to be asked or looked up."""


def theorems_of(game: Game) -> tuple[Theorem, ...]:
    """What is known about a game without search."""
    rules = type(game)
    return ALWAYS[rules] if rules in ALWAYS else _applying(game) if rules in THEOREMS else ()


def traits_of(game: Game) -> Traits:
    """What holds for all positions of a game, beside their values."""
    return TRAITS.get(type(game), NO_TRAITS)


@lru_cache(maxsize=1000)
def _applying(game: Game) -> tuple[Theorem, ...]:
    """The theorems that apply, cached because a position may have very many parts of one game."""
    return tuple(theorem for theorem in THEOREMS[type(game)] if theorem.applies(game))
