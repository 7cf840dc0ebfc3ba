"""nimatron verify"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from ...certificate import Unreadable, Verdict, verify
from ...errors import Limit, Refuted
from ...present.certificates import verdict_data, verdict_line
from ..common import Json, Session, show_json
from ..screen import show

# More than other commands allow: a check goes through all moves, where a search stops at the first that wins.
MOVES = 10_000_000
SECONDS = 600.0

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Certificates, as `nimatron prove` writes them.")]
Moves = Annotated[int, typer.Option("--moves", min=1, help="Look at most at this many moves of a kernel.")]
Seconds = Annotated[float, typer.Option("--seconds", min=0.0, help="Check a kernel at most this long.")]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Draw the same heaps as an earlier spot check.", show_default=False)
]

Checked = tuple[str, Verdict | Unreadable]


def verify_files(
    ctx: typer.Context,
    files: Files,
    json: Json = False,
    moves: Moves = MOVES,
    seconds: Seconds = SECONDS,
    seed: Seed = None,
) -> None:
    """Check certificates with code that shares nothing with the solver.

    Says *full* if everything was derived from the rules again, *spot* if only samples were.
    Exit code: 0 all hold, 6 one does not, 1 one cannot be read, 5 a limit was reached.
    A certificate about a game of your own needs that game: nimatron --load chocolate.py:Chocolate verify bar.json

    Example: nimatron verify kayles.json
    """
    found: list[Checked] = []
    for each in _found(ctx.obj, files, moves, seconds, seed):
        found.append(each)
        if not json:
            show([verdict_line(*each)])
    if json:
        show_json([verdict_data(*each) for each in found])
    if code := _exit_code([verdict for _, verdict in found]):
        raise typer.Exit(code)


def _found(session: Session, files: Sequence[str], moves: int, seconds: float, seed: int | None) -> Iterator[Checked]:
    for file in files:
        try:
            yield file, verify(file, catalog=session.catalog, limit=moves, seconds=seconds, seed=seed)
        except Unreadable as fault:
            yield file, fault


def _exit_code(verdicts: Sequence[Verdict | Unreadable]) -> int:
    """The exit code of several files: a false claim weighs most, then a file that cannot be read."""
    if any(isinstance(verdict, Verdict) and verdict.holds is False for verdict in verdicts):
        return Refuted.exit_code
    if any(isinstance(verdict, Unreadable) for verdict in verdicts):
        return Unreadable.exit_code
    return 0 if all(verdicts) else Limit.exit_code
