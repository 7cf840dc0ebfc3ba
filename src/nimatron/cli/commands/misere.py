"""nimatron misere"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...certificate.resume_misere import resumed, save
from ...errors import Limit, UsageError
from ...files import write_file
from ...game import Game, Position
from ...games.catalog import top_level
from ...games.heaps import HeapGame
from ...games.notation import coded_game
from ...present.misere import quotient_data, quotient_lines
from ...present.monoids import hasse_lines, quotient_svg
from ...values.misere.quotient import MisereQuotient, begun, grow_watched, subjects_of
from ...values.search.budget import Budget
from ..common import MEMORY, SECONDS, Json, Lost, Memory, Seconds, Session, complete_game, show_json, tell_at_once
from ..screen import show

About = Annotated[
    list[str],
    typer.Argument(
        metavar="CODE...",
        help='A code such as 0.77, a name such as kayles, or a position such as "cram: 3x3"; of several also the sums.',
        autocompletion=complete_game,
    ),
]
Heaps = Annotated[int | None, typer.Option("--heap", min=1, help="Look at no heap beyond this one.")]
Save = Annotated[
    str, typer.Option("--save", metavar="FILE", help="Keep the quotient in a file; go on with the one there.")
]
Draw = Annotated[
    str, typer.Option("--draw", metavar="FILE.svg", help="Draw the monoid: Hasse diagram and multiplication table.")
]
Blocks = Annotated[bool, typer.Option("--blocks", help="Show how the monoid is built: its Hasse diagram as text.")]
Table = Annotated[bool, typer.Option("--table", help="Show the multiplication table.")]


def misere(
    ctx: typer.Context,
    about: About,
    heap: Heaps = None,
    save_in: Save = "",
    table: Table = False,
    blocks: Blocks = False,
    draw: Draw = "",
    json: Json = False,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """The misere quotient of games and positions: its elements, which are lost, the period of heaps.

    Of a position all that can come of it belongs to the list; of a game without heaps its usual start is meant. If a
    limit comes first, the quotient is exact up to the heap that it names, and the exit code is 5.

    Example: nimatron misere 0.77

    Example: nimatron misere kayles "cram: 3x3"

    Example: nimatron misere 0.77 --blocks --draw kayles.svg

    Example: nimatron misere 0.07 --save dawson.json --seconds 600
    """
    session: Session = ctx.obj
    limits = session.limits(None, seconds, memory, keep=False)
    subjects = subjects_of(_subject(session, text) for text in about)
    lost = Lost()
    path = Path(save_in) if save_in else None
    budget = Budget(limits)
    quotient = _resumed(path, subjects, budget) if path else begun(subjects, budget)
    _grow(quotient, heap, path, lost)
    if json:
        show_json(quotient_data(quotient, table))
    else:
        show(quotient_lines(quotient, table))
        if blocks:
            show(hasse_lines(quotient))
    if draw:
        lost.attempt(lambda: write_file(Path(draw), [quotient_svg(quotient).encode()]))
    lost.end()
    if not quotient and (heap is None or quotient.heaps < heap):
        raise typer.Exit(Limit.exit_code)


def _subject(session: Session, text: str) -> Game | Position:
    """The game or the position that a word of the command line means."""
    own = session.own_game(text.strip())
    if own is not None:
        return own
    return session.position([text]) if top_level(text, ":") else coded_game(text, session.catalog)


def _resumed(path: Path, subjects: list[Game | Position], budget: Budget) -> MisereQuotient:
    """The quotient that is kept in a file, or one with nothing in it yet."""
    game = subjects[0]
    if len(subjects) > 1 or not isinstance(game, HeapGame):
        raise UsageError("only the misere quotient of one game of heaps can be kept")
    return resumed(path, game, budget) if path.exists() else begun(subjects, budget)


def _grow(quotient: MisereQuotient, heap: int | None, path: Path | None, lost: Lost) -> None:
    """Add heap after heap; what was found is kept whenever the quotient has grown, and at the end, whatever ends it.

    A save that fails is told at once and tried again: only what the last one could not write is lost.
    """
    kept, trouble = quotient.order, Lost()

    def keep(path: Path) -> None:
        nonlocal trouble
        before, trouble = trouble, Lost()
        trouble.attempt(lambda: save(quotient, path))
        if trouble.faults and not before.faults:
            tell_at_once(trouble.faults[0])

    def progress(n: int, order: int) -> None:
        nonlocal kept
        if path and order != kept:
            kept = order
            keep(path)

    try:
        grow_watched(quotient, heap, progress)
    finally:
        if path and quotient.heaps:
            keep(path)
            lost.faults += trouble.faults
