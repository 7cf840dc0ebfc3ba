"""A plane as a picture: numbered spots with their lives, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from ..core.game import State
from ..core.message import Message
from ..families.sprouts.circles import sheet_of
from ..families.sprouts.paper import Paper, drawn_move
from .picture import Curve, Picture, Shape

MOST_SPOTS = 150
"""The most spots of a picture."""

APART = 1.0
"""Cells between the two spots that are nearest to each other, if there is room."""

LEAST, MOST = 4.0, 9.0
"""Cells that a picture is wide or high, without the margin around it."""

MARGIN = 0.75


@lru_cache(maxsize=256)
def paper_picture(kind: type[Paper], state: State, mark: str = "") -> Picture | None:
    """The picture of a position; None if there are too many spots."""
    plane = kind.plane(state)
    if len(plane.ends) > MOST_SPOTS:
        return None
    paper = kind.of(plane)
    sheet = sheet_of(plane)
    points = [*sheet.spots, *(point for *_, line in sheet.lines for point in line)] or [0j]
    left, top = min(point.real for point in points), min(point.imag for point in points)
    wide, high = max(point.real for point in points) - left, max(point.imag for point in points) - top
    nearest = min((abs(a - b) for i, a in enumerate(sheet.spots) for b in sheet.spots[:i]), default=1.0)
    size = max(wide, high, 1e-9)
    scale = min(max(APART / nearest, LEAST / size), MOST / size)

    def at(point: complex) -> tuple[float, float]:
        return round((point.real - left) * scale + MARGIN, 3), round((point.imag - top) * scale + MARGIN, 3)

    shapes = []
    for i, spot in enumerate(sheet.spots, 1):
        x, y = at(spot)
        lives = paper.lives(i - 1)
        label = Message("spot {spot}, lives: {lives}", spot=i, lives=lives)
        look = "spot" if lives else "gone"
        shapes.append(Shape(str(i), look, x, y, int(y), int(x), label, str(lives), str(i), mark=mark))
    curves = (Curve(str(a + 1), str(b + 1), tuple(map(at, line))) for a, b, line in sheet.lines)
    size_of = (wide * scale + 2 * MARGIN, high * scale + 2 * MARGIN)
    return Picture("paper", round(size_of[0], 3), round(size_of[1], 3), tuple(shapes), curves=tuple(curves))


def move_picture(kind: type[Paper], after: State, before: State, mark: str = "") -> Picture | None:
    """The picture before a move, with other looks of the spots that its line joins."""
    picture = paper_picture(kind, before, mark)
    if picture is None:
        return None
    paper, line = drawn_move(kind, before, after)
    ends = {str(spot + 1) for spot in paper.ends_of(line)} if line else set[str]()
    shapes = (replace(shape, look="joined") if shape.id in ends else shape for shape in picture.shapes)
    return replace(picture, shapes=tuple(shapes))


def in_a_row(sizes: Iterable[int]) -> Iterator[tuple[str, ...]]:
    """The names of the spots of each part, numbered through all parts; `sizes` has the number of spots of each."""
    first = 1
    for size in sizes:
        yield tuple(map(str, range(first, first + size)))
        first += size
