"""Small pieces of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a line break or a bar inside a cell would end it."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


def code(text: str) -> str:
    """As code, also if it has backquotes in it."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def plain(text: str) -> str:
    """Text as it is: nothing in it is a sign of Markdown, but code between backquotes stays code."""
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        for sign in ("\\", "*", "_", "<", "[", "]", "{", "$"):
            parts[i] = parts[i].replace(sign, "\\" + sign)
    return "`".join(parts)
