"""Games in a box: a box of one or two directions is Nim or Chomp, else the theorems of all partial orders."""

from __future__ import annotations

from ...core.game import State
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems, Traits, TraitsOf
from ..chomp.rules import Chomp
from ..sources import GALE, WINNING_WAYS
from ..vertices.theorems import extreme_outcome, forest
from .rules import BoxOrder, Chomp3D, Divisors


def _flat(game: BoxOrder, part: State, solve: Solve) -> Value | None:
    """The value as a bar of Chomp, if what is left lies in a plane through the corner."""
    places = [game.places[name] for name in game.names(part)]
    axes = [axis for axis in range(len(places[0])) if any(place[axis] for place in places)] if places else []
    if len(axes) != 2:
        return None
    second = axes[1]
    rows = [0] * (1 + max(place[second] for place in places))
    rows[0] = 1  # the poison
    for place in places:
        rows[place[second]] += 1
    return solve(Chomp, tuple(rows))


_BOX = (
    Theorem("a forest is Green Hackenbush: 1 more than what grows on it", WINNING_WAYS, forest),
    Theorem("two directions are Chomp", THE_RULES, _flat),
    Theorem("a least or a greatest element: strategy stealing", GALE, None, extreme_outcome),
)

THEOREMS: Theorems = {Divisors: _BOX, Chomp3D: _BOX}

TRAITS: TraitsOf = dict.fromkeys((Divisors, Chomp3D), Traits(independent=True))
