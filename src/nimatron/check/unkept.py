"""Limits that are asked for and that the system has no means to keep: on Windows several, on macOS one."""

from __future__ import annotations

import signal
import sys
from importlib.util import find_spec

from ..message import Message


def unkept_limits() -> tuple[Message, ...]:
    """What is not limited here, whatever is asked for; nothing on Linux."""
    memory = Message("the memory of the program: --memory has no effect")
    hanging = Message("the time of rules of your own that hang inside a single move")
    found = []
    if find_spec("resource") is None:
        found.append(memory)
    if not hasattr(signal, "setitimer"):
        found.append(hanging)
    return (*found, *unkept_of_programs())


def unkept_of_programs() -> tuple[Message, ...]:
    """The same for the programs of a referee, which `play/warden.py` watches."""
    if sys.platform == "win32":
        return (
            Message("the memory and the number of processes of refereed programs"),
            Message("the processes that a refereed program has started: they do not end with it"),
        )
    if sys.platform != "linux":
        return (Message("the memory and the number of processes of refereed programs"),)
    return ()
