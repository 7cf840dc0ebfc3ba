"""Functions that are compiled: once per machine, when they are first called, and then kept on disk.

No module that Python calls imports numba. It is loaded by `making`, when something must be compiled; what was kept
runs without it.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from functools import cached_property, update_wrapper
from importlib import import_module
from threading import RLock
from typing import Any, ParamSpec, TypeVar, cast

from .kept import Code, Way, prepared
from .slots import Kind, read

logger = logging.getLogger("nimatron.kernels")

P = ParamSpec("P")
R = TypeVar("R")


class _Compiling:
    """The time while something is compiled; the first time it is said, for it may be long."""

    said = False

    def __init__(self) -> None:
        self._depth, self._started, self._before = 0, 0.0, 0.0

    @property
    def seconds(self) -> float:
        """How long it took so far; this grows while a kernel is compiled."""
        return self._before + (time.monotonic() - self._started if self._depth else 0.0)

    def __enter__(self) -> None:
        if not self.said:
            self.said = True
            logger.warning("nimatron compiles its kernels for this machine, once ...")
        # Waiting for a process that compiles the same is within this too: only the outermost one is timed.
        if not self._depth:
            logger.info("compiling")
            self._started = time.monotonic()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        if self._depth == 1:
            self._before = self.seconds
        self._depth -= 1


compiling = _Compiling()

_one_by_one = RLock()
"""Threads that need the same code wait for the one that gets it."""


class Kernel:
    """A function that is compiled for each kind of arguments with which it is called."""

    def __init__(self, function: Callable[..., Any], way: Way = Way()) -> None:  # noqa: B008 - it cannot be changed
        update_wrapper(self, function)
        self.py_func, self.way = function, way
        self.found = 0
        """How often its code was found on disk."""
        self._code: dict[tuple[Kind, ...], Code] = {}

    def __call__(self, *arguments: Any) -> Any:
        kinds, slots = read(arguments)
        code = self._code.get(kinds)
        if code is None:
            with _one_by_one:
                code = self._code.get(kinds) or self._prepared(kinds)
        return code(slots)

    def _prepared(self, kinds: tuple[Kind, ...]) -> Code:
        self._code[kinds], found = prepared(self.py_func, self.way, kinds, compiling)
        self.found += found
        return self._code[kinds]

    @property
    def _numba_type_(self) -> Any:
        """What numba takes it for where another kernel calls it."""
        from .making import dispatcher_type

        return dispatcher_type(self.py_func, self.way.inline)

    def __deepcopy__(self, memo: object) -> Kernel:
        return self  # numba copies statements, with all that they mention


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """The same function, compiled. It creates no array: what it needs is handed to it.

    It runs without the interpreter, so several threads may run it at once. References to its arrays are not counted: in
    short functions with many arrays the counting takes longer than the work.

    >>> @jit
    ... def half(n: int) -> int:
    ...     return n // 2
    >>> half(9)
    4
    """
    return _kernel(function, Way())


def short_loops(function: Callable[P, R]) -> Callable[P, R]:
    """`jit` for a function whose loops, and those of all that it calls, end after a few rounds.

    Unrolled they would take longer to compile, and no less to run.
    """
    return _kernel(function, Way(unrolls=False))


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """`jit` for a function that is always inlined into others."""
    return _kernel(function, Way(inline=True))


def _kernel(function: Callable[P, R], way: Way) -> Callable[P, R]:
    return function if is_off() else cast(Callable[P, R], Kernel(function, way))


def is_off() -> bool:
    """Is numba told not to compile?"""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


class Instructions:
    """A function for compiled code, written in LLVM instructions by a function that numba calls."""

    def __init__(self, write: Callable[..., Any], prefer_literal: bool = False) -> None:
        update_wrapper(self, write)
        self._write, self._prefer_literal = write, prefer_literal

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError("only compiled code can call this")

    @cached_property
    def _numba_type_(self) -> Any:
        from .making import intrinsic_type

        return intrinsic_type(self._write, self._prefer_literal)

    def __deepcopy__(self, memo: object) -> Instructions:
        return self


def instructions(write: Callable[..., Any]) -> Any:
    """`Instructions` as a decorator; mypy does not check the calls."""
    return Instructions(write)


class Later:
    """A module that is imported when something in it is needed."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


ir: Any = Later("llvmlite.ir")
types: Any = Later("numba.core.types")
cgutils: Any = Later("numba.core.cgutils")


def loads_back() -> bool:
    """Is a small kernel that was kept found again, and does it give the same?"""
    first, again = Kernel(_sample), Kernel(_sample)
    return bool(first(41) == again(41) == _sample(41)) and again.found == 1


def _sample(n: int) -> int:
    return n * n + 1
