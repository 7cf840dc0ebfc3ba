"""Families of positions: the heaps 0, 1, 2, ... of a game, the squares of a board, all sizes of a bar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..errors import Limit, UsageError
from ..game import Game, State
from ..games.coins import CoinGame, Tartan
from ..games.cram import CramGame
from ..games.graphs import Graph
from ..games.grids import ChompGame, ChopGame
from ..games.heaps import HeapGame, Moore
from ..games.lattice import Nim2DGame
from ..games.listed import Pair
from ..nimbers import Value
from .solver import Solver

MOST_CELLS = 1_000_000


@dataclass(frozen=True)
class Family:
    """Values (misere: outcomes) of states; one row of them, or a grid of `rows`; None where a limit was reached."""

    game: Game
    misere: bool
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    """Labels; a single empty one where there is one row only."""
    cells: tuple[tuple[Value | str | None, ...], ...]
    trouble: Limit | None = None


StateAt = Callable[[int, int], State]


def family(
    game: Game, columns: int | None = None, rows: int | None = None, misere: bool = False, solver: Solver | None = None
) -> Family:
    """The values of the states with `columns` (and `rows`) running from the game's first number on.

    >>> from nimatron import Kayles, Wythoff
    >>> family(Kayles, 6).cells
    ((0, 1, 2, 3, 1, 4),)
    >>> family(Wythoff, 3, 2).cells
    ((0, 1, 2), (1, 2, 0))
    """
    solver = solver or Solver()
    if isinstance(game, Graph):
        return _graph_family(game, misere, solver)
    first, state_at, flat = _numbering(game)
    width, height = columns or (40 if flat else 12), 1 if flat else (rows or columns or 12)
    if width < 1 or height < 1 or width * height > MOST_CELLS:
        raise UsageError(f"a table has 1 to {MOST_CELLS:,} cells, not {width} x {height}")
    numbers = range(first[0], first[0] + width), range(first[1], first[1] + height)
    states = [[state_at(x, y) for x in numbers[0]] for y in numbers[1]]
    cells, trouble = _cells(game, states, misere, solver)
    labels = tuple(map(str, numbers[0])), ("",) if flat else tuple(map(str, numbers[1]))
    return Family(game, misere, *labels, cells, trouble)


def member(game: Game, column: int, row: int = 0) -> State:
    """The state of a family that stands in this column and row of its table.

    >>> from nimatron import Chomp
    >>> member(Chomp, 4, 2)
    (4, 4)
    """
    if isinstance(game, Graph):
        return (_vertices(game)[column],)
    first, state_at, flat = _numbering(game)
    if column < first[0] or (row < first[1] and not flat):
        raise UsageError(f"the table of {game} begins with column {first[0]}, row {first[1]}, not {column}, {row}")
    return game.accept(state_at(column, row))


def _numbering(game: Game) -> tuple[tuple[int, int], StateAt, bool]:
    """(first column, first row), the state at (x, y), and whether there is only one row."""
    if isinstance(game, Tartan):
        return (game.columns.first, game.rows.first), lambda x, y: ((x, y),), False
    if isinstance(game, CoinGame):
        return (game.first, 0), lambda x, y: (x,), True
    if isinstance(game, HeapGame):
        return (0, 0), lambda x, y: (x,), True
    if isinstance(game, ChompGame):
        return (1, 1), lambda x, y: (x,) * y, False
    if isinstance(game, CramGame):
        return (1, 1), lambda x, y: (x, y, (1 << x * y) - 1), False
    if isinstance(game, (Pair, Moore)):
        first = 1 if isinstance(game, ChopGame) else 0
        return (first, first), lambda x, y: (x, y), False
    if isinstance(game, Nim2DGame):
        return (0, 0), lambda x, y: ((x, y),), False
    if isinstance(game.start, int):
        return (0, 0), lambda x, y: x, True
    if isinstance(game.start, tuple) and len(game.start) == 2 and all(isinstance(n, int) for n in game.start):
        return (1, 1), lambda x, y: (x, y), False
    raise UsageError(f"{game} has no positions that one or two numbers tell: no table to draw")


def _cells(
    game: Game, states: list[list[State]], misere: bool, solver: Solver
) -> tuple[tuple[tuple[Value | str | None, ...], ...], Limit | None]:
    trouble: Limit | None = None

    def cell(state: State) -> Value | str | None:
        nonlocal trouble
        if trouble:
            return None
        try:
            return solver.outcome(game, state, True) if misere else solver.value(game, state)
        except Limit as reached:
            trouble = reached
            return None

    return tuple(tuple(cell(game.accept(state)) for state in row) for row in states), trouble


def _graph_family(game: Graph, misere: bool, solver: Solver) -> Family:
    vertices = _vertices(game)
    cells, trouble = _cells(game, [[(vertex,) for vertex in vertices]], misere, solver)
    return Family(game, misere, vertices, ("",), cells, trouble)


def _vertices(game: Graph) -> tuple[str, ...]:
    """In the order in which they are written."""
    return tuple(dict.fromkeys(game.parameters.replace(">", " ").split()))
