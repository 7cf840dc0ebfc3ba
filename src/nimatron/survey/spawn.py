"""Starts worker processes that do not run the user's script again.

A fresh interpreter usually imports the script that started it: without a guard `if __name__ == "__main__"` it would
begin the same survey. Workers do not need the script, because families come to them with their code.
"""

from __future__ import annotations

import multiprocessing
import sys
import threading
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from types import ModuleType
from typing import Any

_one_at_a_time = threading.Lock()


def started(target: Callable[..., None], *arguments: Any) -> SpawnProcess:
    """A process that runs `target`, which is a function of an importable module."""
    # Not a fork: the threads of other libraries do not survive one.
    process = multiprocessing.get_context("spawn").Process(target=target, args=arguments, daemon=True)
    with _one_at_a_time:
        script = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")  # without a file there is nothing to run
        try:
            process.start()
        finally:
            sys.modules["__main__"] = script
    return process
