"""Coins on a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...game import Game, State
from ...games.table import Table
from ...message import Message
from .face import Card, Face, Faces, Told
from .picture import Picture, covering, fits, tiled
from .setting import Ids, Setting, places
from .terminal import HEIGHT, WIDTH, Marks, grid, span


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
        return covering(x, y, free=f"{x},{y}" not in coins)

    drawn = tiled("table", columns, rows, cell)
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


TABLE = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=Setting(lambda game, state: picture(game, state, state), _set),
    card=_card,
    told=(
        Told(
            "put a coin at column {x}, row {y}",
            Message("I put a coin at column {x}, row {y}."),
            Message("You put a coin at column {x}, row {y}."),
            Message("{player} put a coin at column {x}, row {y}."),
        ),
    ),
    rules=_rules,
)

FACES: Faces = {Table: TABLE}
