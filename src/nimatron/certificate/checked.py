"""Which parts of certificates were found to hold here, kept in a folder, so that a check that was stopped can go on.

A line for each part: a seal of its data and of the code that checked it, made with a key that only this user has. So
whoever changes the folder, or sends another one, can make parts be checked again, but none be taken for checked.
"""

from __future__ import annotations

import hmac
import inspect
import os
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from .. import files
from ..errors import NotKept
from . import blocks, part
from .part import Part

NAME = "checked.txt"

KEY = "verify.key"
"""The user's key, beside other things that can be made again: without it all parts are checked again."""


class Checked:
    """The parts that a folder says were checked."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._path, self._key = Path(folder) / NAME, _key(files.cache_folder() / KEY)
        try:
            files.make_folder(self._path.parent)
            self._seals = set(self._path.read_bytes().split()) if self._path.exists() else set()
        except OSError as fault:
            raise NotKept("cannot write {path}: {reason}", path=folder, reason=fault.strerror) from None

    def has(self, part: Part) -> bool:
        """Was this very part checked, by this very code?"""
        return self._seal(part) in self._seals

    def add(self, part: Part) -> None:
        """Remember that a part holds."""
        try:
            files.add_line(self._path, self._seal(part) + b"\n")
        except OSError as fault:
            raise NotKept("cannot write {path}: {reason}", path=self._path, reason=fault.strerror) from None

    def _seal(self, part: Part) -> bytes:
        return hmac.new(self._key, _checker() + digest(part), sha256).hexdigest().encode()


def digest(part: Part) -> bytes:
    """A checksum of all that decides whether a part holds; `plain` and the limit do not."""
    found = sha256(repr((part.digits, [tuple(form) for form in part.forms], part.start, part.stop)).encode())
    for values in (part.front, part.window, part.expected):
        # With its length before it, so that a value cannot pass from one to the next.
        found.update(len(values).to_bytes(8, "little") + values.astype("<u4").tobytes())
    return found.digest()


@cache
def _checker() -> bytes:
    """A checksum of the code that checks parts; without sources there is none, and nothing is recognised later."""
    try:
        return sha256("".join(map(inspect.getsource, (part, blocks))).encode()).digest()
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
