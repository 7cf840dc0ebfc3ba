"""What a Python user asks of `present/`: tables of values, and answers in the formats of other programs.

Like the package itself it stands after all rooms. What draws and words is loaded when it is first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from .game import Game
from .values.search.limits import Limits, LimitWords

if TYPE_CHECKING:
    from .present.value_tables import ShownTable


def value_table(
    game: Game | str,
    columns: int | None = None,
    rows: int | None = None,
    *,
    misere: bool | None = None,
    genera: bool = False,
    limits: Limits | None = None,
    **words: Unpack[LimitWords],
) -> ShownTable:
    """The values of a family: a sequence of heaps, or a grid of positions with two sizes; notebooks show a heat map.

    It has `cells`, a tuple for each row. In misere play they are outcomes, or with `genera` genera.

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
    from .present.value_tables import value_table

    return value_table(game, columns, rows, misere=misere, genera=genera, limits=limits, **words)


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
    from .present.formats import formatted, rows_of

    return "".join(formatted(rows_of(thing, title), format))
