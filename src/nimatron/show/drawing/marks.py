"""Drawings: a few primitives that every kind of page can show.

Lengths are in cells, x runs to the right and y down, as in the pictures of `show/faces`. A paint is a shade of
grey from 0, black, to 1, white, or a colour, #rrggbb or #rrggbbaa; None draws nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Paint: TypeAlias = float | str | None
Point: TypeAlias = tuple[float, ...]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Disc:
    """A circle around (x, y)."""

    x: float
    y: float
    r: float
    fill: Paint = None
    stroke: Paint = 0.25
    width: float = 0.04


@dataclass(frozen=True)
class Box:
    """A rectangle with its upper left corner at (x, y)."""

    x: float
    y: float
    wide: float
    high: float
    fill: Paint = None
    stroke: Paint = 0.25
    width: float = 0.03
    rounded: float = 0.0


@dataclass(frozen=True)
class Path:
    """Lines and curves from point to point: a point of two numbers ends a line, one of six numbers a cubic curve."""

    points: tuple[Point, ...]
    closed: bool = False
    fill: Paint = None
    stroke: Paint = 0.25
    width: float = 0.04
    dashed: bool = False

    def at(self, x: float, y: float, scale: float = 1.0) -> Path:
        """The same path around (x, y), larger or smaller."""
        # A curve has three pairs of numbers: even places are x, odd places are y.
        points = tuple(tuple(n * scale + (y if i % 2 else x) for i, n in enumerate(point)) for point in self.points)
        return Path(points, self.closed, self.fill, self.stroke, self.width * scale, self.dashed)


@dataclass(frozen=True)
class Letters:
    """A line of text; (x, y) is the middle of its height."""

    x: float
    y: float
    text: str
    size: float = 0.4
    anchor: Anchor = "middle"
    bold: bool = False
    fill: float | str = 0.0


Mark = Disc | Box | Path | Letters


@dataclass(frozen=True)
class Drawing:
    """Marks in a frame whose upper left corner is (left, top)."""

    marks: tuple[Mark, ...]
    left: float
    top: float
    wide: float
    high: float


MARGIN = 0.1
"""Cells around the marks of a drawing."""


def frame_marks(marks: Iterable[Mark]) -> Drawing:
    """The marks in the smallest frame that contains them."""
    all_marks = tuple(marks)
    # An empty board is one empty cell.
    boxes = [extent(mark) for mark in all_marks] or [(0.0, 0.0, 1.0, 1.0)]
    left, top = min(box[0] for box in boxes) - MARGIN, min(box[1] for box in boxes) - MARGIN
    right, bottom = max(box[2] for box in boxes) + MARGIN, max(box[3] for box in boxes) + MARGIN
    return Drawing(all_marks, left, top, right - left, bottom - top)


LETTER = 0.62
"""About how wide a letter is, in sizes of the text: enough for a frame."""


def extent(mark: Mark) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a mark."""
    match mark:
        case Disc():
            return mark.x - mark.r, mark.y - mark.r, mark.x + mark.r, mark.y + mark.r
        case Box():
            return mark.x, mark.y, mark.x + mark.wide, mark.y + mark.high
        case Path():
            # Handles count as points: a cubic curve never leaves the hull of its four points.
            xs, ys = [n for p in mark.points for n in p[::2]], [n for p in mark.points for n in p[1::2]]
            return min(xs), min(ys), max(xs), max(ys)
        case Letters():
            wide = len(mark.text) * LETTER * mark.size
            left = mark.x - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
            return left, mark.y - mark.size / 2, left + wide, mark.y + mark.size / 2


# -- outlines as SVG writes them, with absolute lines and cubic curves alone (M, L, C, Z) ---------------

_COMMAND = re.compile(r"([LC]?)([^LCZ]+)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def outline(
    d: str, fill: Paint = None, stroke: Paint = None, width: float = 0.04, dashed: bool = False
) -> tuple[Path, ...]:
    """One path for each part of the outline, which begins with M; it is closed if it ends with Z.

    >>> [(path.points, path.closed) for path in outline("M0 0L.5 0 .5.5ZM1 1 2-2")]
    [(((0.0, 0.0), (0.5, 0.0), (0.5, 0.5)), True), (((1.0, 1.0), (2.0, -2.0)), False)]
    """
    return tuple(
        Path(tuple(_points(part)), part.endswith("Z"), fill, stroke, width, dashed) for part in d.split("M")[1:]
    )


def _points(part: str) -> list[Point]:
    points: list[Point] = []
    for name, text in _COMMAND.findall(part):
        numbers = [float(number) for number in _NUMBER.findall(text)]
        size = 6 if name == "C" else 2
        points += [tuple(numbers[i : i + size]) for i in range(0, len(numbers), size)]
    return points


ROUND = 0.5523
"""The place of the handles of four curves that look like a circle."""


def oval(rx: float, ry: float, fill: Paint, stroke: Paint = None, width: float = 0.04) -> Path:
    """An ellipse around the origin."""
    # Four curves, because PDF has no ellipses and SVG arcs have a form of their own.
    a, b = ROUND * rx, ROUND * ry
    points = (
        (rx, 0.0),
        (rx, b, a, ry, 0.0, ry),
        (-a, ry, -rx, b, -rx, 0.0),
        (-rx, -b, -a, -ry, 0.0, -ry),
        (a, -ry, rx, -b, rx, 0.0),
    )
    return Path(points, True, fill, stroke, width)
