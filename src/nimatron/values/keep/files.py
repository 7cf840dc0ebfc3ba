"""Files that are there whole or not at all, and a folder that only one process writes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from ...errors import NimatronError, UsageError


class Busy(NimatronError):
    """Another process writes in this folder."""


def write_whole(path: Path, parts: Iterable[bytes | memoryview]) -> None:
    """Write a file whole: it is on disk under its name, or what was there before still is."""
    beside = path.with_name(path.name + ".part")
    with beside.open("wb") as file:
        for part in parts:
            file.write(part)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Force the new name to disk as well; Windows does not open folders, and does not need it."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def locked(path: Path) -> IO[str]:
    """The lock, held until it is closed or the process ends, however it ends."""
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

        file.seek(1 << 20)  # beyond the text, which others may read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
