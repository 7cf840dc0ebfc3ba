"""Long work tells how far it has come, if somebody watches: a person at a terminal, or in a notebook."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Literal

Kind = Literal["search", "run", "period", "quotient", "survey"]
"""Work that reports how far it has come; `present/progress.py` says with which arguments."""

Shown = AbstractContextManager[Callable[..., None] | None]


def unseen(kind: Kind) -> Shown:
    """Nobody watches."""
    return nullcontext()


display: Callable[[Kind], Shown] = unseen
"""Shows such work while it goes on, and gives a function to report to, or None. `wiring.py` and the program set it."""


def watched(kind: Kind) -> Shown:
    """A function to report to while the work goes on, or None if nobody watches.

    >>> with watched("period") as report:
    ...     print(report)
    None
    """
    return display(kind)
