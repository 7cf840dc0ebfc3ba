"""nimatron misere"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...core.errors import Limit, UsageError
from ...core.game import Game, Position
from ...core.limits import Budget
from ...families.heaps.rules import HeapGame
from ...notation.reader import is_game
from ...proof.write_quotient import resume_quotient, save_quotient
from ...show.quotient_text import quotient_data, quotient_lines
from ...solve.misere.quotient import MisereQuotient, grow_with_display, start_quotient, subjects_of
from ..screen import show_answer
from ..session import (
    MEMORY,
    SECONDS,
    FailedSaves,
    Json,
    Memory,
    Seconds,
    Session,
    complete_game,
    names_file,
    tell_at_once,
)

About = Annotated[
    list[str],
    typer.Argument(
        metavar="CODE...",
        help='A code such as 0.77, a name such as kayles, or a position such as "cram: 3x3"; '
        "several of them include their sums.",
        autocompletion=complete_game,
    ),
]
Heaps = Annotated[int | None, typer.Option("--heap", min=1, help="The largest heap to look at.")]
Save = Annotated[
    str, typer.Option("--save", metavar="FILE", help="Store the quotient in a file, and resume from that file.")
]
Table = Annotated[bool, typer.Option("--table", help="Show the multiplication table.")]


def misere(
    ctx: typer.Context,
    about: About,
    heap: Heaps = None,
    save_in: Save = "",
    table: Table = False,
    json: Json = False,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """The misere quotient of games and positions: its elements, which are lost, the period of heaps.

    A position stands for everything reachable from it, and a game without heaps for its usual start. If a limit stops
    the search, the quotient is exact up to the heap that Nimatron reports, and the exit code is 5.

    Example: nimatron misere 0.77

    Example: nimatron misere kayles "cram: 3x3"

    Example: nimatron misere 0.07 --save dawson.json --seconds 600
    """
    session: Session = ctx.obj
    # Positions do not measure this work: it depends on the order of the quotient.
    limits = session.limits(None, seconds, memory, keep=False)
    subjects = subjects_of(_subject(session, text) for text in about)
    lost = FailedSaves()
    path = Path(save_in) if save_in else None
    budget = Budget(limits)
    quotient = _resume(path, subjects, budget) if path else start_quotient(subjects, budget)
    _grow(quotient, heap, path, lost)
    show_answer(json, quotient_data, quotient_lines, quotient, table)
    lost.end()
    # A quotient is true if a period proves it for all heaps; up to the wanted heap it needs no proof.
    if not quotient and (heap is None or quotient.heaps < heap):
        raise typer.Exit(Limit.exit_code)


def _subject(session: Session, text: str) -> Game | Position:
    """The game or the position that a word of the command line means."""
    rules = names_file(text) or is_game(text, session.catalog)
    return session.game([text.strip()]) if rules else session.position([text])


def _resume(path: Path, subjects: list[Game | Position], budget: Budget) -> MisereQuotient:
    """The quotient that is saved in a file, or a new one."""
    game = subjects[0]
    if len(subjects) > 1 or not isinstance(game, HeapGame):
        raise UsageError("only the misere quotient of a single game of heaps can be saved")
    return resume_quotient(path, game, budget) if path.exists() else start_quotient(subjects, budget)


def _grow(quotient: MisereQuotient, heap: int | None, path: Path | None, lost: FailedSaves) -> None:
    """Add heap after heap; save the quotient whenever it has grown, and at the end, whatever ends the work.

    A save that fails is reported at once, and the next one tries again: only a failure of the last save loses anything.
    """
    # Only the last save counts: an earlier fault is mended by a later success.
    saved_order, trouble = quotient.order, FailedSaves()

    def keep(path: Path) -> None:
        nonlocal trouble
        before, trouble = trouble, FailedSaves()
        trouble.attempt(lambda: save_quotient(quotient, path))
        # One message for a row of failures, not one for each save.
        if trouble.faults and not before.faults:
            tell_at_once(trouble.faults[0])

    def progress(n: int, order: int) -> None:
        nonlocal saved_order
        if path and order != saved_order:
            saved_order = order
            keep(path)

    try:
        grow_with_display(quotient, heap, progress)
    finally:
        if path and quotient.heaps:
            keep(path)
            lost.faults += trouble.faults
