"""Drawings as SVG that stands alone: no style sheet, no script, no file beside it."""

from __future__ import annotations

from html import escape
from textwrap import TextWrapper, shorten

from ...core.game import Position
from ..pictures import draw
from .board_drawing import board_drawing
from .marks import Box, Disc, Drawing, Letters, Mark, Paint, Path
from .pieces import PAINTED

CELL, WIDEST = 40, 640
"""Pixels of a cell, and of a board that is as wide as it may be."""

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"
LETTER, LEADING = 8.5, 20
"""Pixels of a letter and of a line, where a board is written."""

COLUMNS, LINES = 100, 40
"""The most letters of a line, and the most lines: what is longer is cut off."""


_WRAPPER = TextWrapper(COLUMNS, drop_whitespace=False, replace_whitespace=False)


def picture_svg(position: Position) -> str:
    """The board of a position as the page draws it, in light colours; what cannot be drawn is written.

    >>> from nimatron import parse
    >>> picture_svg(parse("nim: 2"))[:60]
    '<svg xmlns="http://www.w3.org/2000/svg" width="82" height="4'
    """
    drawing = board_drawing(position, PAINTED)
    title = shorten(str(position), 200)
    return drawing_svg(drawing, title) if drawing is not None else text_svg(draw(position), title)


def drawing_svg(drawing: Drawing, title: str) -> str:
    """A drawing, as large as its cells are or as the widest board may be."""
    cell = min(CELL, WIDEST / drawing.wide)
    box = f"{_short(drawing.left)} {_short(drawing.top)} {_short(drawing.wide)} {_short(drawing.high)}"
    marks = "".join(map(_mark, drawing.marks))
    return _frame(drawing.wide * cell, drawing.high * cell, box, title, marks)


def text_svg(text: str, title: str) -> str:
    """Lines of text, in letters of one width."""
    # `wrap` returns nothing for an empty line, but the line keeps its place.
    lines = [part for line in text.splitlines() or [""] for part in _WRAPPER.wrap(line) or [""]]
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], "…"]
    wide, high = max(map(len, lines)) * LETTER + 16, len(lines) * LEADING + 12
    rows = "".join(
        f'<text x="8" y="{20 + i * LEADING}" xml:space="preserve">{escape(line)}</text>' for i, line in enumerate(lines)
    )
    ink = PAINTED.paint("ink")
    style = f'font-family="DejaVu Sans Mono, monospace" font-size="14" fill="{ink}"'
    return _frame(wide, high, f"0 0 {_short(wide)} {high}", title, f"<g {style}>{rows}</g>")


def _frame(wide: float, high: float, box: str, title: str, inside: str) -> str:
    left, top, width, height = box.split()
    # White paper of its own: a dark page would swallow the dark lines.
    paper = f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#fff"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" viewBox="{box}" role="img">'
        f"<title>{escape(title)}</title>{paper}{inside}</svg>"
    )


def _mark(mark: Mark) -> str:
    match mark:
        case Disc():
            return f'<circle cx="{_short(mark.x)}" cy="{_short(mark.y)}" r="{_short(mark.r)}"{_ink(mark)}/>'
        case Box():
            corner = f' rx="{_short(mark.rounded)}"' if mark.rounded else ""
            place = f'x="{_short(mark.x)}" y="{_short(mark.y)}"'
            return f'<rect {place} width="{_short(mark.wide)}" height="{_short(mark.high)}"{corner}{_ink(mark)}/>'
        case Path():
            dash = ' stroke-dasharray="0.1 0.09"' if mark.dashed else ""
            # Without a line these attributes do nothing.
            ends = ' stroke-linecap="round" stroke-linejoin="round"' if mark.stroke is not None else ""
            return f'<path d="{_outline(mark)}"{_ink(mark)}{dash}{ends}/>'
        case Letters():
            weight = ' font-weight="700"' if mark.bold else ""
            place = f'x="{_short(mark.x)}" y="{_short(mark.y)}" font-size="{_short(mark.size)}"'
            anchor = f'text-anchor="{mark.anchor}" dominant-baseline="central" font-family="{FONT}"'
            return f"<text {place} {anchor}{weight}{_paint('fill', mark.fill)}>{escape(mark.text)}</text>"


def _outline(path: Path) -> str:
    """The commands of a path."""
    steps = (
        f"{'M' if i == 0 else 'C' if len(point) > 2 else 'L'}{' '.join(map(_short, point))}"
        for i, point in enumerate(path.points)
    )
    return "".join(steps) + ("Z" if path.closed else "")


def _ink(mark: Disc | Box | Path) -> str:
    line = f' stroke-width="{_short(mark.width)}"' if mark.stroke is not None else ""
    return _paint("fill", mark.fill) + (_paint("stroke", mark.stroke) + line if line else "")


def _paint(name: str, paint: Paint) -> str:
    """A grey, a colour, or a colour through which one sees: few programs but browsers read #rrggbbaa."""
    if paint is None:
        return f' {name}="none"'
    if isinstance(paint, float | int):
        return f' {name}="#{round(255 * paint):02x}{round(255 * paint):02x}{round(255 * paint):02x}"'
    if len(paint) == 9:
        return f' {name}="{paint[:7]}" {name}-opacity="{_short(int(paint[7:], 16) / 255)}"'
    return f' {name}="{paint}"'


def _short(number: float) -> str:
    # A thousandth of a cell is less than a pixel on any screen.
    return f"{round(number, 3):g}"
