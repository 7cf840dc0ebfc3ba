"""nimatron sparse"""

from __future__ import annotations

import typer

from ...errors import Limit
from ...present.sequences import sparse_data, sparse_lines
from ...values.running import run_of
from ...values.sequences.runs import reach
from ...values.sequences.sparse import check_splits
from ...values.sequences.sparse import sparse as find_rare
from ..common import MEMORY, SECONDS, Json, Memory, Seconds, Session, show_json
from ..progress import run_progress
from ..screen import show
from ..sequences import Code, Size, heap_game


def sparse(
    ctx: typer.Context,
    code: Code,
    size: Size = 10_000,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
    json: Json = False,
) -> None:
    """Rare values of a take-and-break game: their mask, how many heaps have one, the last; the largest value.

    Example: nimatron sparse grundy -n 10000
    """
    session: Session = ctx.obj
    limits = session.limits(None, seconds, memory, keep=False)
    game = heap_game(session, code)
    check_splits(game)
    with run_progress() as report:
        run = run_of(game, limits=limits)
        trouble = reach(run, size, limits, report=report)
    found = find_rare(game, run.values[:size])
    if json:
        show_json(sparse_data(found, size, trouble))
    else:
        show(sparse_lines(found, trouble))
    if trouble:
        raise typer.Exit(Limit.exit_code)
