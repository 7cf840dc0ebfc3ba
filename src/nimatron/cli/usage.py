"""What typer says about a wrong command line, as an error of ours: in the reader's language, like all others."""

from __future__ import annotations

import re
from typing import Any

from ..errors import UsageError
from ..message import Message

SAID = (
    Message("Missing argument {name}."),
    Message("Missing option {name}."),
    Message("Missing command."),
    Message("No such command {name}."),
    Message("No such option: {name} (Possible options: {names})"),
    Message("No such option: {name}"),
    Message("Option {name} requires an argument."),
    Message("Option {name} does not take a value."),
    Message("Got unexpected extra argument(s) ({names})"),
    Message("Invalid value for {name}: {value} is not one of {names}."),
    Message("Invalid value for {name}: {value} is not in the range {range}."),
    Message("Invalid value for {name}: {value} is not a valid int range."),
    Message("Invalid value for {name}: {value} is not a valid float range."),
    Message("Invalid value for {name}: {value} is not a valid integer."),
    Message("Invalid value for {name}: {value} is not a valid float."),
)
"""All that our commands can make it say; where two fit, the first is meant."""

NAME = re.compile(r"\\{(\w+)\\}")
"""A {name} in a sentence that was escaped."""


def usage_error(fault: Any, ctx: Any) -> UsageError | None:
    """The fault of a command line, with the line to type instead; None if it is something else, such as the help."""
    said = fault.format_message() if hasattr(fault, "format_message") else ""
    for message in SAID:
        sentence = NAME.sub(r"(?P<\1>.+)", re.escape(message.msgid))
        if found := re.fullmatch(sentence, said, re.DOTALL):
            error = UsageError(Message(message.msgid, params=found.groupdict()))
            error.pointer = _usage(getattr(fault, "ctx", None) or ctx)
            return error
    return None


def _usage(ctx: Any) -> str:
    """How the command is used, and how to ask for help: the same in every language."""
    line = ctx.command.collect_usage_pieces(ctx)
    return f"\n  {' '.join([ctx.command_path, *line])}\n  {ctx.command_path} {ctx.help_option_names[0]}"
