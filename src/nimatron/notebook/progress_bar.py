"""The progress of long work in a notebook: a bar and a line under the cell, as long as the work continues."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from importlib import import_module
from typing import Any

from ..core.limits import Kind
from ..show.progress_text import WORK

BAR = '<progress style="width: 16em; vertical-align: middle" max="1"{value}></progress>'
LINE = '<div style="font-variant-numeric: tabular-nums">{bar} {text}</div>'


def in_notebook() -> bool:
    """Is this the process of a notebook? In a terminal IPython has no kernel, and others may load it unused."""
    from IPython.core.getipython import get_ipython

    return hasattr(get_ipython(), "kernel")


class ProgressBar:
    """`with ProgressBar(kind) as report`: shown with the first line that is due, and gone at the end."""

    def __init__(self, kind: Kind) -> None:
        words, self._share = WORK[kind]
        self._text = words()
        self._handle: Any = None

    def __enter__(self) -> Callable[..., None]:
        return self._report

    def _report(self, *told: Any) -> None:
        if text := self._text(*told):
            self._show(progress_html(text, self._share(*told)), text)

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            self._show("", "")

    def _show(self, html: str, text: str) -> None:
        display: Any = import_module("IPython.display").display
        shown = {"text/html": html, "text/plain": text}
        if self._handle is None:
            self._handle = display(shown, raw=True, display_id=True)
        else:
            self._handle.update(shown, raw=True)


def progress_html(text: str, share: float | None) -> str:
    """A bar that is filled as far as the work is done, or moves if nobody can tell, and a line.

    >>> "value" in progress_html("3 of 4", 0.75), "value" in progress_html("heap 5", None)
    (True, False)
    """
    value = "" if share is None else f' value="{min(share, 1.0):.3f}"'
    return LINE.format(bar=BAR.format(value=value), text=escape(text))
