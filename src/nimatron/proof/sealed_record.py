"""The record of what a checker has found to hold, so that it need not be checked again.

A file has a line for each thing that holds: a seal of its data and of the code that checked it, made with a key that
only this user has. Whoever changes the file, or sends another one, can make things be checked again, but cannot make
an unchecked thing count as checked.
"""

from __future__ import annotations

import hmac
import inspect
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from ..core import files
from ..core.errors import NotKept, UsageError

NAME = "checked.txt"

KEY = "verify.key"
"""The user's key, beside other things that can be made again: without it everything is checked again."""


class SealedRecord:
    """The record in a folder of what the code of some modules has checked; `failed` hears of lines that are lost."""

    def __init__(
        self,
        folder: str | os.PathLike[str],
        checker: Sequence[ModuleType],
        failed: Callable[[NotKept], None] | None = None,
    ) -> None:
        self._modules, self._failed = checker, failed
        self._path, self._key = Path(folder) / NAME, _key(files.cache_folder() / KEY)
        try:
            files.make_folder(self._path.parent)
            self._seals = set(self._path.read_bytes().split()) if self._path.exists() else set()
        except OSError as fault:
            raise UsageError("cannot write {path}: {reason}", path=folder, reason=fault.strerror) from None

    def has(self, digest: bytes) -> bool:
        """Was the thing with this digest checked, by this very code?"""
        return self._seal(digest) in self._seals

    def add(self, digest: bytes) -> None:
        """Remember that the thing with this digest holds."""
        try:
            files.add_line(self._path, self._seal(digest) + b"\n")
        except OSError as fault:
            lost = NotKept("cannot write {path}: {reason}", path=self._path, reason=fault.strerror)
            if self._failed is None:
                raise lost from None
            self._failed(lost)
            self._failed = lambda _: None

    def _seal(self, digest: bytes) -> bytes:
        return hmac.new(self._key, self._checker + digest, sha256).hexdigest().encode()

    @cached_property
    def _checker(self) -> bytes:
        """A checksum of the code that checks; without sources there is none, and nothing is recognised later."""
        try:
            return sha256("".join(map(inspect.getsource, self._modules)).encode()).digest()
        except OSError:
            return os.urandom(32)


def _key(path: Path) -> bytes:
    """The user's key, made when it is first wanted; where nothing can be kept, one for this process alone."""
    with suppress(OSError):
        if not path.exists():
            files.make_folder(path.parent)
            with suppress(FileExistsError):  # another process was quicker
                files.write_whole(path, [os.urandom(32)], replace=False, private=True)
        key = path.read_bytes()
        if len(key) == 32:
            return key
    return os.urandom(32)
