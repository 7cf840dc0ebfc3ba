"""Answers in a notebook."""

from __future__ import annotations

from html import escape


def text_html(text: str) -> str:
    """The text of an answer, as HTML for a notebook.

    >>> text_html("nim: 3  ->  nim: 0")
    '<pre>nim: 3  -&gt;  nim: 0</pre>'
    """
    return f"<pre>{escape(text)}</pre>"
