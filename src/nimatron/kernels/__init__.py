"""Compiled loops: arrays and ints in, arrays and ints out; no module here knows a game.

This file is the gate. Loading kernels takes a tenth of a second, with numba half a second more, and compiling them
takes seconds. So code that wants a kernel asks for it first, inside the function that needs it:

    kernels.need()
    from ..kernels import octal

Only `tower`, which is plain Python, may be imported without asking.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

_askers: list[Callable[[], None]] = []


def need() -> None:
    """Announce that a kernel is wanted; call this before importing one. A watcher may refuse by raising.

    >>> need()
    """
    for asked in _askers:
        asked()


def watch(asked: Callable[[], None]) -> None:
    """Call `asked` whenever a kernel is wanted."""
    _askers.append(asked)


def loaded() -> bool:
    """Are kernels loaded already?"""
    return f"{__name__}.compiling" in sys.modules


def compiled_for() -> float:
    """Seconds spent on compiling so far."""
    # Not loaded, or an alarm rings while it is: nothing was compiled.
    compiling = getattr(sys.modules.get(f"{__name__}.compiling"), "compiling", None)
    return compiling.seconds if compiling else 0.0
