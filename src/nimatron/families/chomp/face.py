"""How Chomp looks: a bar of chocolate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import HEIGHT, WIDTH, Marks, grid, span
from ...show.face import Face, Faces, PastTense, in_group
from ...show.picture import Picture, grid_picture, place
from ...show.setup import Ids, Setting, places, size_panel, slot_picture
from ...solve.value_table import Numbering
from .rules import ChompGame


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

    return grid_picture("bar", range(1, frame[0] + 1), range(len(frame), 0, -1), cell)


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
    return slot_picture(_chomp_picture(game, whole, whole), _chomp_picture(game, state, state))


def _bar_size(state: State) -> tuple[int, int] | None:
    return (state[0], len(state)) if len(set(state)) == 1 else None


CHOMP = Face(
    dials=lambda game: size_panel(12, 1, _bar_size, lambda x, y: (x,) * y),
    board=_chomp_board,
    picture=_chomp_picture,
    changes=_bitten,
    setting=Setting(_chomp_roomy, _chomp_set),
    start=lambda game, usual, rng: (rng.randint(2, 6),) * rng.randint(2, 5),
    card=in_group("boards", Message("Click a square: it and all above and to the right of it are eaten.")),
    numbering=lambda game: Numbering(lambda x, y: (x,) * y, first=(1, 1)),
    past=(PastTense("eat from column {x}, row {y}", "ate from column {x}, row {y}"),),
)


FACES: Faces = {ChompGame: CHOMP}
