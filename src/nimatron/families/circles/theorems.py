"""Pins in a circle: one move opens it, and rows have the values of the game by the same code."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import State
from ...core.message import Message
from ...nimbers.finite import mex
from ...nimbers.loopy import Value
from ...solve.experts import Expert, Experts
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems, Traits, TraitsOf
from ..sources import WINNING_WAYS
from .rules import Circular, is_circle


def _circle(game: Circular, state: State, solve: Solve) -> Value | None:
    return mex(solve(game.line, row) for row in game.options(state)) if is_circle(state) else None


def _row(game: Circular, state: State, solve: Solve) -> Value | None:
    return None if is_circle(state) else solve(game.line, state)


def _method(game: Circular, state: State) -> Message | None:
    if not is_circle(state) or state[0] >= -2 or str(game.line.code) != "0.77":
        # One move takes a circle of one or two pins, so there is nothing to copy.
        return None
    return Message(
        "Whatever is knocked down, the opponent takes the middle of the row, one pin or two, and copies every move on "
        "the other side."
    )


class CircleExpert(Expert):
    """Moves in a row that is left of a circle are moves of the game by the same code."""

    game: Circular

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        return None if is_circle(part) else self.solver.reach(self.game.line, part, value)


THEOREMS: Theorems = {
    Circular: (
        Theorem("a circle: the least value that no row left of it has", WINNING_WAYS, _circle, method=_method),
        Theorem("a row has the value of the game in a row", THE_RULES, _row),
    ),
}

TRAITS: TraitsOf = {Circular: Traits(independent=True)}

EXPERTS: Experts = {Circular: CircleExpert}
