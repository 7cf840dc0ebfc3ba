"""Interrupts at any moment: between two lines of Nimatron, behind a compiled call, or by a real SIGINT."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import nimatron
from nimatron.kernels.compile.jit import Kernel

PACKAGE = str(Path(nimatron.__file__).parent)

Way = Callable[["Moment"], Any]


class Moment:
    """Counts steps, and raises KeyboardInterrupt at one of them; at none if `at` is 0."""

    def __init__(self, at: int = 0) -> None:
        self.at, self.steps = at, 0

    def step(self) -> None:
        self.steps += 1
        if self.steps == self.at:
            raise KeyboardInterrupt


@contextmanager
def between_lines(moment: Moment) -> Iterator[None]:
    """A step is a line of Nimatron that begins."""

    def trace(frame: Any, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        if event == "line":
            moment.step()
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


@contextmanager
def behind_calls(moment: Moment) -> Iterator[None]:
    """A step is a compiled call that returns: its arrays have changed, and nobody has noted it yet."""
    call = Kernel.__call__

    def interrupted(kernel: Kernel, *arguments: Any) -> Any:
        found = call(kernel, *arguments)
        moment.step()
        return found

    Kernel.__call__ = interrupted  # type: ignore[method-assign]
    try:
        yield
    finally:
        Kernel.__call__ = call  # type: ignore[method-assign]


WAYS: dict[str, Way] = {"line": between_lines, "call": behind_calls}


def count_steps(way: Way, work: Callable[[], object]) -> int:
    """How many steps an undisturbed question has."""
    moment = Moment()
    with way(moment):
        work()
    return moment.steps


def interrupt(way: Way, work: Callable[[], object], at: int) -> bool:
    """Ask a question that is interrupted at a step; False if it ended before."""
    try:
        with way(Moment(at)):
            work()
    except KeyboardInterrupt:
        return True
    return False


def send_sigint(work: Callable[[], object], seconds: float) -> bool:
    """Ask a question that a real SIGINT interrupts after some time; False if it ended before."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        work()
        timer.cancel()
        timer.join()  # it may have been sent already, and then it arrives here
        return False
    except KeyboardInterrupt:
        return True
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, handler)


def moments(steps: int, tries: int, seed: str) -> list[int]:
    """Some of the steps, the same ones every time."""
    return Random(seed).choices(range(1, steps + 1), k=tries) if steps else []
