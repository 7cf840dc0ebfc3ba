"""How coins on a table look: squares on a grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import HEIGHT, WIDTH, Marks, grid, span
from ...show.face import Card, Face, Faces, PastTense
from ...show.picture import Picture, cover_cell, fits, grid_picture
from ...show.setup import Dial, Ids, Panel, Setting, Values, places
from .rules import Table


def board(game: Table, state: State, marks: Marks) -> str:
    """Each coin is a square of cells with a marked corner."""
    if game.width > WIDTH or game.height > HEIGHT:
        return ""
    cells = {
        (x + dx + 1, y + dy + 1): marks.side if dx or dy else marks.coin  # tells neighbouring coins apart
        for x, y in state
        for dx in range(game.side)
        for dy in range(game.side)
    }
    return grid(cells, span(1, game.width), reversed(span(1, game.height)), marks.empty)


def picture(game: Table, state: State, frame: State) -> Picture | None:
    """Free and covered squares."""
    columns, rows = range(1, game.width + 1), range(game.height, 0, -1)  # counted from 1, as in moves
    if not fits(columns, rows):
        return None
    side = range(1, game.side + 1)
    coins = {f"{x + i},{y + j}": f"{x},{y}" for x, y in state for i in side for j in side}

    def cell(x: int, y: int) -> tuple[str, str, Message]:
        return cover_cell(x, y, free=f"{x},{y}" not in coins)

    drawn = grid_picture("table", columns, rows, cell)
    if drawn is None:
        return None
    # Squares with the same text are under the same coin.
    return replace(drawn, shapes=tuple(replace(shape, text=coins.get(shape.id, "")) for shape in drawn.shapes))


def changes(game: Table, before: State, after: State) -> Iterator[str]:
    """The squares that a new coin covers."""
    side = range(1, game.side + 1)
    for x, y in set(after) - set(before):
        yield from (f"{x + i},{y + j}" for j in side for i in side)


def _set(game: Table, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A coin put with its lower left corner on a square, or taken from it."""
    at = places(ids)
    if not at:
        return None
    x, y = at[0] - 1, at[1] - 1
    there = [coin for coin in state if 0 <= x - coin[0] < game.side and 0 <= y - coin[1] < game.side]
    return game, tuple(coin for coin in state if coin not in there) if there else (*state, (x, y))


def _rules(game: Table) -> Message:
    params = {"n": game.side}
    return Message("Put a coin of {n} x {n} squares on the table; coins may not overlap.", params=params)


def _card(game: Table) -> Card:
    if game.side == 1:
        return Card("boards", Message("Click a free square: a coin goes there."))
    return Card("boards", Message("Click two opposite corners of a free place for the coin."))


def _empty_table(game: Table, state: State) -> Values | None:
    return None if state else {"columns": [game.width], "rows": [game.height], "side": [game.side]}


PANEL = Panel(
    (
        Dial("columns", Message("Columns"), "number", 1, 12, of="rules"),
        Dial("rows", Message("Rows"), "number", 1, 12, of="rules"),
        Dial("side", Message("Side of a coin"), "number", 1, 4, of="rules"),
    ),
    _empty_table,
    lambda game, values: (Table(*(values[name][0] for name in ("columns", "rows", "side"))), ()),
)

TABLE = Face(
    dials=lambda game: PANEL,
    board=board,
    picture=picture,
    changes=changes,
    setting=Setting(lambda game, state: picture(game, state, state), _set),
    card=_card,
    past=(PastTense("put a coin at column {x}, row {y}", "put a coin at column {x}, row {y}"),),
    rules=_rules,
)

FACES: Faces = {Table: TABLE}
