"""A position as a drawing: the pictures that the page shows, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot

from ...core.game import Position
from ..picture import Picture, Shape
from ..pictures import pictures
from ..words import word
from .marks import Drawing, Letters, Mark, Path, Point, frame_marks
from .pieces import PAPER, PIECES, Look, background, coin_marks

APART = 0.8
"""Cells between the boards of a sum."""

NEAR = 0.55
"""The distance, in cells, within which an arrow bends around a vertex that is not one of its ends."""

BEND = 0.8
"""The distance by which an arrow is bent, in cells."""


def board_drawing(position: Position, look: Look = PAPER) -> Drawing | None:
    """The boards of a position in a look; None if one of them cannot be drawn."""
    boards = pictures(position)
    if any(picture is None for picture in boards):
        return None
    marks: list[Mark] = []
    for picture in boards:
        assert picture is not None
        own = frame_marks(_marks(picture, look))
        # A sum: each board stands to the right of those before it.
        right = frame_marks(marks).left + frame_marks(marks).wide + APART if marks else own.left
        marks += [_move(mark, right - own.left, -own.top) for mark in own.marks]
    return frame_marks(marks)


def _move(mark: Mark, x: float, y: float) -> Mark:
    return mark.at(x, y) if isinstance(mark, Path) else replace(mark, x=mark.x + x, y=mark.y + y)


def _marks(picture: Picture, look: Look) -> Iterator[Mark]:
    # From back to front: later marks cover earlier ones.
    yield from background(look, picture)
    yield from _arrows(picture, look)
    for curve in picture.curves:
        yield Path(_smooth(curve.points), stroke=look.paint("ink"), width=0.05)
    for shape in picture.shapes:
        yield from PIECES[shape.kind](look, shape, picture)
        if shape.caption:
            yield Letters(shape.x, shape.y + 0.72, shape.caption, 0.34, fill=look.paint("words"))
    for words in picture.words:
        yield Letters(words.x, words.y, word(words.text), 0.38, words.anchor, fill=look.paint("words"))  # type: ignore[arg-type]
    yield from _names(picture, look)
    yield from _large_coins(picture, look)


def _names(picture: Picture, look: Look) -> Iterator[Mark]:
    """The names of heaps and rows, where there are several below each other."""
    # A lone row needs no name, and rows that run together have no margin for one.
    if len(picture.lines) < 2 or picture.together:
        return
    for i, line in enumerate(picture.lines):
        heights = [shape.y for shape in picture.shapes if shape.row == i]
        if heights:
            yield Letters(-0.3, sum(heights) / len(heights), word(line.name), 0.38, "end", fill=look.paint("words"))


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
        yield from coin_marks(look, "gold", (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, r, "", 0.0)


# -- curves, lines and arrows ----------------------------------------------------------------------------


def _smooth(points: Sequence[tuple[float, float]]) -> tuple[Point, ...]:
    """Cubic curves through the middles between the points, bent towards the points."""
    first, *inner, last = points
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(inner)]
    path: list[Point] = [first]
    for (x, y), (u, v) in zip(inner, [*middles, last], strict=True):
        s, t = path[-1][-2:]
        path.append(((s + 2 * x) / 3, (t + 2 * y) / 3, (u + 2 * x) / 3, (v + 2 * y) / 3, u, v))
    return (*path, last) if not inner else tuple(path)


def _arrows(picture: Picture, look: Look) -> Iterator[Mark]:
    # An arrow to a vertex that was taken is not drawn.
    places = {shape.id: shape for shape in picture.shapes if shape.kind != "gone"}
    for start, end in picture.arrows:
        if start in places and end in places:
            yield from _arrow(places[start], places[end], list(places.values()), picture.directed, look)


def _arrow(start: Shape, end: Shape, all_shapes: list[Shape], directed: bool, look: Look) -> Iterator[Mark]:
    paint, _, width = look.inks["stem" if "edge" in (start.kind, end.kind) else "line"]
    middle = _around(start, end, all_shapes)
    # A cubic curve with both handles at the middle: a straight line if the middle lies on it.
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
        # Near its ends the line is inside their vertices, where nothing else stands.
        if shape.id not in (start.id, end.id) and 0.3 < along < far - 0.3 and abs(aside) < NEAR:
            bend = -BEND if aside >= 0 else BEND
            return x - dy * bend, y + dx * bend
    return x, y
