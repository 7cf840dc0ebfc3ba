"""The parts of pictures on the page: shapes with stable ids, and grids of them.

Lengths are in cells; x runs to the right, y down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..core.message import Message

WIDE, HIGH = 40, 30
"""The most cells that a board may have in each direction; a larger position is written, not drawn."""


@dataclass(frozen=True)
class Shape:
    """A thing on a board, centred at (x, y), which a player may click.

    `kind` says how it is drawn, `look` which of its features a move may change, `label` is its name.
    `chips` are the names of the coins, stones or tokens that lie on it.
    `row` and `column` order the shapes of a board for the arrow keys.
    `caption` is written below it; `mark` says what is special about its place, such as `home`.
    """

    id: str
    kind: str
    x: float
    y: float
    row: int
    column: int
    label: Message
    look: str = ""
    text: str = ""
    chips: tuple[str, ...] = ()
    caption: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Words:
    """Text on the board that is not part of play: the numbers of rows and columns, the names of heaps."""

    x: float
    y: float
    text: Message | str
    anchor: str = "middle"


@dataclass(frozen=True)
class BoardLine:
    """Shapes that stand side by side: a heap, a row of pins, a strip. A narrow page breaks it, as text is broken.

    `length` is the room that is reserved for it, in shapes: as many as it had when the match began.
    """

    length: int
    name: Message | str = ""


@dataclass(frozen=True)
class Curve:
    """A line drawn from a shape to another through points."""

    start: str
    end: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Picture:
    """The board of one game; `arrows` join shapes by id, and so do `curves`.

    If it has `lines`, the row of a shape is its line, and the page lays the lines out for the room that it has: one
    below the other, or one after the other if they are `together`.
    """

    name: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    words: tuple[Words, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    directed: bool = False
    lines: tuple[BoardLine, ...] = ()
    together: bool = False
    curves: tuple[Curve, ...] = ()


def strip_picture(name: str, first: int, frame: Sequence[int], shape: Callable[[int], Shape]) -> Picture | None:
    """A row of numbered places, as far as the last one in the frame; None if there are too many."""
    last = max(frame, default=first)
    if last - first >= WIDE:
        return None
    shapes = tuple(shape(n) for n in range(first, last + 1))
    # Room for the numbers below the places.
    return Picture(name, len(shapes), 1.7, shapes, lines=(BoardLine(len(shapes)),))


Cell = Callable[[int, int], tuple[str, str, Message] | tuple[str, str, Message, tuple[str, ...]] | None]
"""(column, row): the kind, look and label of a cell, and the coins on it; None if there is no cell."""


def grid_picture(
    name: str, columns: Sequence[int], rows: Sequence[int], cell: Cell, wide: int = WIDE
) -> Picture | None:
    """A grid of numbered cells; `rows` run from the top. None if there are too many."""
    if not fits(columns, rows, wide):
        return None
    shapes = []
    for i, y in enumerate(rows):
        for j, x in enumerate(columns):
            if (square := cell(x, y)) is not None:
                (kind, look, label), chips = square[:3], square[3] if len(square) > 3 else ()
                shapes.append(Shape(f"{x},{y}", kind, j + 0.5, i + 0.5, i, j, label, look, look, chips))
    numbers = [Words(j + 0.5, len(rows) + 0.45, str(x)) for j, x in enumerate(columns)]
    numbers += [Words(-0.4, i + 0.5, str(y), "end") for i, y in enumerate(rows)]
    return Picture(name, len(columns), len(rows) + 0.8, tuple(shapes), tuple(numbers))


def slant_picture(picture: Picture | None) -> Picture | None:
    """A grid as a board of hexagons: each row lies half a cell to the right of the one above."""
    if picture is None:
        return None
    rows, down = round(picture.height - 0.8), 0.75**0.5
    shapes = (replace(s, x=s.x + s.row / 2, y=0.577 + down * s.row) for s in picture.shapes)
    high = 1.155 + down * (rows - 1)
    words = (
        replace(w, x=w.x + (w.y - 0.5) / 2, y=0.577 + down * (w.y - 0.5))
        if w.anchor == "end"
        else replace(w, x=w.x + (rows - 1) / 2, y=high + 0.4)
        for w in picture.words
    )
    return replace(picture, name="hexagons", width=picture.width + (rows - 1) / 2, height=high + 0.8,
                   shapes=tuple(shapes), words=tuple(words))  # fmt: skip


def with_home(picture: Picture | None, id: str) -> Picture | None:
    """The same board with a mark at the place to which everything moves."""
    if picture is None:
        return None
    shapes = (replace(shape, mark="home") if shape.id == id else shape for shape in picture.shapes)
    return replace(picture, shapes=tuple(shapes))


def fits(columns: Sequence[int], rows: Sequence[int], wide: int = WIDE) -> bool:
    """May a board be this large?"""
    try:
        return len(columns) <= wide and len(rows) <= HIGH
    except OverflowError:  # the length of a range of 10^24 rows does not fit into a machine word
        return False


def place(x: int, y: int) -> Message:
    """The name of a cell of a grid."""
    return Message("column {x}, row {y}", x=x, y=y)


def cover_cell(x: int, y: int, free: bool) -> tuple[str, str, Message]:
    """A cell that is free or covered."""
    return (
        "free" if free else "covered",
        "" if free else "#",
        Message("{place}: {state}", place=place(x, y), state=Message("free") if free else Message("covered")),
    )
