"""nimatron chomp"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...games.grids import read_size
from ...memory import hold
from ...present.chomp import board_data, board_lines
from ...present.words import tr
from ...values.boards.bites import save_array, solve_board, table_array
from ...values.search.budget import Budget
from ...values.search.limits import Limits
from ..common import MEMORY, SECONDS, Json, Memory, Seconds, show_json
from ..progress import search_progress
from ..screen import show

Size = Annotated[str, typer.Argument(metavar="COLUMNSxROWS", help="The board, such as 10x12.")]
All = Annotated[str, typer.Option("--all", metavar="FILE.npy", help="Write the results for all bars, by rank.")]
Only = Annotated[bool, typer.Option("--outcomes", help="Only who wins: a bit for each bar, and much faster.")]
Jobs = Annotated[int, typer.Option("--jobs", min=0, help="Threads for the values; 0 means one for each processor.")]


def chomp(
    size: Size,
    all: All = "",
    outcomes: Only = False,
    jobs: Jobs = 0,
    json: Json = False,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """A whole board of Chomp: its value, all winning first bites, and a map of them all.

    FILE.npy holds the values of all bars inside the board, by rank (nimatron.chomp_rank in Python). With
    --outcomes it has a bit for each rank, the lowest of a byte first, which is set if the player to move loses.

    Example: nimatron chomp 10x12

    Example: nimatron chomp 14x14 --outcomes --all outcomes.npy
    """
    columns, rows = read_size(size)
    if all and not (all.endswith(".npy") and Path(all).absolute().parent.is_dir()):
        raise UsageError("expected FILE.npy in a folder that is there, not {file!r}", file=all)
    hold(memory << 20)
    with search_progress() as report:
        budget = Budget(Limits(seconds=seconds), report)
        bites, table = solve_board(columns, rows, outcomes, jobs or os.cpu_count() or 1, budget, memory << 20)
    digest = save_array(Path(all), table_array(table)) if all else None
    if json:
        show_json(board_data(bites, all or None, digest))
        return
    show(board_lines(bites))
    if all:
        print(tr("{file} is written, SHA-256 {digest}", file=all, digest=digest), file=sys.stderr)
