"""A folder that saves work while one process computes it.

A save that fails does not end the work: the user is warned at once, the next save tries again, and `trouble` says in
the end what could not be saved.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from ...core.errors import NimatronError, NotKept, UsageError
from ...core.files import HOLD, make_folder, open_file, rename, tidy, write_all

Tell = Callable[[NotKept], None]
"""Called to tell the user at once that a save has failed."""

LONGEST_HEAD = 1 << 16
"""The most bytes of a first line: a longer one was not written by us."""


class Folder:
    """A folder with its lock; `damage` names the files found lost or damaged on opening."""

    def __init__(self, folder: Path | str, tell: Tell | None = None) -> None:
        self.folder, self.tell = Path(folder), tell
        self.damage: list[str] = []
        self.trouble: NotKept | None = None
        """Why the last save failed; None if it did not."""
        # Before the lock: a folder with files of somebody else stays as it is.
        self._refuse_others(self._there())
        self._lock = take_lock(self.folder / "lock")
        try:
            tidy(self.folder)
            self.read()
        except BaseException:
            self.close()
            raise

    def _there(self) -> list[Path]:
        try:
            make_folder(self.folder)
            return list(self.folder.iterdir())
        except OSError as fault:
            raise UsageError(
                "nothing can be saved in {folder}: {reason}", folder=self.folder, reason=fault.strerror
            ) from fault

    def _refuse_others(self, there: list[Path]) -> None:
        """UsageError if the folder holds files of somebody else."""
        raise NotImplementedError

    def read(self) -> None:
        """Read what is stored."""
        raise NotImplementedError

    def attempt(self, save: Callable[[], None], last: bool = False) -> None:
        """Save, or note why that failed."""
        try:
            save()
            self.trouble = None
        except NotKept as fault:
            # At the end the caller reports `trouble` itself.
            if self.tell and not self.trouble and not last:
                self.tell(fault)
            self.trouble = fault

    def set_aside(self, path: Path) -> None:
        """Rename a damaged file, so that it can be inspected but is not read again."""
        self.damage.append(path.name)
        with suppress(OSError):
            rename(path, path.with_suffix(".damaged"))

    def write_fault(self, fault: OSError) -> NotKept:
        """What to say when something cannot be written here."""
        return NotKept("the results cannot be saved in {folder}: {why}", folder=self.folder, why=fault.strerror)

    def close(self) -> None:
        """Release the lock, so that others may write."""
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# -- a lock, so that only one process writes in a folder -------------------------------------------


class Busy(NimatronError):
    """Another process is writing in this folder."""


def take_lock(path: Path) -> IO[str]:
    """The lock, held until it is closed or the process ends, however that happens."""
    try:
        file = os.fdopen(open_file(path, HOLD), "r+", encoding="ascii", errors="replace")
    except OSError as fault:
        raise UsageError(
            "nothing can be saved in {folder}: {reason}", folder=path.parent, reason=fault.strerror
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
        raise Busy("another process ({owner}) is writing to the run in {folder}", owner=owner, folder=folder) from None
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
