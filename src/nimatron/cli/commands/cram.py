"""nimatron cram"""

from __future__ import annotations

import sys
from contextlib import nullcontext
from typing import Annotated

import typer

from ...errors import Limit, UsageError
from ...game import Position
from ...games.cram import Cram
from ...memory import hold
from ...present.cram import cram_data, cram_lines, damaged_line, fill_text
from ...values.boards.cram import MOST_CELLS, explore
from ...values.boards.cramtable import MEMORY, CramTable
from ...values.keep.cram import CramFolder
from ...values.search.budget import Budget
from ...values.search.limits import Limits
from ..common import SECONDS, Json, Lost, Memory, Resume, SecondsUnlessKept, show_json, tell_at_once
from ..progress import Pace, ProgressLine
from ..screen import show

MOST_JOBS = 64

Board = Annotated[str, typer.Argument(metavar="BOARD", help="Columns x rows such as 9x5, or rows such as ..#/#...")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, max=MOST_JOBS, help="Search with this many threads.")]
Positions = Annotated[int | None, typer.Option("--positions", min=1, help="Search at most this many positions.")]
Moves = Annotated[bool, typer.Option("--moves", help="Judge every first move too.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Try moves in another order: for a second opinion.")]


def cram(
    board: Board,
    jobs: Jobs = 1,
    seconds: SecondsUnlessKept = None,
    positions: Positions = None,
    memory: Memory = MEMORY,
    resume: Resume = "",
    moves: Moves = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """The value of a Cram board or shape of up to 128 squares, and a map of its first moves.

    A table kept with --resume survives a crash or Ctrl-C; the same command continues with what was found.

    Example: nimatron cram 7x5 --moves

    Example: nimatron cram 7x6 --jobs 2 --resume table
    """
    state = Cram.parse(board)
    if state[2].bit_count() > MOST_CELLS:
        raise UsageError(
            "expected at most {most} empty squares, not {count}", most=MOST_CELLS, count=state[2].bit_count()
        )
    hold(memory << 20)
    table, lost = CramTable(memory, jobs, seed), Lost()
    kept = CramFolder(resume, table, tell_at_once) if resume else nullcontext()
    with _progress(table) as report, kept as folder:
        if folder and folder.damage:
            print(f"nimatron: {damaged_line(resume, folder.damage)}", file=sys.stderr)
        # A search that is kept may take days: only a limit that the user gives ends it.
        limits = Limits(positions=positions, seconds=SECONDS if seconds is None and not resume else seconds)
        found = explore(state, table, Budget(limits, report), moves=moves)
    position = Position(Cram, state)
    if json:
        show_json(cram_data(position, found))
    else:
        show(cram_lines(position, found))
    lost.note(folder.trouble if folder else None)
    lost.end()
    if found.trouble:
        raise typer.Exit(Limit.exit_code)


def _progress(table: CramTable) -> ProgressLine[int, float]:
    """The progress of the search, and how full its table is."""
    pace = Pace()

    def text(positions: int, seconds: float) -> str:
        if not pace.due(seconds):
            return ""
        return fill_text(positions, pace.rate(positions, seconds), table.fill, table.bytes)

    return ProgressLine(text)
