"""How each kind of shape of a picture looks on the page, in its light colours: for pictures that stand alone.

Outlines and colours are those of js/pieces.js and board.css; a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, sqrt

from ..families.picture import Picture, Shape
from ..words import tr
from .look import Look, Pieces
from .marks import Box, Disc, Letters, Mark, Path
from .outline import outline, oval

INK, SOFT, EDGE, ACCENT = "#1f2430", "#5f636e", "#8b8575", "#0b6e69"
CAST, GLINT, FREE, LINE = "#3b2f1a30", "#ffffff80", "#ece5d6", "#e5ddcf"
WOOD, PALE, FRAME = "#d8b98c", "#f3e2c5", "#c9ad82"
IVORY, IVORY_EDGE, LEAVES, STEM = "#fffdf6", "#8d8676", "#4c8a3f", "#5d9a4e"
MAN, MAN_EDGE, SOCKET = "#33261b", "#fff6e2", "#2b3220"

METALS = {
    "gold": ("#e3a72f", "#a8740f", "#eebf53", "#a8740fb3", "#553a04"),
    "silver": ("#b9c0c9", "#737c88", "#d5dae0", "#737c88aa", "#2b323b"),
    "jade": ("#12807a", "#07524e", "#2a9d95", "#07524e99", "#ffffff"),
}
"""Rim and its line, face and its line, and what is written on it."""

STAMP = outline("M-.1 .115V-.115L.1 .115V-.115", stroke="#a8740fd9", width=0.05)
PIN = (
    oval(0.28, 0.06, CAST).at(0.02, 0.69),
    *outline(
        "M0-.7C.12-.7.17-.6.155-.48.14-.38.1-.34.12-.2.145-.03.265.06.265.3.265.48.215.6.165.68H-.165"
        "C-.215.6-.265.48-.265.3-.265.06-.145-.03-.12-.2-.1-.34-.14-.38-.155-.48-.17-.6-.12-.7 0-.7Z",
        IVORY,
        IVORY_EDGE,
        0.035,
    ),
    *outline(
        "M.04-.69C.14-.67.17-.58.155-.48.14-.38.1-.34.12-.2.145-.03.265.06.265.3.265.48.215.6.165.68H.02"
        "C.14.5.16.2.06-.1.02-.3.1-.5.04-.69Z",
        "#3b2f1a1a",
    ),
    *outline(
        "M-.128-.3Q0-.25.128-.3L.118-.22Q0-.17-.118-.22ZM-.122-.17Q0-.12.122-.17L.14-.09Q0-.04-.14-.09Z", "#c8412c"
    ),
)
SKULL = (
    *outline("M-.2-.06A.2.2 0 0 1 .2-.06C.2.03.15.07.12.1V.2H-.12V.1C-.15.07-.2.03-.2-.06Z", "#fbf6e6"),
    oval(0.055, 0.055, SOCKET).at(-0.085, -0.05),
    oval(0.055, 0.055, SOCKET).at(0.085, -0.05),
    *outline("M0 .03.03.08H-.03Z", SOCKET),
    *outline("M-.04 .13V.2M.04 .13V.2", stroke=SOCKET, width=0.03),
)
SLAB = (
    *outline("M-.37 .27V-.31Q-.37-.38-.3-.38H.37", stroke="#ffffff47", width=0.035),
    *outline("M.37-.3V.27Q.37 .34.3 .34H-.36", stroke="#00000047", width=0.035),
)
HOME = outline("M-.3 .02 0-.26.3 .02H.21V.27H.07V.09H-.07V.27H-.21V.02Z", "#0b6e698c")
BALLS = ((-0.36, -0.2), (-0.155, -0.31), (0.0, -0.36), (0.155, -0.31), (0.36, -0.2))
FOOT = oval(0.3, 0.06, CAST).at(0, 0.37)


def _man(d: str, light: str, *more: Path) -> tuple[Path, ...]:
    """A chessman: the line around it lies behind it."""
    figure = (*outline(d, MAN), *more)
    behind = tuple(replace(part, stroke=MAN_EDGE, width=0.028) for part in figure)
    return (FOOT, *behind, *figure, *outline(light, stroke=MAN_EDGE + "bf", width=0.03))


QUEEN = _man(
    "M-.27.2-.35-.16-.18.03-.15-.27-.02 0 0-.31.02 0 .15-.27.18.03.35-.16.27.2ZM-.29.24H.29V.36H-.29Z",
    "M-.2.3H.2",
    *(oval(0.05, 0.05, MAN).at(x, y) for x, y in BALLS),
)
ROOK = _man(
    "M-.26-.34H-.15V-.25H-.06V-.34H.06V-.25H.15V-.34H.26V-.14L.17-.06V.16L.25.24V.36H-.25V.24L-.17.16V-.06L-.26-.14Z",
    "M-.15-.1H.15M-.18.3H.18",
)
CHESSMEN = {"♛": QUEEN, "♕": QUEEN, "♜": ROOK, "♖": ROOK}


def disc(metal: str, x: float, y: float, r: float) -> Iterator[Mark]:
    """A coin: its shadow, rim, face, and light from above."""
    rim, rim_line, face, face_line, _ = METALS[metal]
    yield Disc(x, y + 0.14 * r, r, CAST, None)
    yield Disc(x, y, r, rim, rim_line, 0.09 * r)
    yield Disc(x, y, 0.73 * r, face, face_line, 0.05 * r)
    yield from (part.at(x, y, r) for part in outline("M-.75-.42A.86.86 0 0 1 .75-.42", stroke=GLINT, width=0.08))


def _stamped(metal: str, x: float, y: float, r: float, text: str, size: float) -> Iterator[Mark]:
    yield from disc(metal, x, y, r)
    if text:
        yield Letters(x, y, text, size, bold=True, fill=METALS[metal][-1])
    else:
        yield from (part.at(x, y, r / 0.42) for part in STAMP)


def chips(metal: str, x: float, y: float, names: Sequence[str], scale: float = 1.0) -> Iterator[Mark]:
    """One large coin with its number, or several in a small square."""
    columns = ceil(sqrt(len(names)))
    rows = ceil(len(names) / max(1, columns))
    step = scale * (0.92 / columns if columns > 1 else 0.86)
    for i, name in enumerate(names):
        across, down = i % columns - (columns - 1) / 2, i // columns - (rows - 1) / 2
        size = step * (0.3 if len(name) > 2 else 0.46)
        yield from _stamped(metal, x + across * step, y + down * step, 0.47 * step, name, size)


def _placed(shape: Shape, parts: Sequence[Path]) -> Iterator[Mark]:
    return (part.at(shape.x, shape.y) for part in parts)


def _square(
    shape: Shape, fill: str, inset: float = 0.02, rounded: float = 0.1, stroke: str | None = None
) -> Iterator[Mark]:
    side = 1 - 2 * inset
    yield Box(shape.x - side / 2, shape.y - side / 2, side, side, fill, stroke, 0.02, rounded)


def counter(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A coin of a heap."""
    yield from _stamped("gold", shape.x, shape.y, 0.42, "", 0.0)


def box(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A heap that is too large to draw: its number."""
    text = shape.text if len(shape.text) <= 24 else f"{shape.text[:23]}…"
    yield Box(shape.x - 1.9, shape.y - 0.34, 3.8, 0.8, CAST, None, rounded=0.16)
    yield Box(shape.x - 1.9, shape.y - 0.4, 3.8, 0.8, "#fffdf9", EDGE, 0.025, 0.16)
    rim, rim_line, face, face_line, _ = METALS["gold"]
    for y in (0.2, 0.06, -0.08):
        yield oval(0.24, 0.12, rim, rim_line, 0.03).at(shape.x - 1.45, shape.y + y)
    yield oval(0.15, 0.07, face, face_line, 0.015).at(shape.x - 1.45, shape.y - 0.09)
    yield Letters(shape.x + 0.32, shape.y, text, min(0.42, 4 / max(1, len(text))), bold=True, fill=INK)


def gap(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A place where a heap can be split."""
    yield from _placed(shape, outline("M0-.36V.36", stroke=EDGE + "8c", width=0.045, dashed=True))


def pin(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A pin to knock down."""
    yield from _placed(shape, PIN)


def coin(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A coin that shows heads or tails."""
    heads = shape.look == "heads"
    yield from _stamped("gold" if heads else "silver", shape.x, shape.y, 0.42, tr("H") if heads else tr("T"), 0.36)


def chocolate(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A square of a bar."""
    yield from _slab(shape, "#55311c", "#724528")


def poison(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """The square that nobody wants."""
    yield from _slab(shape, "#39452b", "#5b6d42")
    yield from _placed(shape, SKULL)


def _slab(shape: Shape, side: str, top: str) -> Iterator[Mark]:
    yield from _square(shape, side, 0.03)
    yield Box(shape.x - 0.37, shape.y - 0.38, 0.74, 0.72, top, None, rounded=0.07)
    yield from _placed(shape, SLAB)


def free(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """An empty square."""
    yield from _square(shape, FREE)
    yield from _placed(shape, outline("M-.4-.45H.4", stroke="#3b2f1a2e"))


def covered(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A square on which something lies; the coins of a table are drawn over it."""
    yield from _square(shape, FREE if picture.name == "table" else "#8d8169")


def square(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A square of a strip or a board, with what stands on it."""
    yield from _square(shape, FREE, stroke=LINE)
    yield from _home(shape)
    if picture.name == "own":
        yield from (Letters(shape.x, shape.y, chip, 0.62, bold=True, fill=INK) for chip in shape.chips[:1])
    else:
        yield from chips("gold", shape.x, shape.y, shape.chips)


def _home(shape: Shape) -> Iterator[Mark]:
    if shape.mark == "home":
        yield from _placed(shape, HOME)


def dark(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A dark square of a chessboard."""
    yield from _wooden(shape, WOOD)


def light(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A light square of a chessboard."""
    yield from _wooden(shape, PALE)


def _wooden(shape: Shape, wood: str) -> Iterator[Mark]:
    yield from _square(shape, wood, 0.0, 0.0)
    yield from _home(shape)
    if shape.look in CHESSMEN:
        yield from _placed(shape, CHESSMEN[shape.look])
    elif shape.look:
        yield Letters(shape.x, shape.y, shape.look, 0.8, fill=MAN)


def vertex(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """A place of a graph, with the tokens on it."""
    small = 0.2 if len(shape.text) > 5 else 0.26 if len(shape.text) > 3 else 0.38
    if shape.chips:
        yield Disc(shape.x, shape.y, 0.46, "#d8ece8", ACCENT, 0.06)
    else:
        yield Disc(shape.x, shape.y + 0.06, 0.42, CAST, None)
        yield Disc(shape.x, shape.y, 0.42, IVORY, EDGE, 0.045)
    yield Letters(shape.x, shape.y, shape.text, small, bold=True, fill=INK)
    yield from chips("jade", shape.x + 0.34, shape.y - 0.34, shape.chips, 0.72)


def gone(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """Where something was."""
    yield Disc(shape.x, shape.y, 0.1, EDGE + "80", None)


def edge(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """An edge that can be cut, marked in its middle."""
    yield Disc(shape.x, shape.y + 0.04, 0.2, CAST, None)
    yield Disc(shape.x, shape.y, 0.2, "#e8f3e2", LEAVES, 0.05)
    leaf = outline("M-.09.09C-.11-.03-.03-.11.1-.1.11.03.03.11-.09.09ZL.04-.04", stroke=LEAVES)
    yield from _placed(shape, leaf)


def joint(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """Where edges meet."""
    yield Disc(shape.x, shape.y, 0.11, LEAVES, None)


def ground(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """Where something stands."""
    soil = "M-.6 0H.6M-.45 .02-.55 .14M-.15 .02-.25 .14M.15 .02 .05 .14M.45 .02 .35 .14"
    yield from _placed(shape, outline(soil, stroke="#7b5b36", width=0.06))


def nothing(shape: Shape, picture: Picture) -> Iterator[Mark]:
    """What is only there to be clicked."""
    return iter(())


def below(picture: Picture) -> Iterator[Mark]:
    """What lies under the shapes: the frame of a board, the floor under each row of pins."""
    if picture.name in ("chessboard", "dominoes", "table") and picture.shapes:
        xs, ys = [shape.x for shape in picture.shapes], [shape.y for shape in picture.shapes]
        left, top = min(xs) - 0.56, min(ys) - 0.56
        yield Box(left, top, max(xs) + 0.56 - left, max(ys) + 0.56 - top, FRAME, None, rounded=0.12)
    if picture.name == "pins":
        for row in sorted({shape.row for shape in picture.shapes}):
            pins = [shape for shape in picture.shapes if shape.row == row and shape.kind == "pin"]
            if pins:
                left, right = min(pin.x for pin in pins) - 0.5, max(pin.x for pin in pins) + 0.5
                yield Box(left, pins[0].y + 0.67, right - left, 0.12, WOOD + "a6", None, rounded=0.06)


def large_coin(x: float, y: float, r: float) -> Iterator[Mark]:
    """A coin over several squares of a table."""
    yield from _stamped("gold", x, y, r, "", 0.0)


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
    "dark": dark,
    "light": light,
    "vertex": vertex,
    "slot": nothing,
    "gone": gone,
    "edge": edge,
    "joint": joint,
    "ground": ground,
}

PAINTED = Look(PIECES, below, large_coin, words=SOFT, line=EDGE, line_width=0.05, stem=STEM, stem_width=0.1)
