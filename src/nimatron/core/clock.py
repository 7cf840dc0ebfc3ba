"""What a second is for limits, the alarm that ends work which never looks at a clock, and interrupts that wait.

The clock stops while kernels are compiled, because that happens once on a machine and says nothing about the question.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Clock = Callable[[], float]
"""Seconds since some fixed moment."""

pauses: list[Clock] = []
"""Counters of seconds that no limit counts. The kernels add one: the time that compiling has taken."""

_only_work = False


def _pause() -> float:
    return sum(seconds() for seconds in pauses)


def now() -> float:
    """Seconds since some fixed moment, without the time that compiling kernels has taken.

    >>> before = now()
    >>> now() >= before
    True
    """
    return (time.process_time() if _only_work else time.monotonic()) - _pause()


def work_time() -> float:
    """Seconds of work of this thread: a clock for limits that mean the same on a busy machine."""
    return time.thread_time() - _pause()


def count_only_work() -> None:
    """Let the clock of this process move only while the process works: then a busy machine makes no question harder."""
    global _only_work
    _only_work = True


# -- the alarm -----------------------------------------------------------------------------------

AGAIN = 0.5
"""Seconds until the alarm rings again: the rules of a user's own game may catch everything, even TimeUp."""

BUSY = 4
"""On a machine with other work to do the grace may last this many times as long."""

SAVING = 20.0
"""A store that is saving may use this many seconds more than the time given."""

LONGEST = 1e8
"""No alarm is set for longer than this: systems have a largest time."""


class TimeUp(BaseException):
    """The alarm rings. It is not an Exception, so rules that catch exceptions do not catch it."""


@contextmanager
def alarm(seconds: float | None, grace: float = 0.0) -> Iterator[None]:
    """Raise TimeUp wherever the program is after this many seconds, without those spent on compiling.

    Rules of a user's own game may sleep, or loop for ever, in one call; a budget never hears of it. During `grace` more
    seconds of work the program may still end by itself. Only the main thread can be woken, and neither on Windows nor
    in a browser; elsewhere this does nothing.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    began = now()
    until = began + min(seconds, LONGEST)
    at_end: float | None = None  # the seconds of work when the time was up

    def ring(_: int, frame: FrameType | None) -> None:
        nonlocal at_end
        late = now() - until
        if late < 0:  # kernels were compiled meanwhile
            signal.setitimer(signal.ITIMER_REAL, -late)
            return
        at_end = time.process_time() if at_end is None else at_end
        ended = time.process_time() - at_end >= grace or late >= BUSY * grace
        signal.setitimer(signal.ITIMER_REAL, AGAIN if ended else 0.05)
        if ended and not (late < SAVING and _saves(frame)):
            raise TimeUp

    handler = signal.signal(signal.SIGALRM, ring)
    before, _ = signal.setitimer(signal.ITIMER_REAL, max(until - began, 1e-6))
    try:
        yield
    finally:
        # An alarm around this one continues with the time that it has left.
        signal.setitimer(signal.ITIMER_REAL, max(before - (now() - began), 1e-6) if before else 0)
        signal.signal(signal.SIGALRM, handler)


def _saves(frame: FrameType | None) -> bool:
    """Is the store saving right now? To interrupt it would lose what was found."""
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith("nimatron."):
            return module.startswith("nimatron.solve.store.")
        frame = frame.f_back
    return False


# -- interrupts that wait: what libraries load or start must not be left half done -----------------


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Let Ctrl-C wait until the end of this block. Only the main thread is ever interrupted.

    An interrupt in the middle of an import leaves numba half loaded, and no later import can mend that.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if came:
        signal.raise_signal(signal.SIGINT)
