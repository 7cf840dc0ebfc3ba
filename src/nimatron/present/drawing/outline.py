"""Outlines as SVG writes them, with absolute commands, as paths of lines and cubic curves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import acos, ceil, cos, hypot, pi, sin, sqrt, tan

from .marks import Paint, Path, Point

_COMMAND = re.compile(r"([MLHVCQAZ])([^MLHVCQAZ]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7}


def outline(
    d: str, fill: Paint = None, stroke: Paint = None, width: float = 0.04, dashed: bool = False
) -> tuple[Path, ...]:
    """One path for each part of the outline; a part is closed if it ends with Z.

    >>> [(path.points, path.closed) for path in outline("M0 0H.5V.5ZM1 1L2-2")]
    [(((0.0, 0.0), (0.5, 0.0), (0.5, 0.5)), True), (((1.0, 1.0), (2.0, -2.0)), False)]
    """
    parts: list[tuple[list[Point], bool]] = []
    for name, text in _COMMAND.findall(d):
        if name == "Z":
            parts[-1] = parts[-1][0], True
            continue
        numbers = [float(number) for number in _NUMBER.findall(text)]
        for i in range(0, len(numbers), _TAKES[name]):
            given = numbers[i : i + _TAKES[name]]
            # What follows a Z without M, and the pairs after the first of an M, are lines.
            if name == "M" and i == 0:
                parts.append(([(given[0], given[1])], False))
            else:
                if parts[-1][1]:
                    parts.append(([parts[-1][0][0]], False))
                points = parts[-1][0]
                points += _step("L" if name == "M" else name, points[-1][-2:], given)
    return tuple(Path(tuple(points), closed, fill, stroke, width, dashed) for points, closed in parts)


def _step(name: str, here: Point, given: list[float]) -> Iterator[Point]:
    x, y = here
    match name:
        case "H":
            yield given[0], y
        case "V":
            yield x, given[0]
        case "Q":
            a, b, u, v = given
            yield (x + 2 * (a - x) / 3, y + 2 * (b - y) / 3, u + 2 * (a - u) / 3, v + 2 * (b - v) / 3, u, v)
        case "A":
            yield from _arc(here, given[0], bool(given[3]), bool(given[4]), (given[5], given[6]))
        case _:
            yield tuple(given)


def _arc(start: Point, r: float, large: bool, clockwise: bool, end: Point) -> Iterator[Point]:
    """An arc of a circle, in curves of at most a quarter of it."""
    (x, y), (u, v) = start, end
    far = hypot(u - x, v - y)
    r = max(r, far / 2)
    side = 1 if large == clockwise else -1
    away = side * sqrt(max(0.0, r * r - far * far / 4)) / far
    centre = ((x + u) / 2 - away * (y - v), (y + v) / 2 + away * (x - u))
    begin = _angle(x - centre[0], y - centre[1])
    turn = (_angle(u - centre[0], v - centre[1]) - begin) % (2 * pi)
    turn = turn if clockwise else turn - 2 * pi
    pieces = ceil(abs(turn) / (pi / 2) - 1e-9)
    step = turn / pieces
    pull = 4 / 3 * tan(step / 4) * r
    for i in range(pieces):
        a, b = begin + i * step, begin + (i + 1) * step
        p = centre[0] + r * cos(a), centre[1] + r * sin(a)
        q = centre[0] + r * cos(b), centre[1] + r * sin(b)
        yield (p[0] - pull * sin(a), p[1] + pull * cos(a), q[0] + pull * sin(b), q[1] - pull * cos(b), *q)


def _angle(x: float, y: float) -> float:
    turned = acos(max(-1.0, min(1.0, x / (hypot(x, y) or 1.0))))
    return turned if y >= 0 else -turned


ROUND = 0.5523
"""Where the handles of four curves lie that look like a circle."""


def oval(rx: float, ry: float, fill: Paint, stroke: Paint = None, width: float = 0.04) -> Path:
    """An ellipse around the origin."""
    a, b = ROUND * rx, ROUND * ry
    points = (
        (rx, 0.0),
        (rx, b, a, ry, 0.0, ry),
        (-a, ry, -rx, b, -rx, 0.0),
        (-rx, -b, -a, -ry, 0.0, -ry),
        (a, -ry, rx, -b, rx, 0.0),
    )
    return Path(points, True, fill, stroke, width)
