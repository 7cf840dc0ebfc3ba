"""nimatron cram"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Annotated

import typer

from ...errors import Limit, UsageError
from ...game import Position
from ...games.cram import Cram
from ...memory import hold
from ...present.cram import cram_data, cram_lines, damaged_line, fill_text
from ...present.progress import Pace
from ...values.boards.cram import MOST_CELLS, Exploring, explore
from ...values.boards.cramtable import MEMORY, CramTable
from ...values.keep.cram import CramFolder
from ...values.search.budget import Budget
from ...values.search.limits import Limits
from ..common import SECONDS, Json, Lost, Memory, Resume, Scheduler, SecondsUnlessKept, Workers, show_json, tell_at_once
from ..progress import ProgressLine
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
    scheduler: Scheduler = "",
    cluster: Workers = 0,
    json: Json = False,
) -> None:
    """The value of a Cram board or shape of up to 128 squares, and a map of its first moves.

    A table kept with --resume survives a crash or Ctrl-C; the same command continues with what was found.

    Example: nimatron cram 7x5 --moves

    Example: nimatron cram 7x6 --jobs 2 --resume table

    Example: nimatron cram 13x4 --cluster 3 --resume table
    """
    state = Cram.parse(board)
    if state[2].bit_count() > MOST_CELLS:
        raise UsageError(
            "expected at most {most} empty squares, not {count}", most=MOST_CELLS, count=state[2].bit_count()
        )
    if scheduler and cluster:
        raise UsageError("give --scheduler or --cluster, not both")
    hold(memory << 20)
    lost = Lost()
    # Each worker here has a table like ours: all of them share the memory.
    memory //= 1 + cluster
    table = CramTable(memory, jobs, seed)
    kept = CramFolder(resume, table, tell_at_once) if resume else nullcontext()
    with _progress(table) as report, kept as folder:
        if folder and folder.damage:
            print(f"nimatron: {damaged_line(resume, folder.damage)}", file=sys.stderr)
        # A search that is kept may take days: only a limit that the user gives ends it.
        limits = Limits(positions=positions, seconds=SECONDS if seconds is None and not resume else seconds)
        budget = Budget(limits, report)
        with _shared(table, budget, memory, scheduler, cluster) if scheduler or cluster else nullcontext() as by:
            found = explore(state, table, budget, moves=moves, by=by)
    position = Position(Cram, state)
    if json:
        show_json(cram_data(position, found))
    else:
        show(cram_lines(position, found))
    lost.note(folder.trouble if folder else None)
    lost.end()
    if found.trouble:
        raise typer.Exit(Limit.exit_code)


@contextmanager
def _shared(table: CramTable, budget: Budget, memory: int, scheduler: str, cluster: int) -> Iterator[Exploring]:
    """Many workers, while this lasts; what they find comes into the table."""
    from ...survey.cluster import Cluster
    from ...survey.cramming import Sharing, answer

    workers = Cluster(answer, scheduler, cluster)
    try:
        yield Sharing(table, budget, workers, memory)
    finally:
        workers.close()


def _progress(table: CramTable) -> ProgressLine[int, float]:
    """The progress of the search, and how full its table is."""
    pace = Pace()

    def text(positions: int, seconds: float) -> str:
        if not pace.due(seconds):
            return ""
        return fill_text(positions, pace.rate(positions, seconds), table.fill, table.bytes)

    return ProgressLine(text)
