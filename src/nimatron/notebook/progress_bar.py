"""The progress of long work in a notebook: a bar and a line under the cell until the work ends."""

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
    """Is this the process of a notebook? IPython in a terminal has no kernel, and other programs may only import it."""
    from IPython.core.getipython import get_ipython

    return hasattr(get_ipython(), "kernel")


class ProgressBar:
    """`with ProgressBar(kind) as report`: the bar appears with the first line and disappears at the end."""

    def __init__(self, kind: Kind) -> None:
        words, self._share = WORK[kind]
        self._text = words()
        self._handle: Any = None

    def __enter__(self) -> Callable[..., None]:
        return self._report

    def _report(self, *state: Any) -> None:
        if text := self._text(*state):
            self._show(progress_html(text, self._share(*state)), text)

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            self._show("", "")

    def _show(self, html: str, text: str) -> None:
        display: Any = import_module("IPython.display").display
        bundle = {"text/html": html, "text/plain": text}
        if self._handle is None:
            self._handle = display(bundle, raw=True, display_id=True)
        else:
            self._handle.update(bundle, raw=True)


def progress_html(text: str, share: float | None) -> str:
    """A bar with the share of the work that is done, or a moving bar if the share is unknown, and a line.

    >>> "value" in progress_html("3 of 4", 0.75), "value" in progress_html("heap 5", None)
    (True, False)
    """
    value = "" if share is None else f' value="{min(share, 1.0):.3f}"'
    return LINE.format(bar=BAR.format(value=value), text=escape(text))
