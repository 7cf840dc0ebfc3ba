"""The progress of long work: whoever works reports it, and a person at a prompt, a terminal or a notebook sees it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any, Literal

Kind = Literal["search", "run", "period", "quotient", "survey", "confirmation"]
"""Work that reports its progress; `show/progress_text.py` lists the arguments of each kind."""

Display = AbstractContextManager[Callable[..., None] | None]
"""A line or a bar on the screen while work continues; it gives a function to report to, or None."""


def watch(kind: Kind) -> Display:
    """Show the work to whoever types Python; scripts and servers see nothing.

    >>> with watch("period") as report:
    ...     print(report)
    None
    """
    return display(kind)


def at_a_prompt(kind: Kind) -> Display:
    """The display for a person who types Python; scripts and servers have none."""
    return _Late(kind) if hasattr(sys, "ps1") else nullcontext()  # only prompts set ps1, also those of notebooks


display: Callable[[Kind], Display] = at_a_prompt
"""How work is shown. The command line sets its own."""


class _Late:
    """A display that opens with the first report: small work ends before it and never loads what draws a bar."""

    def __init__(self, kind: Kind) -> None:
        self._kind, self._stack = kind, ExitStack()
        self._report: Callable[..., None] | None = None

    def __enter__(self) -> Callable[..., None]:
        return self._first

    def _first(self, *progress: Any) -> None:
        if self._report is None:
            self._report = self._stack.enter_context(_open(self._kind)) or _ignore
        self._report(*progress)

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def _ignore(*_: object) -> None:
    """Nobody watches after all."""


def _open(kind: Kind) -> Display:
    """A bar in a notebook, a line in a terminal."""
    if "IPython" in sys.modules:
        from ..notebook.progress_bar import ProgressBar, in_notebook

        if in_notebook():
            return ProgressBar(kind)
    from ..cli.progress_line import work_progress

    return work_progress(kind)
