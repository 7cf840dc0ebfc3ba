"""What a Python user asks of `present/`: tables of values, answers in the formats of other programs, boards to play on.

Like the package itself it stands after all rooms. What draws and words is loaded when it is first needed.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, Unpack

from .errors import UsageError
from .game import Game, Position
from .values.search.limits import Limits, LimitWords

if TYPE_CHECKING:
    from .notebook.widget import PlayWidget
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


def widget(
    position: Position | str,
    *,
    opponent: str = "perfect",
    first: Literal["you", "computer"] = "you",
    misere: bool | None = None,
    seed: int = 0,
) -> PlayWidget:
    """A board to play on in a notebook, as on the page; needs the extra `notebook`.

    `opponent` is a level such as "fair" or "perfect", or "person" for two people. `position` and `moves` of the widget
    say where the match is, and `current()` gives it as a position.

    >>> board = widget("nim: 3 4 5", opponent="fair")  # doctest: +SKIP
    >>> board.current(), list(board.moves)  # doctest: +SKIP
    (parse('nim: 3 4 5'), [])
    >>> widget("nim: 3 4 5", first="nobody")
    Traceback (most recent call last):
    nimatron.errors.UsageError: expected 'you' or 'computer' to begin, not 'nobody'
    """
    from .play import LEVELS

    levels = (*LEVELS, "person")
    if opponent not in levels:
        raise UsageError("no level {level!r}: there are {levels}", level=opponent, levels=", ".join(levels))
    if first not in ("you", "computer"):
        raise UsageError("expected 'you' or 'computer' to begin, not {first!r}", first=first)
    if find_spec("anywidget") is None:
        raise UsageError("boards in notebooks need anywidget: pip install 'nimatron[notebook]'")
    from .games.notation import parse
    from .notebook.widget import PlayWidget

    place = parse(position) if isinstance(position, str) else position
    computer = -1 if opponent == "person" else 0 if first == "computer" else 1
    level = "perfect" if opponent == "person" else opponent
    return PlayWidget(place, computer=computer, level=level, misere=misere, seed=seed)
