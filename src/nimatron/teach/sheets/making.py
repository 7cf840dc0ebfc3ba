"""What is on the sheet of a game: chosen by a seed, the same everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from zlib import crc32

from ...analysis import distinct
from ...errors import IllegalPosition, Limit, NimatronError, UsageError
from ...game import Game, Position, is_misere
from ...games.catalog import CATALOG, Catalog, Entry
from ...games.notation import parse
from ...present.drawing.boards import board
from ...present.families import face_of
from ...present.starts import random_start
from ...values.family import Numbering, ValueTable, family
from ...values.search.limits import Limits
from ...values.solver import Solver
from ..quiz.positions import PositionTask, ValueOf, WhoWins, WinningMoves

MOST_EXERCISES = 20
MOST_SHEETS = 60
LARGEST_SEED = 2**53

QUICK = Limits(positions=30_000, seconds=3.0)
"""What may be asked on paper: pupils have no machine."""

MOST_MOVES = 30
"""The most moves of a position that is asked about; half as many where all winning ones are to be found."""

MOST_WINNING = 5
"""The most winning moves that have to be found."""

WIDEST, HIGHEST = 17.0, 9.0
"""The largest board of an exercise, in cells."""

TRIES = 60
"""How many positions are drawn for each exercise at most."""

HEAPS, SIDE, SMALL = 12, 7, 4
"""The cells of a table to fill in: heaps in a row, or the side of a square; a small one where values are hard."""


@dataclass(frozen=True)
class Sheet:
    """A sheet without words: its game, the board on top, the table and the exercises, each with its own solution."""

    entry: Entry
    game: Game
    start: Position
    misere: bool
    seed: int
    number: int
    of: int
    exercises: tuple[PositionTask, ...]
    table: ValueTable | None = field(compare=False)
    corner: Position | None = None
    """The position in the last cell of the second row of a table: it tells what rows and columns are."""

    named: bool = False
    """Do the columns of the table have names instead of numbers?"""


def sheets(name: str, exercises: int, seed: int, count: int = 1, catalog: Catalog = CATALOG) -> list[Sheet]:
    """So many different sheets of a game from one seed, numbered from 1."""
    if not 1 <= count <= MOST_SHEETS:
        raise UsageError("expected 1 to {most} sheets, not {count}", most=MOST_SHEETS, count=count)
    return [sheet(name, exercises, seed, i, count, catalog) for i in range(1, count + 1)]


def sheet(name: str, exercises: int, seed: int, number: int = 1, of: int = 1, catalog: Catalog = CATALOG) -> Sheet:
    """One sheet; `number` makes it differ from the others of the same seed.

    >>> drawn = sheet("kayles", 4, 3)
    >>> len(drawn.exercises), drawn.table.cells[0][:5]
    (4, (0, 1, 2, 3, 1))
    """
    if not 0 <= exercises <= MOST_EXERCISES:
        raise UsageError("expected 0 to {most} exercises, not {count}", most=MOST_EXERCISES, count=exercises)
    if not 0 <= seed <= LARGEST_SEED:
        raise UsageError("expected a seed from 0 to {largest}, not {seed}", largest=LARGEST_SEED, seed=str(seed)[:40])
    entry, start = _beginning(name, catalog)
    misere = is_misere(start.game, None)
    rng = Random(crc32(str(start).encode()) << 80 | number << 64 | seed)
    tasks = tuple(_drawn(entry, start, misere, rng, exercises))
    return Sheet(entry, start.game, start, misere, seed, number, of, tasks, *_table(start.game, misere))


def _beginning(name: str, catalog: Catalog) -> tuple[Entry, Position]:
    """The entry of a game, and the position on top of its sheet; parameters in braces are those of the sheet."""
    entry = catalog.find(name.partition("{")[0])
    usual = parse(entry.sample, catalog)
    if "{" not in name or catalog.game(name) == usual.game:
        return entry, usual
    game = catalog.game(name)
    try:
        return entry, Position(game, game.accept(usual.state))
    except IllegalPosition:
        return entry, game()


# -- exercises -----------------------------------------------------------------------------------


def _drawn(entry: Entry, start: Position, misere: bool, rng: Random, count: int) -> Iterator[PositionTask]:
    """Who wins, all winning moves and the value in turn; each about another position as long as there are others."""
    seen: set[str] = set()
    kinds: list[type[PositionTask]] = [WhoWins, WinningMoves] if misere else [WhoWins, WinningMoves, ValueOf]
    for i in range(count):
        kind = kinds[i % len(kinds)]
        wanted = None if kind is ValueOf else "N" if kind is WinningMoves or rng.randrange(2) else "P"
        task = _task(kind, entry, start, misere, rng, wanted, seen)
        if task is None:
            return
        seen.add(f"{kind.__name__} {task.position}")
        yield task


def _task(
    kind: type[PositionTask],
    entry: Entry,
    start: Position,
    misere: bool,
    rng: Random,
    wanted: str | None,
    seen: set[str],
) -> PositionTask | None:
    """A task of this kind with this outcome if there is one, else with any."""
    second = None
    for _ in range(TRIES):
        position = _position(entry, start, rng)
        task = kind(position, misere)
        if f"{kind.__name__} {position}" in seen or not _is_fit(task):
            continue
        if wanted is None or task.analysis.outcome == wanted:
            return task
        second = second or task
    return second


def _position(entry: Entry, start: Position, rng: Random) -> Position:
    """An easy position, or a random start a few moves later."""
    easy = [position for text in entry.easy if (position := parse(text)).game == start.game]
    if easy and not rng.randrange(4):
        return rng.choice(easy)
    position = random_start(start, rng.randrange(2**32))
    for _ in range(rng.randrange(4)):
        options = [Position(position.game, state) for state in _first(position)]
        if not options:
            break
        position = rng.choice(options)
    return Position(position.game, position.state)


def _first(position: Position) -> list[object]:
    """The first moves: more than that are not drawn from."""
    return [state for state, _ in zip(distinct(position), range(100), strict=False)]


def _is_fit(task: PositionTask) -> bool:
    """Can it be asked on paper: a small board with a few moves, and a clear answer?"""
    moves = len(_first(task.position))
    if not 0 < moves <= (MOST_MOVES // 2 if isinstance(task, WinningMoves) else MOST_MOVES):
        return False
    drawn = board(task.position)
    if drawn is None or drawn.wide > WIDEST or drawn.high > HIGHEST:
        return False
    with suppress(NimatronError):
        found = task.analysis
        if found.outcome not in ("N", "P") or found.winning_moves is None:
            return False
        if isinstance(task, WinningMoves) and found.winning_moves.total > MOST_WINNING:
            return False
        return not isinstance(task, ValueOf) or isinstance(found.value, int)
    return False


# -- the table to fill in ------------------------------------------------------------------------


def _table(game: Game, misere: bool) -> tuple[ValueTable | None, Position | None, bool]:
    """The values of small positions, for a game whose positions are one or two numbers; the last of them; named?"""
    numbering = face_of(game).numbering(game)
    if numbering is None:
        return None, None, False
    with suppress(Limit, UsageError), Solver(QUICK) as solver:
        found = _filled(game, numbering, misere, solver)
        if numbering.grid is not None and found.cells[0] == tuple(range(len(found.cells[0]))):
            numbering = numbering.grid  # 0, 1, 2, ... alone would be no riddle
            found = _filled(game, numbering, misere, solver)
        if not found.trouble and all(cell is not None for row in found.cells for cell in row):
            return found, _corner(game, numbering, found), numbering.names is not None
    return None, None, False


def _corner(game: Game, numbering: Numbering, table: ValueTable) -> Position | None:
    if len(table.rows) == 1:
        return None
    x, y = table.first[0] + len(table.columns) - 1, table.first[1] + 1
    return Position(game, game.accept(numbering.state_at(x, y)))


def _filled(game: Game, numbering: Numbering, misere: bool, solver: Solver) -> ValueTable:
    # A game that has a usual size has one because its larger boards are hard: too hard for paper.
    wide, high = (HEAPS, 1) if numbering.flat else (SIDE, SIDE) if numbering.usual is None else (SMALL, SMALL)
    return family(game, numbering, wide, high, misere, solver)
