"""Sequences, tables and periods for other programs: OEIS b-files, CSV, and tables for LaTeX and Typst.

Each answer first becomes rows of values (`ExportRows`); each format is one function that writes them. Text comes in
pieces, because a sequence alone may fill the memory.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..core.errors import UsageError
from ..core.game import Game
from ..core.message import either
from ..nimbers.field import Nimber
from ..nimbers.loopy import Loopy, Value
from ..nimbers.ordinals import Ordinal
from ..solve.misere.genus import Genus
from ..solve.sequences.periodicity import Period, Unresolved
from .sequence_text import proof_text
from .words import letter, word

if TYPE_CHECKING:
    from ..solve.value_table import ValueTable


Entry = Any
"""A value, a number or a text."""

PER_LINE = 10
"""Values to a line of a typeset sequence: its lines begin with round numbers."""

BLOCK = 10_000
"""Rows that are written at a time."""


@dataclass(frozen=True)
class ExportRows:
    """A heading for each column, and the rows; `sequence` has the values alone if they belong to 0, 1, 2 ..."""

    title: str
    head: tuple[Entry, ...]
    rows: Iterable[tuple[Entry, ...]]
    sequence: Sequence[int] | None = None


# -- rows ------------------------------------------------------------------------------------------


def sequence_rows(values: Any, title: str = "") -> ExportRows:
    """A heap and its value in each row."""
    return ExportRows(title, ("heap", "value"), enumerate(_ints(values)), values)


def _ints(values: Any) -> Iterator[int]:
    """The values as ints of Python: an array gives many of them faster at once."""
    for start in range(0, len(values), BLOCK):
        block = values[start : start + BLOCK]
        yield from block.tolist() if hasattr(block, "tolist") else map(int, block)


def table_rows(table: ValueTable) -> ExportRows:
    """The cells of a table, with labels; of a table in one row, a label and its value in each row."""
    title = str(table.game)
    if table.rows != ("",):
        labelled = zip(table.rows, table.cells, strict=True)
        return ExportRows(title, ("", *table.columns), ((label, *row) for label, row in labelled))
    (cells,) = table.cells
    # A b-file numbers its values 0, 1, 2 ..., so a table that begins elsewhere or has ordinals is not a sequence.
    plain = table.first[0] == 0 and all(isinstance(value, int) for value in cells)
    numbered = table.columns == tuple(map(str, range(len(cells))))
    values: Any = cells if plain and numbered else None
    return ExportRows(title, ("heap", "value"), zip(table.columns, cells, strict=True), values)


def period_rows(result: Period | Unresolved, game: Game | str = "") -> ExportRows:
    """One row: what is known of the period."""
    head = ("game", "status", "preperiod", "period", "saltus", "computed")
    name = str(game)
    if isinstance(result, Unresolved):
        return ExportRows(name, head, [(name, "unresolved", "", "", "", result.computed)])
    # A period by a theorem may need no computed values.
    computed = (result.certificate or {}).get("computed", "")
    status = "proved" if result.proved else "observed"
    return ExportRows(name, head, [(name, status, result.preperiod, result.period, result.saltus, computed)])


def rows_of(thing: Any, title: str = "") -> ExportRows:
    """The rows of a sequence, a table or a period."""
    from ..solve.value_table import ValueTable

    if isinstance(thing, ValueTable):
        return table_rows(thing)
    if isinstance(thing, Period | Unresolved):
        return period_rows(thing, title)
    if hasattr(thing, "__len__") and not isinstance(thing, str | bytes) and getattr(thing, "ndim", 1) == 1:
        return sequence_rows(thing, title)
    raise TypeError(f"expected a sequence of values, a table or a period, got {type(thing).__name__}")


# -- formats ---------------------------------------------------------------------------------------


def bfile(rows: ExportRows) -> Iterator[str]:
    """An OEIS b-file: a number and its value in each line."""
    if rows.sequence is None:
        # Tables and periods have no place in the OEIS.
        raise UsageError("a b-file has one value for each of 0, 1, 2 ...: expected a sequence")
    yield from _note("#", rows)
    yield from _blocks(f"{n} {value}\n" for n, value in rows.rows)


def csv_pieces(rows: ExportRows) -> Iterator[str]:
    """CSV, with the headings in the first line."""
    yield _csv(rows.head)
    if rows.sequence is not None:  # nothing to quote, and perhaps millions of them
        yield from _blocks(f"{n},{value}\n" for n, value in rows.rows)
        return
    yield from _blocks(_csv([_plain(entry) for entry in row]) for row in rows.rows)


def latex(rows: ExportRows) -> Iterator[str]:
    """A `tabular` for LaTeX; a sequence has ten values to a line."""
    head, body = _typeset(rows)
    yield from _note("%", rows)
    yield f"\\begin{{tabular}}{{{'r' * len(head)}}}\n"
    yield " & ".join(map(_latex, head)) + " \\\\\n\\hline\n"
    yield from _blocks(" & ".join(map(_latex, row)) + " \\\\\n" for row in body)
    yield "\\end{tabular}\n"


def typst(rows: ExportRows) -> Iterator[str]:
    """A `table` for Typst; a sequence has ten values to a line."""
    head, body = _typeset(rows)
    yield from _note("//", rows)
    yield f"#table(\n  columns: {len(head)},\n  align: right,\n  table.header({_typst_row(head)}),\n"
    yield from _blocks(f"  {_typst_row(row)},\n" for row in body)
    yield ")\n"


FORMATS: dict[str, Callable[[ExportRows], Iterator[str]]] = {
    # The order in which help and errors name them.
    "bfile": bfile,
    "csv": csv_pieces,
    "latex": latex,
    "typst": typst,
}

ENDINGS = {"csv": "csv", "tex": "latex", "typ": "typst"}
"""The format that the ending of a file means; b-files end with .txt, as much else does."""


def formatted(thing: Any, format: str, title: str = "") -> str:
    r"""A sequence of values, a table or a period as an OEIS b-file ("bfile"), "csv", or a table for "latex" or "typst".

    >>> from nimatron import period, sequence
    >>> formatted(sequence("kayles", 4), "bfile")
    '0 0\n1 1\n2 2\n3 3\n'
    >>> print(formatted(period("kayles"), "csv"))
    game,status,preperiod,period,saltus,computed
    ,proved,71,12,0,256
    <BLANKLINE>
    """
    return "".join(format_rows(rows_of(thing, title), format))


def format_rows(rows: ExportRows, format: str) -> Iterator[str]:
    """The text in a format, piece by piece; UsageError if there is no such format.

    >>> print("".join(format_rows(sequence_rows([0, 1, 2, 3, 1]), "bfile")), end="")
    0 0
    1 1
    2 2
    3 3
    4 1
    """
    if format not in FORMATS:
        raise UsageError("expected the format {formats}, not {format!r}", formats=either(FORMATS), format=format[:20])
    return FORMATS[format](rows)


def _note(sign: str, rows: ExportRows) -> Iterator[str]:
    """The title as a comment, in one line."""
    if rows.title:
        yield f"{sign} {' '.join(rows.title.split())}\n"


def _typeset(rows: ExportRows) -> tuple[tuple[Entry, ...], Iterable[tuple[Entry, ...]]]:
    """A sequence in lines of ten; everything else as it is."""
    if rows.sequence is None:
        return rows.head, rows.rows
    values = rows.sequence
    body = (
        (start, *map(int, values[start : start + PER_LINE]), *[""] * (start + PER_LINE - len(values)))
        for start in range(0, len(values), PER_LINE)
    )
    return ("", *range(PER_LINE)), body


def _blocks(lines: Iterable[str]) -> Iterator[str]:
    left = iter(lines)
    while block := "".join(islice(left, BLOCK)):
        yield block


def _csv(row: Sequence[Entry]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerow(row)
    return out.getvalue()


def _plain(entry: Entry) -> str:
    if isinstance(entry, Ordinal | Loopy):
        return entry.ascii()
    return "" if entry is None else str(entry)


def _is_value(entry: Entry) -> bool:
    return entry is None or isinstance(entry, int | Ordinal | Loopy | Genus)


_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}"}
    | {"<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}"}  # other characters in the usual font
    | {"[": "{[}", "*": "{*}"}  # at the start of a row they would belong to the end of the row before
)


def _latex(entry: Entry) -> str:
    if not _is_value(entry):
        return _entry_text(entry).translate(_LATEX)
    # A finite value is plain digits and needs no formula.
    return str(entry) if isinstance(entry, int) else f"${value_latex(entry)}$"


def _typst_row(row: Iterable[Entry]) -> str:
    return ", ".join(f"[{_typst(entry)}]" for entry in row)


# Besides the usual marks also / - + and =, which begin terms, lists and headings in Typst.
_TYPST = str.maketrans({c: f"\\{c}" for c in "\\#$*_`<>@[]~/-+="})


def _typst(entry: Entry) -> str:
    if not _is_value(entry):
        return _entry_text(entry).translate(_TYPST)
    return str(entry) if isinstance(entry, int) else f"${value_typst(entry)}$"


def value_typst(value: Entry) -> str:
    """A value in formulas of Typst, without dollar signs.

    >>> value_typst(Ordinal("w^(w+1)*3+w+5")), value_typst(None)
    ('omega^(omega + 1) dot 3 + omega + 5', '?')
    """
    match value:
        case None:
            return "?"
        case Ordinal():
            return _ordinal(value, "omega", lambda exponent: f"omega^({value_typst(exponent)})", "dot")
        case Loopy():
            return f"infinity ({', '.join(map(value_typst, sorted(value)))})"
        case Genus():
            normal, _, misere = value.partition("^")
            return f"{normal}^({misere})" if misere else normal
    return str(value)


def _ordinal(value: Ordinal, omega: str, power: Callable[[int | Ordinal], str], times: str) -> str:
    """The sum of the terms of an ordinal, given how a formula writes ω, its powers and a product."""

    # One function for both languages: LaTeX and Typst differ only in three signs.
    def term(exponent: int | Ordinal, count: int) -> str:
        if exponent == 0:
            return str(count)
        base = omega if exponent == 1 else power(exponent)
        return base if count == 1 else f"{base} {times} {count}"

    return " + ".join(term(*pair) for pair in value.terms) or "0"


def _entry_text(entry: Entry) -> str:
    """Outcomes by the letters of the reader's language."""
    text = word(entry) if not isinstance(entry, str) else entry
    return letter(text) if text in ("N", "P", "D") else text


# -- values and periods in formulas ------------------------------------------------------------------


def value_latex(value: Value | Nimber | str | None) -> str:
    r"""A value in formulas, without dollar signs; None is a value that is not known.

    >>> print(value_latex(Ordinal("w^(w+1)*3+w+5")), value_latex(Nimber(24)), value_latex(Loopy({0, 2})))
    \omega^{\omega + 1} \cdot 3 + \omega + 5 {\ast}24 \infty(0, 2)
    """
    match value:
        case None:
            return "?"
        case Nimber():
            inner = value_latex(value.value)
            # Braces make \ast an ordinary symbol: without them LaTeX would set it with the spaces of an operator.
            return rf"{{\ast}}{inner}" if isinstance(value.value, int) else rf"{{\ast}}({inner})"
        case Ordinal():
            return _ordinal(value, r"\omega", lambda exponent: rf"\omega^{{{value_latex(exponent)}}}", r"\cdot")
        case Loopy():
            return rf"\infty({', '.join(map(value_latex, sorted(value)))})"
        case Genus():
            normal, _, misere = value.partition("^")
            return f"{normal}^{{{misere}}}" if misere else normal
        case str():
            return rf"\mathrm{{{value}}}"
    return str(value)


def period_latex(period: Period) -> str:
    r"""A period as one formula, without dollar signs.

    >>> print(period_latex(Period(71, 12)))
    G(n + 12) = G(n) \quad (n \ge 71)
    """
    more = f" + {period.saltus}" if period.saltus else ""
    return rf"G(n + {period.period}) = G(n){more} \quad (n \ge {period.preperiod})"


def value_dollars(value: Value | Nimber | Genus) -> str:
    """A value between dollar signs, as notebooks typeset it."""
    return f"${value_latex(value)}$"


def period_dollars(period: Period) -> str:
    """A period between dollar signs, and what proves it."""
    return f"${period_latex(period)}$ {proof_text(period)}"
