"""The value of a coin on a grid is the nim-product of the values of its column and its row."""

from __future__ import annotations

from ...core.game import Part, State
from ...nimbers.field import nim_mul
from ...nimbers.loopy import Value
from ...solve.experts import Experts
from ...solve.theorem import Solve, Theorem, Theorems
from ..coins.turns import is_row
from ..sources import WINNING_WAYS
from .products import TartanExpert
from .rules import Tartan


def _tartan_rows(game: Tartan, state: State) -> tuple[Part, Part]:
    """The column and the row of a single head, as positions of their own."""
    ((x, y),) = state
    return (game.columns, (x,)), (game.rows, (y,))


def _tartan_value(game: Tartan, state: State, solve: Solve) -> Value | None:
    if not (is_row(game.columns) and is_row(game.rows)):
        return None
    a, b = (solve(*row) for row in _tartan_rows(game, state))
    assert isinstance(a, int)
    assert isinstance(b, int)
    return nim_mul(a, b)


THEOREMS: Theorems = {
    Tartan: (
        Theorem("tartan theorem: the nim-product of the two values", WINNING_WAYS, _tartan_value, factors=_tartan_rows),
    ),
}  # fmt: skip

EXPERTS: Experts = {Tartan: TartanExpert}
