"""nimatron verify"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from typing import Annotated

import typer

from ...core.errors import Limit, NotKept, Refuted, UsageError
from ...proof.checkers import MEMORY, MOVES, SECONDS, verify
from ...proof.coq_check import need_coq, verify_formally
from ...proof.front_check import by_executor
from ...proof.seal import Unreadable
from ...proof.verdict import Verdict
from ...show.record_text import verdict_data, verdict_line
from ..progress_line import run_progress
from ..screen import show, show_json
from ..session import Json, Memory, Scheduler, Session, Workers, tell_at_once

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Certificates, as `nimatron prove` writes them.")]
Moves = Annotated[int, typer.Option("--moves", min=1, help="Check at most this many states and moves of a kernel.")]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", min=0.0, help=f"Check each file for at most this long; {SECONDS:g} without --save."),
]
Processes = Annotated[int, typer.Option("--workers", min=1, help="Number of processes for a certificate in parts.")]
Formal = Annotated[
    bool, typer.Option("--formal", help="Let the proof assistant Coq check each claim, down to the rules of play.")
]
Extracted = Annotated[
    bool,
    typer.Option("--extracted", help="The same with a program that Coq and OCaml make of the proved checker: faster."),
]
Save = Annotated[str, typer.Option("--save", metavar="DIR", help="Record verified parts in DIR and resume from there.")]

Checked = tuple[str, Verdict | Unreadable]


def verify_files(
    ctx: typer.Context,
    files: Files,
    json: Json = False,
    moves: Moves = MOVES,
    seconds: Seconds = None,
    memory: Memory = MEMORY >> 20,
    workers: Processes = 1,
    scheduler: Scheduler = "",
    cluster: Workers = 0,
    save: Save = "",
    formal: Formal = False,
    extracted: Extracted = False,
) -> None:
    """Check certificates with code that shares nothing with the solver.

    A claim *holds* only if everything it rests on was derived from the rules again; if a limit stops the check, the
    claim is *not verified*. Exit code: 0 if all claims hold, 6 if one does not hold, 1 if a file cannot be read, 5 if a
    claim is not verified. A certificate about a game of your own needs that game: nimatron --load
    chocolate.py:Chocolate verify bar.json

    Certificates of `prove --front` come in parts: with --workers they are checked by several processes, with --cluster
    or --scheduler by Dask workers, and with --save an interrupted check resumes.

    Example: nimatron verify kayles.json

    Example: nimatron verify kenyon.json --workers 2 --save checked

    Example: nimatron verify kayles.json --formal

    Example: nimatron verify kayles.json --extracted
    """
    session: Session = ctx.obj
    if scheduler and cluster:
        raise UsageError("give --scheduler or --cluster, not both")
    if (formal or extracted) and (save or workers > 1 or scheduler or cluster):
        raise UsageError("--formal checks with one process: leave out --workers, --cluster, --scheduler and --save")
    # A check that is saved may take days: only a limit of the user ends it.
    if seconds is None and not save:
        seconds = SECONDS
    verdicts: list[Checked] = []
    lost: list[NotKept] = []

    def note_failure(fault: NotKept) -> None:
        tell_at_once(fault)
        lost.append(fault)

    check: Callable[..., Verdict] = partial(
        verify,
        catalog=session.catalog,
        limit=moves,
        seconds=seconds,
        memory=memory << 20,
        workers=workers,
        each=partial(by_executor, partial(_on_cluster, scheduler, cluster)) if scheduler or cluster else None,
        save=save or None,
        failed=note_failure,
    )
    if formal or extracted:
        need_coq(extracted)  # at once, not file by file
        check = partial(
            verify_formally,
            catalog=session.catalog, limit=moves, seconds=seconds, memory=memory << 20, extracted=extracted,
        )  # fmt: skip
    # Each verdict is shown at once, because the next file may take hours.
    for file in files:
        verdicts.append((file, _check(file, check)))
        if not json:
            show([verdict_line(*verdicts[-1])])
    if json:
        show_json([verdict_data(*each) for each in verdicts])
    if code := _exit_code([verdict for _, verdict in verdicts]) or (NotKept.exit_code if lost else 0):
        raise typer.Exit(code)


def _check(file: str, check: Callable[..., Verdict]) -> Verdict | Unreadable:
    began = time.monotonic()
    with run_progress() as report_line:

        def report(done: int, wanted: int) -> None:
            if report_line:
                report_line(done, wanted, time.monotonic() - began)

        try:
            return check(file, report=report)
        except Unreadable as fault:
            return fault


@contextmanager
def _on_cluster(scheduler: str, cluster: int) -> Iterator[Executor]:
    """Dask workers, started only for a certificate in parts."""
    from ...survey.workers import dask_executor

    with dask_executor(scheduler, cluster) as (executor, _):
        yield executor


def _exit_code(verdicts: Sequence[Verdict | Unreadable]) -> int:
    """The exit code of several files: a false claim weighs most, then a file that cannot be read."""
    if any(isinstance(verdict, Verdict) and verdict.holds is False for verdict in verdicts):
        return Refuted.exit_code
    if any(isinstance(verdict, Unreadable) for verdict in verdicts):
        return Unreadable.exit_code
    # A verdict is true only if the claim holds; here the others are not verified.
    return 0 if all(verdicts) else Limit.exit_code
