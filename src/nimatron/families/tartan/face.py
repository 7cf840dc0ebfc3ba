"""How a product of two coin games looks: coins on a grid."""

from __future__ import annotations

from random import Random

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks, grid, span
from ...show.face import Card, Face, Faces, Piece
from ...show.picture import Picture, grid_picture, place
from ...show.setup import Setting, toggle_place
from ...show.words import tr
from ...solve.value_table import Numbering
from ..coins.face import PAST, coin_side
from .rules import Corners, Rugs, Tartan


def board(game: Tartan, state: State, marks: Marks) -> str:
    """The heads, with the first row at the top."""
    columns = span(game.columns.first, max((x for x, _ in state), default=game.columns.first))
    rows = span(game.rows.first, max((y for _, y in state), default=game.rows.first))
    return grid(dict.fromkeys(state, tr("H")), columns, rows, marks.empty)


def picture(game: Tartan, state: State, frame: State) -> Picture | None:
    """All coins as far as the last head in each direction."""
    columns = range(game.columns.first, max((x for x, _ in frame), default=game.columns.first) + 1)
    rows = range(game.rows.first, max((y for _, y in frame), default=game.rows.first) + 1)
    heads = set(state)

    def coin(x: int, y: int) -> tuple[str, str, Message]:
        look, side = coin_side((x, y) in heads)
        return "coin", look, Message("column {x}, row {y}: {side}", x=x, y=y, side=side)

    return grid_picture("coin-grid", columns, rows, coin)


def _roomy(game: Tartan, state: State) -> Picture | None:
    """Two more columns and rows."""
    right = max((x for x, _ in state), default=game.columns.first) + 2
    down = max((y for _, y in state), default=game.rows.first) + 2
    return picture(game, state, ((right, down),))


def start(game: Tartan, usual: State, rng: Random) -> State:
    """At most as many heads as usual, in a corner of six by six coins."""
    first = game.columns.first, game.rows.first
    return tuple({(first[0] + rng.randint(0, 5), first[1] + rng.randint(0, 5)) for _ in usual})


def _card(game: Tartan) -> Card:
    if game in (Corners, Rugs):
        return Card(
            "coins", Message("Click two opposite corners of a rectangle; the lower right coin must show heads.")
        )
    return Card("coins", Message("Click coins until the move that you mean is shown, then click once more."))


TARTAN = Face(
    board=board,
    picture=picture,
    changes=lambda game, before, after: [f"{x},{y}" for x, y in sorted(set(before) ^ set(after))],
    setting=Setting(_roomy, toggle_place),
    parts=lambda game, state: [Piece(place(x, y), (f"{x},{y}",)) for x, y in state],
    start=start,
    card=_card,
    numbering=lambda game: Numbering(lambda x, y: ((x, y),), first=(game.columns.first, game.rows.first)),
    past=PAST,
)

FACES: Faces = {Tartan: TARTAN}
