"""nimatron chomp"""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from ...errors import UsageError
from ...games.grids import read_board
from ...memory import hold
from ...present.chomp import board_data, board_lines
from ...present.cram import damaged_line
from ...present.words import tr
from ...values.boards.bites import save_array, solve_board, table_array
from ...values.keep.chomp import ChompFolder
from ...values.search.budget import Budget
from ...values.search.limits import Limits
from ..common import MEMORY, SECONDS, Json, Lost, Memory, Resume, SecondsUnlessKept, show_json, tell_at_once
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
    seconds: SecondsUnlessKept = None,
    memory: Memory = MEMORY,
    resume: Resume = "",
) -> None:
    """A whole board of Chomp: its value, all winning first bites, and a map of them all.

    FILE.npy holds the values of all bars inside the board, by rank (nimatron.chomp_rank in Python). With
    --outcomes it has a bit for each rank, the lowest of a byte first, which is set if the player to move loses.

    A table kept with --resume survives a crash or Ctrl-C; the same command continues with what was found.

    Example: nimatron chomp 10x12

    Example: nimatron chomp 14x14 --outcomes --all outcomes.npy

    Example: nimatron chomp 16x16 --memory 8000 --resume table
    """
    columns, rows = read_board(size)
    if all and not (all.endswith(".npy") and Path(all).absolute().parent.is_dir()):
        raise UsageError("expected FILE.npy in a folder that is there, not {file!r}", file=all)
    hold(memory << 20)
    lost = Lost()
    kept = ChompFolder(resume, columns, rows, outcomes, tell_at_once) if resume else nullcontext()
    with search_progress() as report, kept as folder:
        if folder and folder.damage:
            print(f"nimatron: {damaged_line(resume, folder.damage)}", file=sys.stderr)
        # A table that is kept may take hours: only a limit that the user gives ends it.
        budget = Budget(Limits(seconds=SECONDS if seconds is None and not resume else seconds), report)
        jobs = jobs or os.cpu_count() or 1
        bites, table = solve_board(columns, rows, outcomes, jobs, budget, memory << 20, folder)
    lost.note(folder.trouble if folder else None)
    digest = lost.attempt(lambda: save_array(Path(all), table_array(table))) if all else None
    if json:
        show_json(board_data(bites, all if digest else None, digest))
    else:
        show(board_lines(bites))
        if digest:
            print(tr("{file} is written, SHA-256 {digest}", file=all, digest=digest), file=sys.stderr)
    lost.end()
