"""Faults of the disk under SQLite, as its own tests make them: a layer below it whose calls fail in turn.

SQLite writes through a table of functions, its VFS. The one used here calls the usual one, except where it fails.
"""

from __future__ import annotations

import ctypes
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast
from ctypes.util import find_library
from typing import Any, ClassVar

FULL, IO_ERROR, CANNOT_OPEN = 13, 10, 14

WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
SHARE = CFUNCTYPE(c_int, c_void_p, c_int, c_int, c_int, c_void_p)
OPEN = CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p, c_int, c_void_p)
DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)


class Methods(Structure):
    """sqlite3_io_methods"""

    _fields_: ClassVar = [
        ("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", WRITE), ("truncate", TRUNCATE),
        ("sync", SYNC), ("size", c_void_p), ("lock", c_void_p), ("unlock", c_void_p), ("check", c_void_p),
        ("control", c_void_p), ("sector", c_void_p), ("device", c_void_p), ("share", SHARE), ("share_lock", c_void_p),
        ("barrier", c_void_p), ("unshare", c_void_p), ("fetch", c_void_p), ("unfetch", c_void_p),
    ]  # fmt: skip


class Vfs(Structure):
    """sqlite3_vfs, up to what is replaced; the rest is copied as it is."""

    _fields_: ClassVar = [
        ("version", c_int), ("file_size", c_int), ("longest", c_int), ("next", c_void_p), ("name", c_char_p),
        ("data", c_void_p), ("open", OPEN), ("delete", DELETE), ("rest", c_void_p * 16),
    ]  # fmt: skip


class FaultyDisk:
    """A VFS whose call number `at`, and every one after it if the disk stays full, ends with `code`."""

    def __init__(self) -> None:
        library = ctypes.CDLL(find_library("sqlite3") or "libsqlite3.so.0")
        library.sqlite3_vfs_find.restype = POINTER(Vfs)
        library.sqlite3_vfs_register.argtypes = [POINTER(Vfs), c_int]
        library.sqlite3_vfs_unregister.argtypes = [POINTER(Vfs)]
        if library.sqlite3_libversion_number() != int("{}{:03}{:03}".format(*sqlite3.sqlite_version_info)):
            raise OSError("another SQLite than Python's")
        self.library, self.usual = library, library.sqlite3_vfs_find(None)
        self.at, self.count, self.code, self.for_ever = 0, 0, FULL, False
        self.failed: list[str] = []
        self._tables: dict[int, Methods] = {}
        self.vfs = Vfs.from_buffer_copy(self.usual.contents)
        self.vfs.name = b"faulty"
        self._open, self._delete = OPEN(self._opened), DELETE(self._deleted)
        self.vfs.open, self.vfs.delete = self._open, self._delete

    @contextmanager
    def failing(self, at: int, code: int, for_ever: bool) -> Iterator[FaultyDisk]:
        self.at, self.count, self.code, self.for_ever, self.failed = at, 0, code, for_ever, []
        self.library.sqlite3_vfs_register(self.vfs, 1)
        try:
            yield self
        finally:
            self.at = 0
            self.library.sqlite3_vfs_unregister(self.vfs)

    def _fails(self, name: str) -> bool:
        self.count += 1
        due = self.at and (self.count == self.at or (self.for_ever and self.count > self.at))
        if due:
            self.failed.append(name)
        return bool(due)

    def _opened(self, vfs: int, path: bytes, file: int, flags: int, out: int) -> int:
        if flags & 4 and self._fails("open"):  # SQLITE_OPEN_CREATE
            cast(file, POINTER(c_void_p))[0] = None  # SQLite must not close what was not opened
            return CANNOT_OPEN
        done: int = self.usual.contents.open(vfs, path, file, flags, out)
        if done == 0:
            methods = cast(file, POINTER(c_void_p))
            methods[0] = ctypes.addressof(self._wrapped(methods[0]))
        return done

    def _wrapped(self, methods: Any) -> Methods:
        if methods not in self._tables:
            real = Methods.from_address(methods)
            table = Methods.from_buffer_copy(real)
            table.write = WRITE(lambda *args: self.code if self._fails("write") else real.write(*args))
            table.truncate = TRUNCATE(lambda *args: self.code if self._fails("truncate") else real.truncate(*args))
            table.sync = SYNC(lambda *args: self.code if self._fails("sync") else real.sync(*args))
            if real.version >= 2:
                table.share = SHARE(lambda *args: self.code if self._fails("share") else real.share(*args))
            self._tables[methods] = table
        return self._tables[methods]

    def _deleted(self, vfs: int, path: bytes, sync: int) -> int:
        return self.code if self._fails("delete") else int(self.usual.contents.delete(vfs, path, sync))
