"""The message and the exit code for an exception that ends a command: ours, a game's, or the system's."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from typing import Any

from ..core.clock import TimeUp
from ..core.errors import BadText, Limit, NimatronError, UsageError, UserCodeError, did_you_mean, reason_of
from ..core.files import cache_folder
from ..core.message import Message
from ..version import __version__

MOST_LOGGED = 1 << 20
"""A log of more bytes than this is begun again."""


def as_error(fault: BaseException, files: Sequence[str]) -> NimatronError | None:
    """The fault as an error of ours; None for a regular end, and for faults of the command line (`usage_error`).

    `files` are the files of the user's own games: a fault in one of them is blamed on that file.
    """
    if isinstance(fault, NimatronError):
        return fault
    # Exceptions of click have both attributes; `usage_error` words them.
    if hasattr(fault, "exit_code") and hasattr(fault, "show"):
        return None
    from ..notation.own_file import blame  # only faults need it

    # The user's own file is blamed before we blame ourselves.
    place = next(filter(None, (blame(fault, file) for file in files)), "")
    if isinstance(fault, TimeUp):
        return _limit(Message("the time is up"), place)
    if isinstance(fault, MemoryError):
        return _limit(Message("the memory limit is reached"), place)
    if place:
        kind = type(fault).__name__
        return UserCodeError("the rules of this game raise an error: {kind}: {fault}", place, kind=kind, fault=fault)
    # After `place`: a game that calls exit() is a faulty game, not a regular end.
    if isinstance(fault, SystemExit):
        return None
    if isinstance(fault, OSError):
        return NimatronError("{what}: {reason}", what=_file(fault), reason=reason_of(fault))
    return _ours(fault)


def _limit(what: Message, place: str) -> NimatronError:
    error = NimatronError(Message("{place}: {message}", place=place, message=what) if place else what)
    error.exit_code = Limit.exit_code
    return error


def _file(fault: OSError) -> str:
    """The file that is at fault, if there is one. A name may be longer than any screen."""
    name = str(fault.filename or "stdout")
    return name if len(name) <= 200 else f"{name[:100]}...{name[-50:]}"


def _ours(fault: BaseException) -> NimatronError:
    """The error for an exception that we did not foresee: it is a fault of ours and is logged."""
    log = _log(fault)
    text = f"{type(fault).__name__}: {fault}"[:500]
    if isinstance(fault, RecursionError):
        error = NimatronError("the input is nested too deeply")
    elif isinstance(fault, OverflowError):
        error = NimatronError("a number in the input is too large: {fault}", fault=fault)
    elif log:
        return NimatronError("internal error, {fault} (details are in {log})", fault=text, log=log)
    else:
        return NimatronError("internal error, {fault} (nimatron --debug shows details)", fault=text)
    # Depth and size come from the input, so these two faults count as bad input, not as internal errors.
    error.exit_code = BadText.exit_code
    return error


def _log(fault: BaseException) -> str:
    """The log to which the fault is added with its traceback; empty if it cannot be written."""
    from traceback import format_exception

    file = cache_folder() / "faults.log"
    moment = time.strftime("%Y-%m-%d %H:%M:%S")
    command = " ".join(map(repr, sys.argv[1:]))[:2000]
    lines = [f"{moment} nimatron {__version__}: {command}\n", *format_exception(fault), "\n"]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        full = file.exists() and file.stat().st_size > MOST_LOGGED
        with file.open("w" if full else "a", encoding="utf-8", errors="replace") as out:
            out.writelines(lines)
    except (OSError, RuntimeError):
        return ""
    return str(file)


# -- faults of the command line -------------------------------------------------------------------

NO_COMMAND = Message("No such command {name}.")

TYPER_SENTENCES = {
    message.msgid: message
    for message in (
        Message("Missing argument {name}."),
        Message("Missing option {name}."),
        Message("Missing command."),
        NO_COMMAND,
        Message("No such option: {name} (Possible options: {names})"),
        Message("No such option: {name}"),
        Message("Option {name} requires an argument."),
        Message("Option {name} does not take a value."),
        Message("Got unexpected extra argument(s) ({names})"),
        Message("Invalid value for {name}: {value} is not one of {names}."),
    )
} | {
    "Invalid value for {name}: {value} is not in the range {low}<=x<={high}.": Message(
        "{name} takes a number from {low} to {high}, not {value}."
    ),
    "Invalid value for {name}: {value} is not in the range x>={low}.": Message(
        "{name} takes a number from {low} on, not {value}."
    ),
    **dict.fromkeys(
        ("Invalid value for {name}: {value} is not a valid int range.",
         "Invalid value for {name}: {value} is not a valid integer."),
        Message("{name} takes a whole number, not {value}."),
    ),
    **dict.fromkeys(
        ("Invalid value for {name}: {value} is not a valid float range.",
         "Invalid value for {name}: {value} is not a valid float."),
        Message("{name} takes a number, not {value}."),
    ),
}  # fmt: skip
"""The sentences that typer prints for our commands, each with our sentence; if two fit, the first one counts."""

NAME = re.compile(r"\\{(\w+)\\}")
"""A {name} in a sentence that was escaped."""


def usage_error(fault: Any, ctx: Any) -> UsageError | None:
    """The fault of a command line, with the line to type instead; None for other exceptions, such as the help."""
    english = fault.format_message() if hasattr(fault, "format_message") else ""
    for text, message in TYPER_SENTENCES.items():
        # typer has only English sentences: we find the values in them and word them again.
        sentence = NAME.sub(r"(?P<\1>.+)", re.escape(text))
        if match := re.fullmatch(sentence, english, re.DOTALL):
            own = Message(message.msgid, params=match.groupdict())
            if message is NO_COMMAND:  # also of a command with commands of its own, such as survey
                own = _near_commands(own, match["name"], getattr(fault, "ctx", None) or ctx)
            error = UsageError(own)
            error.pointer = _usage(getattr(fault, "ctx", None) or ctx)
            return error
    return None


def _near_commands(message: Message, name: str, ctx: Any) -> Message:
    from difflib import get_close_matches

    near = get_close_matches(name.strip("'"), ctx.command.list_commands(ctx))
    return did_you_mean(message, near) if near else message


def _usage(ctx: Any) -> str:
    """The usage of the command, and the command for its help: the same in every language."""
    line = ctx.command.collect_usage_pieces(ctx)
    return f"\n  {' '.join([ctx.command_path, *line])}\n  {ctx.command_path} {ctx.help_option_names[0]}"
