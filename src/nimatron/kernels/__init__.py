"""Compiled loops: arrays and ints in, arrays and ints out; no module here knows a game.

Import a module of this package inside the function that needs it: numba takes half a second to load.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import numba
from numba.core.event import Listener, register


class _Compiling(Listener):
    """Says once that a kernel is being compiled: it takes seconds, and only the first time on a machine."""

    said = False

    def on_start(self, event: object) -> None:
        if not self.said:
            _Compiling.said = True
            logging.getLogger(__name__).warning("nimatron compiles its kernels for this machine, once ...")

    def on_end(self, event: object) -> None:
        pass


register("numba:compile", _Compiling())  # type: ignore[no-untyped-call]

P = ParamSpec("P")
R = TypeVar("R")


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """`numba.njit` with the types of the function, compiled once for each kind of array.

    The result is kept on disk; where no folder can be written, in memory.

    >>> @jit
    ... def half(n: int) -> int:
    ...     return n // 2
    >>> half(9)
    4
    """
    try:
        compiled = numba.njit(cache=True, error_model="numpy")(function)
    except RuntimeError:
        compiled = numba.njit(error_model="numpy")(function)
    return cast(Callable[P, R], compiled)


def folder() -> Path | None:
    """Where compiled kernels of this package are kept; None where no folder can be written."""
    kept = getattr(jit(lambda: None), "_cache", None)
    place = getattr(kept, "cache_path", None)
    return Path(place) if place else None
