"""Chomp by rank: all bars inside a rectangle at once, what each first bite leads to, and a file of all bars."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING

from ... import kernels
from ...core.errors import IllegalPosition, Limit
from ...core.files import hash_pieces, npy_pieces, write_file
from ...core.game import Outcome, State
from ...core.limits import HOPELESS, Budget
from ...core.message import Message, Number
from ...nimbers.loopy import Value
from ...solve.experts import Expert
from ...solve.theorem import Because, ReasonedValue
from ..sources import SPRAGUE_GRUNDY
from .rules import Chomp, ChompGame, transpose

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[np.unsignedinteger]


Bar = tuple[int, ...]
Tick = Callable[[int], object]

PLAIN = 12_000
"""Bars with at most this many positions are searched in plain Python: loading a kernel takes longer."""

VALUES_A_POSITION = 100
"""A kernel finds at least this many values in the time that plain search needs for one position."""

OUTCOMES_A_POSITION = 2000
"""A kernel finds at least this many outcomes in the time that plain search needs for one position."""

MEMORY = 1 << 30
"""The most bytes that a table may take."""

LARGEST = 65_536
"""The most squares of a board: its values fit into two bytes."""


def chomp_rank(bar: Sequence[int], columns: int, rows: int) -> int:
    """The place of a bar in the tables of a board: its number in lexicographic order, with the empty bar first.

    A board with more rows than columns shares the tables of its mirror image.

    >>> chomp_rank((1,), 3, 2), chomp_rank((2, 2), 3, 2), chomp_rank((3, 3), 3, 2), chomp_rank((2, 2, 2), 2, 3)
    (1, 5, 9, 9)
    """
    kept: Bar = Chomp.accept(tuple(bar)) if any(bar) else ()
    if len(kept) > rows or max(kept, default=0) > columns:
        raise IllegalPosition(
            "a bar of {width}x{height} does not fit into {columns}x{rows}",
            width=kept[0],
            height=len(kept),
            columns=columns,
            rows=rows,
        )
    return _rank(transpose(kept), columns) if rows > columns else _rank(kept, rows)


def _rank(bar: Bar, rows: int) -> int:
    # Row k counts the bars that agree in all rows before it and are shorter in this one.
    return sum(comb(length + rows - k - 1, rows - k) for k, length in enumerate(bar))


def count(columns: int, rows: int) -> int:
    """How many entries the table of a board has; the first is the empty bar."""
    return comb(columns + rows, rows)


class BarTable:
    """An entry for every bar of at most `rows` rows and of rank below `size`."""

    speed: int
    """How many entries take as long as one position of a plain search."""

    def __init__(self, columns: int, rows: int, size: int, jobs: int = 1, tick: Tick | None = None) -> None:
        self.columns, self.rows, self.size, self.jobs = columns, rows, size, jobs
        self.fill(tick)

    def fill(self, tick: Tick | None) -> None:
        """Compute all entries, with `jobs` threads if the kernel can share its work among them."""
        raise NotImplementedError

    def __getitem__(self, place: int) -> int:
        raise NotImplementedError

    def place(self, bar: Bar) -> int | None:
        """The rank of a bar or of its mirror image; None if the table has neither."""
        for turned in (bar, transpose(bar)):
            if len(turned) <= self.rows and (place := _rank(turned, self.rows)) < self.size:
                return place
        return None

    def of(self, bar: Bar) -> int:
        """The entry of a bar that the table has."""
        place = self.place(bar)
        assert place is not None
        return self[place]


class Values(BarTable):
    """The value of each bar; `array` holds them by rank."""

    speed = VALUES_A_POSITION
    array: Array

    def fill(self, tick: Tick | None) -> None:
        kernels.need()
        from ...kernels.chomp.chompnimbers import nimbers

        self.array = nimbers(self.columns, self.rows, self.size, self.jobs, tick)

    def __getitem__(self, place: int) -> int:
        return int(self.array[place])


class Outcomes(BarTable):
    """0 for each bar that is P, as if it were a value, and 1 for N; `count` is the number of P."""

    speed = OUTCOMES_A_POSITION
    array: Array
    count: int

    def fill(self, tick: Tick | None) -> None:
        kernels.need()
        from ...kernels.chomp.chompoutcomes import outcomes

        self.array, self.count = outcomes(self.columns, self.rows, self.size, tick)

    def __getitem__(self, place: int) -> int:
        return int(self.array[place // 64]) >> place % 64 & 1


def whole_table(
    kind: type[BarTable],
    columns: int,
    rows: int,
    jobs: int = 1,
    tick: Tick | None = None,
    memory: int = MEMORY,
) -> BarTable:
    """The table of all bars inside a board; raises Limit if it would take more than `memory` bytes."""
    columns, rows = max(columns, rows), min(columns, rows)
    if columns * rows > LARGEST:
        params = {"size": f"{columns}x{rows}", "most": Number(LARGEST)}
        raise Limit(Message("a board of {size} has more squares than the limit of {most}", params=params), 0, 0.0)
    size = count(columns, rows)
    needed = _bytes(kind, columns, rows, size)
    if needed > memory:
        params = {"needed": Number(-(-needed // 2**20)), "most": Number(memory >> 20)}
        raise Limit(Message("the table takes {needed} MB, more than the limit of {most} MB", params=params), 0, 0.0)
    return kind(columns, rows, size, jobs, tick)


def _bytes(kind: type[BarTable], columns: int, rows: int, size: int) -> int:
    """The bytes that a table and the work on it need."""
    if kind is Outcomes:
        return size // 8
    # Large boards have two bytes for a value; others one, and up to three times as much for sets (`chompvalues.ROOM`).
    return 2 * size if columns * rows > 256 else 4 * size


class Bars:
    """The largest tables so far; a larger one is made when it is needed and the budget allows it."""

    def __init__(self) -> None:
        self._tables: dict[type[BarTable], BarTable] = {}

    def value(self, bar: Bar, budget: Budget) -> int | None:
        """The value of a bar that is too large for plain search; None for others, or if the kernel cannot help."""
        table = self._table(Values, bar, budget)
        return None if table is None else table.of(bar)

    def is_p(self, bar: Bar, budget: Budget) -> bool | None:
        """Is a bar that is too large for plain search lost? None for other bars, or if the kernel cannot help."""
        table = self._table(Outcomes, bar, budget)
        return None if table is None else table.of(bar) == 0

    def reach(self, bar: Bar, value: Value, budget: Budget) -> list[Bar] | None:
        """The options of such a bar that have `value`; None as above."""
        # For value 0 outcomes are enough, and their kernel is faster.
        table = self._table(Values if value else Outcomes, bar, budget)
        if table is None:
            return None
        return [option for option in Chomp.options(bar) if table.of(option) == value]

    def _table(self, kind: type[BarTable], bar: Bar, budget: Budget) -> BarTable | None:
        if Chomp.size(bar) <= PLAIN or not kernels.available():
            return None
        table = self._tables.get(kind)
        if table is None or table.place(bar) is None:
            table = _make(kind, bar, budget)
        if table is not None:
            self._tables[kind] = table
        return table


def _make(kind: type[BarTable], bar: Bar, budget: Budget) -> BarTable | None:
    """The smallest table that has the bar, or None if it would take too long or too much memory."""
    wide = Chomp.canonical(bar)
    assert isinstance(wide, tuple)
    columns, rows = wide[0], len(wide)
    if columns * rows > LARGEST:
        return None
    size = _rank(wide, rows) + 1
    # In positions of a plain search, so that one limit fits both.
    cost = size * max(1, columns * rows // 256) // kind.speed
    left = HOPELESS if budget.positions is None else budget.positions - budget.spent
    if cost > left or _bytes(kind, columns, rows, size) > MEMORY:
        return None
    return kind(columns, rows, size, os.cpu_count() or 1, _watch(budget, size, cost))


def _watch(budget: Budget, size: int, cost: int) -> Tick:
    """A function that a kernel calls with its progress; it charges the budget like a plain search of the same time."""
    before = 0

    def tick(done: int) -> None:
        nonlocal before
        budget.spend(cost * done // size - before)
        before = cost * done // size

    return tick


class ChompExpert(Expert):
    """Chomp: tables of all smaller bars at once."""

    game: ChompGame
    name = Because("kernel", Message("options and mex, for all smaller bars at once"), SPRAGUE_GRUNDY)

    @property
    def bars(self) -> Bars:
        return self.share("bars", Bars)  # type: ignore[no-any-return]

    def value_of(self, part: State) -> ReasonedValue | None:
        value = self.bars.value(part, self.budget)
        return None if value is None else ReasonedValue(value, self.name)

    def is_p(self, part: State) -> bool | None:
        return self.bars.is_p(part, self.budget)

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        return self.bars.reach(part, value, self.budget)


# -- a whole board ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bites:
    """`after[y][x]` is the value, or else the outcome, after a bite at column x of row y, both from 0."""

    columns: int
    rows: int
    positions: int
    """How many positions the table has."""
    after: tuple[tuple[int | str | None, ...], ...]
    value: int | None
    """The value of the whole board; None if only outcomes were asked for."""

    @property
    def outcome(self) -> Outcome:
        return "N" if any(self.winning()) else "P"

    def winning(self) -> Iterator[tuple[int, int]]:
        """Column and row of each winning first bite, from 0."""
        for y, row in enumerate(self.after):
            yield from ((x, y) for x, entry in enumerate(row) if entry in (0, "P") and (x or y))


def solve_board(
    columns: int,
    rows: int,
    outcomes: bool,
    jobs: int,
    budget: Budget,
    memory: int = MEMORY,
) -> tuple[Bites, BarTable]:
    """All first bites, and the table they were looked up in.

    >>> bites, table = solve_board(3, 2, False, 1, Budget())
    >>> bites.value, bites.after, [*bites.winning()], table.size
    (4, ((None, 1, 2), (2, 3, 0)), [(2, 1)], 10)
    """
    before = 0

    def tick(done: int) -> None:
        nonlocal before
        budget.spend(done - before)
        before = done

    table = whole_table(Outcomes if outcomes else Values, columns, rows, jobs, tick, memory)
    board = (columns,) * rows
    after = tuple(tuple(_entry(table, board, x, y) for x in range(columns)) for y in range(rows))
    value = None if outcomes else table.of(board)
    # Without the empty bar, which is not a position.
    return Bites(columns, rows, table.size - 1, after, value), table


def _entry(table: BarTable, board: tuple[int, ...], x: int, y: int) -> int | str | None:
    if not (x or y):
        return None
    left = Chomp.accept((*board[:y], *(min(row, x) for row in board[y:])))
    entry = table.of(left)
    return entry if isinstance(table, Values) else "PN"[entry]


def table_array(table: BarTable) -> Array:
    """The content of a file of the table: the values by rank, or a bit for each rank, lowest first, set for P."""
    import numpy as np

    if isinstance(table, Values):
        return table.array
    assert isinstance(table, Outcomes)
    # The array has a bit for N, the file a bit for P.
    bits = (~table.array).astype("<u8").view(np.uint8)[: (table.size + 7) // 8]
    bits[-1] &= (1 << (table.size - 1) % 8 + 1) - 1  # no bits beyond the last rank
    return bits


def save_array(path: Path, array: Array) -> str:
    """Write an .npy file; returns its SHA-256."""
    digest = sha256()
    write_file(path, hash_pieces(npy_pieces(array), digest))
    return digest.hexdigest()
