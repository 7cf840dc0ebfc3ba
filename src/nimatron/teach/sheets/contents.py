"""The contents of a sheet: a seed chooses them, the same everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from zlib import crc32

from ...core.errors import IllegalPosition, Limit, NimatronError, UsageError
from ...core.game import Game, Position, is_misere
from ...core.limits import Limits
from ...explain.move_outcomes import distinct
from ...families.catalog import CATALOG, Catalog, Entry
from ...notation.reader import beginning, is_game, parse
from ...show.drawing.board_drawing import board_drawing
from ...show.faces import face_of
from ...show.starts import random_start
from ...solve.solver import Solver
from ...solve.value_table import Numbering, ValueTable, family
from ..questions.position_questions import AllWinningMoves, BoardQuestion, ValueOf, WhoWins
from ..questions.question import Teacher
from ..quiz.exercise import check_seed

MOST_EXERCISES = 20
MOST_SHEETS = 60

QUICK = Limits(positions=30_000, seconds=3.0)
"""The limits of a table on paper: pupils have no machine."""

MOST_MOVES = 30
"""The most moves of a position that is asked about; half as many where all winning ones are to be found."""

MOST_WINNING = 5
"""The most winning moves that have to be found."""

WIDEST, HIGHEST = 17.0, 9.0
"""The largest board of an exercise, in cells."""

TRIES = 60
"""The most positions to draw for each exercise."""

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
    exercises: tuple[BoardQuestion, ...]
    table: ValueTable | None = field(compare=False)
    corner: Position | None = None
    """The position in the last cell of the second row of a table: it shows the meaning of rows and columns."""

    has_names: bool = False
    """True if the columns of the table have names instead of numbers."""


def sheets(name: str, exercises: int, seed: int, count: int = 1, catalog: Catalog = CATALOG) -> list[Sheet]:
    """`count` different sheets of a game from one seed, numbered from 1."""
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
    check_seed(seed)
    entry, start = _beginning(name, catalog)
    misere = is_misere(start.game, None)
    # Python's own hash() of a text differs from run to run.
    rng = Random(crc32(str(start).encode()) << 80 | number << 64 | seed)
    questions = tuple(_exercises(entry, start, misere, rng, exercises, Teacher(catalog)))
    return Sheet(entry, start.game, start, misere, seed, number, of, questions, *_table(start.game, misere))


def _beginning(name: str, catalog: Catalog) -> tuple[Entry, Position]:
    """The entry of a game, and the position on top of its sheet."""
    start = beginning(name, catalog)
    game, entry = start.game, catalog.find(start.game.name)
    usual = parse(entry.sample, catalog)
    if game == usual.game or not is_game(name, catalog):
        return entry, start
    try:
        return entry, Position(game, game.accept(usual.state))
    except IllegalPosition:
        # The usual state does not suit these parameters.
        return entry, game()


# -- exercises -----------------------------------------------------------------------------------


def _exercises(
    entry: Entry, start: Position, misere: bool, rng: Random, count: int, teacher: Teacher
) -> Iterator[BoardQuestion]:
    """Questions in turn: who wins, all winning moves, the value; each about another position if possible."""
    seen: set[str] = set()
    kinds: list[type[BoardQuestion]] = [WhoWins, AllWinningMoves] if misere else [WhoWins, AllWinningMoves, ValueOf]
    for i in range(count):
        kind = kinds[i % len(kinds)]
        wanted = None if kind is ValueOf else "N" if kind is AllWinningMoves or rng.randrange(2) else "P"
        second = None
        for _ in range(TRIES):
            position = _position(entry, start, rng)
            question = kind({"position": str(position), "misere": misere, "none": True}, teacher)
            if f"{kind.__name__} {position}" in seen or not _is_fit(question):
                continue
            if wanted is None or question.analysis.outcome == wanted:
                break
            # The first question with the other outcome serves if no position has the wanted one.
            second = second or question
        else:  # no position had the wanted outcome
            if second is None:
                return
            question = second
        seen.add(f"{kind.__name__} {question.position}")
        yield question


def _position(entry: Entry, start: Position, rng: Random) -> Position:
    """An easy position, or a random start a few moves later."""
    # The easy positions of the catalog may have other parameters than the sheet.
    easy = [position for text in entry.easy if (position := parse(text)).game == start.game]
    if easy and not rng.randrange(4):
        return rng.choice(easy)
    position = random_start(start, rng.randrange(2**32))
    for _ in range(rng.randrange(4)):
        options = [Position(position.game, state) for state in _first(position)]
        if not options:
            break
        position = rng.choice(options)
    # Without emptied rows: the key names the rows that the picture has.
    return Position(position.game, position.game.tidy(position.state))


def _first(position: Position) -> list[object]:
    """The first moves: further moves are never drawn."""
    return [state for state, _ in zip(distinct(position), range(100), strict=False)]


def _is_fit(question: BoardQuestion) -> bool:
    """Can it be asked on paper: a small board with a few moves, and a clear answer?"""
    moves = len(_first(question.position))
    if not 0 < moves <= (MOST_MOVES // 2 if isinstance(question, AllWinningMoves) else MOST_MOVES):
        return False
    # Pupils draw into the board, so what cannot be drawn cannot be asked.
    drawing = board_drawing(question.position)
    if drawing is None or drawing.wide > WIDEST or drawing.high > HIGHEST:
        return False
    with suppress(NimatronError):
        analysis = question.analysis
        if analysis.outcome not in ("N", "P") or analysis.winning_moves is None:
            return False
        if isinstance(question, AllWinningMoves) and analysis.winning_moves.total > MOST_WINNING:
            return False
        return not isinstance(question, ValueOf) or isinstance(analysis.value, int)
    return False


# -- the table to fill in ------------------------------------------------------------------------


def _table(game: Game, misere: bool) -> tuple[ValueTable | None, Position | None, bool]:
    """The values of small positions, for a game whose positions are one or two numbers; the last of them; named?"""
    numbering = face_of(game).numbering(game)
    if numbering is None:
        return None, None, False
    with suppress(Limit, UsageError), Solver(QUICK) as solver:
        table = _values_of(game, numbering, misere, solver)
        if numbering.grid is not None and table.cells[0] == tuple(range(len(table.cells[0]))):
            numbering = numbering.grid  # 0, 1, 2, ... alone would be no riddle
            table = _values_of(game, numbering, misere, solver)
        if not table.trouble and all(cell is not None for row in table.cells for cell in row):
            return table, _corner(game, numbering, table), numbering.names is not None
    return None, None, False


def _corner(game: Game, numbering: Numbering, table: ValueTable) -> Position | None:
    if len(table.rows) == 1:
        return None
    x, y = table.first[0] + len(table.columns) - 1, table.first[1] + 1
    return Position(game, game.accept(numbering.state_at(x, y)))


def _values_of(game: Game, numbering: Numbering, misere: bool, solver: Solver) -> ValueTable:
    # A game that has a usual size has one because its larger boards are hard: too hard for paper.
    wide, high = (HEAPS, 1) if numbering.flat else (SIDE, SIDE) if numbering.usual is None else (SMALL, SMALL)
    return family(game, numbering, wide, high, misere, solver)
