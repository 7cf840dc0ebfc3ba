"""Tables of values as text: a sequence in rows, or a grid, with P-positions in brackets; classes of positions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..core.game import Position
from ..nimbers.loopy import Value
from ..solve.misere.genus import Genus
from ..solve.value_table import ValueTable
from .json_data import number
from .text import COLUMNS, Line, limit_line, shorten_text
from .words import letter, tr, trn

if TYPE_CHECKING:
    from ..explain.reachable import ValueClass


def table_lines(
    family: ValueTable, width: int = 100, per_line: int | None = None, exceptions: Collection[int] = ()
) -> Iterator[Line]:
    """The table of a family; a sequence has `per_line` values to a line, or as many as fit."""
    yield Line(str(family.game)[:200], "title")
    yield Line(tr("P-positions in brackets."), "dim")
    if exceptions:
        yield Line(tr("* exceptional: not the value that the period gives."), "dim")
    yield from _grid(family) if family.rows != ("",) else _sequence(family, width, per_line, exceptions)
    if family.trouble:
        yield limit_line(family.trouble)


def cell_text(value: Value | str | None) -> str:
    """A value as the table shows it."""
    if value is None:
        return "?"
    # A genus is a str as well, but never one of these letters.
    text = letter(value) if isinstance(value, str) and value in "NP" else value
    return f"[{text}]" if _is_p(value) else f"{text} "


def _is_p(value: Value | str | None) -> bool:
    """True for a value, a genus or an outcome of a lost position."""
    return value.misere[0] == 0 if isinstance(value, Genus) else value in (0, "P")


def _sequence(family: ValueTable, width: int, per_line: int | None, exceptions: Collection[int]) -> Iterator[Line]:
    texts = [_mark(value, n in exceptions) for n, value in enumerate(family.cells[0], family.first[0])]
    size = max(map(len, [*texts, *family.columns])) + 1
    per_line = per_line or _fitting((width - 2) // size)
    for start in range(0, len(texts), per_line):
        part = slice(start, start + per_line)
        yield Line("".join(f"{label + ' ':>{size}}" for label in family.columns[part]).rstrip(), "dim")
        yield Line("".join(f"{value:>{size}}" for value in texts[part]).rstrip(), "values")


def _mark(value: Value | str | None, exceptional: bool) -> str:
    # One character follows the digits (a star, a bracket or a space), except after an exceptional P: so they align.
    return cell_text(value).rstrip() + ("*" if exceptional else "" if _is_p(value) else " ")


def _fitting(most: int) -> int:
    """The number of values to a line: lines that begin with round numbers are easier to read."""
    return max(1, most - most % 10 if most > 10 else most)


def _grid(family: ValueTable) -> Iterator[Line]:
    texts = [[cell_text(value) for value in row] for row in family.cells]
    size = max(len(text) for row in [*texts, family.columns] for text in row) + 1
    side = max(map(len, family.rows))
    yield Line(f"{'':>{side}} " + "".join(f"{label + ' ':>{size}}" for label in family.columns).rstrip(), "dim")
    for label, row in zip(family.rows, texts, strict=True):
        yield Line(f"{label:>{side}} " + "".join(f"{value:>{size}}" for value in row).rstrip(), "row of values")


# -- classes of positions by value -------------------------------------------------------------------


def class_lines(position: Position, value_classes: Sequence[ValueClass], most: int) -> Iterator[Line]:
    """A line for each value: how many positions have it, and the first of them."""
    yield Line(shorten_text(str(position)), "title")
    total = sum(len(one.positions) for one in value_classes)
    yield Line(trn("{n} position can be reached, by value:", "{n} positions can be reached, by value:", total))
    heading, count = tr("value"), tr("how many")
    wide = max(len(heading), *(len(str(one.value)) for one in value_classes))
    yield Line(f"  {heading:>{wide}}  {count}  {tr('positions')}", "dim")
    for one in value_classes:
        head = f"  {one.value!s:>{wide}}  {len(one.positions):>{len(count)}}  "
        texts = [shorten_text(member.game.show(member.state)) or "-" for member in one.positions[:most]]
        room = COLUMNS - len(head) - len(f", ... (+{len(one.positions)})")
        while len(texts) > 1 and len(", ".join(texts)) > room:
            texts.pop()
        left = len(one.positions) - len(texts)
        line = head + ", ".join(texts) + (f", ... (+{left})" if left else "")
        yield Line(line, "" if one.value else "bad")


def classes_data(position: Position, value_classes: Sequence[ValueClass], most: int) -> dict[str, Any]:
    """The shape `nimatron.classes/1`; the first positions of each value are listed, `count` is exact."""
    return {
        "schema": "nimatron.classes/1",
        "position": str(position),
        "count": sum(len(one.positions) for one in value_classes),
        "classes": [
            {
                "value": number(one.value),
                "count": len(one.positions),
                "positions": [str(member) for member in one.positions[:most]],
            }
            for one in value_classes
        ],
    }
