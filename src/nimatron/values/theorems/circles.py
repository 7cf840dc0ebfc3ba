"""Pins in a circle: one move opens it, and rows have the values of the game by the same code."""

from __future__ import annotations

from ...game import Game, State
from ...games.circles import Circular, is_circle
from ...message import Message
from ...nimbers import Value, mex
from .theorem import THE_RULES, WINNING_WAYS, Solve, Theorem, Theorems, Traits, TraitsOf


def _circle(game: Game, state: State, solve: Solve) -> Value | None:
    assert isinstance(game, Circular)
    return mex(solve(game.line, row) for row in game.options(state)) if is_circle(state) else None


def _row(game: Game, state: State, solve: Solve) -> Value | None:
    assert isinstance(game, Circular)
    return None if is_circle(state) else solve(game.line, state)


def _method(game: Game, state: State) -> Message | None:
    assert isinstance(game, Circular)
    if not is_circle(state) or state[0] >= -2 or str(game.line.code) != "0.77":
        return None
    return Message(
        "Whatever is knocked down, the opponent takes the middle of the row, one pin or two, and copies every move on "
        "the other side."
    )


THEOREMS: Theorems = {
    Circular: (
        Theorem("a circle: the least value that no row left of it has", WINNING_WAYS, _circle, method=_method),
        Theorem("a row has the value of the game in a row", THE_RULES, _row),
    ),
}

TRAITS: TraitsOf = {Circular: Traits(independent=True)}
