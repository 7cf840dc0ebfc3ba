"""nimatron misere"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...certificate.resume_misere import resumed, save
from ...errors import Limit, UsageError
from ...files import write_file
from ...games.heaps import HeapGame
from ...message import Number
from ...present.misere import quotient_data, quotient_lines
from ...present.monoids import hasse_lines, quotient_svg
from ...present.words import tr
from ...values.misere.quotient import MisereQuotient, begun, grow
from ...values.search.budget import Budget
from ...values.search.clock import now
from ..common import MEMORY, SECONDS, Json, Lost, Memory, Seconds, Session, show_json
from ..progress import Pace, ProgressLine
from ..screen import show
from ..sequences import Code, heap_game

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
    code: Code,
    heap: Heaps = None,
    save_in: Save = "",
    table: Table = False,
    blocks: Blocks = False,
    draw: Draw = "",
    json: Json = False,
    seconds: Seconds = SECONDS,
    memory: Memory = MEMORY,
) -> None:
    """The misere quotient of a one-heap game: its elements, which are lost, its period.

    If a limit comes first, the quotient is exact up to the heap that it names, and the exit code is 5.

    Example: nimatron misere 0.77

    Example: nimatron misere 0.77 --blocks --draw kayles.svg

    Example: nimatron misere 0.07 --save dawson.json --seconds 600
    """
    session: Session = ctx.obj
    limits = session.limits(None, seconds, memory, keep=False)
    game = heap_game(session, code)
    if not isinstance(game, HeapGame):
        raise UsageError("{game} is not played with heaps: it has no misere quotient of heaps", game=game)
    lost = Lost()
    path = Path(save_in) if save_in else None
    budget = Budget(limits)
    quotient = resumed(path, game, budget) if path and path.exists() else begun([game], budget)
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


def _grow(quotient: MisereQuotient, heap: int | None, path: Path | None, lost: Lost) -> None:
    """Add heap after heap; what was found is kept whenever the quotient has grown, and at the end, whatever ends it."""
    kept = quotient.order
    with ProgressLine(_Telling()) as report:

        def progress(n: int, order: int) -> None:
            nonlocal kept
            if path and order != kept:
                kept = order
                lost.attempt(lambda: save(quotient, path))
            if report:
                report(n, order)

        try:
            grow(quotient, heap, progress)
        finally:
            if path and quotient.heaps:
                lost.attempt(lambda: save(quotient, path))


class _Telling:
    """Words the progress, not too often."""

    def __init__(self) -> None:
        self._pace, self._started = Pace(), now()

    def __call__(self, heap: int, order: int) -> str:
        elapsed = now() - self._started
        if not self._pace.due(elapsed):
            return ""
        self._pace.shown(elapsed)
        return tr("heap {heap}, order {order}, {seconds} s", heap=heap, order=order, seconds=Number(elapsed, ".0f"))
