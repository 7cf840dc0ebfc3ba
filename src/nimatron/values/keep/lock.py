"""A lock, so that only one process writes in a folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from ...errors import NimatronError, UsageError


class Busy(NimatronError):
    """Another process is writing in this folder."""


def locked(path: Path) -> IO[str]:
    """The lock, held until it is closed or the process ends, however that happens."""
    try:
        file = path.open("a+", encoding="ascii")
    except OSError as fault:
        raise UsageError(
            "no run can be kept in {folder}: {reason}", folder=path.parent, reason=fault.strerror
        ) from fault
    try:
        _lock(file)
    except OSError:
        file.seek(0)
        owner = file.read(20).strip() or "?"
        file.close()
        raise Busy("another process ({owner}) writes the run in {folder}", owner=owner, folder=path.parent) from None
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(1 << 20)  # beyond the text, which others must be able to read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
