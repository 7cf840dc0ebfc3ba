"""Setting up a position: by clicking on the board, or by dials."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from string import ascii_lowercase
from typing import Any, Literal

from ..core.errors import UsageError
from ..core.game import Game, State
from ..core.message import Message
from .picture import HIGH, WIDE, BoardLine, Picture, Shape

Ids = tuple[str, ...]
"""The shapes that were clicked: one, or two that are joined."""

LAST = 10_000
"""A column after all others."""


@dataclass(frozen=True)
class Setting:
    """The way to set up positions of a family on the board."""

    picture: Callable[[Any, State], Picture | None]
    """(game, state): the board with empty places, of the kind `slot`, where something can be added."""

    edit: Callable[[Any, State, Ids], tuple[Game, State] | None]
    """(game, state, ids): the rules and the state after a click; None if it means nothing."""


def toggle(entries: State, entry: State) -> State:
    """The entries with one more, or without it if it was there."""
    if entry not in entries:
        return (*entries, entry)
    # The last of equal entries, so that the entries before it keep their numbers.
    at = len(entries) - 1 - entries[::-1].index(entry)
    return entries[:at] + entries[at + 1 :]


# -- heaps ---------------------------------------------------------------------------------------

MORE = Message("add one here")
ANOTHER = Message("begin another one here")


def heaps_setting(draw: Callable[[Any, State, State], Picture | None]) -> Setting:
    """A click on a coin makes its heap end there, on the last coin takes it, behind it adds one."""

    def picture(game: Any, state: State) -> Picture | None:
        board = draw(game, state, state)
        if board is None:
            return None
        slots = [_slot(i, heap, MORE) for i, heap in enumerate(state) if isinstance(heap, int) and heap < WIDE]
        # Room for the slot behind the last coin.
        lines = [replace(line, length=line.length + 1) for line in board.lines]
        if len(state) < HIGH:
            slots.append(_slot(len(state), 0, ANOTHER))
            lines.append(BoardLine(1))
        return replace(board, shapes=(*board.shapes, *slots), lines=tuple(lines))

    return Setting(picture, _edit_heap)


def _slot(i: int, heap: int, label: Message) -> Shape:
    return Shape(f"{i + 1}.{heap + 1}", "slot", heap + 0.5, i + 0.5, i, LAST, label)


def _edit_heap(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    match = re.fullmatch(r"(\d+)\.(\d+)", ids[0]) if len(ids) == 1 else None
    if not match:
        return None
    i, n = int(match[1]) - 1, int(match[2])
    if i >= len(state):
        return game, (*state, n)
    heap = n - 1 if state[i] == n else n
    remainder = (heap,) if heap or len(state) == 1 else ()
    return game, (*state[:i], *remainder, *state[i + 1 :])


# -- strips and grids ----------------------------------------------------------------------------


def places(ids: Ids) -> tuple[int, ...] | None:
    """The numbers in the id of the one shape that was clicked."""
    match = re.fullmatch(r"(\d+)(?:,(\d+))?", ids[0]) if len(ids) == 1 else None
    return tuple(int(n) for n in match.groups() if n is not None) if match else None


def toggle_place(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    """The place that was clicked, a number or a pair, added to a list of places; or taken from it if it was there."""
    at = places(ids)
    return (game, toggle(state, at[0] if len(at) == 1 else at)) if at else None


def strip_setting(draw: Callable[[Any, State, State], Picture | None]) -> Setting:
    """A strip with room for a few places more; a click on a place adds a coin or takes it."""

    def picture(game: Any, state: State) -> Picture | None:
        return draw(game, state, (min(max(state, default=0) + 4, WIDE - 1),))

    return Setting(picture, toggle_place)


def slot_picture(larger: Picture | None, board: Picture | None) -> Picture | None:
    """A larger board on which all squares that `board` does not have are empty places."""
    if larger is None or board is None:
        return larger
    there = {shape.id for shape in board.shapes}
    shapes = (shape if shape.id in there else replace(shape, kind="slot", look="") for shape in larger.shapes)
    return replace(larger, shapes=tuple(shapes))


# -- graphs --------------------------------------------------------------------------------------


def fresh(names: Iterable[str]) -> str:
    """A name that no vertex has: a, b, c, ..., then v1, v2, ..."""
    taken = set(names)
    return next(name for name in chain(ascii_lowercase, (f"v{i}" for i in count(1))) if name not in taken)


def with_vertex_slot(board: Picture | None) -> Picture | None:
    """A graph with a place for one more vertex."""
    if board is None or len(board.shapes) >= WIDE:
        return board
    right = max((shape.x for shape in board.shapes), default=-1) + 2
    down = max((shape.y for shape in board.shapes), default=1)
    place = Shape("+", "slot", right, down, int(down), LAST, Message("add a vertex"), text="+")
    return replace(board, shapes=(*board.shapes, place))


# -- dials ---------------------------------------------------------------------------------------

Kind = Literal["number", "list", "set", "text"]

Values = Mapping[str, Sequence[Any]]
"""The setting of the dials: for each name its values."""


@dataclass(frozen=True)
class Dial:
    """A control for `least` to `most` values from `low` to `high`, in order, or as a set; or for a text.

    It is part of the rules or of the state.
    """

    name: str
    label: Message
    kind: Kind
    low: int = 0
    high: int = 0
    least: int = 1
    most: int = 1
    of: Literal["rules", "state"] = "state"

    def accept(self, text: str) -> list[Any]:
        """The values in a text such as 3,4,5."""
        if self.kind == "text":
            return [text]
        words = text.split(",") if text else []
        # Nine digits at most, and no digits of other scripts, which isdigit() would accept.
        values = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 10]
        fits = len(values) == len(words) and self.least <= len(values) <= self.most
        if not fits or not all(self.low <= value <= self.high for value in values):
            raise UsageError(
                "{name}: expected {least} to {most} numbers from {low} to {high}, not {text!r}",
                name=self.name,
                least=self.least,
                most=self.most,
                low=self.low,
                high=self.high,
                text=text[:40],
            )
        return sorted(set(values)) if self.kind == "set" else values


@dataclass(frozen=True)
class Panel:
    """The dials of a game: `read` gives the values of a position, None if they do not determine it; `make` reverses."""

    dials: tuple[Dial, ...]
    read: Callable[[Any, State], Values | None]
    make: Callable[[Any, Values], tuple[Game, State]]


def list_panel(label: Message, high: int = 30, least: int = 1) -> Panel:
    """A panel for a state that is a list of numbers."""
    dial = Dial("heaps", label, "list", 0, high, least, 8)
    return Panel((dial,), lambda game, state: {"heaps": state}, lambda game, values: (game, tuple(values["heaps"])))


def rules_panel(
    rule: Dial, label: Message, read: Callable[[Any], Sequence[Any] | None], make: Callable[[Any], Game]
) -> Panel:
    """A panel with a dial for the rules before the heaps."""

    def values_of(game: Any, state: State) -> Values | None:
        values = read(game)
        return None if values is None else {rule.name: values, "heaps": state}

    heaps = Dial("heaps", label, "list", 0, 60, 1, 8)
    return Panel((rule, heaps), values_of, lambda game, values: (make(values[rule.name]), tuple(values["heaps"])))


def set_panel(name: str, label: Message, first: int = 0) -> Panel:
    """A panel for a state that is a set of places on a strip."""
    dial = Dial(name, label, "set", first, 20, 0, 21)
    return Panel((dial,), lambda game, state: {name: state}, lambda game, values: (game, tuple(values[name])))


def size_panel(
    most: int, first: int, read: Callable[[State], tuple[int, int] | None], make: Callable[[int, int], State]
) -> Panel:
    """A panel for columns and rows: the size of a board, or a place on it."""
    dials = (
        Dial("columns", Message("Columns"), "number", first, most),
        Dial("rows", Message("Rows"), "number", first, most),
    )

    def values_of(game: Any, state: State) -> Values | None:
        size = read(state)
        return None if size is None else {"columns": [size[0]], "rows": [size[1]]}

    return Panel(dials, values_of, lambda game, values: (game, make(values["columns"][0], values["rows"][0])))
