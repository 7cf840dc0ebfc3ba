"""Kotzig's Nim with one step, or with steps that can be taken back; little is known of others.

Whether the winners repeat with a period as the circle grows, for any given steps, is an open question (Guy and
Nowakowski, Unsolved problems in combinatorial games). Search answers for small circles.
"""

from __future__ import annotations

from ...core.game import State
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems
from ..geography.theorems import vertex_method, vertex_outcome, vertex_reach
from ..sources import GEOGRAPHY
from .rules import KotzigNim


def _one_step(game: KotzigNim, state: State, solve: Solve) -> Value | None:
    if len(game.steps) != 1:
        return None
    moves = 0
    place, (step,) = int(state[0]), game.steps
    while str(place := (place + step) % game.n) not in state:
        moves, state = moves + 1, (str(place), *state)
    return moves % 2


THEOREMS: Theorems = {
    KotzigNim: (
        Theorem("one step: every move is forced", THE_RULES, _one_step),
        Theorem(
            "each step can be taken back: undirected Geography, matchings decide", GEOGRAPHY,
            None, vertex_outcome, vertex_reach, method=vertex_method, applies=lambda game: game.symmetric,
        ),
    ),
}  # fmt: skip
