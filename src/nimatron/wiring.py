"""Positions and answers show themselves, although only `present/` draws and words: this hands them the ways to do it.

Like the package itself it stands after all rooms. What draws and words is loaded when something is first shown: it
takes as long to load as all the rest, and a script that only calculates never needs it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from importlib import import_module
from typing import Any

from . import watching
from .ways import ways

WAYS = {
    "picture": ("drawing.svg", "picture_svg"),
    "analysis": ("answers", "analysis_text"),
    "analysis in html": ("notebook", "analysis_html"),
    "explanation": ("answers", "explanation_text"),
    "explanation in html": ("notebook", "explanation_html"),
    "report": ("answers", "report_text"),
    "quotient": ("monoids", "quotient_svg"),
    "value in latex": ("latex", "shown"),
    "period in latex": ("latex", "period_shown"),
    "unresolved in html": ("notebook", "unresolved_html"),
}
"""From which module of `present/` each way is, and which function."""


def _later(module: str, name: str) -> Callable[..., str]:
    """A function of `present/` that is loaded when it is first called."""

    def show(*arguments: Any) -> str:
        text: str = getattr(import_module(f"{__package__}.present.{module}"), name)(*arguments)
        return text

    return show


class _Shown:
    """Shows work from its first report on: what shows it is loaded then, and small work never asks for it."""

    def __init__(self, kind: watching.Kind) -> None:
        self._kind, self._stack = kind, ExitStack()
        self._report: Callable[..., None] | None = None

    def __enter__(self) -> Callable[..., None]:
        return self._told

    def _told(self, *told: Any) -> None:
        if self._report is None:
            self._report = self._stack.enter_context(_display(self._kind)) or _ignored
        self._report(*told)

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def _ignored(*_: object) -> None:
    """Nobody watches after all."""


def _display(kind: watching.Kind) -> watching.Shown:
    """A bar in a notebook, where IPython is loaded; a line in a terminal."""
    if "IPython" in sys.modules:
        from .notebook.progress import ProgressBar, in_notebook

        if in_notebook():
            return ProgressBar(kind)
    from .cli.progress import work_progress

    return work_progress(kind)


def _watched(kind: watching.Kind) -> watching.Shown:
    """Work is shown to whoever types Python. Scripts and servers are left alone."""
    return _Shown(kind) if hasattr(sys, "ps1") else watching.unseen(kind)  # only prompts have it, also in notebooks


def wire() -> None:
    """Hand them over, once, when the package is imported."""
    watching.display = _watched
    ways.update({way: _later(*place) for way, place in WAYS.items()})
