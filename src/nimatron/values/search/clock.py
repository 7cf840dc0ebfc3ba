"""The clock for limits: it stands still while kernels are compiled, which happens once per machine."""

from __future__ import annotations

import time
from collections.abc import Callable

from ...kernels import compiled_for

Clock = Callable[[], float]
"""Seconds since some fixed moment."""

_only_work = False


def now() -> float:
    """Seconds since some fixed moment, not counting time spent on compiling kernels.

    >>> before = now()
    >>> now() >= before
    True
    """
    return (time.process_time() if _only_work else time.monotonic()) - compiled_for()


def worked() -> float:
    """Seconds of work of this thread: for limits that should mean the same on a busy machine."""
    return time.thread_time() - compiled_for()


def count_only_work() -> None:
    """From now on the clock of this process moves only while it works: a busy machine makes no question harder."""
    global _only_work
    _only_work = True
