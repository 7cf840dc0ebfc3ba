"""A whole board of Chomp: what each first bite leads to, and a file of all bars."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.files import hash_pieces, npy_pieces, write_file
from ...core.game import Outcome
from ...core.limits import Budget
from .bars import MEMORY, BarTable, Outcomes, Values, whole_table
from .rules import Chomp

if TYPE_CHECKING:
    from .bars import Array


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
