"""Juniper Green is Geography on the graph of factors and multiples, so matchings decide it.

The same holds for the first move: naming v wins if some largest matching of all numbers leaves out v.
"""

from __future__ import annotations

from ...core.game import State
from ...core.message import Message
from ...solve.theorem import Theorem, Theorems
from ..geography.theorems import vertex_method, vertex_outcome, vertex_reach
from ..sources import GEOGRAPHY
from .rules import JuniperGreen


def _method(game: JuniperGreen, state: State) -> Message | None:
    if state == game.start:
        numbers = [option[0] for option in vertex_reach(game, state, 0) or ()]
        return Message("Begin with one of these numbers: {numbers}.", numbers=", ".join(numbers)) if numbers else None
    return vertex_method(game, state)


THEOREMS: Theorems = {
    JuniperGreen: (
        Theorem(
            "factors and multiples are undirected Geography: matchings decide", GEOGRAPHY,
            None, vertex_outcome, vertex_reach, method=_method,
        ),
    ),
}  # fmt: skip
