"""Decorators for kernels. A kernel is compiled once per machine, at its first call, and then stored on disk.

No module that Python calls imports numba. `codegen` imports it when something must be compiled; stored code runs
without numba.
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

from ...core.clock import pauses
from .loader import Code, load_or_compile
from .slots import Kind, read

logger = logging.getLogger("nimatron.kernels")

P = ParamSpec("P")
R = TypeVar("R")


class CompileClock:
    """Measures the time for which something is compiled. The first time it warns the user, because that takes long."""

    def __init__(self) -> None:
        self._warned, self._depth, self._started, self._before = False, 0, 0.0, 0.0

    @property
    def seconds(self) -> float:
        """The seconds spent on compiling so far; the number grows while a kernel is compiled."""
        return self._before + (time.monotonic() - self._started if self._depth else 0.0)

    def __enter__(self) -> None:
        if not self._warned:
            self._warned = True
            logger.warning("nimatron compiles its kernels for this machine, once ...")
        # Waiting for another process that compiles the same kernel counts too: only the outermost block is timed.
        if not self._depth:
            logger.info("compiling")
            self._started = time.monotonic()
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        if self._depth == 1:
            self._before = self.seconds
        self._depth -= 1


clock = CompileClock()
pauses.append(lambda: clock.seconds)

_one_by_one = RLock()
"""Threads that need the same code wait for the thread that loads or compiles it."""


class Kernel:
    """A function that is compiled for each kind of arguments with which Python calls it."""

    def __init__(self, function: Callable[..., Any], inline: bool = False, unrolls: bool = True) -> None:
        update_wrapper(self, function)
        self.py_func, self.inline, self.unrolls = function, inline, unrolls
        self.found = 0
        """How often its code was found on disk."""
        self._code: dict[tuple[Kind, ...], Code] = {}

    def __call__(self, *arguments: Any) -> Any:
        kinds, slots = read(arguments)
        code = self._code.get(kinds)
        if code is None:
            with _one_by_one:
                code = self._code.get(kinds) or self._load(kinds)
        return code(slots)

    def _load(self, kinds: tuple[Kind, ...]) -> Code:
        self._code[kinds], found = load_or_compile(self.py_func, kinds, self.inline, self.unrolls, clock)
        self.found += found
        return self._code[kinds]

    @property
    def _numba_type_(self) -> Any:
        """The type of this kernel in another kernel that calls it: numba asks for it by this name."""
        from .codegen import dispatcher_type

        return dispatcher_type(self.py_func, self.inline)

    def __deepcopy__(self, memo: object) -> Kernel:
        return self  # numba copies statements with all objects that they mention


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """The same function, compiled. It allocates no array: the caller hands it all arrays that it needs.

    It runs without the interpreter's lock, so several threads may run it at once. References to its arrays are not
    counted: in short functions with many arrays the counting would take longer than the work.

    >>> @jit
    ... def half(n: int) -> int:
    ...     return n // 2
    >>> half(9)
    4
    """
    return _kernel(function)


def short_loops(function: Callable[P, R]) -> Callable[P, R]:
    """`jit` for a function all of whose loops, also in the functions that it calls, end after a few rounds.

    Unrolled loops would take longer to compile, and no less to run.
    """
    return _kernel(function, unrolls=False)


def inline_jit(function: Callable[P, R]) -> Callable[P, R]:
    """`jit` for a function that the compiler always inlines into its callers."""
    return _kernel(function, inline=True)


def _kernel(function: Callable[P, R], **how: bool) -> Callable[P, R]:
    # NUMBA_DISABLE_JIT lets a debugger step through the plain functions.
    is_off = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    return function if is_off else cast(Callable[P, R], Kernel(function, **how))


class Instructions:
    """A function for compiled code. Its body emits LLVM instructions when numba compiles a call."""

    def __init__(self, write: Callable[..., Any], prefer_literal: bool = False) -> None:
        update_wrapper(self, write)
        self._write, self._prefer_literal = write, prefer_literal

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError("only compiled code can call this")

    @cached_property
    def _numba_type_(self) -> Any:
        from .codegen import intrinsic_type

        return intrinsic_type(self._write, self._prefer_literal)

    def __deepcopy__(self, memo: object) -> Instructions:
        return self


instructions: Callable[[Callable[..., Any]], Any] = Instructions
"""`Instructions` as a decorator; mypy does not check the calls."""


class LazyModule:
    """A module that is imported when something in it is needed."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


ir: Any = LazyModule("llvmlite.ir")
types: Any = LazyModule("numba.types")
cgutils: Any = LazyModule("numba.core.cgutils")  # numba's loops, allocations and declarations in emitted code


def loads_back() -> bool:
    """Is a small kernel found again after it was stored, and does it return the same number?"""
    first, again = Kernel(_sample), Kernel(_sample)
    return bool(first(41) == again(41) == _sample(41)) and again.found == 1


def _sample(n: int) -> int:
    return n * n + 1
