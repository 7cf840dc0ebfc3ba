"""The pieces of a picture as marks, in two looks: painted as on the page, or on paper with little ink.

A piece is drawn from parts, and each part has a style with the name of its class on the page (js/pieces.js). A look
has an ink for each style; it leaves out a part whose style it does not have. The outlines are those of the page.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import ceil, sqrt
from typing import Any, NamedTuple, TypeAlias

from ..picture import Picture, Shape
from ..words import tr
from .marks import Box, Disc, Letters, Mark, Paint, outline, oval

LONGEST_NUMBER = 24
"""The most characters on a heap that is drawn as a box."""


class Ink(NamedTuple):
    """The paint of a part: its inside and its line."""

    fill: Paint = None
    stroke: Paint = None
    width: float = 0.04


@cache
def outlines() -> dict[str, Any]:
    """The outlines of the page by name, as SVG writes them."""
    # A module that the page can import, not a .json file: browsers of today do not all import JSON.
    script = files("nimatron.web").joinpath("static", "js", "outlines.js").read_text("utf-8")
    # After `export default` the module is plain JSON.
    table: dict[str, Any] = json.loads(script.partition("export default")[2].strip().rstrip(";"))
    return table


@dataclass(frozen=True)
class Look:
    """A set of inks by style; squares have a `gap` around them, and corners that are `rounded`."""

    inks: Mapping[str, Ink]
    gap: float
    rounded: float

    def disc(self, style: str, x: float, y: float, r: float, width: float | None = None) -> Iterator[Mark]:
        """A circle around (x, y)."""
        if style in self.inks:
            fill, stroke, usual = self.inks[style]
            yield Disc(x, y, r, fill, stroke, usual if width is None else width)

    def oval(self, style: str, x: float, y: float, rx: float, ry: float) -> Iterator[Mark]:
        """An ellipse around (x, y)."""
        if style in self.inks:
            yield oval(rx, ry, *self.inks[style]).at(x, y)

    def box(
        self, style: str, x: float, y: float, wide: float, high: float, rounded: float | None = None
    ) -> Iterator[Mark]:
        """A rectangle around (x, y)."""
        if style in self.inks:
            corner = self.rounded if rounded is None else rounded
            yield Box(x - wide / 2, y - high / 2, wide, high, *self.inks[style], corner)

    def square(self, style: str, shape: Shape) -> Iterator[Mark]:
        """The square of a board."""
        return self.box(style, shape.x, shape.y, 1 - 2 * self.gap, 1 - 2 * self.gap)

    def path(self, style: str, x: float, y: float, scale: float = 1.0, name: str = "") -> Iterator[Mark]:
        """An outline of the page, which has the name of its style unless `name` is another."""
        if style in self.inks:
            dashed = style == "gap"
            yield from (p.at(x, y, scale) for p in outline(outlines()[name or style], *self.inks[style], dashed))

    def text(self, style: str, x: float, y: float, text: str, size: float) -> Iterator[Mark]:
        """Letters around (x, y)."""
        # Words must never be missing, whatever a look leaves out.
        paint = self.inks[style].fill
        yield Letters(x, y, text, size, bold=True, fill=0.0 if paint is None else paint)

    def paint(self, style: str) -> float | str:
        """The paint of words and lines."""
        paint = self.inks[style].fill
        assert paint is not None
        return paint


# -- parts that several pieces have ----------------------------------------------------------------


def coin_marks(look: Look, metal: str, x: float, y: float, r: float, text: str, size: float) -> Iterator[Mark]:
    """A coin: its shadow, rim, face, light from above, and a text or a stamp."""
    yield from look.disc("cast", x, y + 0.14 * r, r)
    yield from look.disc(f"{metal}-rim", x, y, r, 0.09 * r)
    yield from look.disc(f"{metal}-face", x, y, 0.73 * r, 0.05 * r)
    yield from look.path("glint", x, y, r)
    yield from look.text(f"on-{metal}", x, y, text, size) if text else look.path("stamp", x, y, r / 0.42)


METALS = {"white": "silver", "black": "onyx"}
"""The metal of pieces that have a colour."""


def _chips(look: Look, metal: str, x: float, y: float, names: Sequence[str], scale: float = 1.0) -> Iterator[Mark]:
    """One large coin with its number, or several in a small square."""
    columns = ceil(sqrt(len(names)))
    rows = ceil(len(names) / max(1, columns))
    step = scale * (0.92 / columns if columns > 1 else 0.86)
    for i, name in enumerate(names):
        across, down = i % columns - (columns - 1) / 2, i // columns - (rows - 1) / 2
        # Long numbers are smaller, so that they stay inside the coin.
        size = step * (0.3 if len(name) > 2 else 0.46)
        yield from coin_marks(look, metal, x + across * step, y + down * step, 0.47 * step, name, size)


def _slab(look: Look, style: str, shape: Shape) -> Iterator[Mark]:
    """A square of a bar of chocolate."""
    yield from look.box(style, shape.x, shape.y, 0.94, 0.94, 0.1)
    yield from look.box(f"{style}-top", shape.x, shape.y - 0.02, 0.74, 0.72, 0.07)
    yield from look.path("slab-light", shape.x, shape.y)
    yield from look.path("slab-dark", shape.x, shape.y)


def _home(look: Look, shape: Shape) -> Iterator[Mark]:
    """The place to which everything moves: a small house."""
    if shape.mark == "home":
        yield from look.path("home", shape.x, shape.y)


# -- pieces ----------------------------------------------------------------------------------------


def counter(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A coin of a heap."""
    return coin_marks(look, "gold", shape.x, shape.y, 0.42, "", 0.0)


def box(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A heap that is too large to draw: a pile of coins and its number."""
    text = shape.text if len(shape.text) <= LONGEST_NUMBER else f"{shape.text[: LONGEST_NUMBER - 1]}…"
    yield from look.box("cast", shape.x, shape.y + 0.06, 3.8, 0.8, 0.16)
    yield from look.box("box", shape.x, shape.y, 3.8, 0.8, 0.16)
    for y in (0.2, 0.06, -0.08):
        yield from look.oval("pile", shape.x - 1.45, shape.y + y, 0.24, 0.12)
    yield from look.oval("pile-top", shape.x - 1.45, shape.y - 0.09, 0.15, 0.07)
    yield from look.text("ink", shape.x + 0.32, shape.y, text, min(0.42, 4 / max(1, len(text))))


def gap(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A place where a heap can be split."""
    return look.path("gap", shape.x, shape.y)


def pin(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A pin to knock down."""
    yield from look.oval("cast", shape.x + 0.02, shape.y + 0.69, 0.28, 0.06)
    for style in ("pin", "pin-shade", "stripe"):
        yield from look.path(style, shape.x, shape.y)


def coin(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A coin that shows heads or tails."""
    metal, text = ("gold", tr("H")) if shape.look == "heads" else ("silver", tr("T"))
    return coin_marks(look, metal, shape.x, shape.y, 0.42, text, 0.36)


def chocolate(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A square of a bar; on a board of hexagons a hexagon."""
    if picture.name != "hexagons":
        yield from _slab(look, "chocolate", shape)
        return
    yield from look.path("chocolate", shape.x, shape.y, name="hexagon")
    yield from look.path("chocolate-top", shape.x, shape.y, name="hexagon-top")


def poison(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """The square that nobody wants: a skull."""
    yield from _slab(look, "poison", shape)
    yield from look.path("bone", shape.x, shape.y)
    for eye in (-0.085, 0.085):
        yield from look.oval("socket", shape.x + eye, shape.y - 0.05, 0.055, 0.055)
    yield from look.path("socket", shape.x, shape.y)
    yield from look.path("teeth", shape.x, shape.y)


def free(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """An empty square, or a hexagon."""
    if picture.name == "hexagons":
        yield from look.path("free", shape.x, shape.y, name="hexagon")
        return
    yield from look.square("free", shape)
    yield from look.path("sunk", shape.x, shape.y)


def covered(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A square on which something lies; the coins of a table are drawn over it."""
    return look.square("free" if picture.name == "table" else "covered", shape)


def square(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A square of a strip or a board, with the coins or the mark on it."""
    yield from look.square("tile", shape)
    yield from _home(look, shape)
    # The characters of a user's own picture are not coins.
    if picture.name == "own":
        for mark in shape.chips[:1]:
            yield from look.text("ink", shape.x, shape.y, mark, 0.62)
    else:
        yield from _chips(look, METALS.get(shape.look, "gold"), shape.x, shape.y, shape.chips)


def chess_square(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A dark or light square of a chessboard, with a chessman."""
    yield from look.box(shape.kind, shape.x, shape.y, 1, 1, 0.0)
    yield from _home(look, shape)
    man = {"♛": "queen", "♕": "queen", "♜": "rook", "♖": "rook"}.get(shape.look)
    if man is None:
        yield from look.text("man", shape.x, shape.y, shape.look, 0.8) if shape.look else ()
        return
    yield from look.oval("cast", shape.x, shape.y + 0.37, 0.3, 0.06)
    for style in ("man-edge", "man"):  # the line around the whole chessman lies behind it
        yield from look.path(style, shape.x, shape.y, name=man)
        for x, y in outlines()["balls"] if man == "queen" else ():
            yield from look.oval(style, shape.x + x, shape.y + y, 0.05, 0.05)
    yield from look.path("man-light", shape.x, shape.y, name=f"{man}-light")


def vertex(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A vertex of a graph, with the tokens on it."""
    # A long name is smaller, so that it stays inside the vertex.
    small = 0.2 if len(shape.text) > 5 else 0.26 if len(shape.text) > 3 else 0.38
    if shape.chips:
        yield from look.disc("vertex held", shape.x, shape.y, 0.46)
    else:
        yield from look.disc("cast", shape.x, shape.y + 0.06, 0.42)
        yield from look.disc("vertex", shape.x, shape.y, 0.42)
    yield from look.text("ink", shape.x, shape.y, shape.text, small)
    yield from _chips(look, "jade", shape.x + 0.34, shape.y - 0.34, shape.chips, 0.72)


def spot(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A spot with its number."""
    yield from look.disc(f"spot-{shape.look}", shape.x, shape.y, 0.15)
    yield Letters(shape.x, shape.y + 0.36, shape.text, 0.3, fill=look.paint("words"))


def edge(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """The middle of an edge that can be cut."""
    yield from look.disc("cast", shape.x, shape.y + 0.04, 0.2)
    yield from look.disc("edge", shape.x, shape.y, 0.2)
    yield from look.path("edge-mark", shape.x, shape.y)


def gone(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """The place of a piece that has been taken."""
    return look.disc("gone", shape.x, shape.y, 0.1)


def joint(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A point where edges meet."""
    return look.disc("joint", shape.x, shape.y, 0.11)


def ground(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """The ground on which a plant stands."""
    return look.path("soil", shape.x, shape.y)


def slot(look: Look, shape: Shape, picture: Picture) -> Iterator[Mark]:
    """An empty place that a player can only click."""
    return iter(())


def background(look: Look, picture: Picture) -> Iterator[Mark]:
    """The frame of a board, or the floor under each row of pins."""
    if picture.name in ("chessboard", "dominoes", "table") and picture.shapes:
        xs, ys = [shape.x for shape in picture.shapes], [shape.y for shape in picture.shapes]
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        yield from look.box("frame", min(xs) + wide / 2, min(ys) + high / 2, wide + 1.12, high + 1.12, 0.12)
    if picture.name == "pins":
        for row in sorted({shape.row for shape in picture.shapes}):
            pins = [shape for shape in picture.shapes if shape.row == row and shape.kind == "pin"]
            if pins:
                left, right = min(pin.x for pin in pins), max(pin.x for pin in pins)
                yield from look.box("floor", (left + right) / 2, pins[0].y + 0.73, right - left + 1, 0.12, 0.06)


Piece: TypeAlias = Callable[[Look, Shape, Picture], Iterator[Mark]]

PIECES: dict[str, Piece] = {
    "dark": chess_square,
    "light": chess_square,
    **{
        piece.__name__: piece
        for piece in (
            *(counter, box, gap, pin, coin, chocolate, poison, free, covered, square),
            *(vertex, spot, slot, gone, edge, joint, ground),
        )
    },
}
"""The pieces by the kind of a shape; the page has the same kinds in js/pieces.js."""


# -- the two looks ---------------------------------------------------------------------------------


def _look(name: str, gap: float, rounded: float) -> Look:
    table = tomllib.loads(files(__package__).joinpath("inks.toml").read_text("utf-8"))[name]
    return Look({style: Ink(**ink) for style, ink in table.items()}, gap, rounded)


PAINTED = _look("painted", gap=0.02, rounded=0.1)
"""The page in its light colours, for pictures that stand alone."""

PAPER = _look("paper", gap=0.0, rounded=0.0)
"""Outlines and few greys, for sheets."""
