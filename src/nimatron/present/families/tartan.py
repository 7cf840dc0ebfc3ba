"""Coins on a grid that are turned over: products of two coin games."""

from __future__ import annotations

from random import Random

from ...game import Game, State
from ...games.coins import Corners, Rugs, Tartan
from ...message import Message
from ...values.family import Numbering
from ..words import tr
from .coins import TOLD, coin_side
from .face import Card, Face, Faces, Piece
from .picture import Picture, place, tiled
from .setting import Ids, Setting, places, toggled
from .terminal import Marks, grid, span


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
        return "coin", look, Message("column {x}, row {y}: {side}", params={"x": x, "y": y, "side": side})

    return tiled("coin-grid", columns, rows, coin)


def changes(game: Tartan, before: State, after: State) -> list[str]:
    """The coins that now show their other side."""
    return [f"{x},{y}" for x, y in sorted(set(before) ^ set(after))]


def parts(game: Tartan, state: State) -> list[Piece]:
    """Each coin that shows heads."""
    return [Piece(place(x, y), (f"{x},{y}",)) for x, y in state]


def _set(game: Tartan, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A coin turned over."""
    return (game, toggled(state, at)) if (at := places(ids)) else None


def _roomy(game: Tartan, state: State) -> Picture | None:
    """Two more columns and rows."""
    right = max((x for x, _ in state), default=game.columns.first) + 2
    down = max((y for _, y in state), default=game.rows.first) + 2
    return picture(game, state, ((right, down),))


def start(game: Tartan, usual: State, rng: Random) -> State:
    """At most as many heads as usual, in a corner of six by six coins."""
    first = game.columns.first, game.rows.first
    return tuple({(first[0] + rng.randint(0, 5), first[1] + rng.randint(0, 5)) for _ in usual})


def numbering(game: Tartan) -> Numbering:
    """A single head."""
    return Numbering(lambda x, y: ((x, y),), first=(game.columns.first, game.rows.first))


def _card(game: Tartan) -> Card:
    if game in (Corners, Rugs):
        return Card(
            "coins", Message("Click two opposite corners of a rectangle; the lower right coin must show heads.")
        )
    return Card("coins", Message("Click coins until the move that you mean is shown, then click once more."))


TARTAN = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=Setting(_roomy, _set),
    parts=parts,
    start=start,
    card=_card,
    numbering=numbering,
    told=TOLD,
)

FACES: Faces = {Tartan: TARTAN}
