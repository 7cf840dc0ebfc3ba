"""Sheets as PDF: text that can be searched, boards as vectors, fonts embedded. Needs the extra `print`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path as File
from typing import Any

from ...errors import UsageError
from ...message import Message, either
from ...present.drawing.marks import Box, Disc, Drawing, Letters, Mark, Path
from .blocks import Block, Document, Figure, Grid, Heading, Item, Items, Paragraph, Room

MM = 72 / 25.4
"""Points in a millimetre."""

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""

MARGIN, FOOT = 17 * MM, 14 * MM
LEADING = 1.38
PLAIN, BOLD, MONO = "DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono"
BODY, SMALL, TITLE, PART = 9.5, 8.5, 17.0, 11.5
LARGEST, USUAL = 9.5 * MM, 6.2 * MM
"""The largest cell of the board on top, and of the boards of exercises."""

TALLEST, LOW = 52 * MM, 34 * MM
"""The greatest height of the board on top, and of the boards of exercises."""

LINE = 7.5 * MM
"""Between two lines to write on."""

ROW = 7.4 * MM
"""The height of a row of a table."""

WIDE = (12.0, 32.0, 32.0, 80.0)
"""How the columns of a table for words share its width."""

BETWEEN = 8 * MM
"""Between two columns."""


def check_paper(paper: str) -> None:
    """UsageError for a size of paper that is not known."""
    if paper not in PAPERS:
        raise UsageError("expected the paper {papers}, not {paper!r}", papers=either(PAPERS), paper=paper[:20])


def is_possible() -> bool:
    """Is all there that a PDF needs?"""
    return find_spec("reportlab") is not None and _fonts() is not None


def pdf(documents: Iterable[Document], paper: str = "a4") -> bytes:
    """All sheets, and then all their keys, each on pages of its own."""
    check_paper(paper)
    press = Press(paper)
    sheets = list(documents)
    for one in sheets:
        press.print(one.front, one.running)
    for one in sheets:
        press.print(one.key, one.running)
    return press.bound(sheets[0].title if sheets else "")


def _fonts() -> File | None:
    """The folder of the DejaVu fonts, which matplotlib brings along. It is found without loading matplotlib."""
    spec = find_spec("matplotlib")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        folder = File(place) / "mpl-data" / "fonts" / "ttf"
        if (folder / f"{PLAIN}.ttf").is_file():
            return folder
    return None


def _colour(paint: float | str) -> Any:
    """A shade of grey, or a colour as a drawing names it."""
    from reportlab.lib.colors import Color, HexColor

    if isinstance(paint, str):
        return HexColor(paint, hasAlpha=len(paint) == 9)
    return Color(paint, paint, paint)


def _canvas(file: BytesIO, size: tuple[float, float]) -> Any:
    """An empty document with our fonts; the same content gives the same bytes."""
    folder = _fonts()
    if folder is None or find_spec("reportlab") is None:
        raise UsageError(
            Message("a PDF needs reportlab and the fonts of matplotlib: pip install {extra}", extra='"nimatron[print]"')
        )
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name in (PLAIN, BOLD, MONO):
        pdfmetrics.registerFont(TTFont(name, folder / f"{name}.ttf"))
    return Canvas(file, pagesize=size, invariant=1, pageCompression=1)


class Press:
    """Puts blocks below each other, and begins a new page where one does not fit."""

    def __init__(self, paper: str) -> None:
        wide, high = PAPERS[paper]
        self.wide, self.high = wide * MM, high * MM
        self.file = BytesIO()
        self.canvas = _canvas(self.file, (self.wide, self.high))
        self.room = self.wide - 2 * MARGIN
        self.top = self.high - MARGIN
        self.running, self.page = "", 0

    def bound(self, title: str) -> bytes:
        """The whole document."""
        self.canvas.setTitle(title)
        self.canvas.setCreator("Nimatron")
        self.canvas.save()
        return self.file.getvalue()

    def print(self, blocks: Sequence[Block], running: str) -> None:
        """Blocks on pages of their own."""
        self.running, self.page = running, 0
        self._open()
        for i, block in enumerate(blocks):
            self._need(self._kept(blocks[i:]))
            self._block(block)
        self._close()

    def _kept(self, blocks: Sequence[Block]) -> float:
        """The height of the first block and of what must stand on the same page: nothing is parted from its heading."""
        block, after = blocks[0], blocks[1:]
        answered = isinstance(block, Paragraph) and bool(after) and isinstance(after[0], Room | Grid)
        follows = after and (answered or isinstance(block, Heading))
        return self._height(block) + (self._kept(after) if follows else 0.0)

    def _height(self, block: Block) -> float:
        """About how high a block is; of exercises, the first two."""
        match block:
            case Heading():
                return (TITLE if block.first else PART) * LEADING + 4 * MM
            case Paragraph():
                size = SMALL if block.small else BODY
                return len(self._split(block.text, self.room, size)) * size * LEADING
            case Figure():
                return self._figure_height(block, self.room, LARGEST, TALLEST) + SMALL * LEADING
            case Grid():
                return ROW * (1 + len(block.rows))
            case Room():
                return block.lines * LINE
            case Items():
                return max((self._item_height(item, self._column) for item in block.items[:2]), default=0.0)

    def _open(self) -> None:
        self.page += 1
        self.top = self.high - MARGIN

    def _close(self) -> None:
        self._write(MARGIN, FOOT - 4 * MM, self.running, SMALL - 1.5, paint=0.4)
        self.canvas.setFont(PLAIN, SMALL - 1.5)
        self.canvas.drawRightString(self.wide - MARGIN, FOOT - 4 * MM, str(self.page))
        self.canvas.showPage()

    def _need(self, height: float) -> None:
        """Begin a new page unless there is so much room below."""
        if self.top - height < FOOT + 3 * MM and self.top < self.high - MARGIN:
            self._close()
            self._open()

    # -- blocks -----------------------------------------------------------------------------

    def _block(self, block: Block) -> None:
        match block:
            case Heading():
                self._heading(block)
            case Paragraph():
                self._paragraph(block)
            case Figure():
                self._figure(block)
            case Grid():
                self._grid(block)
            case Room():
                self._lines(MARGIN, self.room, block.lines)
            case Items():
                self._items(block.items)

    def _heading(self, block: Heading) -> None:
        size = TITLE if block.first else PART
        self.top -= 0 if block.first else 2.5 * MM
        self._text(block.text, MARGIN, self.room, size, BOLD)
        self.top -= 1.5 * MM

    def _paragraph(self, block: Paragraph) -> None:
        self._text(block.text, MARGIN, self.room, SMALL if block.small else BODY)
        self.top -= 1.2 * MM

    def _figure(self, block: Figure) -> None:
        self._shown(block, MARGIN, self.room, LARGEST, TALLEST)
        if block.drawing is not None and block.text:
            self._text(block.text, MARGIN, self.room, SMALL, grey=0.35)
        self.top -= 1 * MM

    def _grid(self, block: Grid) -> None:
        widths = self._widths(block)
        for i, row in enumerate((block.head, *block.rows)):
            x = MARGIN
            for j, (text, wide) in enumerate(zip(row, widths, strict=True)):
                named = i == 0 or j == 0
                self._cell(x, self.top - ROW, wide, ROW, text, named)
                x += wide
            self.top -= ROW
        self.top -= 3 * MM

    def _widths(self, block: Grid) -> list[float]:
        """How wide the columns are: the first as wide as its names, the others as a number needs."""
        named = max(self._measure(row[0]) for row in (block.head, *block.rows)) / MM + 3
        shares = list(WIDE) if block.wide else [named] + [10.0] * (len(block.head) - 1)
        whole = self.room / (sum(shares) * MM)
        return [share * MM * (whole if block.wide else min(1.0, whole)) for share in shares]

    def _cell(self, x: float, y: float, wide: float, high: float, text: str, named: bool) -> None:
        self.canvas.setLineWidth(0.5)
        self.canvas.setStrokeGray(0.45)
        self.canvas.setFillGray(0.93 if named else 1.0)
        self.canvas.rect(x, y, wide, high, stroke=1, fill=1)
        size = min(SMALL, SMALL * (wide - 2) / max(1.0, self._measure(text, SMALL)))
        self.canvas.setFillGray(0)
        self.canvas.setFont(BOLD if named else PLAIN, size * (0.94 if named else 1))
        self.canvas.drawCentredString(x + wide / 2, y + high / 2 - size * 0.36, text)

    # -- exercises --------------------------------------------------------------------------

    def _items(self, items: Sequence[Item]) -> None:
        column = self._column
        for i in range(0, len(items), 2):
            pair = items[i : i + 2]
            height = max(self._item_height(item, column) for item in pair)
            self._need(height)
            top = self.top
            for j, item in enumerate(pair):
                self.top = top
                self._item(item, MARGIN + j * (column + BETWEEN), column)
            self.top = top - height - 4 * MM

    @property
    def _column(self) -> float:
        return (self.room - BETWEEN) / 2

    def _item_height(self, item: Item, column: float) -> float:
        text = len(self._split(f"{item.number}. {item.text}", column, BODY)) * BODY * LEADING
        answer = len(item.choices) * BODY * LEADING * 1.15 + item.lines * LINE
        return text + self._figure_height(item.figure, column, USUAL, LOW) + answer + 3 * MM

    def _item(self, item: Item, x: float, column: float) -> None:
        self._text(f"{item.number}. {item.text}", x, column, BODY)
        self.top -= 1 * MM
        self._shown(item.figure, x, column, USUAL, LOW)
        self.top -= 1 * MM
        for choice in item.choices:
            self.top -= BODY * LEADING * 1.15
            self.canvas.setLineWidth(0.6)
            self.canvas.setStrokeGray(0.25)
            self.canvas.rect(x, self.top, 3 * MM, 3 * MM)
            self._write(x + 4.5 * MM, self.top + 0.5, choice, BODY)
        self._lines(x, column, item.lines)

    def _lines(self, x: float, wide: float, count: int) -> None:
        for _ in range(count):
            self.top -= LINE
            self.canvas.setLineWidth(0.4)
            self.canvas.setStrokeGray(0.55)
            self.canvas.line(x, self.top, x + wide, self.top)
        if count:
            self.top -= 1.5 * MM

    # -- text -------------------------------------------------------------------------------

    def _measure(self, text: str, size: float = SMALL, font: str = PLAIN) -> float:
        return float(self.canvas.stringWidth(text, font, size))

    def _split(self, text: str, wide: float, size: float, font: str = PLAIN) -> list[str]:
        from reportlab.lib.utils import simpleSplit

        return [line for part in text.split("\n") for line in simpleSplit(part, font, size, wide) or [""]]

    def _text(self, text: str, x: float, wide: float, size: float, font: str = PLAIN, grey: float = 0.0) -> None:
        for line in self._split(text, wide, size, font):
            self.top -= size * LEADING
            self._write(x, self.top + size * 0.3, line, size, font, grey)

    def _write(self, x: float, y: float, text: str, size: float, font: str = PLAIN, paint: float | str = 0.0) -> None:
        self.canvas.setFillColor(_colour(paint))
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, y, text)

    # -- boards -----------------------------------------------------------------------------

    def _scale(self, drawing: Drawing, wide: float, largest: float, tallest: float) -> float:
        return min(largest, wide / drawing.wide, tallest / drawing.high)

    def _figure_height(self, figure: Figure, wide: float, largest: float, tallest: float) -> float:
        if figure.drawing is None:
            return len(figure.text.splitlines()) * SMALL * LEADING
        return figure.drawing.high * self._scale(figure.drawing, wide, largest, tallest)

    def _shown(self, figure: Figure, x: float, wide: float, largest: float, tallest: float) -> None:
        if figure.drawing is None:
            for line in figure.text.splitlines():
                self.top -= SMALL * LEADING
                self._write(x, self.top, line, SMALL, MONO)
            return
        cell = self._scale(figure.drawing, wide, largest, tallest)
        left = x - figure.drawing.left * cell
        for mark in figure.drawing.marks:
            self._mark(mark, left, self.top + figure.drawing.top * cell, cell)
        self.top -= figure.drawing.high * cell

    def _mark(self, mark: Mark, left: float, top: float, cell: float) -> None:
        """A mark of a drawing whose origin is at (left, top) on the page, where y runs upwards."""
        if isinstance(mark, Letters):
            font, size = BOLD if mark.bold else PLAIN, mark.size * cell
            across = {"start": 0.0, "middle": 0.5, "end": 1.0}[mark.anchor] * self._measure(mark.text, size, font)
            self._write(
                left + mark.x * cell - across, top - mark.y * cell - size * 0.36, mark.text, size, font, mark.fill
            )
            return
        paint = self._ink(mark, cell)
        if isinstance(mark, Disc):
            self.canvas.circle(left + mark.x * cell, top - mark.y * cell, mark.r * cell, **paint)
        elif isinstance(mark, Box):
            x, y = left + mark.x * cell, top - (mark.y + mark.high) * cell
            self.canvas.roundRect(x, y, mark.wide * cell, mark.high * cell, mark.rounded * cell, **paint)
        else:
            self._path(mark, left, top, cell, paint)

    def _ink(self, mark: Disc | Box | Path, cell: float) -> dict[str, int]:
        """Set the pen; what is drawn, the line or the inside or both."""
        if mark.fill is not None:
            self.canvas.setFillColor(_colour(mark.fill))
        if mark.stroke is not None:
            self.canvas.setStrokeColor(_colour(mark.stroke))
            self.canvas.setLineWidth(mark.width * cell)
        dashed = isinstance(mark, Path) and mark.dashed
        self.canvas.setDash([0.1 * cell, 0.08 * cell] if dashed else [])
        return {"stroke": int(mark.stroke is not None), "fill": int(mark.fill is not None)}

    def _path(self, mark: Path, left: float, top: float, cell: float, paint: dict[str, int]) -> None:
        path = self.canvas.beginPath()
        for i, point in enumerate(mark.points):
            placed = [top - n * cell if k % 2 else left + n * cell for k, n in enumerate(point)]
            (path.moveTo if i == 0 else path.lineTo if len(placed) == 2 else path.curveTo)(*placed)
        if mark.closed:
            path.close()
        self.canvas.drawPath(path, **paint)
        self.canvas.setDash([])
