"""Plots of a nim-sequence: a point for each heap. An SVG needs no library, a PNG needs matplotlib."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from ..errors import UsageError
from .words import tr

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.unsignedinteger]

WIDTH, HEIGHT = 960, 540
"""The size of a plot, in pixels."""

LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 50
"""The margins around the points."""


def sequence_svg(values: Values, title: str) -> str:
    """A scatter plot of the values as an SVG document.

    >>> import numpy as np
    >>> sequence_svg(np.array([0, 1, 2], np.uint8), "nim").startswith("<svg")
    True
    """
    return "\n".join(_svg(values, title)) + "\n"


def _svg(values: Values, title: str) -> Iterator[str]:
    heaps, largest = max(len(values) - 1, 1), max(int(values.max()) if len(values) else 0, 1)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{escape(title)}" font-family="sans-serif" font-size="13">'
    )
    yield f"<title>{escape(title)}</title>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    yield f'<text x="{LEFT}" y="{TOP - 16}" font-size="16">{escape(title)}</text>'
    yield from _axes(heaps, largest)
    wide = 3 if len(values) <= 2000 else 2 if len(values) <= 20_000 else 1
    yield (
        f'<path fill="none" stroke="#1f4e9c" stroke-width="{wide}" stroke-linecap="round" '
        f'd="{_dots(values, heaps, largest)}"/>'
    )
    yield "</svg>"


def _dots(values: Values, heaps: int, largest: int) -> str:
    """A dot for each pixel that has a heap: points that coincide are drawn once, for there may be millions."""
    import numpy as np

    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    x = np.rint(np.arange(len(values)) * (wide / heaps)).astype(np.int64)
    y = np.rint(values * (high / largest)).astype(np.int64)
    places = np.unique(x * (high + 1) + y)
    return "".join(
        # A round cap makes a dot of a tiny stroke: shorter than an element for each point.
        f"M{LEFT + place // (high + 1)} {HEIGHT - BOTTOM - place % (high + 1)}h.01"
        for place in places.tolist()
    )


def _axes(heaps: int, largest: int) -> Iterator[str]:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    yield f'<path fill="none" stroke="#555" d="M{LEFT - 6} {TOP}V{bottom + 6}H{right}"/>'
    for tick in _ticks(heaps):
        x = LEFT + round((right - LEFT) * tick / heaps)
        yield f'<path stroke="#555" d="M{x} {bottom + 6}v5"/>'
        yield f'<text x="{x}" y="{bottom + 24}" text-anchor="middle">{tick}</text>'
    for tick in _ticks(largest):
        y = bottom - round((bottom - TOP) * tick / largest)
        yield f'<path stroke="#555" d="M{LEFT - 6} {y}h-5"/>'
        yield f'<text x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{tick}</text>'
    yield f'<text x="{right}" y="{HEIGHT - 8}" text-anchor="end">{escape(tr("heap"))}</text>'
    yield f'<text x="8" y="{TOP - 16}">{escape(tr("value"))}</text>'


def _ticks(last: int) -> range:
    """About six round numbers from 0 to `last`."""
    step = next(
        unit * 10**power for power in range(20) for unit in (1, 2, 5) if last <= 6 * unit * 10**power
    )  # fmt: skip
    return range(0, last + 1, step)


def need_matplotlib() -> None:
    """Raise UsageError if matplotlib is missing: called before hours of work, not after them."""
    if find_spec("matplotlib") is None:
        raise UsageError("a PNG needs matplotlib (pip install matplotlib); an SVG needs nothing")


def sequence_png(values: Values, title: str) -> bytes:
    """The same plot as a PNG, drawn by matplotlib."""
    need_matplotlib()
    figure_of = import_module("matplotlib.figure").Figure  # optional, so that even mypy runs without it

    figure = figure_of(figsize=(WIDTH / 100, HEIGHT / 100), layout="constrained")
    axes = figure.add_subplot()
    axes.plot(values, ",b" if len(values) > 20_000 else ".b", rasterized=True)
    axes.set(title=title, xlabel=tr("heap"), ylabel=tr("value"))
    out = BytesIO()
    figure.savefig(out, format="png", dpi=150)
    return out.getvalue()
