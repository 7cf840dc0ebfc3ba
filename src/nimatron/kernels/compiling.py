"""How kernels are compiled: once on a machine, and kept on disk."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba.core.cpu import CPUTargetOptions
from numba.core.event import Listener, register

logger = logging.getLogger("nimatron.kernels")


class _Compiling(Listener):
    """Says that a kernel is being compiled, which happens once on a machine, and how long it took."""

    seconds = 0.0
    said = False

    def __init__(self) -> None:
        self._depth, self._started = 0, 0.0

    def on_start(self, event: object) -> None:
        if not self.said:
            self.said = True
            logger.warning("nimatron compiles its kernels for this machine, once ...")
        if not self._depth:  # a kernel that calls others has them compiled meanwhile
            logger.info("compiling")
            self._started = time.monotonic()
        self._depth += 1

    def on_end(self, event: object) -> None:
        self._depth -= 1
        if not self._depth:
            self.seconds += time.monotonic() - self._started


compiling = _Compiling()
register("numba:compile", compiling)  # type: ignore[no-untyped-call]

P = ParamSpec("P")
R = TypeVar("R")


BARE: dict[str, Any] = {"nogil": True}
if hasattr(CPUTargetOptions, "_nrt"):  # numba's own affair: without this option it computes the same
    BARE["_nrt"] = False


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """`numba.njit` with the types of the function, compiled once for each kind of array.

    The result is kept on disk; where no folder can be written, in memory.

    >>> @jit
    ... def half(n: int) -> int:
    ...     return n // 2
    >>> half(9)
    4
    """
    return _compiled(function)


def bare(function: Callable[P, R]) -> Callable[P, R]:
    """`jit` for a function that makes no array and needs no interpreter: several threads may run it at once.

    Nothing counts the references to the arrays that it is given. In short functions with many arrays the counting
    takes longer than the work: some games take twice as long with it.
    """
    return _compiled(function, **BARE)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """`bare` for a function that becomes a part of others. Python must not call it: there is no code for that."""
    alone: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast(Callable[P, R], numba.njit(forceinline=True, error_model="numpy", **alone, **BARE)(function))


def _compiled(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    try:
        compiled = numba.njit(cache=True, error_model="numpy", **options)(function)
    except RuntimeError:  # no folder can be written
        compiled = numba.njit(error_model="numpy", **options)(function)
    return cast(Callable[P, R], compiled)


def folder() -> Path | None:
    """Where compiled kernels of this package are kept; None where no folder can be written."""
    kept = getattr(jit(lambda: None), "_cache", None)
    place = getattr(kept, "cache_path", None)
    return Path(place) if place else None
