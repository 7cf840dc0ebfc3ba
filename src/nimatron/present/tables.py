"""Tables of values as text: a sequence in rows, or a grid, with P-positions in brackets."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..nimbers import Value
from ..values.family import ValueTable
from ..values.misere.genus import Genus
from .text import Line, troubled
from .words import letter, tr


def drawn(
    family: ValueTable, width: int = 100, per_line: int | None = None, exceptions: Collection[int] = ()
) -> Iterator[Line]:
    """The table of a family; a sequence with so many to a line, or as many as fit, and its exceptions marked."""
    yield Line(str(family.game)[:200], "title")
    yield Line(tr("P-positions in brackets."), "dim")
    if exceptions:
        yield Line(tr("* exceptional: not the value that the period gives."), "dim")
    yield from _grid(family) if family.rows != ("",) else _sequence(family, width, per_line, exceptions)
    if family.trouble:
        yield troubled(family.trouble)


def cell(value: Value | str | None) -> str:
    """A value as the table shows it."""
    if value is None:
        return "?"
    shown = letter(value) if isinstance(value, str) and value in "NP" else value
    return f"[{shown}]" if _is_p(value) else f"{shown} "


def _is_p(value: Value | str | None) -> bool:
    """Does a value, a genus or an outcome tell that the position is lost?"""
    return value.misere[0] == 0 if isinstance(value, Genus) else value in (0, "P")


def _sequence(family: ValueTable, width: int, per_line: int | None, exceptions: Collection[int]) -> Iterator[Line]:
    shown = [_marked(value, n in exceptions) for n, value in enumerate(family.cells[0], family.first[0])]
    size = max(map(len, [*shown, *family.columns])) + 1
    per_line = per_line or _fitting((width - 2) // size)
    for start in range(0, len(shown), per_line):
        part = slice(start, start + per_line)
        yield Line("".join(f"{label + ' ':>{size}}" for label in family.columns[part]).rstrip(), "dim")
        yield Line("".join(f"{value:>{size}}" for value in shown[part]).rstrip())


def _marked(value: Value | str | None, exceptional: bool) -> str:
    return cell(value).rstrip() + ("*" if exceptional else "" if _is_p(value) else " ")


def _fitting(most: int) -> int:
    """How many to a line: lines that begin with round numbers are easier to read."""
    return max(1, most - most % 10 if most > 10 else most)


def _grid(family: ValueTable) -> Iterator[Line]:
    shown = [[cell(value) for value in row] for row in family.cells]
    size = max(len(text) for row in [*shown, family.columns] for text in row) + 1
    side = max(map(len, family.rows))
    yield Line(f"{'':>{side}} " + "".join(f"{label + ' ':>{size}}" for label in family.columns).rstrip(), "dim")
    for label, row in zip(family.rows, shown, strict=True):
        yield Line(f"{label:>{side}} " + "".join(f"{value:>{size}}" for value in row).rstrip())
