"""Brackets in texts: what lies outside all of them, and what one pair encloses."""

from __future__ import annotations

import re


def closing(text: str, opened: int) -> int | None:
    """The place of the bracket that closes the one at `opened`, if there is one."""
    depth = 0
    for found in re.finditer(r"[{\[(]|[}\])]", text[opened:]):
        depth += 1 if found[0] in "{[(" else -1
        if depth == 0:
            return opened + found.start()
    return None


def top_level(text: str, mark: str) -> list[int]:
    """The places of `mark` outside all braces and brackets."""
    places: list[int] = []
    depth = 0
    if mark not in text:
        return places
    for found in re.finditer(r"[{\[(]|[}\])]|" + re.escape(mark), text):
        letter = found[0]
        if letter == mark:
            if depth == 0:
                places.append(found.start())
        else:
            depth += 1 if letter in "{[(" else -1
    return places


def cut(text: str, mark: str) -> list[str]:
    """The pieces between the marks that are outside all brackets.

    >>> cut("nim: 1 + (nim: 2 + nim: 3)", " + ")
    ['nim: 1', '(nim: 2 + nim: 3)']
    """
    places = top_level(text, mark)
    starts = [0, *(place + len(mark) for place in places)]
    return [text[start:end] for start, end in zip(starts, [*places, len(text)], strict=True)]


def unwrap(text: str) -> str | None:
    """The text within round brackets that enclose it all; None if there are none.

    >>> unwrap(" (nim: 2 & nim: 3)"), unwrap("(1) + (2)")
    ('nim: 2 & nim: 3', None)
    """
    text = text.strip()
    return text[1:-1] if text.startswith("(") and closing(text, 0) == len(text) - 1 else None
