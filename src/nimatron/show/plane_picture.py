"""A plane as a picture: numbered spots with their lives, and the lines between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..core.message import Message
from ..families.sprouts.circles import sheet_of
from ..families.sprouts.plane import Plane
from .picture import Curve, Picture, Shape

MOST_SPOTS = 150
"""The most spots of a picture."""

APART = 1.0
"""Cells between the two spots that are nearest to each other, if there is room."""

LEAST, MOST = 4.0, 9.0
"""Cells that a picture is wide or high, without the margin around it."""

MARGIN = 0.75


def plane_picture(plane: Plane, lives: Sequence[int], mark: str = "") -> Picture | None:
    """The picture of a plane whose first spots have these lives; None if there are too many spots."""
    if len(plane.ends) > MOST_SPOTS:
        return None
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
    for i, (spot, left_lives) in enumerate(zip(sheet.spots, [*lives, *[0] * len(plane.ends)], strict=False), 1):
        x, y = at(spot)
        label = Message("spot {spot}, lives: {lives}", spot=i, lives=left_lives)
        kind = "spot" if left_lives else "gone"
        shapes.append(Shape(str(i), kind, x, y, int(y), int(x), label, str(left_lives), str(i), mark=mark))
    curves = (Curve(str(a + 1), str(b + 1), tuple(map(at, line))) for a, b, line in sheet.lines)
    size_of = (wide * scale + 2 * MARGIN, high * scale + 2 * MARGIN)
    return Picture("paper", round(size_of[0], 3), round(size_of[1], 3), tuple(shapes), curves=tuple(curves))


def joined(picture: Picture | None, spots: Sequence[int]) -> Picture | None:
    """The picture with other looks of the spots that a line joins."""
    if picture is None:
        return None
    names = {*map(str, spots)}
    shapes = (replace(shape, look="joined") if shape.id in names else shape for shape in picture.shapes)
    return replace(picture, shapes=tuple(shapes))
