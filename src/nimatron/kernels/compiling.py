"""How kernels are compiled: once per machine, and kept on disk."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba.core.cpu import CPUTargetOptions
from numba.core.event import Listener, register

from .kept import keep

logger = logging.getLogger("nimatron.kernels")


class _Compiling(Listener):
    """Logs that a kernel is being compiled, which happens once per machine, and adds up how long it took."""

    said = False

    def __init__(self) -> None:
        self._depth, self._started, self._before = 0, 0.0, 0.0

    @property
    def seconds(self) -> float:
        """How long it took so far; this grows while a kernel is compiled."""
        return self._before + (time.monotonic() - self._started if self._depth else 0.0)

    def on_start(self, event: object) -> None:
        if not self.said:
            self.said = True
            logger.warning("nimatron compiles its kernels for this machine, once ...")
        # Compiling a kernel compiles those it calls: only the outermost one is timed.
        if not self._depth:
            logger.info("compiling")
            self._started = time.monotonic()
        self._depth += 1

    def on_end(self, event: object) -> None:
        if self._depth == 1:
            self._before = self.seconds
        self._depth -= 1

    def __enter__(self) -> None:
        """Waiting for a process that compiles counts as compiling."""
        self.on_start(None)

    def __exit__(self, *_: object) -> None:
        self.on_end(None)


compiling = _Compiling()
register("numba:compile", compiling)  # type: ignore[no-untyped-call]

P = ParamSpec("P")
R = TypeVar("R")


BARE: dict[str, Any] = {"nogil": True}
# `_nrt` turns reference counting off. It is private to numba, so a later version may lack it: results stay the same.
if hasattr(CPUTargetOptions, "_nrt"):
    BARE["_nrt"] = False


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """`numba.njit` that keeps the types of the function; it compiles once for each type of array.

    The code is kept on disk, or in memory where no private folder can be written.

    >>> @jit
    ... def half(n: int) -> int:
    ...     return n // 2
    >>> half(9)
    4
    """
    return _compiled(function)


def bare(function: Callable[P, R]) -> Callable[P, R]:
    """`jit` for a function that creates no array and needs no interpreter: several threads may run it at once.

    The references to its arrays are not counted. In short functions with many arrays the counting takes longer than
    the work: it makes some games twice as slow.
    """
    return _compiled(function, **BARE)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """`bare` for a function that is inlined into others. Python must not call it: it has no entry point."""
    alone: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast(Callable[P, R], numba.njit(forceinline=True, error_model="numpy", **alone, **BARE)(function))


def _compiled(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    compiled: Any = numba.njit(error_model="numpy", **options)(function)
    if hasattr(compiled, "_cache"):  # not if numba is told not to compile
        keep(compiled, compiling)
    return cast(Callable[P, R], compiled)


def loads_back() -> bool:
    """Is a small kernel that was kept found again, and does it give the same?"""
    first, again = jit(_sample), jit(_sample)
    same = first(41) == again(41) == _sample(41)
    return same and sum(again.stats.cache_hits.values()) == 1  # type: ignore[attr-defined]


def _sample(n: int) -> int:
    return n * n + 1
