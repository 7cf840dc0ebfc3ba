"""Setting up a position by clicking: what can be clicked, and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain, count
from string import ascii_lowercase
from typing import Any

from ...game import Game, State
from ...message import Message
from .picture import HIGH, WIDE, Line, Picture, Shape

Ids = tuple[str, ...]
"""The shapes that were clicked: one, or two that are joined."""

LAST = 10_000
"""A column after all others."""


@dataclass(frozen=True)
class Setting:
    """How positions of a family are set up on the board."""

    picture: Callable[[Any, State], Picture | None]
    """(game, state): the board with empty places, of the kind `slot`, where something can be added."""

    edited: Callable[[Any, State, Ids], tuple[Game, State] | None]
    """(game, state, ids): the rules and the state after a click; None if it means nothing."""


def toggled(entries: State, entry: State) -> State:
    """The entries with one more, or with one less if it was there."""
    if entry not in entries:
        return (*entries, entry)
    at = len(entries) - 1 - entries[::-1].index(entry)
    return entries[:at] + entries[at + 1 :]


# -- heaps ---------------------------------------------------------------------------------------

MORE = Message("add one here")
ANOTHER = Message("begin another one here")


def heaps_setting(drawn: Callable[[Any, State, State], Picture | None]) -> Setting:
    """A click on a coin makes its heap end there, on the last coin takes it, behind it adds one."""

    def picture(game: Any, state: State) -> Picture | None:
        board = drawn(game, state, state)
        if board is None:
            return None
        slots = [_slot(i, heap, MORE) for i, heap in enumerate(state) if isinstance(heap, int) and heap < WIDE]
        lines = [replace(line, length=line.length + 1) for line in board.lines]
        if len(state) < HIGH:
            slots.append(_slot(len(state), 0, ANOTHER))
            lines.append(Line(1))
        return replace(board, shapes=(*board.shapes, *slots), lines=tuple(lines))

    return Setting(picture, _heap_edited)


def _slot(i: int, heap: int, label: Message) -> Shape:
    return Shape(f"{i + 1}.{heap + 1}", "slot", heap + 0.5, i + 0.5, i, LAST, label)


def _heap_edited(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    found = re.fullmatch(r"(\d+)\.(\d+)", ids[0]) if len(ids) == 1 else None
    if not found:
        return None
    i, n = int(found[1]) - 1, int(found[2])
    if i >= len(state):
        return game, (*state, n)
    heap = n - 1 if state[i] == n else n
    left = (heap,) if heap or len(state) == 1 else ()
    return game, (*state[:i], *left, *state[i + 1 :])


# -- strips and grids ----------------------------------------------------------------------------


def places(ids: Ids) -> tuple[int, ...] | None:
    """The numbers in the id of the one shape that was clicked."""
    found = re.fullmatch(r"(\d+)(?:,(\d+))?", ids[0]) if len(ids) == 1 else None
    return tuple(int(n) for n in found.groups() if n is not None) if found else None


def slotted(board: Picture | None, there: set[str]) -> Picture | None:
    """A grid on which all squares but these are empty places."""
    if board is None:
        return None
    shapes = (shape if shape.id in there else replace(shape, kind="slot", look="") for shape in board.shapes)
    return replace(board, shapes=tuple(shapes))


# -- graphs --------------------------------------------------------------------------------------


def fresh(names: Iterable[str]) -> str:
    """A name that no vertex has: a, b, c, ..., then v1, v2, ..."""
    taken = set(names)
    return next(name for name in chain(ascii_lowercase, (f"v{i}" for i in count(1))) if name not in taken)


def grown(board: Picture | None) -> Picture | None:
    """A graph with a place for one more vertex."""
    if board is None or len(board.shapes) >= WIDE:
        return board
    right = max((shape.x for shape in board.shapes), default=-1) + 2
    down = max((shape.y for shape in board.shapes), default=1)
    place = Shape("+", "slot", right, down, int(down), LAST, Message("add a vertex"), text="+")
    return replace(board, shapes=(*board.shapes, place))
