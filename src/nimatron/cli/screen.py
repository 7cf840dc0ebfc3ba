"""Lines of text on stdout, in colour if that is a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from itertools import chain, islice

from ..present.text import Line
from .watch import over

FIRST = 10_000
"""An answer that is work to tell has fewer lines than this."""

SIGNS = str.maketrans({"∞": "inf", "ω": "w", "·": "*", "⊕": "^", "⊗": "(x)"})
"""How signs of values are written where a terminal has letters only."""

STYLES = {"title": "bold", "good": "green", "bad": "yellow", "dim": "dim"}


def colourful() -> bool:
    """Is stdout a terminal that wants colour?"""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def typed(text: str) -> str:
    """`text` in signs that the terminal has: values can be told without ω and ∞."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return text.translate(SIGNS)
    return text


def drawable() -> bool:
    """Can the terminal show the marks of a board?"""
    from ..present.families.terminal import Marks

    marks = "".join(vars(Marks(ascii=False)).values())
    try:
        marks.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def show(lines: Iterable[Line]) -> None:
    """Print `lines`; rich, which is slow to import, is loaded only for colour."""
    lines = iter(lines)
    first = list(islice(lines, FIRST))  # making them may be work, unlike showing them
    over()
    lines = chain(first, lines)
    if not colourful():
        for line in lines:
            print(typed(line.text))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for line in lines:
        console.print(Text(line.text, style=STYLES.get(line.style, "")))
