"""Bars of chocolate and rectangles: Chomp and Chop."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ...game import Game, State
from ...games.grids import ChompGame, ChopGame
from ...message import Message
from ...values.family import Numbering
from .face import Face, Faces, Told, in_group
from .picture import Picture, place, tiled
from .pieces import layout
from .setting import Ids, Setting, places, slotted
from .terminal import HEIGHT, WIDTH, Marks, grid, span

# -- Chomp ---------------------------------------------------------------------------------------


def _chomp_board(game: Any, state: State, marks: Marks) -> str:
    if state[0] > WIDTH or len(state) > HEIGHT:
        return ""
    cells = {(x, y): marks.full for y, length in enumerate(state, 1) for x in range(1, length + 1)}
    return grid(cells | {(1, 1): marks.poison}, span(1, state[0]), reversed(span(1, len(state))))


def _chomp_picture(game: Any, state: State, frame: State) -> Picture | None:
    def cell(x: int, y: int) -> tuple[str, str, Message] | None:
        if y > len(state) or x > state[y - 1]:
            return None
        return ("poison", "", Message("the poisoned square")) if x == y == 1 else ("chocolate", "", place(x, y))

    return tiled("bar", range(1, frame[0] + 1), range(len(frame), 0, -1), cell)


def _bitten(game: Any, before: State, after: State) -> Iterator[str]:
    for y, width in enumerate(before, 1):
        left = after[y - 1] if y <= len(after) else 0
        yield from (f"{x},{y}" for x in range(left + 1, width + 1))


def _chomp_set(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    """The bar made large enough for an empty square, or bitten off at one of its own."""
    at = places(ids)
    if not at or at == (1, 1):
        return None
    x, y = at
    if y <= len(state) and x <= state[y - 1]:
        return game, (*state[: y - 1], *(min(width, x - 1) for width in state[y - 1 :] if x > 1))
    return game, (*(max(width, x) for width in state[:y]), *((x,) * (y - len(state))), *state[y:])


def _chomp_roomy(game: Any, state: State) -> Picture | None:
    """One more column and row of empty squares."""
    whole = (state[0] + 1,) * (len(state) + 1)
    there = {f"{x},{y}" for y, width in enumerate(state, 1) for x in range(1, width + 1)}
    return slotted(_chomp_picture(game, whole, whole), there)


def _whole_bar(game: Any, usual: State, rng: Random) -> State:
    return (rng.randint(2, 6),) * rng.randint(2, 5)


CHOMP = Face(
    board=_chomp_board,
    picture=_chomp_picture,
    changes=_bitten,
    setting=Setting(_chomp_roomy, _chomp_set),
    start=_whole_bar,
    card=in_group("boards", Message("Click a square: it and all above and to the right of it are eaten.")),
    numbering=lambda game: Numbering(lambda x, y: (x,) * y, first=(1, 1)),
    told=(
        Told(
            "eat from column {x}, row {y}",
            Message("I ate from column {x}, row {y}."),
            Message("You ate from column {x}, row {y}."),
            Message("{player} ate from column {x}, row {y}."),
        ),
    ),
)


# -- Chop ----------------------------------------------------------------------------------------


def _chop_board(game: Any, state: State, marks: Marks) -> str:
    return grid({}, span(1, state[0]), reversed(span(1, state[1])), marks.full)


def _chop_picture(game: Any, state: State, frame: State) -> Picture | None:
    def cell(x: int, y: int) -> tuple[str, str, Message] | None:
        return ("chocolate", "", place(x, y)) if x <= state[0] and y <= state[1] else None

    return tiled("bar", range(1, frame[0] + 1), range(frame[1], 0, -1), cell)


def _chopped(game: Any, before: State, after: State) -> Iterator[str]:
    width, height = after
    for y in range(1, before[1] + 1):
        left = width if y <= height else 0
        yield from (f"{x},{y}" for x in range(left + 1, before[0] + 1))


def _chop_set(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    """The bar as large as the square says."""
    return (game, at) if (at := places(ids)) else None


def _chop_roomy(game: Any, state: State) -> Picture | None:
    """One more column and row of empty squares."""
    large = state[0] + 1, state[1] + 1
    there = {f"{x},{y}" for x in range(1, large[0]) for y in range(1, large[1])}
    return slotted(_chop_picture(game, large, large), there)


def _rectangle(game: Any, usual: State, rng: Random) -> State:
    return rng.randint(2, 9), rng.randint(2, 9)


CHOP = Face(
    board=_chop_board,
    picture=_chop_picture,
    changes=_chopped,
    setting=Setting(_chop_roomy, _chop_set),
    start=_rectangle,
    card=in_group("boards", Message("Click a square of the piece that you cut off, the outermost twice.")),
    numbering=lambda game: Numbering(lambda x, y: (x, y), first=(1, 1)),
    layout=layout,
    told=(
        Told(
            "cut down to {x}x{y}",
            Message("I cut it down to {x}x{y}."),
            Message("You cut it down to {x}x{y}."),
            Message("{player} cut it down to {x}x{y}."),
        ),
    ),
)

FACES: Faces = {ChompGame: CHOMP, ChopGame: CHOP}
