"""Answers on stdout: lines of text, in colour if that is a terminal, or JSON."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from textwrap import fill
from typing import Any, ParamSpec

from ..core.game import Position
from ..show.text import Line
from .session import over

P = ParamSpec("P")

FIRST = 10_000
"""The number of lines that are made before the first is shown: answers that take work to make have fewer."""

SIGNS = str.maketrans({"∞": "inf", "ω": "w", "·": "*", "⊕": "^", "⊗": "(x)"})
"""The substitutes for signs of values in a terminal that has only letters."""

STYLES = {"title": "bold", "good": "green", "bad": "yellow", "dim": "dim"}

HEAT = ("bold green", "cyan", "bright_blue", "magenta", "red", "bold red")
"""The colours of values by the number of binary digits: lost positions stand out, and larger values are warmer."""


def is_screen() -> bool:
    """Is stdout a screen: a terminal that can do more than a printer?"""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def wipe() -> None:
    """Clear the screen, if there is one, so that a board can be drawn again in its place."""
    if is_screen():
        print("\x1b[H\x1b[2J", end="")


def transliterate(text: str) -> str:
    """`text` in signs that the terminal has: values can be written without ω and ∞."""
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
    """Print `lines`; rich, which is slow to import, is loaded only for a screen."""
    lines = iter(lines)
    first = list(islice(lines, FIRST))  # making them may be work, unlike showing them
    over()
    lines = chain(first, lines)
    if not is_screen():
        for line in lines:
            print(transliterate(line.text))
        return
    from rich.console import Console
    from rich.text import Text

    # Without highlighting, because rich would colour every number.
    console = Console(highlight=False, soft_wrap=True)
    styles = {} if "NO_COLOR" in os.environ else STYLES
    for line in lines:
        text = Text(wrap_line(line.text, console.width), style=styles.get(line.style, ""))
        if styles and line.style in ("values", "row of values"):
            for value in list(re.finditer("[0-9]+", text.plain))[line.style == "row of values" :]:
                text.stylize(HEAT[min(int(value[0]).bit_length(), len(HEAT) - 1)], *value.span())
        console.print(text)


def wrap_line(text: str, width: int) -> str:
    """A text in lines of a width, with a hanging indent; a text that fits stays as it is.

    >>> print(wrap_line("  value 0: take 1 from heap 1; take 2 from heap 2", 30))
      value 0: take 1 from heap 1;
          take 2 from heap 2
    """
    if len(text) <= width:
        return text
    indent = " " * (len(text) - len(text.lstrip()) + 4)
    return fill(
        text,
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )


def with_board(lines: Iterable[Line], position: Position) -> Iterator[Line]:
    """The lines of an answer, in a terminal with the board after the position and the verdict."""
    lines = iter(lines)
    yield from islice(lines, 2)
    if is_screen():
        from ..show.pictures import draw

        yield from (Line(f"  {row}".rstrip()) for row in ("", *draw(position, ascii=not drawable()).splitlines(), ""))
    yield from lines


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
    """Print an answer, with `json` as JSON: `data` or `lines` makes it from the same facts."""
    if json:
        show_json(data(*facts, **more))
    else:
        show(lines(*facts, **more))
