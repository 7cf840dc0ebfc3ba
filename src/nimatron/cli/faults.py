"""What to say about an exception that ends a command, and with which exit code: ours, a game's, or the system's."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from ..errors import BadText, Limit, NimatronError, UserCodeError, reason_of
from ..files import cache_folder
from ..games.loading import blame
from ..message import Message
from ..values.search.alarm import TimeUp
from ..version import __version__

MOST_LOGGED = 1 << 20
"""A log of more bytes than this is begun again."""


def told(fault: BaseException, files: Sequence[str]) -> NimatronError | None:
    """The same fault as an error of ours; None for a regular end, and for what typer says (`usage`).

    `files` are those of the user's own games: what fails in one of them is its fault.
    """
    if isinstance(fault, NimatronError):
        return fault
    if hasattr(fault, "exit_code") and hasattr(fault, "show"):
        return None
    place = next(filter(None, (blame(fault, file) for file in files)), "")
    if isinstance(fault, TimeUp):
        return _limit(Message("the time is up"), place)
    if isinstance(fault, MemoryError):
        return _limit(Message("the limit of memory is reached"), place)
    if place:
        kind = type(fault).__name__
        return UserCodeError("the rules of this game fail: {kind}: {fault}", place, kind=kind, fault=fault)
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
    """What we did not foresee, which is a fault of ours: it is logged."""
    log = _logged(fault)
    text = f"{type(fault).__name__}: {fault}"[:500]
    if isinstance(fault, RecursionError):
        error = NimatronError("this is nested too deeply")
    elif isinstance(fault, OverflowError):
        error = NimatronError("a number in it is too large: {fault}", fault=fault)
    elif log:
        return NimatronError("internal error, {fault} (more about it is in {log})", fault=text, log=log)
    else:
        return NimatronError("internal error, {fault} (nimatron --debug shows more)", fault=text)
    error.exit_code = BadText.exit_code
    return error


def _logged(fault: BaseException) -> str:
    """The file to which the fault is added, with all that helps to find its cause; empty if it cannot be written."""
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
