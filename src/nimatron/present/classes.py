"""Classes of positions by value: as a table, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..analysis import ValueClass
from ..game import Position
from .data import number
from .text import Line, shortened
from .words import tr, trn


def classed(position: Position, found: Sequence[ValueClass], most: int) -> Iterator[Line]:
    """A line for each value: how many positions have it, and the first of them."""
    yield Line(shortened(str(position)), "title")
    total = sum(len(one.positions) for one in found)
    yield Line(trn("{n} position can be reached, by value:", "{n} positions can be reached, by value:", total))
    heading, count = tr("value"), tr("how many")
    wide = max(len(heading), *(len(str(one.value)) for one in found))
    yield Line(f"  {heading:>{wide}}  {count}  {tr('positions')}", "dim")
    for one in found:
        shown = ", ".join(_name(member) for member in one.positions[:most])
        more = f", ... (+{len(one.positions) - most})" if len(one.positions) > most else ""
        line = f"  {one.value!s:>{wide}}  {len(one.positions):>{len(count)}}  {shown}{more}"
        yield Line(line, "" if one.value else "bad")


def _name(position: Position) -> str:
    """A position without the name of its game, which stands in the title."""
    return shortened(position.game.show(position.state)) or "-"


def classes_data(position: Position, found: Sequence[ValueClass], most: int) -> dict[str, Any]:
    """The shape `nimatron.classes/1`; the first positions of each value are listed, `count` is exact."""
    return {
        "schema": "nimatron.classes/1",
        "position": str(position),
        "count": sum(len(one.positions) for one in found),
        "classes": [
            {
                "value": number(one.value),
                "count": len(one.positions),
                "positions": [str(member) for member in one.positions[:most]],
            }
            for one in found
        ],
    }
