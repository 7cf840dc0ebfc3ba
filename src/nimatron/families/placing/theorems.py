"""Placing games: nothing fits."""

from __future__ import annotations

from ...core.game import State
from ...nimbers.loopy import Value
from ...solve.experts import Experts
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems, Traits, TraitsOf
from .placing_search import PlacingExpert
from .rules import Placing


def _stuck(game: Placing, state: State, solve: Solve) -> Value | None:
    return None if next(game.live_moves(state), None) else 0


THEOREMS: Theorems = {Placing: (Theorem("no piece fits", THE_RULES, _stuck),)}

TRAITS: TraitsOf = {Placing: Traits(independent=True)}

EXPERTS: Experts = {Placing: PlacingExpert}
