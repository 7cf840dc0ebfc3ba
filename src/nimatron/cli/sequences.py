"""What the commands about nim-sequences share: reading a code, limits, progress."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..game import Game
from ..games.notation import heap_game as read_heap_game
from ..games.notation import with_heaps
from ..present.sequences import progress_text
from ..values.sequences.runs import Report
from .common import SECONDS, Session, complete_game

MEMORY = 4096

Code = Annotated[
    str,
    typer.Argument(
        metavar="CODE",
        help="A code such as 0.77, a name such as kayles, or a set such as subtraction{1,2,6}.",
        autocompletion=complete_game,
    ),
]
Size = Annotated[int, typer.Option("--size", "-n", min=1, help="How many values: of the heaps 0 to N-1.")]
Seconds = Annotated[float, typer.Option("--seconds", min=0.0, help="Compute at most this long.")]
Memory = Annotated[int, typer.Option("--memory", min=1, metavar="MB", help="Use at most about this much memory.")]

__all__ = ["MEMORY", "SECONDS", "Code", "Memory", "Seconds", "Size", "heap_game", "progress"]


def heap_game(session: Session, text: str) -> Game:
    """The one-heap game that a code, a name, a set or FILE:NAME means."""
    own = session.own_game(text.strip())
    return read_heap_game(text, session.catalog) if own is None else with_heaps(own)


class progress:  # noqa: N801 - used like a function: `with progress() as report`
    """Says on stderr how a run goes, with its rate and the time left, where a person watches; leaves no trace."""

    def __enter__(self) -> Report | None:
        self.shown = False
        self.known, self.last = 0, 0.0
        return self.report if sys.stderr.isatty() else None

    def report(self, known: int, wanted: int, seconds: float) -> None:
        if seconds - self.last < 0.5:
            return
        # The rate of the last moments: later heaps cost more than the first ones.
        rate = (known - self.known) / (seconds - self.last)
        if self.last:
            print(f"\r\033[K{progress_text(known, wanted, rate)} ", end="", file=sys.stderr, flush=True)
            self.shown = True
        self.known, self.last = known, seconds

    def __exit__(self, *_: object) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
