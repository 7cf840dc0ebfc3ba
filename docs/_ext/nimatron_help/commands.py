"""The commands of the program, from the program itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from nimatron.cli.program import COMMANDS, app

from .markdown import code, plain, table


def commands() -> str:
    """All commands with their arguments and options, in the order of `nimatron --help`."""
    program: Any = typer.main.get_command(app)
    context = program.make_context("nimatron", [], resilient_parsing=True)
    parts = [_section(program, "nimatron", 2, "The program")]
    for name in COMMANDS:
        parts += _all(program.get_command(context, name), f"nimatron {name}", 2)
    return "\n".join(parts)


def _all(command: Any, path: str, level: int) -> Iterator[str]:
    """A command, and those below it."""
    yield _section(command, path, level)
    for name, inner in getattr(command, "commands", {}).items():
        yield from _all(inner, f"{path} {name}", level + 1)


def _section(command: Any, path: str, level: int, title: str = "") -> str:
    context = command.make_context(path, [], resilient_parsing=True)
    usage = " ".join(command.collect_usage_pieces(context))
    text, examples = _help(command.help or "")
    parts = [
        f"({path.replace(' ', '-')})=\n{'#' * level} {title or code(path)}\n",
        f"```text\n{path} {usage}\n```\n",
        text,
    ]
    if examples:
        parts.append("```text\n" + "\n".join(examples) + "\n```\n")
    rows = [_row(found, context) for found in command.get_params(context)]
    if rows:
        parts.append(table(("argument or option", "what it does"), rows))
    return "\n".join(parts)


def _help(text: str) -> tuple[str, list[str]]:
    """The help of a command as Markdown, and its examples."""
    examples, lines = [], []
    for line in text.replace("\b", "").splitlines():
        if line.strip().startswith("Example:"):
            examples.append(line.strip().removeprefix("Example:").strip())
        else:
            lines.append(plain(line))
    return "\n".join(lines).strip() + "\n", examples


def _row(found: Any, context: Any) -> tuple[str, str]:
    if found.param_type_name == "argument":
        return code(found.make_metavar(context)), plain(found.help or "")
    names, words = found.get_help_record(context) or (", ".join(found.opts), found.help or "")
    return code(names), plain(words)
