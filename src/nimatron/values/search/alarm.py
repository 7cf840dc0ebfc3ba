"""Ends work that looks at no clock itself: the rules of one's own game may sleep, or go on without end, in one call."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from .clock import now

AGAIN = 0.5
"""Seconds until the alarm rings again: rules may catch everything, even this."""

BUSY = 4
"""How many times as long the grace may be on a machine that has other work to do."""

SAVING = 20.0
"""Seconds that keeping what was found may take longer than the time given."""

LONGEST = 1e8
"""No alarm is set for longer than this: systems have a largest time."""


class TimeUp(BaseException):
    """The alarm rings. It is no Exception, so that rules which catch these do not catch it."""


@contextmanager
def alarm(seconds: float | None, grace: float = 0.0) -> Iterator[None]:
    """Raise TimeUp wherever the program is after so many seconds, not counting those spent on compiling.

    In `grace` more seconds of work the program may come to the end by itself. On a busy machine, or asleep, they take
    longer, but not without end. Only the main thread can be woken, and neither on Windows nor in a browser; elsewhere
    this does nothing.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    began = now()
    until = began + min(seconds, LONGEST)
    worked: float | None = None  # the work done until the time was up

    def ring(_: int, frame: FrameType | None) -> None:
        nonlocal worked
        late = now() - until
        if late < 0:
            signal.setitimer(signal.ITIMER_REAL, -late)
            return
        worked = time.process_time() if worked is None else worked
        ended = time.process_time() - worked >= grace or late >= BUSY * grace
        signal.setitimer(signal.ITIMER_REAL, AGAIN if ended else 0.05)
        if ended and not (late < SAVING and _saves(frame)):
            raise TimeUp

    handler = signal.signal(signal.SIGALRM, ring)
    before, _ = signal.setitimer(signal.ITIMER_REAL, max(until - began, 1e-6))
    try:
        yield
    finally:
        # A longer alarm around this one goes on.
        signal.setitimer(signal.ITIMER_REAL, max(before - (now() - began), 1e-6) if before else 0)
        signal.signal(signal.SIGALRM, handler)


def _saves(frame: FrameType | None) -> bool:
    """Is something being kept right now?"""
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith("nimatron."):
            return module.startswith("nimatron.values.keep.")
        frame = frame.f_back
    return False
