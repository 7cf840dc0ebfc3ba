"""Coins on a table: the first player takes the middle and mirrors."""

from __future__ import annotations

from itertools import product

from ...core.game import Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems
from .rules import Table

WIDEST_COIN = 1000
"""The largest side of a coin for which the middle of the table is searched place by place."""


def _table_symmetry(game: Table, state: State) -> Outcome | None:
    """The strategy of the lesson: take the middle, then mirror every coin through it."""
    if {game.mirror(square) for square in state} != set(state):
        return None
    across, up = game.width - game.side, game.height - game.side
    if min(across, up) >= 0 and across % 2 == up % 2 == 0 and game.fits(state, (across // 2, up // 2)):
        return "N"
    if game.side > WIDEST_COIN:
        return None  # too many places to search
    # Copying fails only where a coin would overlap its own mirror image.
    middle = product(_near_middle(up, game.side), _near_middle(across, game.side))
    stuck = any(game.fits(state, (x, y)) for y, x in middle)
    return None if stuck else "P"


def _table_method(game: Table, state: State) -> Message | None:
    outcome = _table_symmetry(game, state)
    if outcome == "N":
        return Message("Put a coin in the middle; then answer every coin with its mirror image through the middle.")
    if outcome == "P":
        return Message("Copy the move: the opponent answers every coin with its mirror image through the middle.")
    return None


def _near_middle(last: int, side: int) -> range:
    """The places from 0 to `last` that are less than `side` from their mirror image."""
    return range(max(0, (last - side) // 2 + 1), min(last, (last + side - 1) // 2) + 1)


def _table_parity(game: Table, state: State, solve: Solve) -> Value | None:
    """Coins of side 1 never get in each other's way: every move takes exactly one free square."""
    return (game.width * game.height - len(state)) % 2 if game.side == 1 else None


THEOREMS: Theorems = {
    Table: (
        Theorem("coins of side 1: the parity of the free squares", THE_RULES, _table_parity),
        Theorem(
            "symmetry through the middle of the table", Message("Kulbabiński, lesson plan"),
            None, _table_symmetry, method=_table_method,
        ),
    ),
}  # fmt: skip
