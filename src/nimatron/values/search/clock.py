"""The clock for limits: it stands still while kernels are compiled, which happens once per machine."""

from __future__ import annotations

import time

from ...kernels import compiled_for


def now() -> float:
    """Seconds since some fixed moment, not counting time spent on compiling kernels.

    >>> before = now()
    >>> now() >= before
    True
    """
    return time.monotonic() - compiled_for()
