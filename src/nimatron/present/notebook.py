"""Positions and answers in a notebook."""

from __future__ import annotations

from html import escape

from ..game import Position
from .boards import draw


def text_html(text: str) -> str:
    """The text of an answer, as HTML for a notebook.

    >>> text_html("nim: 3  ->  nim: 0")
    '<pre>nim: 3  -&gt;  nim: 0</pre>'
    """
    return f"<pre>{escape(text)}</pre>"


def html(position: Position) -> str:
    """The board of the terminal, as HTML for a notebook.

    >>> from nimatron import parse
    >>> html(parse("nim: 3"))
    '<pre>| | |  3</pre>'
    """
    return text_html(draw(position))
