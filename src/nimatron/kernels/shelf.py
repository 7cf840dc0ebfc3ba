"""Where compiled kernels are kept: a private folder for each state of sources, libraries, settings and processor.

The name of the folder is a hash of all that decides what the compiler makes of a kernel, so code of another state is
never found. In it each function has one file for each signature, which begins with a checksum. The files are pickled
code, and whoever can write them can run anything here: a folder that others can write is not used.
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

from ..errors import reason_of
from ..files import Pieces, cache_folder, write_whole
from ..message import Message

if sys.platform != "win32":
    import fcntl

logger = logging.getLogger("nimatron.kernels")

VARIABLE = "NIMATRON_KERNELS"

MOST = 8
"""How many folders are kept, this one included."""

DAYS = 90
"""A folder that was not used for so long is removed."""

HALF_WRITTEN = 3600
"""How many seconds a file may take to be written."""

TURNS, PAUSE = 1200, 0.05
"""How often, and how many seconds apart, a process looks whether another one has compiled what it needs."""

BEGINNING = b"nimatron kernel 2\n"
OURS = re.compile("[0-9a-f]{32}")


class Sources:
    """The files of all kernels, as they were when the first of them was imported."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._stamps = self._look()
        digest = hashlib.sha256()
        for name in self._stamps:
            content = (folder / name).read_bytes()
            digest.update(b"%d %s %d\n" % (len(name), name.encode(), len(content)))
            digest.update(content)
        self.digest = digest.hexdigest()

    def are_loaded(self) -> bool:
        """Are they on disk what this process has imported?"""
        return bool(self._stamps) and self._stamps == self._look()

    def _look(self) -> dict[str, tuple[int, int]]:
        if not self.folder.is_dir():  # imported from an archive
            return {}
        stamps = {file.name: file.stat() for file in sorted(self.folder.glob("*.py"))}
        return {name: (stamp.st_mtime_ns, stamp.st_size) for name, stamp in stamps.items()}


class Shelf:
    """The kept kernels of one state. A fault of the folder or of a file is never more than a reason to compile."""

    def __init__(self, root: Path | None, key: str, fault: Message | None = None) -> None:
        self.root = root
        self.path = root / key if root else None
        self.fault = fault
        """Why nothing is kept."""
        self.repaired = 0
        """How many damaged files were removed."""

    def read(self, name: str) -> bytes | None:
        """The content of a file; None if there is none. A damaged one is removed."""
        if not self._is_open:
            return None
        try:
            whole = self._at(name).read_bytes()
        except IsADirectoryError:
            self.drop(name)  # no file could take its place
            return None
        except OSError:
            return None
        start = len(BEGINNING) + 32
        content = memoryview(whole)[start:]
        if whole[:start] != BEGINNING + hashlib.sha256(content).digest():
            self.drop(name)
            return None
        return bytes(content)

    def write(self, name: str, content: bytes) -> None:
        """Keep a file. What cannot be written is not kept, and that is said once."""
        if not self._is_open or self.fault:
            return
        pieces = (BEGINNING, hashlib.sha256(content).digest(), content)
        try:
            self._write(name, pieces)
        except OSError as fault:
            self.refuse(Message("{place}: {reason}", place=self.path, reason=reason_of(fault)))

    def _write(self, name: str, pieces: Pieces) -> None:
        path = self._at(name)
        # No forcing to disk: what a power cut leaves is recognised by its checksum.
        try:
            write_whole(path, pieces, sync=False)
        except FileNotFoundError:  # another process has cleared the folder
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, pieces, sync=False)

    def drop(self, name: str) -> None:
        """Remove a damaged file, or whatever stands in its place."""
        path = self._at(name)
        with suppress(OSError):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        self.repaired += 1
        logger.warning("a kept kernel is damaged and will be compiled again: %s", path)

    def refuse(self, reason: Message) -> None:
        """From now on nothing is kept."""
        if not self.fault:
            self.fault = reason
            logger.warning("compiled kernels are not kept: %s", reason)

    def check(self) -> None:
        """Look at all files, and remove the damaged ones and what a killed process has left half written."""
        if not self._is_open or self.path is None:
            return
        for file in self.path.glob("*.kernel"):
            self.read(file.name)
        for part in self.path.glob("*.part"):
            if _used(part) < time.time() - HALF_WRITTEN:
                self.drop(part.name)

    def sizes(self) -> list[int]:
        """The bytes of each kept kernel, those of other states included."""
        sizes = []
        for file in (file for folder in self._folders() for file in folder.glob("*.kernel")):
            with suppress(OSError):  # another process may remove it
                sizes.append(file.stat().st_size)
        return sizes

    def clear(self) -> None:
        """Forget all kept kernels, those of other states included."""
        for folder in self._folders():
            _remove(folder)

    @contextmanager
    def turn(self, name: str, waits: AbstractContextManager[object]) -> Iterator[None]:
        """Wait, within `waits`, while another process compiles the kernel of this file."""
        lock = self._lock if sys.platform != "win32" and self._is_open and not self.fault else None
        if lock is None or self._at(name).exists():
            yield
            return
        place = int(hashlib.sha256(name.encode()).hexdigest()[:15], 16)
        if not _taken(lock, place):
            with waits:
                # If the other process is stopped, this one compiles as well: that is slower, and nothing else.
                for _ in range(TURNS):
                    time.sleep(PAUSE)
                    if _taken(lock, place):
                        break
        try:
            yield
        finally:
            with suppress(OSError):
                fcntl.lockf(lock, fcntl.LOCK_UN, 1, place)

    @cached_property
    def _lock(self) -> int | None:
        """One file for all locks, each on a byte of its own; it stays open, for closing it would free them all."""
        try:
            return os.open(self._at("lock"), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return None

    def _at(self, name: str) -> Path:
        assert self.path is not None
        return self.path / name

    def _folders(self) -> list[Path]:
        if not self.root or not self.root.is_dir():
            return []
        return [folder for folder in self.root.iterdir() if OURS.fullmatch(folder.name)]

    @cached_property
    def _is_open(self) -> bool:
        """Is there a folder, and is it ours alone?"""
        if self.fault or self.root is None or self.path is None:
            return False
        try:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            new = not self.path.exists()
            self.path.mkdir(mode=0o700, exist_ok=True)
            for folder in (self.root, self.path):
                if not _is_private(folder):
                    self.refuse(Message("others can write {folder}", folder=folder))
                    return False
            if new:
                self._tidy()
        except OSError as fault:
            self.refuse(Message("{place}: {reason}", place=self.path, reason=reason_of(fault)))
            return False
        with suppress(OSError):
            os.utime(self.path)
        return True

    def _tidy(self) -> None:
        """Remove folders that were not used for long, and all but the last few.

        A process that uses one of them loses nothing: it finds no file, compiles, and makes the folder again.
        """
        ages = {folder: _used(folder) for folder in self._folders() if folder != self.path}
        for i, folder in enumerate(sorted(ages, key=ages.__getitem__, reverse=True), 1):
            if i >= MOST or ages[folder] < time.time() - DAYS * 86400:
                _remove(folder)


def _used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another process has removed it
        return 0.0


def _remove(folder: Path) -> None:
    """Remove a folder, under another name first: so nobody meets half of it."""
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


def _taken(lock: int, place: int) -> bool:
    try:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
    except BlockingIOError:
        return False
    except OSError:  # no locks in this file system: nobody waits
        return True
    return True


def default_root() -> Path | None:
    """`$NIMATRON_KERNELS`, else a folder in the user's cache folder; None if it is turned off."""
    named = os.environ.get(VARIABLE)
    if named is None:
        return cache_folder() / "kernels"
    return None if named.lower() in ("", "off") else Path(named)
