"""Work that is counted where a test would otherwise look at a clock: machines are fast and slow, and busy or not."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable


class Clock:
    """Stands in for `time.monotonic`: it moves on when it is told to, and by `step` seconds whenever it is read."""

    def __init__(self, step: float = 0.0) -> None:
        self.time, self.step = 0.0, step

    def __call__(self) -> float:
        self.time += self.step
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += seconds


def calls(work: Callable[[], object]) -> int:
    """How many functions `work` calls, those of the interpreter included."""
    count = 0

    def called(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()  # what other tests have left behind is not this work
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    return count
