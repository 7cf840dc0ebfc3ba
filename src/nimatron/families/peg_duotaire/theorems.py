"""Peg Duotaire on a row: rows of pegs without a gap, and a pair of pegs before single ones.

Where pegs stand side by side, only the outermost two can be used: they become one peg, which nothing reaches any more.
So each play has the same number of moves.
"""

from __future__ import annotations

import re

from ...core.game import State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems
from ..sources import Source
from .rules import PegDuotaireGame


def _moves(state: State) -> int | None:
    """The number of moves that are left where pegs stand side by side in a row."""
    row: str = state.strip("#")
    if not re.fullmatch(r"\.*o+\.*", row):
        return None
    return row.count("o") // 2 if "." in row else 0


def _block(game: PegDuotaireGame, state: State, solve: Solve) -> Value | None:
    moves = _moves(state)
    return None if moves is None else moves % 2


def _block_reach(game: PegDuotaireGame, state: State, v: Value) -> list[State] | None:
    moves = _moves(state)
    return None if moves is None else [*game.options(state)] if moves and v == 1 - moves % 2 else []


def _block_method(game: PegDuotaireGame, state: State) -> Message | None:
    moves = _moves(state)
    if moves is None:
        return None
    return Message("Every move takes two pegs off the row: {pegs} pegs, so {moves} moves.",
                   pegs=state.count("o"), moves=moves)  # fmt: skip


def _pair(game: PegDuotaireGame, state: State, solve: Solve) -> Value | None:
    found = re.fullmatch(r"#*\.+(oo(\.o)*|(o\.)*oo)\.+#*", state) if game.multi else None
    return 1 + found[1].count(".") if found else None


THEOREMS: Theorems = {
    PegDuotaireGame: (
        Theorem(
            "pegs side by side: half of their number, rounded down, is the number of moves", THE_RULES,
            _block, reach=_block_reach, method=_block_method,
        ),
        Theorem(
            "several jumps in a move: a pair of pegs before n single ones has value n+1",
            Source("Moore, Eppstein 2002", "MooreEppstein2002"),
            _pair,
        ),
    ),
}  # fmt: skip
