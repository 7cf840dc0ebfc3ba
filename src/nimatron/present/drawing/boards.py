"""A position as a drawing: its pictures, which are also those of the page, one beside the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import hypot

from ...game import Position
from ..families.picture import Picture, Shape
from ..pictures import pictures
from ..words import word
from .look import Look
from .marks import Drawing, Letters, Mark, Path, framed
from .paper import PAPER

APART = 0.8
"""Cells between the boards of a sum."""

NEAR = 0.55
"""An arrow is bent if it would come so near to a vertex that it does not touch."""

BEND = 0.8
"""How far it is bent, in cells."""


def board(position: Position, look: Look = PAPER) -> Drawing | None:
    """The boards of a position in a look; None if one of them cannot be drawn."""
    drawn = pictures(position)
    if any(picture is None for picture in drawn):
        return None
    marks: list[Mark] = []
    for picture in drawn:
        assert picture is not None
        own = framed(_marks(picture, look))
        # A sum: each board stands to the right of those before it.
        right = framed(marks).left + framed(marks).wide + APART if marks else own.left
        marks += [_moved(mark, right - own.left, -own.top) for mark in own.marks]
    return framed(marks)


def _moved(mark: Mark, x: float, y: float) -> Mark:
    return mark.at(x, y) if isinstance(mark, Path) else replace(mark, x=mark.x + x, y=mark.y + y)


def _marks(picture: Picture, look: Look) -> Iterator[Mark]:
    yield from look.below(picture)
    yield from _arrows(picture, look)
    for shape in picture.shapes:
        yield from look.pieces[shape.kind](shape, picture)
        if shape.caption:
            yield Letters(shape.x, shape.y + 0.72, shape.caption, 0.34, fill=look.words)
    for words in picture.words:
        yield Letters(words.x, words.y, word(words.text), 0.38, words.anchor, fill=look.words)  # type: ignore[arg-type]
    yield from _names(picture, look)
    yield from _large_coins(picture, look)


def _names(picture: Picture, look: Look) -> Iterator[Mark]:
    """The names of heaps and rows, where there are several below each other."""
    if len(picture.lines) < 2 or picture.together:
        return
    for i, line in enumerate(picture.lines):
        heights = [shape.y for shape in picture.shapes if shape.row == i]
        if heights:
            yield Letters(-0.3, sum(heights) / len(heights), word(line.name), 0.38, "end", fill=look.words)


def _large_coins(picture: Picture, look: Look) -> Iterator[Mark]:
    """On a table, the squares with the same text are under the same coin."""
    if picture.name != "table":
        return
    under: dict[str, list[Shape]] = {}
    for shape in picture.shapes:
        if shape.text:
            under.setdefault(shape.text, []).append(shape)
    for shapes in under.values():
        xs, ys = [shape.x for shape in shapes], [shape.y for shape in shapes]
        r = (min(max(xs) - min(xs), max(ys) - min(ys)) + 1) / 2 - 0.06
        yield from look.large_coin((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, r)


# -- lines and arrows ----------------------------------------------------------------------------


def _arrows(picture: Picture, look: Look) -> Iterator[Mark]:
    places = {shape.id: shape for shape in picture.shapes if shape.kind != "gone"}
    for start, end in picture.arrows:
        if start in places and end in places:
            yield from _arrow(places[start], places[end], list(places.values()), picture.directed, look)


def _arrow(start: Shape, end: Shape, all_shapes: list[Shape], directed: bool, look: Look) -> Iterator[Mark]:
    stem = "edge" in (start.kind, end.kind)
    paint, width = (look.stem, look.stem_width) if stem else (look.line, look.line_width)
    middle = _around(start, end, all_shapes)
    yield Path(((start.x, start.y), (*middle, *middle, end.x, end.y)), stroke=paint, width=width)
    if directed:
        # The line ends inside the vertex, which is drawn over it; the head ends at its rim.
        far = hypot(end.x - middle[0], end.y - middle[1]) or 1.0
        dx, dy = (end.x - middle[0]) / far, (end.y - middle[1]) / far
        tip, back = (end.x - 0.44 * dx, end.y - 0.44 * dy), (end.x - 0.72 * dx, end.y - 0.72 * dy)
        wing = (0.11 * dy, -0.11 * dx)
        points = (tip, (back[0] + wing[0], back[1] + wing[1]), (back[0] - wing[0], back[1] - wing[1]))
        yield Path(points, closed=True, fill=paint, stroke=None)


def _around(start: Shape, end: Shape, all_shapes: list[Shape]) -> tuple[float, float]:
    """The point that bends a line around the first vertex in its way; on the line itself if there is none."""
    x, y = (start.x + end.x) / 2, (start.y + end.y) / 2
    far = hypot(end.x - start.x, end.y - start.y) or 1.0
    dx, dy = (end.x - start.x) / far, (end.y - start.y) / far
    for shape in all_shapes:
        along = (shape.x - start.x) * dx + (shape.y - start.y) * dy
        aside = (shape.x - start.x) * -dy + (shape.y - start.y) * dx
        if shape.id not in (start.id, end.id) and 0.3 < along < far - 0.3 and abs(aside) < NEAR:
            bend = -BEND if aside >= 0 else BEND
            return x - dy * bend, y + dx * bend
    return x, y
