"""Text that others have written, made safe to show: it stays in its place, on its line, and short."""

from __future__ import annotations

import unicodedata

MOST = 200
"""The most characters that are shown."""

MARKS = 2
"""How many marks may stand on one letter: more would grow into the lines above and below."""


def shown(text: str, most: int = MOST) -> str:
    r"""`text` with everything that does not simply print written as an escape, and shortened.

    >>> print(shown("won\x1b[2J\r\n \u202eten"))
    won\x1b[2J\r\n \u202eten
    >>> shown("a long text", 7)
    'a long…'
    """
    out, marks = [], 0
    for letter in text[: most + 1]:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        plain = letter.isprintable() and marks <= MARKS
        out.append(letter if plain else letter.encode("unicode_escape", "surrogatepass").decode())
    whole = "".join(out)
    return whole if len(whole) <= most and len(text) <= most else f"{whole[: most - 1]}…"
