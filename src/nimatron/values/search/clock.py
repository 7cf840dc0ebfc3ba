"""The clock of limits: it stands still while kernels are compiled, which happens once on a machine."""

from __future__ import annotations

import time

from ...kernels import compiled_for


def now() -> float:
    """Seconds from some moment on, without those in which kernels were compiled.

    >>> before = now()
    >>> now() >= before
    True
    """
    return time.monotonic() - compiled_for()
