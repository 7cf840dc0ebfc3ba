"""Compiled loops: arrays and ints in, arrays and ints out; no module here knows a game.

This file is the gate. Loading kernels takes a tenth of a second, with numba half a second more, and compiling them
takes seconds. So code that wants a kernel asks for it first, inside the function that needs it:

    kernels.need()
    from ..kernels import octal

Only `tower`, which is plain Python, may be imported without asking. Where kernels cannot be (`here`), as in a browser,
plain code does what it can, and the rest is a limit.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from ..errors import Limit
from ..message import Message

MISSING = Message(
    "this takes compiled code, which a browser does not have: install Nimatron (pip install nimatron) and ask it there"
)

_askers: list[Callable[[], None]] = []
_left_out = False


def missing() -> Limit:
    """What is said where compiled code cannot be."""
    return Limit(MISSING, 0, 0.0)


def need() -> None:
    """Announce that a kernel is wanted; call this before importing one. A watcher may refuse by raising.

    >>> need()
    """
    if _left_out:
        raise missing()
    for asked in _askers:
        asked()


def here() -> bool:
    """Can kernels be loaded at all? If not, plain code goes on where a kernel would take over.

    >>> here()
    True
    """
    return not _left_out


def leave_out() -> None:
    """From now on this process has no kernels: numba or numpy is missing."""
    global _left_out
    _left_out = True


def watch(asked: Callable[[], None]) -> None:
    """Call `asked` whenever a kernel is wanted."""
    _askers.append(asked)


def loaded() -> bool:
    """Are kernels loaded already?"""
    return f"{__name__}.compiling" in sys.modules


def near() -> bool:
    """Would a kernel be here soon? It would if some are loaded or kept; else compiling it comes first."""
    if loaded() or _left_out:
        return not _left_out
    if _askers:  # whoever watches wants them for what cannot do without
        return False
    from .shelf import default_root

    root = default_root()
    return root is not None and any(root.glob("*/*.kernel"))


def compiled_for() -> float:
    """Seconds spent on compiling so far."""
    # Not loaded, or an alarm rings while it is: nothing was compiled.
    compiling = getattr(sys.modules.get(f"{__name__}.compiling"), "compiling", None)
    return compiling.seconds if compiling else 0.0
