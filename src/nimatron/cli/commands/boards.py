"""nimatron chomp, nimatron cram: whole boards, solved by tables."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from ...core.errors import Limit, UsageError
from ...core.limits import Budget, Limits, cap_memory
from ...families.chomp.bars import save_array, solve_board, table_array
from ...families.chomp.rules import read_board
from ...families.cram.cram_folder import CramFolder
from ...families.cram.regions import MOST_CELLS, explore
from ...families.cram.rules import Cram
from ...families.cram.table_search import MEMORY as CRAM_MEMORY
from ...families.cram.table_search import CramTable
from ...notation.reader import SIGNS, read_state
from ...show.progress_text import ProgressRate
from ...show.search_report import chomp_data, chomp_lines, cram_data, cram_lines, damaged_line, fill_text
from ...show.words import tr
from ..progress_line import ProgressLine, search_progress
from ..screen import show, show_answer, show_json
from ..session import MEMORY, SECONDS, FailedSaves, Json, Memory, Resume, SearchSeconds, Seconds, tell_at_once

Board = Annotated[str, typer.Argument(metavar="COLUMNSxROWS", help="The board, such as 10x12.")]
All = Annotated[str, typer.Option("--all", metavar="FILE.npy", help="Write the results for all bars, by rank.")]
Only = Annotated[bool, typer.Option("--outcomes", help="Only who wins: a bit for each bar, and much faster.")]
Threads = Annotated[int, typer.Option("--jobs", min=0, help="Threads for the values; 0 means one for each processor.")]


def chomp(
    size: Board,
    all: All = "",
    outcomes: Only = False,
    jobs: Threads = 0,
    json: Json = False,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """A whole board of Chomp: its value, all winning first bites, and a map of them all.

    FILE.npy holds the values of all bars inside the board, by rank (nimatron.chomp_rank in Python). With
    --outcomes it has a bit for each rank, the lowest of a byte first, which is set if the player to move loses.

    Example: nimatron chomp 10x12

    Example: nimatron chomp 14x14 --outcomes --all outcomes.npy

    Example: nimatron chomp 16x16 --memory 8000 --seconds 600
    """
    columns, rows = read_board(size.translate(SIGNS))
    if all and not (all.endswith(".npy") and Path(all).absolute().parent.is_dir()):
        raise UsageError("expected FILE.npy in a folder that is there, not {file!r}", file=all)
    cap_memory(memory << 20)
    lost = FailedSaves()
    with search_progress() as report:
        jobs = jobs or os.cpu_count() or 1
        bites, table = solve_board(columns, rows, outcomes, jobs, Budget(Limits(seconds=seconds), report), memory << 20)
    digest = lost.attempt(lambda: save_array(Path(all), table_array(table))) if all else None
    if json:
        show_json(chomp_data(bites, all if digest else None, digest))
    else:
        show(chomp_lines(bites))
        if digest:
            print(tr("{file} is written, SHA-256 {digest}", file=all, digest=digest), file=sys.stderr)
    lost.end()


MOST_JOBS = 64

Region = Annotated[str, typer.Argument(metavar="BOARD", help="Columns x rows such as 9x5, or rows such as ..#/#...")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, max=MOST_JOBS, help="Search with this many threads.")]
Positions = Annotated[int | None, typer.Option("--positions", min=1, help="Search at most this many positions.")]
Moves = Annotated[bool, typer.Option("--moves", help="Also solve every first move.")]
Seed = Annotated[
    int, typer.Option("--seed", min=0, help="Try moves in another order, to check a result independently.")
]


def cram(
    board: Region,
    jobs: Jobs = 1,
    seconds: SearchSeconds = None,
    positions: Positions = None,
    memory: Memory = CRAM_MEMORY,
    resume: Resume = "",
    moves: Moves = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """The value of a Cram board or shape of up to 128 squares, and a map of its first moves.

    A table saved with --resume survives a crash or Ctrl-C: run the same command again to continue.

    Example: nimatron cram 7x5 --moves

    Example: nimatron cram 7x6 --jobs 2 --resume table
    """
    position = read_state(Cram, board)
    state = position.state
    if state[2].bit_count() > MOST_CELLS:
        raise UsageError(
            "expected at most {most} empty squares, not {count}", most=MOST_CELLS, count=state[2].bit_count()
        )
    cap_memory(memory << 20)
    lost = FailedSaves()
    table = CramTable(memory, jobs, seed)
    saving = CramFolder(resume, table, tell_at_once) if resume else nullcontext()
    with _progress(table) as report, saving as folder:
        if folder and folder.damage:
            print(f"nimatron: {damaged_line(resume, folder.damage)}", file=sys.stderr)
        # A search that is saved may take days: only a limit of the user ends it.
        limits = Limits(positions=positions, seconds=SECONDS if seconds is None and not resume else seconds)
        budget = Budget(limits, report)
        result = explore(state, table, budget, moves=moves)
    show_answer(json, cram_data, cram_lines, position, result)
    lost.note(folder.trouble if folder else None)
    lost.end()
    if result.trouble:
        raise typer.Exit(Limit.exit_code)


def _progress(table: CramTable) -> ProgressLine[int, float]:
    """The progress of the search, and how full its table is."""
    pace = ProgressRate()

    def text(positions: int, seconds: float) -> str:
        if not pace.due(seconds):
            return ""
        return fill_text(positions, pace.rate(positions, seconds), table.fill, table.bytes)

    return ProgressLine(text)
