"""A lock, so that only one process writes in a folder."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from ...errors import NimatronError, UsageError
from ...files import HOLD, opened, write_all


class Busy(NimatronError):
    """Another process is writing in this folder."""


def locked(path: Path) -> IO[str]:
    """The lock, held until it is closed or the process ends, however that happens."""
    try:
        file = os.fdopen(opened(path, HOLD), "r+", encoding="ascii", errors="replace")
    except OSError as fault:
        raise UsageError(
            "nothing can be kept in {folder}: {reason}", folder=path.parent, reason=fault.strerror
        ) from fault
    try:
        _take(file, path.parent)
    except BaseException:
        file.close()
        raise
    return file


def _take(file: IO[str], folder: Path) -> None:
    try:
        _lock(file)
    except OSError:
        file.seek(0)
        owner = file.read(20).strip() or "?"
        raise Busy("another process ({owner}) writes the run in {folder}", owner=owner, folder=folder) from None
    with suppress(OSError):  # a full disk: the lock is held, only nobody can read by whom
        file.truncate(0)
        write_all(file.fileno(), [f"{os.getpid()}\n".encode()])


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(1 << 20)  # beyond the text, which others must be able to read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
