"""A whole board of Chomp: a map of what each first bite leads to, in text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..message import Number
from ..values.boards.bites import Bites
from .tables import cell
from .text import Line
from .words import letter, tr, trn


def board_lines(bites: Bites) -> Iterator[Line]:
    """The answer of `nimatron chomp`."""
    yield Line(f"chomp: {bites.columns}x{bites.rows}", "title")
    count = trn("{count} position", "{count} positions", bites.positions, count=Number(bites.positions))
    if bites.value is None:
        yield Line(tr("outcome {outcome}, {count} looked at", outcome=letter(bites.outcome), count=count))
    else:
        yield Line(tr("value {value}, {count} looked at", value=bites.value, count=count))
    for x, y in bites.winning():
        yield Line(tr("winning: eat from column {x}, row {y}", x=x + 1, y=y + 1), "good")
    if bites.positions > 1:
        yield Line(tr("What each first bite leads to; winning ones in brackets, X is the poisoned square:"), "dim")
        yield from _map(bites)


def _map(bites: Bites) -> Iterator[Line]:
    """The rows from the top down, with their numbers."""
    shown = [["X " if entry is None else cell(entry) for entry in row] for row in bites.after]
    wide = max(len(str(bites.columns)) + 1, *(len(text) for row in shown for text in row)) + 1
    side = len(str(bites.rows))
    for y in reversed(range(bites.rows)):
        yield Line(f"{y + 1:>{side}} " + "".join(f"{text:>{wide}}" for text in shown[y]).rstrip())
    columns = "".join(f"{f'{x + 1} ':>{wide}}" for x in range(bites.columns))
    yield Line(f"{'':{side}} {columns}".rstrip(), "dim")


def board_data(bites: Bites, file: str | None, sha256: str | None) -> dict[str, Any]:
    """The shape `nimatron.chomp/1`: `after` has the rows of the board from the bottom up, null for the poison."""
    return {
        "schema": "nimatron.chomp/1",
        "columns": bites.columns,
        "rows": bites.rows,
        "positions": bites.positions,
        "value": bites.value,
        "outcome": bites.outcome,
        "winning_moves": [{"column": x + 1, "row": y + 1} for x, y in bites.winning()],
        "after": [list(row) for row in bites.after],
        "file": file,
        "sha256": sha256,
    }
