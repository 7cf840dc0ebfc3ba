"""Tables of values for Python users: asked for by name, shown as text and in notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from ..game import Game, is_misere
from ..games.notation import game_of
from ..values.family import ValueTable, family
from ..values.search.limits import Limits, LimitWords, wished
from ..values.solver import Solver
from .families import numbering_of
from .notebook import table_html
from .tables import drawn


@dataclass(frozen=True)
class ShownTable(ValueTable):
    """A table of values that shows itself."""

    def __str__(self) -> str:
        return "\n".join(line.text for line in drawn(self))

    def _repr_html_(self) -> str:
        return table_html(self)


def value_table(
    game: Game | str,
    columns: int | None,
    rows: int | None,
    *,
    misere: bool | None,
    genera: bool,
    limits: Limits | None,
    **words: Unpack[LimitWords],
) -> ShownTable:
    """The values of a family; a table in one row becomes a grid if rows are asked for and the game has one."""
    rules = game_of(game)
    numbering = numbering_of(rules)
    if numbering.flat and rows and numbering.grid:
        numbering = numbering.grid
    with Solver(wished(limits, **words)) as solver:
        found = family(rules, numbering, columns, rows, is_misere(rules, misere) or genera, solver, genera=genera)
    return ShownTable(**vars(found))
