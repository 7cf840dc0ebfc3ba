"""Answers in a notebook, as HTML: the board, sentences, nim-sums as tables, tables of values as heat maps.

Colours follow the notebook's theme where it has one (JupyterLab names them), and need no style sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import TypeGuard, Unpack

from ..core.game import Game, is_misere
from ..core.limits import LimitOptions, Limits, make_limits
from ..explain.analysis import Analysis
from ..explain.steps import ColumnsStep, Explanation
from ..notation.reader import game_of
from ..solve.sequences.periodicity import Unresolved
from ..solve.solver import Solver
from ..solve.value_table import ValueTable, family
from .drawing.svg import picture_svg
from .explanation_text import step_lines
from .faces import numbering_of
from .sequence_text import unresolved_lines
from .table_text import cell_text, table_lines
from .text import Line, analysis_lines
from .words import tr

STYLES = {
    "title": "font-weight: 600; margin-top: 0.6em",
    "good": "font-weight: 600; color: var(--jp-success-color1, #1f7044)",
    "bad": "font-weight: 600; color: var(--jp-error-color1, #b03a26)",
    "dim": "opacity: 0.7",
}

INDENT = 0.9
"""Ems for two spaces at the beginning of a line."""

LARGEST = 60
"""The most columns and rows of a table that are shown."""

_ALIGNED = re.compile(r"\S {2,}\S")
"""The spaces of a table in text, which only a font of one width keeps in line."""


def analysis_html(analysis: Analysis) -> str:
    """The board and the lines of `nimatron solve`.

    >>> from nimatron import analyse
    >>> "The player to move wins" in analysis_html(analyse("nim: 3"))
    True
    """
    return _answer(picture_svg(analysis.position), lines_html(analysis_lines(analysis)))


def explanation_html(explanation: Explanation) -> str:
    """The board and all steps of `nimatron explain`, nim-sums as tables."""
    steps = (
        # The table replaces the lines of the sum; only the remark below it remains, without the pointer.
        columns_html(step) + lines_html(line._replace(text=line.text.lstrip(" ^")) for line in lines[-1:])
        if _is_table(step)
        else lines_html(lines)
        for step, lines in step_lines(explanation)
    )
    return _answer(picture_svg(explanation.analysis.position), "".join(steps))


def unresolved_html(result: Unresolved) -> str:
    """The reason why no period was found, and how far the search came."""
    return f"<div>{lines_html(unresolved_lines(result))}</div>"


def _answer(picture: str, words: str) -> str:
    # A wide board scrolls by itself and does not widen the notebook.
    return f'<div><div style="overflow-x: auto">{picture}</div>{words}</div>'


def lines_html(lines: Iterable[Line]) -> str:
    """Lines as paragraphs; lines with columns keep their spaces.

    >>> lines_html([Line("nim: 3", "title"), Line("  take 3  ->  nim: 0")])
    '<div style="font-weight: 600; margin-top: 0.6em">nim: 3</div><pre style="margin: 0">  take 3  -&gt;  nim: 0</pre>'
    """
    return "".join(_line(line) for line in lines if line.text.strip())


def _line(line: Line) -> str:
    # Inline styles, because a notebook may drop style sheets, and drops them when it is exported.
    style = STYLES.get(line.style, "")
    if _ALIGNED.search(line.text):
        return f'<pre style="margin: 0{"; " * bool(style)}{style}">{escape(line.text)}</pre>'
    text = line.text.lstrip()
    indent = INDENT * (len(line.text) - len(text)) / 2
    styles = "; ".join(filter(None, (f"padding-left: {indent:g}em" if indent else "", style)))
    return f'<div style="{styles}">{escape(text)}</div>' if styles else f"<div>{escape(text)}</div>"


# -- nim-sums --------------------------------------------------------------------------------------


def _is_table(step: object) -> TypeGuard[ColumnsStep]:
    return isinstance(step, ColumnsStep) and all(isinstance(value, int) for value in (*step.values, step.total))


def columns_html(step: ColumnsStep) -> str:
    """A nim-sum of ints as a table of binary digits; the column that decides is marked."""
    values = [value for value in (*step.values[:LARGEST], step.total) if isinstance(value, int)]
    width = max(1, *(value.bit_length() for value in values))
    rows = "".join(_digits(value, width, step.column, last=i == len(values) - 1) for i, value in enumerate(values))
    title = lines_html([Line(tr("The nim-sum of the values (binary, without carry):"), "title")])
    return f'{title}<table style="margin: 0.3em 0; border-collapse: collapse">{rows}</table>'


def _digits(value: int, width: int, column: int | None, last: bool) -> str:
    line = "border-top: 1px solid currentColor; " if last else ""
    cells = [f'<th style="{line}text-align: right; padding: 0 1em 0 0">{value}</th>']
    for i, digit in enumerate(f"{value:0{width}b}"):
        marked = "background: #f2c14e55; " if column == width - 1 - i else ""
        faint = "opacity: 0.35; " if digit == "0" else ""
        cells.append(f'<td style="{line}{marked}padding: 0 0.35em"><span style="{faint}">{digit}</span></td>')
    return f"<tr>{''.join(cells)}</tr>"


# -- tables of values ------------------------------------------------------------------------------


def table_html(table: ValueTable) -> str:
    """A heat map: the larger the value, the darker the cell; P-positions are framed."""
    most = max((value for row in table.cells for value in row if isinstance(value, int)), default=0)
    columns, rows = table.columns[:LARGEST], table.rows[:LARGEST]
    head = "".join(f'<th style="{_CELL}">{escape(label)}</th>' for label in columns)
    body = "".join(
        f'<tr><th style="{_CELL}">{escape(label)}</th>{"".join(_heat(value, most) for value in row[:LARGEST])}</tr>'
        for label, row in zip(rows, table.cells[:LARGEST], strict=True)
    )
    grid = f'<table style="border-collapse: collapse"><tr><th></th>{head}</tr>{body}</table>'
    notes = lines_html(_notes(table))
    title = lines_html([Line(str(table.game)[:200], "title")])
    return f'<div>{title}<div style="overflow-x: auto">{grid}</div>{notes}</div>'


_CELL = "padding: 0.15em 0.45em; text-align: center; min-width: 1.6em"


def _heat(value: object, most: int) -> str:
    lost = cell_text(value).startswith("[")  # type: ignore[arg-type]
    text = cell_text(value).strip(" []")  # type: ignore[arg-type]
    # If all values are 0 there is nothing to divide by.
    part = value / most if isinstance(value, int) and most else 0.0
    # From the page's paper to its deep green, by way of its accent.
    red, green, blue = (round(a + (b - a) * part) for a, b in ((246, 7), (242, 82), (234, 78)))
    # From here on the cell is too dark for dark letters.
    ink = "#fff" if part > 0.45 else "#1f2430"
    frame = "; outline: 2px solid #b03a26; outline-offset: -2px; font-weight: 700" if lost else ""
    return f'<td style="{_CELL}; background: rgb({red}, {green}, {blue}); color: {ink}{frame}">{escape(text)}</td>'


def _notes(table: ValueTable) -> Iterator[Line]:
    yield Line(tr("P-positions are framed."), "dim")
    if max(len(table.columns), len(table.rows)) > LARGEST:
        yield Line(tr("The rest is not shown."), "dim")


# -- tables that show themselves ---------------------------------------------------------------------


@dataclass(frozen=True)
class DisplayTable(ValueTable):
    """A table of values that shows itself."""

    def __str__(self) -> str:
        return "\n".join(line.text for line in table_lines(self))

    def _repr_html_(self) -> str:
        return table_html(self)


def value_table(
    game: Game | str,
    columns: int | None = None,
    rows: int | None = None,
    *,
    misere: bool | None = None,
    genera: bool = False,
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> DisplayTable:
    """The values of a family: a sequence of heaps, or a grid of positions with two sizes; notebooks show a heat map.

    It has `cells`, a tuple for each row. A table in one row becomes a grid if you ask for rows and the game has one.
    In misere play the cells are outcomes, or with `genera` genera.

    >>> table = value_table("wythoff", 4, 3)
    >>> table.cells
    ((0, 1, 2, 3), (1, 2, 0, 4), (2, 0, 1, 5))
    >>> print(table)
    wythoff
    P-positions in brackets.
        0   1   2   3
    0  [0]  1   2   3
    1   1   2  [0]  4
    2   2  [0]  1   5
    """
    rules = game_of(game)
    numbering = numbering_of(rules)
    if numbering.flat and rows and numbering.grid:
        numbering = numbering.grid
    with Solver(make_limits(limits, **words)) as solver:
        table = family(rules, numbering, columns, rows, is_misere(rules, misere) or genera, solver, genera=genera)
    # A subclass with words, because tables of `solve` know nothing of languages.
    return DisplayTable(**vars(table))
