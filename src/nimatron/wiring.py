"""Positions and answers show themselves, although only `present/` draws and words: this hands them the ways to do it.

Like the package itself it stands after all rooms. What draws and words is loaded when something is first shown: it
takes as long to load as all the rest, and a script that only calculates never needs it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
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


def _bar(kind: watching.Kind) -> watching.Shown:
    """A bar, if this is the process of a notebook. Then IPython is loaded; nobody else waits for it."""
    if "IPython" not in sys.modules:
        return watching.unseen(kind)
    from .notebook.progress import bar

    return bar(kind)


def wire() -> None:
    """Hand them over, once, when the package is imported."""
    watching.display = _bar
    ways.update({way: _later(*place) for way, place in WAYS.items()})
