"""The last resort of a command: its time and memory end it even where nothing looks at them."""

from __future__ import annotations

import faulthandler
import sys
from contextlib import ExitStack, suppress

from ..values.search.alarm import LONGEST, alarm

GRACE = 0.7
"""Seconds that a question gets to notice by itself that its time is up: then it still has an answer to give."""

UNHEARD = 10.0
"""Seconds after which an alarm has not been heard. A kernel may be compiled meanwhile, which takes a few."""

_set = ExitStack()


def within(seconds: float | None) -> None:
    """From now on the command is ended after so many seconds, until `over`."""
    over()
    _set.enter_context(alarm(seconds, GRACE))


def last_resort(seconds: float | None) -> None:
    """End the program even inside a single call of Python's own, such as sum(range(10**18)), where no alarm is heard.

    Only the rules of a user's own game can do that. The lines that it was in are printed, and the exit code is 1.
    """
    if seconds is not None and sys.__stderr__ is not None:
        with suppress(OSError, ValueError):  # it is no file
            faulthandler.dump_traceback_later(min(seconds, LONGEST) + UNHEARD, exit=True, file=sys.__stderr__)
            _set.callback(faulthandler.cancel_dump_traceback_later)


def over() -> None:
    """The work is done: showing it may take as long as the reader likes."""
    _set.close()
