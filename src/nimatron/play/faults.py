"""The faults by which a program loses, and the text of programs as it may be shown."""

from __future__ import annotations

import unicodedata

from ..core.message import Message


class ProgramFault(Exception):
    """The program lost the match by its own fault: `kind` is crash, time, memory, processes or flood."""

    def __init__(self, kind: str, reason: Message) -> None:
        super().__init__(str(reason))
        self.kind, self.reason = kind, reason


class ProgramEnd(ProgramFault):
    """The program ended normally. It may answer once and be started again for the next turn."""


# -- text that others have written -------------------------------------------------------------------


MOST_SHOWN = 200
"""The most characters that are shown."""

MARKS = 2
"""The most marks on one letter: more would grow into the lines above and below."""


def printable(text: str, most: int = MOST_SHOWN) -> str:
    r"""`text` with everything that does not simply print written as an escape, and shortened.

    >>> print(printable("won\x1b[2J\r\n \u202eten"))
    won\x1b[2J\r\n \u202eten
    >>> printable("a long text", 7)
    'a long…'
    """
    out, marks = [], 0
    for letter in text[: most + 1]:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        plain = letter.isprintable() and marks <= MARKS
        out.append(letter if plain else letter.encode("unicode_escape", "surrogatepass").decode())
    whole = "".join(out)
    return whole if len(whole) <= most and len(text) <= most else f"{whole[: most - 1]}…"
