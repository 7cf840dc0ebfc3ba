"""Answers in a notebook, as HTML: the board, sentences, nim-sums as tables, tables of values as heat maps.

Colours follow the notebook's theme where it has one (JupyterLab names them), and need no style sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import TypeGuard

from ..analysis import Analysis
from ..explain import ColumnsStep, Explanation
from ..values.family import ValueTable
from ..values.sequences.periods import Unresolved
from .drawing.svg import picture_svg
from .explanation import explained_steps
from .sequences import unresolved_lines
from .tables import cell
from .text import Line, solved
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
"""Columns that only letters of one width keep in line."""


def analysis_html(analysis: Analysis) -> str:
    """The board and the lines of `nimatron solve`.

    >>> from nimatron import analyse
    >>> "The player to move wins" in analysis_html(analyse("nim: 3"))
    True
    """
    return _answer(picture_svg(analysis.position), lines_html(solved(analysis)))


def explanation_html(explanation: Explanation) -> str:
    """The board and all steps of `nimatron explain`, nim-sums as tables."""
    steps = (
        columns_html(step) + lines_html(line._replace(text=line.text.lstrip(" ^")) for line in lines[-1:])
        if _is_table(step)
        else lines_html(lines)
        for step, lines in explained_steps(explanation)
    )
    return _answer(picture_svg(explanation.analysis.position), "".join(steps))


def unresolved_html(found: Unresolved) -> str:
    """Why no period was found, and how far the search came."""
    return f"<div>{lines_html(unresolved_lines(found))}</div>"


def _answer(picture: str, words: str) -> str:
    return f'<div><div style="overflow-x: auto">{picture}</div>{words}</div>'


def lines_html(lines: Iterable[Line]) -> str:
    """Lines as paragraphs; what stands in columns keeps them.

    >>> lines_html([Line("nim: 3", "title"), Line("  take 3  ->  nim: 0")])
    '<div style="font-weight: 600; margin-top: 0.6em">nim: 3</div><pre style="margin: 0">  take 3  -&gt;  nim: 0</pre>'
    """
    return "".join(_line(line) for line in lines if line.text.strip())


def _line(line: Line) -> str:
    style = STYLES.get(line.style, "")
    if _ALIGNED.search(line.text):
        return f'<pre style="margin: 0{"; " * bool(style)}{style}">{escape(line.text)}</pre>'
    text = line.text.lstrip()
    indent = INDENT * (len(line.text) - len(text)) / 2
    told = "; ".join(filter(None, (f"padding-left: {indent:g}em" if indent else "", style)))
    return f'<div style="{told}">{escape(text)}</div>' if told else f"<div>{escape(text)}</div>"


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
    lost = cell(value).startswith("[")  # type: ignore[arg-type]
    text = cell(value).strip(" []")  # type: ignore[arg-type]
    part = value / most if isinstance(value, int) and most else 0.0
    # From the page's paper to its deep green, by way of its accent.
    red, green, blue = (round(a + (b - a) * part) for a, b in ((246, 7), (242, 82), (234, 78)))
    ink = "#fff" if part > 0.45 else "#1f2430"
    frame = "; outline: 2px solid #b03a26; outline-offset: -2px; font-weight: 700" if lost else ""
    return f'<td style="{_CELL}; background: rgb({red}, {green}, {blue}); color: {ink}{frame}">{escape(text)}</td>'


def _notes(table: ValueTable) -> Iterator[Line]:
    yield Line(tr("P-positions are framed."), "dim")
    if max(len(table.columns), len(table.rows)) > LARGEST:
        yield Line(tr("The rest is not shown."), "dim")
