"""Processes that work for this one and end with it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import connection, get_context, resource_tracker
from types import ModuleType
from typing import TYPE_CHECKING

from .clock import interrupts_later

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_one_at_a_time = threading.Lock()


@contextmanager
def process_pool(size: int) -> Iterator[ProcessPoolExecutor]:
    """An executor of `size` processes. They end at once with the block, or with this process, however that ends."""
    # Not a fork: the threads of other libraries do not survive one.
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(size, context, _end_with, (theirs,))
    try:
        with without_script(), _blocked_interrupts():
            # A task starts one process at most, and later ones would run the user's script.
            while len(executor._processes) < size:
                executor.submit(int)
        yield executor
    finally:
        ours.close()
        executor.shutdown(cancel_futures=True)


def _end_with(line: Connection) -> None:
    """End this process as soon as nobody holds the other end of the line."""
    threading.Thread(target=_wait_for_end, args=(line,), daemon=True).start()


def _wait_for_end(line: Connection) -> None:
    connection.wait([line])
    # Not sys.exit, which would end this thread only.
    os._exit(1)


@contextmanager
def without_script() -> Iterator[None]:
    """Processes that start in this block do not run the user's script, so it needs no guard."""
    with _one_at_a_time:  # all threads share the entry of the main module
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")  # without a file there is nothing to run
        try:
            yield
        finally:
            sys.modules["__main__"] = script


@contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """A process that starts in this block never hears of Ctrl-C: while it imports, it would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # its start would unblock the signal
    with interrupts_later():
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # a new process inherits it
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
