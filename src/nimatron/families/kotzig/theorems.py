"""Kotzig's Nim with one step, or with steps that can be taken back; little is known of others.

Whether the winners repeat with a period as the circle grows, for any given steps, is an open question (Guy and
Nowakowski, Unsolved problems in combinatorial games). Search answers for small circles.
"""

from __future__ import annotations

from ...core.game import Outcome, State
from ...core.message import Message
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


def _outcome(game: KotzigNim, state: State) -> Outcome | None:
    return vertex_outcome(game, state) if game.symmetric else None


def _reach(game: KotzigNim, state: State, v: Value) -> list[State] | None:
    found = vertex_reach(game, state, v) if game.symmetric else None
    return None if found is None else [*found]


def _method(game: KotzigNim, state: State) -> Message | None:
    return vertex_method(game, state) if game.symmetric else None


THEOREMS: Theorems = {
    KotzigNim: (
        Theorem("one step: every move is forced", THE_RULES, _one_step),
        Theorem(
            "each step can be taken back: undirected Geography, matchings decide", GEOGRAPHY,
            None, _outcome, _reach, method=_method,
        ),
    ),
}  # fmt: skip
