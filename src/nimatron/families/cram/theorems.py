"""Cram on boards with a symmetry: the second player, or the first, mirrors."""

from __future__ import annotations

from functools import reduce
from operator import or_

from ...core.game import Game, Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.experts import Experts
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems, Traits, TraitsOf
from ..sources import WINNING_WAYS
from .regions import CramExpert
from .rules import CramGame, crop, dominoes, regions


def _half_turn(width: int, height: int, cells: int) -> int:
    """The board after half a turn: the bits in reverse order."""
    size = width * height
    return int(f"{cells:0{size}b}"[::-1], 2) if size else 0


def _cram_symmetry(game: Game, state: State) -> Outcome | None:
    """On a board that half a turn maps to itself, the second player copies every move.

    This works unless a domino and its copy overlap. On an even x odd board only the domino on the two middle squares
    overlaps its copy, which is itself: the first player takes it and then copies.
    """
    width, height, empty = _live_board(*state)
    if empty != _half_turn(width, height, empty):
        return None
    if width % 2 == height % 2:
        # On an odd x odd board a domino over the middle square overlaps its copy.
        return None if width % 2 and empty >> width * height // 2 & 1 else "P"
    first = (height - 1) // 2 * width + (width - 1) // 2
    domino = 1 << first | 1 << first + (1 if width % 2 == 0 else width)
    return "N" if empty & domino == domino else "P"


def _cram_method(game: Game, state: State) -> Message | None:
    outcome = _cram_symmetry(game, state)
    if outcome == "N":
        return Message("Cover the two middle squares; then answer every domino with its copy after half a turn.")
    if outcome == "P" and next(dominoes(*state), None):
        return Message(
            "Copy the move: the opponent answers every domino with its copy after half a turn, whose place is always "
            "free."
        )
    return None


def _live_board(width: int, height: int, empty: int) -> tuple[int, int, int]:
    """The squares that a domino can still cover, cut to the rows and columns they touch."""
    # A lone square must not spoil a symmetry, because no domino covers it.
    return crop(width, height, reduce(or_, regions(width, height, empty), 0))


def _cram_stuck(game: Game, state: State, solve: Solve) -> Value | None:
    """No domino fits."""
    return None if next(dominoes(*state), None) else 0


THEOREMS: Theorems = {
    CramGame: (
        Theorem("no domino fits", THE_RULES, _cram_stuck),
        Theorem("symmetry by half a turn", WINNING_WAYS, None, _cram_symmetry, whole=True, method=_cram_method),
    ),
}  # fmt: skip


TRAITS: TraitsOf = {CramGame: Traits(independent=True)}

EXPERTS: Experts = {CramGame: CramExpert}
