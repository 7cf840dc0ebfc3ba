"""nimatron verify"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from ...certificate import Unreadable, Verdict, verify
from ...certificate.verify import MEMORY, MOVES, SECONDS
from ...errors import Limit, Refuted
from ...present.certificates import verdict_data, verdict_line
from ..common import Json, Memory, Session, show_json
from ..screen import show

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Certificates, as `nimatron prove` writes them.")]
Moves = Annotated[int, typer.Option("--moves", min=1, help="Look at most at this many states and moves of a kernel.")]
Seconds = Annotated[float, typer.Option("--seconds", min=0.0, help="Check each file at most this long.")]

Workers = Annotated[int, typer.Option("--workers", min=1, help="Processes for a certificate in parts.")]

Checked = tuple[str, Verdict | Unreadable]


def verify_files(
    ctx: typer.Context,
    files: Files,
    json: Json = False,
    moves: Moves = MOVES,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY >> 20,
    workers: Workers = 1,
) -> None:
    """Check certificates with code that shares nothing with the solver.

    A claim *holds* only if everything it rests on was derived from the rules again; if a limit comes first it is
    *not verified*.
    Exit code: 0 all hold, 6 one does not, 1 one cannot be read, 5 one is not verified.
    A certificate about a game of your own needs that game: nimatron --load chocolate.py:Chocolate verify bar.json

    Example: nimatron verify kayles.json
    """
    session: Session = ctx.obj
    found: list[Checked] = []
    for file in files:
        found.append((file, _checked(file, session, moves, seconds, memory, workers)))
        if not json:
            show([verdict_line(*found[-1])])
    if json:
        show_json([verdict_data(*each) for each in found])
    if code := _exit_code([verdict for _, verdict in found]):
        raise typer.Exit(code)


def _checked(
    file: str, session: Session, moves: int, seconds: float, megabytes: int, workers: int
) -> Verdict | Unreadable:
    try:
        return verify(
            file, catalog=session.catalog, limit=moves, seconds=seconds, memory=megabytes << 20, workers=workers
        )
    except Unreadable as fault:
        return fault


def _exit_code(verdicts: Sequence[Verdict | Unreadable]) -> int:
    """The exit code of several files: a false claim weighs most, then a file that cannot be read."""
    if any(isinstance(verdict, Verdict) and verdict.holds is False for verdict in verdicts):
        return Refuted.exit_code
    if any(isinstance(verdict, Unreadable) for verdict in verdicts):
        return Unreadable.exit_code
    return 0 if all(verdicts) else Limit.exit_code
