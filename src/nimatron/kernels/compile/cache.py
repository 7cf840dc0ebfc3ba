"""The cache of compiled kernels on disk: a private folder for each state of sources, libraries, settings and processor.

The name of the folder is a hash of all that decides which code the compiler makes, so a process never finds code of
another state. Each file begins with a checksum. Whoever can write the files can run any code here, so a folder that
other users can write is not used.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from pathlib import Path

from ...core.errors import reason_of
from ...core.files import cache_folder, write_whole
from ...core.message import Message

if sys.platform != "win32":
    import fcntl

logger = logging.getLogger("nimatron.kernels")

VARIABLE = "NIMATRON_KERNELS"

MOST = 8
"""The most folders in the cache, this one included."""

DAYS = 90
"""A folder that was not used for so many days is removed."""

HALF_WRITTEN = 3600
"""A file that is still half written after so many seconds was left by a process that was killed."""

TURNS, PAUSE = 1200, 0.05
"""How often, and how many seconds apart, a process looks whether another process has compiled what it needs."""

BEGINNING = b"nimatron kernel 3\n"
OURS = re.compile("[0-9a-f]{32}")


class KernelSources:
    """The files of all kernels, as they were when this process imported the first of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stamps = self._look()
        digest = hashlib.sha256()
        for name in self._stamps:
            content = (folder / name).read_bytes()
            digest.update(b"%d %s %d\n" % (len(name), name.encode(), len(content)))
            digest.update(content)
        self.digest = digest.hexdigest()

    def are_unchanged(self) -> bool:
        """Are the files on disk still the ones that this process has imported?"""
        return bool(self._stamps) and self._stamps == self._look()

    def _look(self) -> dict[str, tuple[int, int]]:
        if not self.folder.is_dir():  # imported from an archive
            return {}
        stamps = {file.relative_to(self.folder).as_posix(): file.stat() for file in sorted(self.folder.rglob("*.py"))}
        return {name: (stamp.st_mtime_ns, stamp.st_size) for name, stamp in stamps.items()}


class KernelCache:
    """The stored kernels of one state. A fault of the folder or of a file is only a reason to compile again."""

    def __init__(self, root: Path | None, key: str, fault: Message | None = None) -> None:
        self.root = root
        self.path = root / key if root else Path(key)
        self.fault = fault
        """Why nothing is stored."""
        self.repaired = 0
        """How many damaged files were removed."""

    def read(self, name: str) -> bytes | None:
        """The content of a file; None if there is no such file. A damaged file is removed."""
        if not self._is_open:
            return None
        try:
            whole = (self.path / name).read_bytes()
        except IsADirectoryError:
            self.drop(name)  # otherwise no file could take its place
            return None
        except OSError:
            return None
        start = len(BEGINNING) + 32
        content = whole[start:]
        if whole[:start] != BEGINNING + hashlib.sha256(content).digest():
            self.drop(name)
            return None
        return content

    def write(self, name: str, content: bytes) -> None:
        """Store a file. If it cannot be written, the user is told once."""
        if not self._is_open or self.fault:
            return
        pieces = (BEGINNING, hashlib.sha256(content).digest(), content)
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)  # another process may have cleared the cache
            # No forcing to disk: the checksum shows what a power cut has damaged.
            write_whole(self.path / name, pieces, sync=False)
        except OSError as fault:
            self._refuse(Message("{place}: {reason}", place=self.path, reason=reason_of(fault)))

    def drop(self, name: str) -> None:
        """Remove a damaged file, or a folder that stands in its place."""
        path = self.path / name
        with suppress(OSError):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        self.repaired += 1
        logger.warning("a kept kernel is damaged and will be compiled again: %s", path)

    def check(self) -> None:
        """Read all files, and remove damaged files and files that a killed process has left half written."""
        if not self._is_open:
            return
        for file in self.path.glob("*.kernel"):
            self.read(file.name)
        for part in self.path.glob("*.part"):
            if _last_use(part) < time.time() - HALF_WRITTEN:
                self.drop(part.name)

    def sizes(self) -> list[int]:
        """The bytes of each stored kernel, also of other states."""
        sizes = []
        for file in (file for folder in self._folders() for file in folder.glob("*.kernel")):
            with suppress(OSError):  # another process may remove it
                sizes.append(file.stat().st_size)
        return sizes

    def clear(self) -> None:
        """Remove all stored kernels, also of other states."""
        for folder in self._folders():
            _remove(folder)

    @contextmanager
    def turn(self, name: str, waits: AbstractContextManager[object]) -> Iterator[None]:
        """Wait, within `waits`, while another process compiles the kernel of this file."""
        lock = self._lock if sys.platform != "win32" and self._is_open and not self.fault else None
        if lock is None or (self.path / name).exists():
            yield
            return
        # Each kernel locks its own byte of one file, which stays open: closing it would free all locks.
        byte = int(hashlib.sha256(name.encode()).hexdigest()[:15], 16)
        if not _is_locked(lock, byte):
            with waits:
                # If the other process is stopped, this process compiles as well: that is slower, but not wrong.
                for _ in range(TURNS):
                    time.sleep(PAUSE)
                    if _is_locked(lock, byte):
                        break
        try:
            yield
        finally:
            with suppress(OSError):
                fcntl.lockf(lock, fcntl.LOCK_UN, 1, byte)

    @cached_property
    def _lock(self) -> int | None:
        try:
            return os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return None

    @cached_property
    def _is_open(self) -> bool:
        """Is there a folder, and can only this user write it?"""
        if self.fault or self.root is None:
            return False
        try:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self.path.exists():
                self.path.mkdir(mode=0o700, exist_ok=True)
                self._tidy()
            for folder in (self.root, self.path):
                if not _is_private(folder):
                    self._refuse(Message("others can write {folder}", folder=folder))
                    return False
            os.utime(self.path)
        except OSError as fault:
            self._refuse(Message("{place}: {reason}", place=self.path, reason=reason_of(fault)))
            return False
        return True

    def _refuse(self, reason: Message) -> None:
        """From now on nothing is stored."""
        if not self.fault:
            self.fault = reason
            logger.warning("compiled kernels are not kept: %s", reason)

    def _folders(self) -> list[Path]:
        if not self.root or not self.root.is_dir():
            return []
        return [folder for folder in self.root.iterdir() if OURS.fullmatch(folder.name)]

    def _tidy(self) -> None:
        """Remove folders that were not used for long, and all but the last few.

        A process that still uses such a folder loses nothing: it compiles, and makes the folder again.
        """
        ages = {folder: _last_use(folder) for folder in self._folders() if folder != self.path}
        for i, folder in enumerate(sorted(ages, key=ages.__getitem__, reverse=True), 1):
            if i >= MOST or ages[folder] < time.time() - DAYS * 86400:
                _remove(folder)


def _last_use(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another process has removed it
        return 0.0


def _remove(folder: Path) -> None:
    """Remove a folder, under another name first, so that no process meets half of it."""
    gone = folder.with_name(f"{folder.name}.{os.urandom(4).hex()}.gone")
    with suppress(OSError):
        folder.rename(gone)
    for left in folder.parent.glob("*.gone"):
        shutil.rmtree(left, ignore_errors=True)


def _is_private(folder: Path) -> bool:
    if sys.platform == "win32":  # the folder of a user is private there
        return True
    seen = folder.stat()
    return seen.st_uid == os.geteuid() and not seen.st_mode & 0o022


def _is_locked(lock: int, byte: int) -> bool:
    """Lock a byte of a file; False if another process has locked it."""
    try:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
    except BlockingIOError:
        return False
    except OSError:  # this file system has no locks, so no process waits
        return True
    return True


def default_root() -> Path | None:
    """`$NIMATRON_KERNELS`, else a folder in the user's cache folder; None if the cache is turned off."""
    named = os.environ.get(VARIABLE)
    if named is None:
        return cache_folder() / "kernels"
    return None if named.lower() in ("", "off") else Path(named)
