"""Tables of values: heaps 0, 1, 2, ... of a game, the squares of a board, all sizes of a bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..core.clock import now
from ..core.errors import Limit, UsageError, WrongType
from ..core.game import Game, State
from ..core.message import Number
from ..nimbers.loopy import Value
from .misere.form_search import FormSearch, shared_forms
from .search.memo import forgetful
from .solver import Solver

MOST_CELLS = 1_000_000
"""The most cells of a table."""

Row = tuple[Value | str | None, ...]

Way = Callable[[Game, Sequence[State]], Iterator[Value | str]]


@dataclass(frozen=True)
class Numbering:
    """Which state each cell of a table stands for."""

    state_at: Callable[[int, int], State]
    """The state in column x and row y."""
    first: tuple[int, int] = (0, 0)
    """The numbers of the first column and the first row."""
    flat: bool = False
    """Is there only one row?"""
    names: tuple[str, ...] | None = None
    """Names of the columns instead of numbers; then the table has exactly these columns."""
    grid: Numbering | None = None
    """If there is only one row: what several rows would show, such as two heaps of Nim."""
    usual: tuple[int, int] | None = None
    """How many columns and rows there are unless a size is given; for games whose larger boards take long."""


@dataclass(frozen=True)
class ValueTable:
    """Values of states, or in misere play outcomes or genera, in a row or a grid; None from where a limit came."""

    game: Game
    misere: bool
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    """Labels; a single empty one if there is only one row."""
    cells: tuple[Row, ...]
    trouble: Limit | None = None
    first: tuple[int, int] = (0, 0)
    """The numbers of the first column and row, by which `member` finds them."""


def family(
    game: Game,
    numbering: Numbering,
    columns: int | None = None,
    rows: int | None = None,
    misere: bool = False,
    solver: Solver | None = None,
    piece: range | None = None,
    genera: bool = False,
    enough: Callable[[float], bool] | None = None,
) -> ValueTable:
    """The values of the states in `columns` and `rows`, counted from the first numbers; of some rows in a `piece`.

    With `genera` it has their genera in misere play. After each row `enough` is told how many seconds that took so far;
    if it says so, or at a limit, no further row is begun.

    >>> from nimatron import Kayles, Wythoff
    >>> family(Kayles, Numbering(lambda x, y: (x,), flat=True), 6).cells
    ((0, 1, 2, 3, 1, 4),)
    >>> family(Wythoff, Numbering(lambda x, y: (x, y)), 3, 2).cells
    ((0, 1, 2), (1, 2, 0))
    >>> family(Wythoff, Numbering(lambda x, y: (x, y)), 3, 4, piece=range(1, 3)).cells
    ((1, 2, 0), (2, 0, 1))
    """
    width, height = size_of(numbering, columns, rows)
    first, flat = numbering.first, numbering.flat
    if piece is not None:
        first, height = (first[0], first[1] + piece.start), len(range(height)[piece.start : piece.stop])
    numbers = range(first[0], first[0] + width), range(first[1], first[1] + height)
    states = ([numbering.state_at(x, y) for x in numbers[0]] for y in numbers[1])
    cells: list[Row] = []
    trouble, began = None, now()
    for found, reached in _cells(game, states, _way(solver or Solver(), misere, genera)):
        cells.append(found)
        trouble = reached
        if enough is not None and (reached or enough(now() - began)):
            break
    names = tuple(map(str, numbers[0])) if numbering.names is None else numbering.names
    labels = names, ("",) if flat else tuple(map(str, numbers[1][: len(cells)]))
    return ValueTable(game, misere, *labels, tuple(cells), trouble, first)


def size_of(numbering: Numbering, columns: int | None, rows: int | None) -> tuple[int, int]:
    """How many columns and rows a table has."""
    for name, size in (("columns", columns), ("rows", rows)):
        if not isinstance(size, int | None):
            raise WrongType("{name} is a whole number from 1 on, not {came}", name=name, came=repr(size))
    flat, usual = numbering.flat, numbering.usual or (12, 12)
    width, height = columns or (40 if flat else usual[0]), 1 if flat else (rows or columns or usual[1])
    if numbering.names is not None:
        return len(numbering.names), height
    if width < 1 or height < 1 or width * height > MOST_CELLS:
        raise UsageError(
            "a table has 1 to {most} cells, not {width} x {height}", most=Number(MOST_CELLS), width=width, height=height
        )
    return width, height


def member(game: Game, numbering: Numbering, column: int, row: int = 0) -> State:
    """The state in this column and row of a table.

    >>> from nimatron import Chomp
    >>> member(Chomp, Numbering(lambda x, y: (x,) * y, first=(1, 1)), 4, 2)
    (4, 4)
    """
    first, names = numbering.first, numbering.names
    if column < first[0] or (row < first[1] and not numbering.flat):
        raise UsageError(
            "the table of {game} begins with column {first_column}, row {first_row}, not {column}, {row}",
            game=game,
            first_column=first[0],
            first_row=first[1],
            column=column,
            row=row,
        )
    if names is not None and column >= len(names):
        raise UsageError(
            "the table of {game} has {count} columns: there is no column {column}",
            game=game,
            count=len(names),
            column=column,
        )
    return game.accept(numbering.state_at(column, row))


def _way(solver: Solver, misere: bool, genera: bool) -> Way:
    """How the cells of a row are found."""
    if genera:
        known = shared_forms()
        search = FormSearch(known, solver.budget)
        one = forgetful(lambda game, state: known.genera.genus(search.form(game, state)))
        return lambda game, states: (one(game, state) for state in states)
    if misere:
        return lambda game, states: (solver.outcome(game, state, True) for state in states)
    return solver.values


def _cells(game: Game, rows: Iterable[Sequence[State]], way: Way) -> Iterator[tuple[Row, Limit | None]]:
    """Row by row: its cells, None from where a limit came, and the limit."""
    trouble: Limit | None = None
    for row in rows:
        states, cells = [game.accept(state) for state in row], list[Value | str | None]()
        try:
            # Rows after a limit stay empty, because they would meet the same limit.
            if not trouble:
                cells.extend(way(game, states))
        except Limit as reached:
            trouble = reached
        yield (*cells, *[None] * (len(states) - len(cells))), trouble
