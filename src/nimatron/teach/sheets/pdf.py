"""Sheets as PDF: text that can be searched, boards as vectors, fonts embedded. Needs the extra `print`.

Platypus, the layout engine of reportlab, breaks lines and pages. It is imported only where a PDF is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import escape
from importlib.util import find_spec
from io import BytesIO
from itertools import count, zip_longest
from pathlib import Path as File
from typing import Any

from ...core.errors import UsageError
from ...core.message import Message, either
from ...show.drawing.marks import Box, Disc, Letters, Mark
from .blocks import BlankLines, Block, Document, Figure, Grid, Heading, Item, Items, Paragraph

MM = 72 / 25.4
"""Points in a millimetre."""

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""

MARGIN, FOOT = 17 * MM, 14 * MM
LEADING = 1.38
PLAIN, BOLD, MONO = "DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono"
BODY, SMALL, TITLE, PART = 9.5, 8.5, 17.0, 11.5

FIRST_BOARD = (9.5 * MM, 52 * MM)
"""The largest cell and the greatest height of the board on top."""

EXERCISE_BOARD = (6.2 * MM, 34 * MM)
"""The same for the boards of exercises."""

LINE = 7.5 * MM
"""Between two lines to write on."""

ROW = 7.4 * MM
"""The height of a row of a table."""

WIDE = (12.0, 32.0, 32.0, 80.0)
"""The shares of the columns of a table for words."""

BETWEEN = 8 * MM
"""Between two columns of exercises."""

CHOICE = "\N{BALLOT BOX}"


def check_paper(paper: str) -> None:
    """UsageError for a size of paper that is not known."""
    if paper not in PAPERS:
        raise UsageError("expected the paper {papers}, not {paper!r}", papers=either(PAPERS), paper=paper[:20])


def is_possible() -> bool:
    """True if the libraries and fonts for a PDF are installed."""
    return find_spec("reportlab") is not None and _fonts() is not None


def _fonts() -> File | None:
    """The folder of the DejaVu fonts, which matplotlib brings along. It is found without loading matplotlib."""
    spec = find_spec("matplotlib")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folder = File(place) / "mpl-data" / "fonts" / "ttf"
        if (folder / f"{PLAIN}.ttf").is_file():
            return folder
    return None


def _load_fonts() -> None:
    folder = _fonts()
    if folder is None or find_spec("reportlab") is None:
        raise UsageError(
            Message("a PDF needs reportlab and the fonts of matplotlib: pip install {extra}", extra='"nimatron[print]"')
        )
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for name in (PLAIN, BOLD, MONO):
        pdfmetrics.registerFont(TTFont(name, folder / f"{name}.ttf"))


def pdf(documents: Iterable[Document], paper: str = "a4") -> bytes:
    """All sheets, and then all their keys, each on pages of its own."""
    check_paper(paper)
    _load_fonts()
    from reportlab.platypus import BaseDocTemplate, Frame, NextPageTemplate, PageBreak, PageTemplate

    wide, high = (length * MM for length in PAPERS[paper])
    room, bottom = wide - 2 * MARGIN, FOOT + 3 * MM
    sheets = list(documents)
    file = BytesIO()
    title = sheets[0].title if sheets else ""
    # `invariant` leaves the date out: the same content gives the same bytes.
    book = BaseDocTemplate(file, pagesize=(wide, high), title=title, creator="Nimatron", invariant=1, pageCompression=1)
    story: list[Any] = []
    # The keys come last, so that a teacher can hand out the pages before them.
    parts = [(one.front, one.running) for one in sheets] + [(one.key, one.running) for one in sheets]
    for i, (blocks, running) in enumerate(parts):
        frame = Frame(MARGIN, bottom, room, high - MARGIN - bottom, 0, 0, 0, 0)
        foot = partial(_foot, wide, running, count(1))
        book.addPageTemplates(PageTemplate(f"{i}", [frame], onPage=foot))
        # The first template is active from the start; a break before it would print an empty page.
        story += [NextPageTemplate(f"{i}"), PageBreak()] if i else []
        story += _flow(blocks, room)
    book.build(story)
    return file.getvalue()


def _foot(wide: float, running: str, pages: Iterator[int], canvas: Any, book: Any) -> None:
    """The foot of a page; each sheet and each key counts its pages from 1."""
    canvas.setFont(PLAIN, SMALL - 1.5)
    canvas.setFillGray(0.4)
    canvas.drawString(MARGIN, FOOT - 4 * MM, running)
    canvas.drawRightString(wide - MARGIN, FOOT - 4 * MM, str(next(pages)))


def _flow(blocks: Sequence[Block], room: float) -> Iterator[Any]:
    """Blocks one below the other; a heading stays with its text, and a question with its lines."""
    for block, after in zip_longest(blocks, blocks[1:]):
        match block:
            case Heading(first=True):
                yield _text(block.text, TITLE, BOLD, after=1.5 * MM, keep=True)
            case Heading():
                yield _text(block.text, PART, BOLD, before=2.5 * MM, after=1.5 * MM, keep=True)
            case Paragraph():
                keep = isinstance(after, BlankLines | Grid)
                yield _text(block.text, SMALL if block.small else BODY, after=1.2 * MM, keep=keep)
            case Figure():
                yield _board(block, room, *FIRST_BOARD)
                if block.drawing is not None and block.text:
                    yield _text(block.text, SMALL, after=1 * MM, grey=0.35)
            case Grid():
                yield _grid(block, room)
            case BlankLines():
                yield _lines(block.lines, room)
            case Items():
                yield from _items(block.items, room)


def _text(
    text: str, size: float, font: str = PLAIN, before: float = 0, after: float = 0, grey: float = 0, keep: bool = False
) -> Any:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Paragraph as Flowable

    space = {"spaceBefore": before, "spaceAfter": after, "keepWithNext": int(keep)}
    style = ParagraphStyle("", fontName=font, fontSize=size, leading=size * LEADING, textColor=_colour(grey), **space)
    return Flowable(escape(text).replace("\n", "<br/>"), style)


def _grid(block: Grid, room: float) -> Any:
    from reportlab.pdfbase.pdfmetrics import stringWidth
    from reportlab.platypus import Table

    rows = [block.head, *block.rows]
    # The first column fits its names, the others fit a number.
    first = max(stringWidth(row[0], PLAIN, SMALL) for row in rows) / MM + 3
    shares = WIDE if block.wide else (first, *[10.0] * (len(block.head) - 1))
    # A wide table fills the room; any other only shrinks if it would not fit.
    whole = room / (sum(shares) * MM)
    widths = [share * MM * (whole if block.wide else min(1.0, whole)) for share in shares]
    fits = [
        (width - 2) / stringWidth(text, BOLD, 1)
        for row in rows
        for text, width in zip(row, widths, strict=True)
        if text
    ]
    size = min([SMALL, *fits])
    style: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), PLAIN, size),
        ("GRID", (0, 0), (-1, -1), 0.5, _colour(0.45)),
        ("ALIGN", (0, 0), (-1, -1), "CENTER"),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
    ]
    for names in ((0, 0), (-1, 0)), ((0, 0), (0, -1)):  # the first row and the first column
        style += [("FONT", *names, BOLD, size), ("BACKGROUND", *names, _colour(0.93))]
    return Table(rows, widths, ROW, style=style, hAlign="LEFT", spaceAfter=3 * MM)


def _lines(count: int, wide: float) -> Any:
    """Empty lines to write on."""
    from reportlab.platypus import Table

    style = [("LINEBELOW", (0, 0), (-1, -1), 0.4, _colour(0.55))]
    return Table([[""]] * count, [wide], LINE, style=style, spaceAfter=1.5 * MM)


def _items(items: Sequence[Item], room: float) -> Iterator[Any]:
    """Exercises in two columns, each row by itself: a page may end after any of them."""
    from reportlab.platypus import Table

    column = (room - BETWEEN) / 2
    style = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        *((side, (0, 0), (-1, -1), 0) for side in ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING")),
    ]
    for i in range(0, len(items), 2):
        left, *right = (list(_item(item, column)) for item in items[i : i + 2])
        yield Table(
            [[left, "", *right, *[""][len(right) :]]], [column, BETWEEN, column], style=style, spaceAfter=4 * MM
        )


def _item(item: Item, column: float) -> Iterator[Any]:
    yield _text(f"{item.number}. {item.text}", BODY, after=1 * MM)
    yield _board(item.figure, column, *EXERCISE_BOARD)
    for choice in item.choices:
        yield _text(f"{CHOICE} {choice}", BODY)
    if item.lines:
        yield _lines(item.lines, column)


# -- boards --------------------------------------------------------------------------------------


def _board(figure: Figure, wide: float, largest: float, tallest: float) -> Any:
    """A board with the largest cells that fit; its text where there is no drawing."""
    from reportlab.graphics import shapes

    drawing = figure.drawing
    if drawing is None:
        return _text(figure.text.replace(" ", "\N{NO-BREAK SPACE}"), SMALL, MONO, after=1 * MM)
    cell = min(largest, wide / drawing.wide, tallest / drawing.high)
    below = 1 * MM
    board = shapes.Drawing(drawing.wide * cell, drawing.high * cell + below, hAlign="LEFT")
    for mark in drawing.marks:
        # Marks have their origin at the upper left corner, and y runs down; on paper y runs up.
        board.add(_shape(mark, -drawing.left * cell, (drawing.high + drawing.top) * cell + below, cell))
    return board


def _shape(mark: Mark, left: float, top: float, cell: float) -> Any:
    from reportlab.graphics import shapes

    if isinstance(mark, Letters):
        font, size = BOLD if mark.bold else PLAIN, mark.size * cell
        ink = {"fontName": font, "fontSize": size, "textAnchor": mark.anchor, "fillColor": _colour(mark.fill)}
        return shapes.String(left + mark.x * cell, top - mark.y * cell - size * 0.36, mark.text, **ink)
    ink = {"fillColor": _colour(mark.fill), "strokeColor": _colour(mark.stroke), "strokeWidth": mark.width * cell}
    if isinstance(mark, Disc):
        return shapes.Circle(left + mark.x * cell, top - mark.y * cell, mark.r * cell, **ink)
    if isinstance(mark, Box):
        x, y, rounded = left + mark.x * cell, top - (mark.y + mark.high) * cell, mark.rounded * cell
        return shapes.Rect(x, y, mark.wide * cell, mark.high * cell, rounded, rounded, **ink)
    path = shapes.Path(**ink, strokeDashArray=[0.1 * cell, 0.08 * cell] if mark.dashed else None)
    for i, point in enumerate(mark.points):
        placed = [top - n * cell if k % 2 else left + n * cell for k, n in enumerate(point)]
        (path.moveTo if i == 0 else path.lineTo if len(placed) == 2 else path.curveTo)(*placed)
    if mark.closed:
        path.closePath()
    return path


def _colour(paint: float | str | None) -> Any:
    """A shade of grey, or a colour as a drawing names it."""
    from reportlab.lib.colors import Color, HexColor

    if paint is None:
        return None
    return HexColor(paint, hasAlpha=len(paint) == 9) if isinstance(paint, str) else Color(paint, paint, paint)
