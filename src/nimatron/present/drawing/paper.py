"""How each kind of shape of a picture is drawn on paper: outlines and few greys, so that it costs little ink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, sqrt

from ..families.picture import Picture, Shape
from ..words import tr
from .look import Look, Piece, Pieces
from .marks import Box, Disc, Letters, Mark, Path

PIN = Path(
    (
        (0, -0.7),
        (0.12, -0.7, 0.17, -0.6, 0.155, -0.48),
        (0.14, -0.38, 0.1, -0.34, 0.12, -0.2),
        (0.145, -0.03, 0.265, 0.06, 0.265, 0.3),
        (0.265, 0.48, 0.215, 0.6, 0.165, 0.68),
        (-0.165, 0.68),
        (-0.215, 0.6, -0.265, 0.48, -0.265, 0.3),
        (-0.265, 0.06, -0.145, -0.03, -0.12, -0.2),
        (-0.1, -0.34, -0.14, -0.38, -0.155, -0.48),
        (-0.17, -0.6, -0.12, -0.7, 0, -0.7),
    ),
    closed=True,
    fill=1.0,
    width=0.035,
)
BANDS = (Path(((-0.12, -0.25), (0.12, -0.25)), width=0.05), Path(((-0.13, -0.15), (0.13, -0.15)), width=0.05))

HOME = Path(
    ((-0.3, 0.02), (0, -0.26), (0.3, 0.02), (0.21, 0.02), (0.21, 0.27), (-0.21, 0.27), (-0.21, 0.02)),
    closed=True,
    fill=0.8,
    stroke=None,
)
SOIL = Path(((-0.6, 0.0), (0.6, 0.0)), width=0.06)
JAW = Path(((-0.12, 0.1), (-0.12, 0.22), (0.12, 0.22), (0.12, 0.1)), fill=1.0, width=0.03)


def counter(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A coin of a heap."""
    yield Disc(shape.x, shape.y, 0.42, fill=0.94)
    yield Disc(shape.x, shape.y, 0.3, stroke=0.6, width=0.02)


def box(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A heap that is too large to draw: its number."""
    yield Box(shape.x - 1.9, shape.y - 0.4, 3.8, 0.8, rounded=0.16)
    yield Letters(shape.x, shape.y, shape.text, min(0.42, 4 / max(1, len(shape.text))))


def gap(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A place where a heap can be split."""
    yield Path(((shape.x, shape.y - 0.36), (shape.x, shape.y + 0.36)), stroke=0.6, width=0.03, dashed=True)


def pin(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A pin to knock down."""
    for part in (PIN, *BANDS):
        yield part.at(shape.x, shape.y)


def coin(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A coin that shows heads or tails."""
    heads = shape.look == "heads"
    yield Disc(shape.x, shape.y, 0.42, fill=0.8 if heads else 1.0)
    yield Letters(shape.x, shape.y, tr("H") if heads else tr("T"), 0.38, bold=heads, fill=0.0 if heads else 0.5)


def _square(shape: Shape, fill: float, stroke: float = 0.4) -> Box:
    return Box(shape.x - 0.5, shape.y - 0.5, 1, 1, fill, stroke, 0.025)


def chocolate(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A square of a bar."""
    yield Box(shape.x - 0.47, shape.y - 0.47, 0.94, 0.94, 0.86, rounded=0.1)
    yield Box(shape.x - 0.35, shape.y - 0.35, 0.7, 0.7, stroke=0.6, width=0.02, rounded=0.06)


def poison(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """The square that nobody wants: a skull."""
    yield Box(shape.x - 0.47, shape.y - 0.47, 0.94, 0.94, 1.0, rounded=0.1)
    yield JAW.at(shape.x, shape.y)
    yield Disc(shape.x, shape.y - 0.06, 0.22, fill=1.0, width=0.03)
    for eye in (-0.085, 0.085):
        yield Disc(shape.x + eye, shape.y - 0.05, 0.055, fill=0.0, stroke=None)


def free(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """An empty square."""
    yield _square(shape, 1.0)


def covered(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A square on which something lies; the coins of a table are drawn over it."""
    yield _square(shape, 1.0 if picture.name == "table" else 0.55)


def square(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A square of a strip or a board, with what stands on it."""
    yield _square(shape, 1.0)
    yield from _home(shape)
    if picture.name == "own":
        yield from (Letters(shape.x, shape.y, chip, 0.62) for chip in shape.chips[:1])
    else:
        yield from chips(shape.x, shape.y, shape.chips, 0.86)


def _home(shape: Shape) -> Iterator[Mark]:
    if shape.mark == "home":
        yield HOME.at(shape.x, shape.y)


def chips(x: float, y: float, names: Sequence[str], room: float) -> Iterator[Mark]:
    """One coin with its number, or several in a small square."""
    columns = ceil(sqrt(len(names)))
    step = room / max(1, columns)
    for i, name in enumerate(names):
        across, down = i % columns - (columns - 1) / 2, i // columns - (ceil(len(names) / columns) - 1) / 2
        yield Disc(x + across * step, y + down * step, step * 0.47, fill=0.85)
        if name:
            yield Letters(x + across * step, y + down * step, name, step * (0.34 if len(name) > 2 else 0.5))


def chess(fill: float) -> Piece:
    """A square of a chessboard."""

    def drawn(shape: Shape, picture: Picture) -> Iterator[Mark]:
        yield _square(shape, fill, 0.6)
        yield from _home(shape)
        if shape.look:
            yield Letters(shape.x, shape.y, shape.look, 0.9)

    return drawn


def vertex(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A place of a graph, with the tokens on it."""
    yield Disc(shape.x, shape.y, 0.42, fill=0.85 if shape.chips else 1.0)
    yield Letters(shape.x, shape.y, shape.text, 0.22 if len(shape.text) > 4 else 0.38)
    if shape.chips:
        yield from chips(shape.x + 0.36, shape.y - 0.36, shape.chips, 0.5)


def gone(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """Where something was."""
    yield Disc(shape.x, shape.y, 0.1, fill=0.75, stroke=None)


def edge(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """An edge that can be cut, marked in its middle."""
    yield Disc(shape.x, shape.y, 0.17, fill=1.0)


def joint(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """Where edges meet."""
    yield Disc(shape.x, shape.y, 0.11, fill=0.2, stroke=None)


def ground(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """Where something stands."""
    yield SOIL.at(shape.x, shape.y)
    for left in (-0.45, -0.15, 0.15, 0.45):
        yield Path(((shape.x + left, shape.y + 0.02), (shape.x + left - 0.1, shape.y + 0.14)), width=0.03)


def nothing(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """What is only there to be clicked."""
    return iter(())


def below(picture: Picture) -> Iterator[Mark]:
    """Nothing lies under the shapes."""
    return iter(())


def large_coin(x: float, y: float, r: float) -> Iterator[Mark]:
    """A coin over several squares of a table."""
    yield Disc(x, y, r, fill=0.85)


PIECES: Pieces = {
    "counter": counter,
    "box": box,
    "gap": gap,
    "pin": pin,
    "coin": coin,
    "chocolate": chocolate,
    "poison": poison,
    "free": free,
    "covered": covered,
    "square": square,
    "dark": chess(0.85),
    "light": chess(1.0),
    "vertex": vertex,
    "slot": nothing,
    "gone": gone,
    "edge": edge,
    "joint": joint,
    "ground": ground,
}

PAPER = Look(PIECES, below, large_coin, words=0.35, line=0.35, line_width=0.045, stem=0.35, stem_width=0.045)
