"""Theorems on boards: Chop, Cram, and coins on a table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import product
from operator import or_

from ...game import Game, Outcome, State
from ...games.cram import CramGame, cropped, dominoes, regions
from ...games.grids import ChopGame
from ...games.table import Table
from ...message import Message
from ...nimbers import Value
from ..because import TAME
from .lattice import rook_reach
from .theorem import BELING, THE_RULES, WINNING_WAYS, Solve, Theorem, Theorems, Traits, TraitsOf

WIDEST_COIN = 1000
"""The largest side of a coin for which the middle of the table is searched place by place."""


def _chop_value(game: Game, state: State, solve: Solve) -> Value:
    columns, rows = state
    return (columns - 1) ^ (rows - 1)  # type: ignore[no-any-return]


def _chop_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    rook = state[0] - 1, state[1] - 1
    return [(x + 1, y + 1) for x, y in rook_reach(game, rook, v)]


def _chop_heaps(state: State) -> tuple[int, ...]:
    """A side of 1 is an empty heap."""
    return state[0] - 1, state[1] - 1


def _chop_of_heaps(heaps: tuple[int, ...]) -> State:
    return heaps[0] + 1, heaps[1] + 1


def _turned_round(width: int, height: int, cells: int) -> int:
    """The board after half a turn: the bits in reverse order."""
    size = width * height
    return int(f"{cells:0{size}b}"[::-1], 2) if size else 0


def _cram_symmetry(game: Game, state: State) -> Outcome | None:
    """On a board that half a turn maps to itself, the second player copies every move.

    This works unless a domino and its copy overlap. On an even x odd board only the domino on the two middle squares
    overlaps its copy, which is itself: the first player takes it and then copies.
    """
    width, height, empty = _live_board(*state)
    if empty != _turned_round(width, height, empty):
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
    return cropped(width, height, reduce(or_, regions(width, height, empty), 0))


def _cram_stuck(game: Game, state: State, solve: Solve) -> Value | None:
    """No domino fits."""
    return None if next(dominoes(*state), None) else 0


def _table_symmetry(game: Game, state: State) -> Outcome | None:
    """The strategy of the lesson: take the middle, then mirror every coin through it."""
    assert isinstance(game, Table)
    if {game.mirrored(square) for square in state} != set(state):
        return None
    across, up = game.width - game.side, game.height - game.side
    if min(across, up) >= 0 and across % 2 == up % 2 == 0 and game.fits(state, (across // 2, up // 2)):
        return "N"
    if game.side > WIDEST_COIN:
        return None  # too many places to search
    middle = product(_near_middle(up, game.side), _near_middle(across, game.side))
    stuck = any(game.fits(state, (x, y)) for y, x in middle)
    return None if stuck else "P"


def _table_method(game: Game, state: State) -> Message | None:
    outcome = _table_symmetry(game, state)
    if outcome == "N":
        return Message("Put a coin in the middle; then answer every coin with its mirror image through the middle.")
    if outcome == "P":
        return Message("Copy the move: the opponent answers every coin with its mirror image through the middle.")
    return None


def _near_middle(last: int, side: int) -> range:
    """The places from 0 to `last` that are less than `side` from their mirror image."""
    return range(max(0, (last - side) // 2 + 1), min(last, (last + side - 1) // 2) + 1)


def _table_parity(game: Game, state: State, solve: Solve) -> Value | None:
    """Coins of side 1 never get in each other's way: every move takes exactly one free square."""
    assert isinstance(game, Table)
    return (game.width * game.height - len(state)) % 2 if game.side == 1 else None


THEOREMS: Theorems = {
    ChopGame: (Theorem("Chop c x r is Nim with heaps c-1 and r-1", BELING, _chop_value, reach=_chop_reach),),
    CramGame: (
        Theorem("no domino fits", THE_RULES, _cram_stuck),
        Theorem("symmetry by half a turn", WINNING_WAYS, None, _cram_symmetry, whole=True, method=_cram_method),
    ),
    Table: (
        Theorem("coins of side 1: the parity of the free squares", THE_RULES, _table_parity),
        Theorem(
            "symmetry through the middle of the table", Message("Kulbabiński, lesson plan"),
            None, _table_symmetry, method=_table_method,
        ),
    ),
}  # fmt: skip

TRAITS: TraitsOf = {
    ChopGame: Traits(tame=TAME, heaps=_chop_heaps, of_heaps=_chop_of_heaps),
    CramGame: Traits(independent=True),
}
