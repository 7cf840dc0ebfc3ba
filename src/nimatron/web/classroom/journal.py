"""The store of a class: a small database, written with every change and removed when the class ends.

After a crash the server resumes the class as it was after the last change that any device has seen.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ...core.errors import UsageError
from ...core.files import cache_folder, make_folder, make_private, remove
from .class_limits import LIFE

APPLICATION = 0x4E494D43
"""The mark of our files: "NIMC" in ASCII."""

BESIDE = ("", "-wal", "-shm", "-journal")
"""The endings of the files that SQLite writes for one database."""


def place(port: int) -> Path:
    """The file of the class at a port."""
    return cache_folder() / f"class-{port}.sqlite3"


def remove_old(moment: float) -> None:
    """Remove classes that have been left for longer than a class may last."""
    with suppress(OSError):
        for path in cache_folder().glob("class-*.sqlite3"):
            with suppress(OSError):
                if moment - path.stat().st_mtime > LIFE:
                    _remove(path)


def _remove(path: Path) -> None:
    for end in BESIDE:
        remove(path.with_name(path.name + end))


class ClassStore:
    """The texts of a class by name, in a file or (without a path) in memory alone, because of some `trouble`."""

    def __init__(self, path: Path | None, trouble: str = "") -> None:
        self.path, self.trouble, self._known = path, trouble, dict[str, str]()
        self._file = self._connect()

    def _connect(self) -> sqlite3.Connection:
        if self.path is None:
            return _prepare(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
        make_folder(self.path.parent)
        make_private(self.path)  # it has nicknames, and the key of the teacher
        try:
            # Only the event loop uses it, but it need not run in the thread that began.
            return _prepare(sqlite3.connect(self.path, timeout=1.0, isolation_level=None, check_same_thread=False))
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise UsageError("another server runs a class on this port: give another --port") from None
        except sqlite3.DatabaseError:  # damaged: there is no class to resume
            _remove(self.path)
            return self._connect()

    def read(self) -> dict[str, str]:
        """The stored texts; none if the file is damaged or belongs to another program."""
        try:
            self._known = dict(self._file.execute("SELECT name, text FROM part"))
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            self.clear()
        return dict(self._known)

    def write(self, changes: Mapping[str, str | None]) -> None:
        """Store these texts, all or none; None removes a part."""
        # Parts that have not changed are not written again.
        changed = [(name, text) for name, text in changes.items() if text is not None and self._known.get(name) != text]
        gone = [(name,) for name, text in changes.items() if text is None and name in self._known]
        if not (changed or gone):
            return
        self._file.execute("BEGIN IMMEDIATE")
        try:
            self._file.executemany("REPLACE INTO part VALUES (?, ?)", changed)
            self._file.executemany("DELETE FROM part WHERE name = ?", gone)
            self._file.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._file.execute("ROLLBACK")
            raise
        self._known |= dict(changed)
        for (name,) in gone:
            del self._known[name]

    def clear(self) -> None:
        """Remove everything, and begin with an empty file."""
        self.remove()
        self._known = {}
        self._file = self._connect()

    def remove(self) -> None:
        """Remove everything."""
        self._file.close()
        if self.path is not None:
            _remove(self.path)

    def close(self) -> None:
        """Leave what is stored for the next server."""
        self._file.close()


def _prepare(file: sqlite3.Connection) -> sqlite3.Connection:
    try:
        # Only one server uses the file. Deleted texts are overwritten, so that no nickname remains on the disk.
        for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = NORMAL", "secure_delete = ON"):
            file.execute(f"PRAGMA {setting}").fetchall()
        file.execute(f"PRAGMA application_id = {APPLICATION}")
        file.execute("CREATE TABLE IF NOT EXISTS part (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID")
    except BaseException:
        file.close()
        raise
    return file
