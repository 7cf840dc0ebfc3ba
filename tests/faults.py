"""Calls of the system that fail in turn, as SQLite's own tests do it.

All that Nimatron writes goes through `os` of `nimatron.core.files`; a `Faulty` stands in for it.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from typing import Any

from nimatron.core import files

CALLS = ("open", "write", "fsync", "replace", "link", "makedirs", "unlink", "ftruncate", "rename", "rmdir")
"""What may fail."""

GROWING = ("open", "write", "fsync", "link", "makedirs")
"""What fails on a disk that is full."""


class Killed(BaseException):
    """The process is gone: nothing that comes after this is done."""


class Faulty:
    """`os`, but call number `at` fails."""

    def __init__(self, at: int) -> None:
        self.at, self.count, self.failed = at, 0, ""

    def __enter__(self) -> Faulty:
        files.os = self  # type: ignore[assignment, attr-defined]
        return self

    def __exit__(self, *_: object) -> None:
        files.os = os  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in CALLS:
            return real

        def call(*args: Any, **named: Any) -> Any:
            self.count += 1
            if self.fails(name):
                self.failed = self.failed or name
                return self.fail(name, *args)
            return real(*args, **named)

        return call

    def fails(self, name: str) -> bool:
        return self.count == self.at

    def fail(self, name: str, *args: Any) -> Any:
        raise NotImplementedError


class Once(Faulty):
    """A single fault, and then all is well again."""

    code = errno.EIO

    def fail(self, name: str, *args: Any) -> Any:
        raise OSError(self.code, os.strerror(self.code))


class Denied(Once):
    code = errno.EACCES


class Full(Once):
    """From now on the disk is full: a write takes half of what it is given, and then nothing."""

    code = errno.ENOSPC

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.half = False

    def fails(self, name: str) -> bool:
        return self.count >= self.at and name in GROWING

    def fail(self, name: str, *args: Any) -> Any:
        if name == "write" and not self.half and len(args[1]) > 1:
            self.half = True
            return os.write(args[0], args[1][: len(args[1]) // 2])
        if name == "open" and not args[1] & os.O_CREAT:  # reading is possible
            return os.open(*args)
        return super().fail(name)


class Short(Once):
    """A write that takes one byte: no fault, but somebody has to write the rest."""

    def fail(self, name: str, *args: Any) -> Any:
        return os.write(args[0], args[1][:1]) if name == "write" else getattr(os, name)(*args)


class Crash(Faulty):
    """kill -9 before this call: the process does not even tidy up."""

    def fails(self, name: str) -> bool:
        return self.count >= self.at

    def fail(self, name: str, *args: Any) -> Any:
        raise Killed


FAULTS = (Once, Full, Short, Crash, Denied)


def each(kind: type[Faulty], step: int = 1) -> Iterator[Faulty]:
    """A fault at the first call, at the second, and so on, until one does not come to pass."""
    at = 1
    while True:
        fault = kind(at)
        yield fault
        if not fault.failed:
            return
        at += step
