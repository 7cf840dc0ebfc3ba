"""Positions in a notebook."""

from __future__ import annotations

from html import escape

from ..game import Position
from .boards import draw


def html(position: Position) -> str:
    """The board of the terminal, as HTML for a notebook.

    >>> from nimatron import parse
    >>> html(parse("nim: 3"))
    '<pre>| | |  3</pre>'
    """
    return f"<pre>{escape(draw(position))}</pre>"
