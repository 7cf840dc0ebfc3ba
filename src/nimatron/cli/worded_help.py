"""The help of the commands in the reader's language.

Its texts are docstrings and the help of options, in English. They are translated when typer writes them, so that
commands need not do it, and English help does not load a catalog.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

import typer

from ..core.message import Message
from ..show.words import tr

FRAME = (
    Message("Usage: "),
    Message("Commands"),
    Message("Arguments"),
    Message("Options"),
    Message("Show this message and exit."),
    Message("Install completion for the current shell."),
    Message("Show completion for the current shell, to copy it or customize the installation."),
    Message("default: "),
    Message("required"),
    Message("as is usual"),
)
"""The words that typer writes around our texts."""

_FRAME = {message.msgid for message in FRAME}

EXTRA = re.compile(r"(.*?)(?:  )?\[([^\[\]]*)\]", re.DOTALL)
"""The help of an option, and the remarks that typer adds to it: `[default: 13; required]`."""


_Formatter: Any = typer.Context.formatter_class  # typer does not export its class


class HelpFormatter(_Formatter):  # type: ignore[misc]
    """Writes each text in the reader's language."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, tr("Usage: ") if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        super().write_heading(tr(heading))

    def write_text(self, text: str) -> None:
        super().write_text("\n\n".join(map(_paragraph, text.split("\n\n"))))

    def write_dl(self, rows: Any, *args: Any, **kwargs: Any) -> None:
        super().write_dl([(term, _help(text)) for term, text in rows], *args, **kwargs)


class HelpContext(typer.Context):
    """The context of a command whose help is translated."""

    formatter_class = HelpFormatter


def with_words(command: Any) -> Any:
    """The command with its help in the reader's language; the same for its subcommands."""
    command.context_class = HelpContext
    for one in getattr(command, "commands", {}).values():
        with_words(one)
    return command


def help_texts(command: Any) -> Iterator[str]:
    """All texts in the help of a command that are translated; an example is the same in every language."""
    texts = [one for one in cleandoc(command.help or "").split("\n\n") if one]
    yield from (" ".join(one.split()) for one in texts if not one.startswith("Example:"))
    yield from (param.help for param in command.params if getattr(param, "help", None))
    for one in getattr(command, "commands", {}).values():
        yield from help_texts(one)


def _paragraph(text: str) -> str:
    if text.startswith("Example: "):
        return tr("Example: {command}", command=text.removeprefix("Example: "))
    return tr(" ".join(text.split())) if text.strip() else text


def _help(text: str) -> str:
    """The help of an option; the remarks of typer are translated one by one."""
    translated = tr(text) if text else text
    if translated != text or not (match := EXTRA.fullmatch(text)):
        return translated
    remarks = "; ".join(map(_extra, match[2].split("; ")))
    return f"{tr(match[1])}  [{remarks}]" if match[1] else f"[{remarks}]"


def _extra(text: str) -> str:
    head, colon, value = text.partition(": ")
    if colon and f"{head}: " in _FRAME:
        inner = value.strip("()")
        return tr(f"{head}: ") + (f"({tr(inner)})" if inner in _FRAME else value)
    return tr(text) if text in _FRAME else text
