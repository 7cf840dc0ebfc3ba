"""Kernels that several processes of one test run share: what one of them compiles, the others load.

numba keeps compiled code on disk, but two processes that want the same function at the same moment would both compile
it, and with different types each may write over the file of the other. Here they wait for each other.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_mine = threading.local()


def share_kernels() -> None:
    """Let one process at a time load or compile a function."""
    from numba.core.dispatcher import Dispatcher

    usual = Dispatcher.compile
    if getattr(usual, "shared", False):
        return

    def compile(self: Any, sig: Any) -> Any:
        with _alone(f"{self.py_func.__module__}.{self.py_func.__qualname__}"):
            return usual(self, sig)

    compile.shared = True  # type: ignore[attr-defined]
    Dispatcher.compile = compile


@contextmanager
def _alone(name: str) -> Iterator[None]:
    held: set[str] = _mine.__dict__.setdefault("held", set())
    if name in held:  # a function that calls itself
        yield
        return
    folder = Path(tempfile.gettempdir()) / f"nimatron-kernels-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    with open(folder / name.replace("<", "").replace(">", ""), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        held.add(name)
        try:
            yield
        finally:
            held.remove(name)
