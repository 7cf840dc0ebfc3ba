"""Answers on stdout: lines of text, in colour if that is a terminal, or JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from itertools import chain, islice
from typing import Any, ParamSpec

from ..show.text import Line
from .session import over

P = ParamSpec("P")

FIRST = 10_000
"""The number of lines that are made before the first is shown: an answer that is work to make has fewer."""

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
    from ..show.board_text import Marks

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

    # Without highlighting, because rich would colour every number; without wrapping, because tables keep their columns.
    console = Console(highlight=False, soft_wrap=True)
    for line in lines:
        console.print(Text(line.text, style=STYLES.get(line.style, "")))


def show_json(data: Any) -> None:
    """Print one JSON document."""
    import json

    # Before `over`: wording the data is work, which the alarm may end.
    text = json.dumps(data, ensure_ascii=False)
    over()
    print(text)


def show_answer(
    json: bool, data: Callable[P, Any], lines: Callable[P, Iterable[Line]], *facts: P.args, **more: P.kwargs
) -> None:
    """Print an answer, as JSON if `json` is asked for: `data` or `lines` makes it of the same facts."""
    if json:
        show_json(data(*facts, **more))
    else:
        show(lines(*facts, **more))
