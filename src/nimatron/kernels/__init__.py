"""Compiled loops: arrays and ints in, arrays and ints out; no module here knows a game.

This file is the gate. Loading kernels takes a tenth of a second, numba takes half a second more, and compiling takes
seconds. So code asks for a kernel inside the function that uses it:

    kernels.need()
    from ..kernels.taking import recurrence

Where kernels are not `available`, as in a browser, plain code answers what it can, and everything else is a limit.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

from ..core.clock import interrupts_later
from ..core.errors import Limit
from ..core.message import Message

MISSING = Message(
    "this needs compiled code, which a browser does not have: install Nimatron on a computer and run it there"
)

_watchers: list[Callable[[], None]] = []
_available = True


def need() -> None:
    """Announce that a kernel will be imported; call this before the import. A watcher may refuse by raising.

    >>> need()
    """
    if not _available:
        raise missing()
    for asked in _watchers:
        asked()
    if not are_loaded():
        with interrupts_later():
            import_module(f"{__name__}.compile.jit")


def watch(asked: Callable[[], None]) -> None:
    """Call `asked` whenever a kernel is needed."""
    _watchers.append(asked)


def available() -> bool:
    """Can this process have kernels at all? If not, plain code continues where a kernel would take over.

    >>> available()
    True
    """
    return _available


def leave_out() -> None:
    """From now on this process has no kernels, because numba or numpy is missing."""
    global _available
    _available = False


def missing() -> Limit:
    """The error for a question that needs a kernel in a process without kernels."""
    return Limit(MISSING, 0, 0.0)


def are_loaded() -> bool:
    """Has this process loaded kernels already?"""
    return f"{__name__}.compile.jit" in sys.modules


def are_compiled() -> bool:
    """Are kernels loaded, or compiled on disk, so that the next one takes milliseconds and not seconds?"""
    if are_loaded() or not _available:
        return _available
    if _watchers:  # a watcher wants kernels only for questions that plain code cannot answer
        return False
    from .compile.cache import default_root

    root = default_root()
    return root is not None and any(root.glob("*/*.kernel"))
